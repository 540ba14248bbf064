#pragma once

#include <cstdint>

#include "shared/error.h"

namespace sealcache {

/// Starts to watch for forks; call once before fork_generation(), again is harmless.
/// Thread-safe. Fails with kOutOfMemory.
Status arm_fork_guard() noexcept;

/// A number that stays the same in one process and is larger in a forked child than any that its
/// ancestors had when they forked: who keeps it beside a state can tell that the state is a copy.
/// Thread-safe and lock-free, a single load unless the process was just forked.
///
/// Two detectors, because neither sees everything: a pthread_atfork() handler (misses raw clone()),
/// and on Linux a page that the kernel hands to every child as zeros (absent before Linux 4.14).
/// WebAssembly has no fork and the number never changes there.
std::uint64_t fork_generation() noexcept;

}  // namespace sealcache
