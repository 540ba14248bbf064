#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sealcache {

/// Read-only bytes owned by somebody else. Valid only while the owner keeps them.
using ByteView = std::span<const std::uint8_t>;

/// Writable bytes owned by somebody else.
using ByteSpan = std::span<std::uint8_t>;

/// The bytes of a UTF-8 string, without a copy.
inline ByteView bytes_of(std::string_view text) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Where a core function puts an output whose size it learns only after every limit was checked.
/// Called at most once per operation, with the exact size.
class Output {
 public:
  virtual ~Output() = default;

  /// Returns exactly `size` writable bytes, or a span of another size when it has none to give
  /// (the core then fails with Error::kOutOfMemory). Must not throw.
  virtual ByteSpan allocate(std::size_t size) noexcept = 0;
};

}  // namespace sealcache
