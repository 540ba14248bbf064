#include "shared/cache_key.h"

#include <string_view>

#include <sodium.h>

namespace sealcache {

namespace {

template <std::size_t Digits>
std::array<char, Digits> blake2b_hex(ByteView data) noexcept {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<std::uint8_t, Digits / 2> digest{};
  static_assert(Digits / 2 >= crypto_generichash_BYTES_MIN);
  static_assert(Digits / 2 <= crypto_generichash_BYTES_MAX);
  // Its only failure is a digest or key size out of range, and both are constants here.
  static_cast<void>(
      crypto_generichash(digest.data(), digest.size(), data.data(), data.size(), nullptr, 0));
  std::array<char, Digits> hex{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    hex[2 * i] = kDigits[digest[i] >> 4U];
    hex[2 * i + 1] = kDigits[digest[i] & 15U];
  }
  return hex;
}

}  // namespace

HexDigest256 blake2b_256_hex(ByteView data) noexcept {
  return blake2b_hex<64>(data);
}

HexDigest128 blake2b_128_hex(ByteView data) noexcept {
  return blake2b_hex<32>(data);
}

}  // namespace sealcache
