#include "shared/keyring.h"

#include <algorithm>
#include <utility>

#include <sodium.h>

namespace sealcache {

namespace {

using Masters = std::array<ByteView, kMaxKeyringEntries>;

/// Compares every pair to its end, whatever it finds: the time tells nothing of the keys.
bool any_equal(std::span<const ByteView> masters) noexcept {
  unsigned equal = 0;
  for (std::size_t a = 0; a < masters.size(); ++a) {
    for (std::size_t b = a + 1; b < masters.size(); ++b) {
      equal |= sodium_memcmp(masters[a].data(), masters[b].data(), kKeyBytes) == 0 ? 1U : 0U;
    }
  }
  return equal != 0;
}

}  // namespace

Result<Keyring> Keyring::create(ByteView current, std::span<const ByteView> previous,
                                std::string_view tenant) noexcept {
  if (previous.size() > kMaxPreviousKeys) return fail(Error::kTooManyKeys);
  Masters masters{current};
  std::copy(previous.begin(), previous.end(), masters.begin() + 1);
  const auto given = std::span<const ByteView>(masters).first(1 + previous.size());
  for (const ByteView master : given) {
    if (master.size() != kKeyBytes) return fail(Error::kInvalidKeyLength);
  }
  if (any_equal(given)) return fail(Error::kDuplicateKey);

  Keyring keyring;
  for (const ByteView master : given) {
    Result<SecretBuffer> key = derive_key(master, "encryption", tenant);
    if (!key) return fail(key.error());
    keyring.fingerprints_[keyring.size_] = key_fingerprint(key->bytes());
    keyring.keys_[keyring.size_] = *std::move(key);
    ++keyring.size_;
  }
  return keyring;
}

void Keyring::wipe() noexcept {
  for (SecretBuffer& key : keys_) key.reset();
}

}  // namespace sealcache
