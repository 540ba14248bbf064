#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "shared/error.h"

namespace sealcache {

inline constexpr std::size_t kNonceBytes = 12;

/// How many nonces one source hands out before it refuses for ever (PROTOCOL §6.2).
inline constexpr std::uint64_t kNonceLimit = 0xFFFF'FFFF;

using Nonce = std::array<std::uint8_t, kNonceBytes>;

/// Hands out the nonces of one encryption key: 64 random bits of instance id, then a 32-bit
/// counter, both big-endian. No two calls in one process, whatever the thread or the source, give
/// the same nonce; a forked child starts a new random instance before its first nonce.
///
/// Thread-safe; lock-free, but for the memory of a child's new instance. Not movable: share it by
/// reference.
class NonceSource {
 public:
  /// Fails with kRandomUnavailable or kOutOfMemory.
  static Result<std::unique_ptr<NonceSource>> create() noexcept;

  NonceSource(const NonceSource&) = delete;
  NonceSource& operator=(const NonceSource&) = delete;
  ~NonceSource();

  /// The next nonce, never given again. Fails with kNonceExhausted from the 2^32-th call on, for
  /// ever, and with kRandomUnavailable or kOutOfMemory when a forked child cannot start anew.
  Result<Nonce> reserve() noexcept;

  /// Nonces handed out so far, 0 … kNonceLimit. Starts again at 0 in a forked child.
  [[nodiscard]] std::uint64_t counter() const noexcept;

#ifdef SEALCACHE_TEST_HOOKS
  /// Continues at a chosen point. Exists only in builds for tests.
  void set_for_test(std::uint64_t instance, std::uint64_t counter) noexcept;
#endif

 private:
  struct Epoch;

  explicit NonceSource(std::unique_ptr<Epoch> first) noexcept;
  Result<Epoch*> current_epoch() noexcept;

  std::atomic<Epoch*> epoch_;
};

}  // namespace sealcache
