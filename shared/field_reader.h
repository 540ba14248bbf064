#pragma once

#include <cstdint>
#include <optional>

#include "shared/byte_cursor.h"
#include "shared/bytes.h"

namespace sealcache {

/// Reads MessagePack of a fixed shape, each header at any width. Gives nothing for an item of
/// another family, numbers of zero or more in the signed family included: no CacheKit writer emits
/// them. Safe on any bytes; that nothing is missing or follows is for check_decode_bounds() to say.
class FieldReader {
 public:
  explicit FieldReader(ByteView document) noexcept : cursor_(document) {}

  /// What was not read yet.
  [[nodiscard]] ByteView rest() const noexcept { return cursor_.rest(); }

  /// Elements of the array whose header comes next. Steps over nothing that has another marker.
  std::optional<std::uint64_t> array() noexcept;

  std::optional<std::uint64_t> uint() noexcept;

  std::optional<ByteView> bin() noexcept;

  std::optional<ByteView> str() noexcept;

 private:
  /// The marker that comes next, 0xc1 at the end: it belongs to no family.
  [[nodiscard]] unsigned marker() const noexcept;

  /// Steps over the marker and reads the `width` bytes behind it.
  std::optional<std::uint64_t> number(unsigned width) noexcept;

  std::optional<ByteView> body(std::optional<std::uint64_t> size) noexcept;

  ByteCursor cursor_;
};

}  // namespace sealcache
