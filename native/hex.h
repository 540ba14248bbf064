#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sealcache::native {

template <std::size_t Bytes>
struct Hex {
  std::array<char, 2 * Bytes> digits{};
  [[nodiscard]] std::string_view view() const noexcept { return {digits.data(), digits.size()}; }
};

/// Lowercase hex of public bytes.
template <std::size_t Bytes>
Hex<Bytes> hex_of(const std::array<std::uint8_t, Bytes>& bytes) noexcept {
  constexpr std::string_view kDigits = "0123456789abcdef";
  Hex<Bytes> hex;
  for (std::size_t i = 0; i < Bytes; ++i) {
    hex.digits[2 * i] = kDigits[bytes[i] >> 4U];
    hex.digits[2 * i + 1] = kDigits[bytes[i] & 15U];
  }
  return hex;
}

}  // namespace sealcache::native
