#ifdef SEALCACHE_TEST_HOOKS

#include "native/allocation_probe.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

// Replaces this module's own operators new and delete by ones that count, so that a test can tell
// exactly what an operation had in hand at its worst moment.

namespace {

std::atomic<std::size_t> in_use{0};
std::atomic<std::size_t> at_peak{0};
std::atomic<std::size_t> at_reset{0};

void raise_peak(std::size_t now) noexcept {
  std::size_t seen = at_peak.load();
  while (seen < now && !at_peak.compare_exchange_weak(seen, now)) {
  }
}

// NOLINTBEGIN(cppcoreguidelines-no-malloc): operator new cannot stand on anything else.

void* counted(std::size_t size) noexcept {
  void* const block = std::malloc(size == 0 ? 1 : size);
  if (block == nullptr) return nullptr;
  const std::size_t bytes = malloc_usable_size(block);
  raise_peak(in_use.fetch_add(bytes) + bytes);
  return block;
}

void release(void* block) noexcept {
  if (block == nullptr) return;
  in_use.fetch_sub(malloc_usable_size(block));
  std::free(block);
}

// NOLINTEND(cppcoreguidelines-no-malloc)

void* counted_or_abort(std::size_t size) noexcept {
  void* const block = counted(size);
  if (block == nullptr) std::abort();
  return block;
}

}  // namespace

void* operator new(std::size_t size) {
  return counted_or_abort(size);
}
void* operator new[](std::size_t size) {
  return counted_or_abort(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size);
}
void operator delete(void* block) noexcept {
  release(block);
}
void operator delete[](void* block) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t) noexcept {
  release(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  release(block);
}

namespace sealcache::native {

void count_allocation(std::size_t size) noexcept {
  raise_peak(in_use.load() + size);
}

void reset_peak() noexcept {
  at_reset = in_use.load();
  at_peak = in_use.load();
}

std::size_t peak() noexcept {
  return at_peak.load() - at_reset.load();
}

}  // namespace sealcache::native

#endif
