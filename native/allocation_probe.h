#pragma once

#include <cstddef>

namespace sealcache::native {

#ifdef SEALCACHE_TEST_HOOKS

/// Counts an output of `size` bytes that JavaScript is asked for.
void count_allocation(std::size_t size) noexcept;

/// From here on the peak counts, from zero.
void reset_peak() noexcept;

/// Most bytes that the core and its outputs held at one moment since reset_peak().
std::size_t peak() noexcept;

#else

inline void count_allocation(std::size_t) noexcept {}

#endif

}  // namespace sealcache::native
