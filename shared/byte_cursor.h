#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "shared/bytes.h"

namespace sealcache {

/// Moves over bytes of unknown origin and never past their end.
class ByteCursor {
 public:
  explicit ByteCursor(ByteView bytes) noexcept : rest_(bytes) {}

  [[nodiscard]] ByteView rest() const noexcept { return rest_; }
  [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }

  /// The next `size` bytes; nothing, and no step, where there are fewer.
  std::optional<ByteView> take(std::uint64_t size) noexcept {
    if (size > rest_.size()) return std::nullopt;
    const ByteView taken = rest_.first(static_cast<std::size_t>(size));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

  /// A big-endian integer of `width` bytes, at most 8.
  std::optional<std::uint64_t> big_endian(unsigned width) noexcept {
    const std::optional<ByteView> bytes = take(width);
    if (!bytes) return std::nullopt;
    std::uint64_t number = 0;
    for (const std::uint8_t byte : *bytes) number = (number << 8U) | byte;
    return number;
  }

 private:
  ByteView rest_;
};

}  // namespace sealcache
