#include "shared/cache_key.h"

#include <sodium.h>

#include "shared/hex.h"

namespace sealcache {

namespace {

template <std::size_t Bytes>
std::array<char, 2 * Bytes> blake2b_hex(ByteView data) noexcept {
  std::array<std::uint8_t, Bytes> digest{};
  static_assert(Bytes >= crypto_generichash_BYTES_MIN);
  static_assert(Bytes <= crypto_generichash_BYTES_MAX);
  // Its only failure is a digest or key size out of range, and both are constants here.
  static_cast<void>(
      crypto_generichash(digest.data(), digest.size(), data.data(), data.size(), nullptr, 0));
  return hex_of(digest);
}

}  // namespace

HexDigest256 blake2b_256_hex(ByteView data) noexcept {
  return blake2b_hex<32>(data);
}

HexDigest128 blake2b_128_hex(ByteView data) noexcept {
  return blake2b_hex<16>(data);
}

}  // namespace sealcache
