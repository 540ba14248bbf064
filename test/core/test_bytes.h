#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/bytes.h"

namespace sealcache::testing {

using Bytes = std::vector<std::uint8_t>;

/// Hex, spaces allowed.
inline Bytes from_hex(std::string_view hex) {
  Bytes bytes;
  std::string digits;
  for (const char c : hex) {
    if (c != ' ') digits.push_back(c);
  }
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

inline std::string to_hex(ByteView bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex.push_back(kDigits[byte >> 4U]);
    hex.push_back(kDigits[byte & 15U]);
  }
  return hex;
}

inline Bytes to_bytes(std::string_view text) {
  return {text.begin(), text.end()};
}

template <typename... Parts>
Bytes join(const Parts&... parts) {
  Bytes all;
  (all.insert(all.end(), parts.begin(), parts.end()), ...);
  return all;
}

/// An Output that counts what it is asked for, and gives nothing when told to fail.
class VectorOutput final : public Output {
 public:
  static constexpr std::uint8_t kFill = 0xee;

  ByteSpan allocate(std::size_t size) noexcept override {
    ++calls;
    if (refuse) return {};
    value.assign(size, kFill);
    return value;
  }

  Bytes value;
  int calls = 0;
  bool refuse = false;
};

}  // namespace sealcache::testing
