#pragma once

#include <cstddef>
#include <cstring>

#include "shared/bytes.h"

namespace sealcache {

/// Takes what msgpack-cxx writes; drops what does not fit, which full() then shows.
class FixedSink {
 public:
  explicit FixedSink(ByteSpan out) noexcept : out_(out) {}

  void write(const char* data, std::size_t size) noexcept {
    full_ = full_ || size > out_.size() - used_;
    if (full_ || size == 0) return;
    std::memcpy(out_.data() + used_, data, size);
    used_ += size;
  }

  /// Forgets what was written from `at` on.
  void rewind(std::size_t at) noexcept {
    if (at < used_) used_ = at;
  }

  /// Takes the next `size` bytes as they are.
  void advance(std::size_t size) noexcept {
    full_ = full_ || size > out_.size() - used_;
    if (!full_) used_ += size;
  }

  [[nodiscard]] std::size_t used() const noexcept { return used_; }
  [[nodiscard]] bool full() const noexcept { return full_; }

 private:
  ByteSpan out_;
  std::size_t used_ = 0;
  bool full_ = false;
};

}  // namespace sealcache
