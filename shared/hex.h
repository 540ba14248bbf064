#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sealcache {

/// Lowercase hex. For public bytes: its time depends on them.
template <std::size_t Bytes>
std::array<char, 2 * Bytes> hex_of(const std::array<std::uint8_t, Bytes>& bytes) noexcept {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<char, 2 * Bytes> digits{};
  for (std::size_t i = 0; i < Bytes; ++i) {
    digits[2 * i] = kDigits[bytes[i] >> 4U];
    digits[2 * i + 1] = kDigits[bytes[i] & 15U];
  }
  return digits;
}

}  // namespace sealcache
