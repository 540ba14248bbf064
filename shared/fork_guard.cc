#include "shared/fork_guard.h"

#ifndef __EMSCRIPTEN__
#include <atomic>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace sealcache {

#ifdef __EMSCRIPTEN__

Status arm_fork_guard() noexcept {
  return {};
}
std::uint64_t fork_generation() noexcept {
  return 1;
}

#else

namespace {

using Generation = std::atomic<std::uint64_t>;
static_assert(Generation::is_always_lock_free, "a child must not inherit a held lock");

/// Zero means "nobody asked in this process yet". Lives in a page of its own and for ever: a
/// destructor could run while another thread still reserves nonces.
std::atomic<Generation*> current{nullptr};

/// The largest generation this process or an ancestor gave out.
std::atomic<std::uint64_t> last{0};

void forget_generation() noexcept {
  if (Generation* const generation = current.load(std::memory_order_acquire)) {
    generation->store(0, std::memory_order_relaxed);
  }
}

}  // namespace

Status arm_fork_guard() noexcept {
  if (current.load(std::memory_order_acquire) != nullptr) return {};

  const long page = sysconf(_SC_PAGESIZE);
  if (page <= 0) return fail(Error::kOutOfMemory);
  const auto size = static_cast<std::size_t>(page);
  void* const area =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (area == MAP_FAILED) return fail(Error::kOutOfMemory);
#ifdef MADV_WIPEONFORK
  // A kernel that does not know it leaves the atfork handler, which sees all that libc forks.
  static_cast<void>(madvise(area, size, MADV_WIPEONFORK));
#endif

  // Before anybody can read a generation, so that no fork falls between. Threads that race here
  // register the handler more than once, and zeroing twice is zeroing.
  if (pthread_atfork(nullptr, nullptr, forget_generation) != 0) {
    munmap(area, size);
    return fail(Error::kOutOfMemory);
  }
  Generation* expected = nullptr;
  if (!current.compare_exchange_strong(expected, new (area) Generation(0),
                                       std::memory_order_acq_rel)) {
    munmap(area, size);
  }
  return {};
}

std::uint64_t fork_generation() noexcept {
  Generation* const generation = current.load(std::memory_order_acquire);
  if (generation == nullptr) return 0;
  std::uint64_t seen = generation->load(std::memory_order_acquire);
  if (seen != 0) return seen;
  const std::uint64_t fresh = last.fetch_add(1, std::memory_order_relaxed) + 1;
  return generation->compare_exchange_strong(seen, fresh, std::memory_order_acq_rel) ? fresh : seen;
}

#endif

}  // namespace sealcache
