#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// Inputs on which two builds of LZ4 would disagree if they differed in word size, hash, table type
/// or memory of earlier inputs. Plain enough to be written again in another language: the native
/// blocks' lengths and checksums stand in lz4_blocks.inc, and any other build must reproduce them.
///
/// Byte i of an input comes from one xorshift32 step (x ^= x << 13; x ^= x >> 17; x ^= x << 5 on 32
/// bits, x starting at 2463534242), shown here as r(i), the state after step i + 1:
///   zeros   0
///   noise   r & 255
///   narrow  r & 3
///   words   letter i mod 8 of a word that r(i − i mod 8) picks: 97 + ((r >> 8 & 63) * 7 + i mod 8
///           * 5) mod 26, the eighth letter a space
///   far     noise with period 65,535, the longest distance that LZ4 can point back
///   beyond  noise with period 65,536, one more
///   prefix  i mod 8 < 4: the letter "ABCD"[i mod 8], else r & 255 (four equal bytes, then others:
///           what a 4-byte and a 5-byte hash see differently)
namespace sealcache::lz4_inputs {

inline constexpr std::array<std::string_view, 7> kPatterns = {"zeros", "noise",  "narrow", "words",
                                                              "far",   "beyond", "prefix"};

/// Around LZ4's own thresholds: 13 bytes to compress at all, 4 KiB for keeping the table, 64 KiB +
/// 11 for another table type.
inline constexpr std::array<std::size_t, 17> kSizes = {
    0,      1,      12,     13,     255,    256,     4095,    4096,     4097,
    65'535, 65'536, 65'546, 65'547, 65'548, 131'072, 200'000, 1'048'576};

class XorShift {
 public:
  std::uint32_t next() noexcept {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 17U;
    state_ ^= state_ << 5U;
    return state_;
  }

 private:
  std::uint32_t state_ = 2'463'534'242U;
};

inline std::uint8_t letter(std::uint32_t word, std::size_t place) noexcept {
  if (place == 7) return ' ';
  return static_cast<std::uint8_t>(97 + (std::size_t{(word >> 8U) & 63U} * 7 + place * 5) % 26);
}

inline std::vector<std::uint8_t> make(std::string_view pattern, std::size_t size) {
  constexpr std::string_view kFour = "ABCD";
  std::vector<std::uint8_t> bytes(size);
  XorShift random;
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t r = random.next();
    const auto low = static_cast<std::uint8_t>(r & 255U);
    const std::size_t place = i % 8;
    if (place == 0) word = r;
    if (pattern == "noise") bytes[i] = low;
    if (pattern == "narrow") bytes[i] = low & 3U;
    if (pattern == "words") bytes[i] = letter(word, place);
    if (pattern == "far") bytes[i] = i < 65'535 ? low : bytes[i - 65'535];
    if (pattern == "beyond") bytes[i] = i < 65'536 ? low : bytes[i - 65'536];
    if (pattern == "prefix") bytes[i] = place < 4 ? static_cast<std::uint8_t>(kFour[place]) : low;
  }
  return bytes;
}

}  // namespace sealcache::lz4_inputs
