#include "shared/lz4_scan.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace sealcache {

namespace {

constexpr std::size_t kMinMatch = 4;
// End of block: the last match starts 12 bytes before it or earlier, the last 5 bytes are literals.
constexpr std::size_t kMatchFindLimit = 12;
constexpr std::size_t kLastLiterals = 5;

/// Reads the headers of a block, one after another.
class BlockReader {
 public:
  explicit BlockReader(ByteView block) noexcept : block_(block) {}

  [[nodiscard]] std::size_t left() const noexcept { return block_.size() - at_; }
  void skip(std::size_t count) noexcept { at_ += count; }

  std::optional<std::uint8_t> byte() noexcept {
    if (left() == 0) return std::nullopt;
    return block_[at_++];
  }

  /// A 4-bit length and the bytes that extend it when it is 15.
  std::optional<std::uint64_t> length(unsigned nibble) noexcept {
    std::uint64_t total = nibble;
    std::optional<std::uint8_t> more = nibble == 15 ? 255 : 0;
    while (*more == 255) {
      more = byte();
      if (!more) return std::nullopt;
      total += *more;
    }
    return total;
  }

 private:
  ByteView block_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::uint64_t> lz4_decoded_size(ByteView block) noexcept {
  const auto malformed = fail(Error::kDecompressionFailed);
  BlockReader reader(block);
  std::uint64_t total = 0;
  std::uint64_t least = 0;
  while (const auto token = reader.byte()) {
    const auto literals = reader.length(*token >> 4U);
    if (!literals || *literals > reader.left()) return malformed;
    reader.skip(static_cast<std::size_t>(*literals));
    total += *literals;
    if (reader.left() == 0) {
      if (total < least) return malformed;
      if (total == 0 && *token != 0) return malformed;  // nothing has one spelling: `00`
      return total;
    }
    const auto low = reader.byte();
    const auto high = reader.byte();
    if (!low || !high) return malformed;
    const std::uint64_t offset = *low + (std::uint64_t{*high} << 8U);
    const auto match = reader.length(*token & 15U);
    if (!match || offset == 0 || offset > total) return malformed;
    const std::uint64_t start = total;
    total += *match + kMinMatch;
    least = std::max(start + kMatchFindLimit, total + kLastLiterals);
  }
  return malformed;
}

}  // namespace sealcache
