#ifdef SEALCACHE_TEST_HOOKS

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <malloc.h>

#include <emscripten/heap.h>

#include "wasm/test_hooks.h"
#include "wasm/window.h"

// Replaces the allocator's entry points by ones that count, so that a test can tell exactly what an
// operation had in hand at its worst moment.

namespace {

std::size_t in_use = 0;
std::size_t at_reset = 0;
std::size_t peak = 0;

void* counted(void* block) noexcept {
  if (block != nullptr) in_use += malloc_usable_size(block);
  peak = std::max(peak, in_use);
  return block;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  return counted(emscripten_builtin_malloc(size));
}

void free(void* block) {
  if (block == nullptr) return;
  in_use -= malloc_usable_size(block);
  emscripten_builtin_free(block);
}

void* calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* const block = malloc(bytes);
  if (block != nullptr) std::memset(block, 0, bytes);
  return block;
}

void* realloc(void* block, std::size_t size) {
  void* const moved = malloc(size);
  if (moved == nullptr || block == nullptr) return moved;
  std::memcpy(moved, block, std::min(size, malloc_usable_size(block)));
  free(block);
  return moved;
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return counted(emscripten_builtin_memalign(alignment, size));
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = aligned_alloc(alignment, size);
  return *block == nullptr ? 12 : 0;
}
}

namespace sealcache::wasm {

void test_reset_peak() noexcept {
  // What they kept would hide the next allocation.
  Window::instance() = Window();
  OutputWindow::instance() = OutputWindow();
  at_reset = in_use;
  peak = in_use;
}

double test_peak() noexcept {
  return static_cast<double>(peak - at_reset);
}

}  // namespace sealcache::wasm

#endif
