#pragma once

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// Fills `out` from the system's random source: getentropy(), which is one call into JavaScript per
/// 256 bytes on WebAssembly. Thread-safe, keeps no state a fork could copy.
/// Fails with kRandomUnavailable; `out` is then zeros.
Status fill_random(ByteSpan out) noexcept;

#ifdef SEALCACHE_TEST_HOOKS
/// Makes fill_random() fail until called with false. Exists only in builds for tests.
void fail_random_for_test(bool failing) noexcept;
#endif

}  // namespace sealcache
