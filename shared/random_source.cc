#include "shared/random_source.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#if defined(__APPLE__) || defined(__EMSCRIPTEN__)
#include <sys/random.h>
#endif
#include <unistd.h>

namespace sealcache {

namespace {

/// The most one getentropy() call gives.
constexpr std::size_t kChunk = 256;

#ifdef SEALCACHE_TEST_HOOKS
std::atomic<bool> failing_for_test{false};
#endif

bool draw(ByteSpan chunk) noexcept {
#ifdef SEALCACHE_TEST_HOOKS
  if (failing_for_test.load()) return false;
#endif
  return getentropy(chunk.data(), chunk.size()) == 0;
}

}  // namespace

Status fill_random(ByteSpan out) noexcept {
  for (std::size_t at = 0; at < out.size(); at += kChunk) {
    if (draw(out.subspan(at, std::min(kChunk, out.size() - at)))) continue;
    std::fill(out.begin(), out.end(), std::uint8_t{0});
    return fail(Error::kRandomUnavailable);
  }
  return {};
}

#ifdef SEALCACHE_TEST_HOOKS
void fail_random_for_test(bool failing) noexcept {
  failing_for_test.store(failing);
}
#endif

}  // namespace sealcache
