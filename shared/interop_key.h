#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/secret.h"

namespace sealcache {

inline constexpr std::size_t kMaxSegmentBytes = 64;

/// `{namespace}:{operation}:{64 hex digits}` (PROTOCOL §7.1): at most 194 characters, never
/// shortened.
class InteropKey {
 public:
  /// Reads the arguments as canonical_arguments() and hashes them with BLAKE2b-256.
  /// Errors: kInteropSegment, those of canonical_arguments().
  static Result<InteropKey> make(std::string_view name_space, std::string_view operation,
                                 ByteView arguments, ScratchBuffer& work) noexcept;

  [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), size_}; }

 private:
  void add(std::string_view part) noexcept;

  std::array<char, 2 * (kMaxSegmentBytes + 1) + 64> text_{};
  std::size_t size_ = 0;
};

}  // namespace sealcache
