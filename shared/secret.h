#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// Overwrites bytes in a way the compiler may not remove.
void wipe(ByteSpan bytes) noexcept;

/// Runs libsodium's one-time set-up; call before anything else of the core. Thread-safe, cheap
/// when already done, and may be tried again. Fails with kRandomUnavailable when the system has no
/// random source.
Status initialise() noexcept;

/// Wipes and frees what a SecretBuffer owns.
struct SecretFree {
  std::size_t size = 0;
  void operator()(std::uint8_t* data) const noexcept;
};

/// Key material: fixed size, move-only, wiped when destroyed. On native targets the bytes lie in
/// sodium_malloc()ed memory between guard pages, locked and kept out of core dumps where the
/// system allows; on WebAssembly in plain linear memory.
class SecretBuffer {
 public:
  SecretBuffer() noexcept = default;
  SecretBuffer(const SecretBuffer&) = delete;
  SecretBuffer& operator=(const SecretBuffer&) = delete;
  SecretBuffer(SecretBuffer&&) noexcept = default;
  SecretBuffer& operator=(SecretBuffer&&) noexcept = default;
  ~SecretBuffer() = default;

  /// `size` zero bytes, aligned to 16 when `size` is a multiple of 16. Fails with kOutOfMemory.
  static Result<SecretBuffer> create(std::size_t size) noexcept;

  /// Wipes and frees now; the buffer is empty afterwards.
  void reset() noexcept;

  [[nodiscard]] ByteSpan bytes() noexcept { return {data_.get(), size()}; }
  [[nodiscard]] ByteView bytes() const noexcept { return {data_.get(), size()}; }
  [[nodiscard]] std::size_t size() const noexcept { return data_ ? data_.get_deleter().size : 0; }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

 private:
  std::unique_ptr<std::uint8_t[], SecretFree> data_;
};

/// A growing work area for plaintext that never leaves the core: kept between operations so that
/// a small one allocates nothing. Whoever fills it calls wipe_used() before returning.
class ScratchBuffer {
 public:
  ScratchBuffer() noexcept = default;
  ScratchBuffer(const ScratchBuffer&) = delete;
  ScratchBuffer& operator=(const ScratchBuffer&) = delete;
  ScratchBuffer(ScratchBuffer&& other) noexcept;
  ScratchBuffer& operator=(ScratchBuffer&& other) noexcept;
  ~ScratchBuffer() { wipe_used(); }

  /// At least `size` writable bytes, contents unspecified. Wipes and replaces the old area when it
  /// is too small. Fails with kOutOfMemory.
  Result<ByteSpan> acquire(std::size_t size) noexcept;

  /// Overwrites what the last acquire() handed out, and gives areas above 1 MiB back to the system.
  void wipe_used() noexcept;

 private:
  std::unique_ptr<std::uint8_t[]> data_;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
};

}  // namespace sealcache
