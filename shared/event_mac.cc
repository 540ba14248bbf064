#include "shared/event_mac.h"

#include <algorithm>
#include <utility>

#include <sodium.h>

#include "shared/key_derivation.h"
#include "shared/keyring.h"

namespace sealcache {

namespace {

static_assert(kMacBytes == crypto_auth_hmacsha256_BYTES);
static_assert(kKeyBytes == crypto_auth_hmacsha256_KEYBYTES);

}  // namespace

Result<EventMac> EventMac::create(ByteView current, std::span<const ByteView> previous,
                                  std::string_view tenant) noexcept {
  if (previous.size() > kMaxPreviousKeys) return fail(Error::kTooManyKeys);
  Result<SecretBuffer> keys = SecretBuffer::create((1 + previous.size()) * kKeyBytes);
  if (!keys) return fail(keys.error());
  for (std::size_t entry = 0; entry <= previous.size(); ++entry) {
    const ByteView master = entry == 0 ? current : previous[entry - 1];
    const Result<SecretBuffer> key = derive_key(master, "authentication", tenant);
    if (!key) return fail(key.error());
    const ByteView bytes = key->bytes();
    std::copy(bytes.begin(), bytes.end(), keys->bytes().subspan(entry * kKeyBytes).begin());
  }
  EventMac mac;
  mac.keys_ = *std::move(keys);
  return mac;
}

std::size_t EventMac::entries() const noexcept {
  return keys_.size() / kKeyBytes;
}

Mac EventMac::mac_of(std::size_t entry, ByteView message) const noexcept {
  Mac mac{};
  // Never fails.
  crypto_auth_hmacsha256(mac.data(), message.data(), message.size(),
                         keys_.bytes().subspan(entry * kKeyBytes, kKeyBytes).data());
  return mac;
}

Result<Mac> EventMac::authenticate(ByteView message) const noexcept {
  if (keys_.empty()) return fail(Error::kDisposed);
  return mac_of(0, message);
}

Result<bool> EventMac::verify(ByteView message, ByteView mac) const noexcept {
  if (keys_.empty()) return fail(Error::kDisposed);
  if (mac.size() != kMacBytes) return false;
  unsigned equal = 0;
  for (std::size_t entry = 0; entry < entries(); ++entry) {
    Mac expected = mac_of(entry, message);
    equal |= sodium_memcmp(expected.data(), mac.data(), kMacBytes) == 0 ? 1U : 0U;
    sealcache::wipe(expected);
  }
  return equal != 0;
}

}  // namespace sealcache
