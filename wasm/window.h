#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/secret.h"
#include "wasm/outcome.h"

namespace sealcache::wasm {

/// The part of linear memory into which JavaScript writes the bytes of one call. Kept between calls
/// while it is small. One call at a time uses it: open, write, call, close, all without an await.
class Window {
 public:
  static Window& instance() noexcept;

  /// Makes room for `size` bytes and returns their address. May grow the memory, which detaches
  /// every view of it in JavaScript. Errors: those of size_from(), kOutOfMemory.
  Outcome open(double size) noexcept;

  /// `size` bytes from `offset` on. Errors: those of size_from(), kInvalidArgument for bytes that
  /// open() did not make room for.
  [[nodiscard]] Result<ByteView> view(std::size_t offset, double size) const noexcept;

  /// Wipes what was written.
  void close() noexcept;

 private:
  ScratchBuffer memory_;
  ByteSpan opened_;
};

/// The part of linear memory from which JavaScript reads a value that the core made.
class OutputWindow : public Output {
 public:
  static OutputWindow& instance() noexcept;

  ByteSpan allocate(std::size_t size) noexcept override;

  /// Wipes the value once it was read.
  void close() noexcept { memory_.wipe_used(); }

 private:
  ScratchBuffer memory_;
};

/// Further numbers of a call that has more than one result, at an address that never changes.
using Results = std::array<std::uint32_t, 4>;

Results& results() noexcept;

/// Wipes both windows.
void close_windows() noexcept;

/// Puts the place of `bytes` into results()[0] and returns their number.
Outcome publish(ByteView bytes) noexcept;

/// publish() for bytes outside of the output window. Errors: kOutOfMemory.
Outcome publish_copy(ByteView bytes) noexcept;

/// The number that stands for an address in results().
inline std::uint32_t address_of(const void* address) noexcept {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(address));
}

}  // namespace sealcache::wasm
