#pragma once

#ifdef SEALCACHE_TEST_HOOKS

#include "wasm/outcome.h"

/// Steps of the core that no public call shows alone, and an exact count of its memory. Compiled
/// into the build for tests only.
namespace sealcache::wasm {

/// The window holds tenant and cache key. Publishes the AAD.
Outcome test_aad(double tenant_size, double key_size, bool compressed) noexcept;

/// The window holds the master key, the domain and the tenant. Publishes the subkey.
Outcome test_derive_key(double master_size, double domain_size, double tenant_size) noexcept;

/// The window holds arguments (shared/argument_token.h). Publishes their canonical bytes.
Outcome test_canonical_arguments(double size) noexcept;

/// Publishes one line "number name text" for each error of the core.
Outcome error_table() noexcept;

/// From here on the peak counts, from zero.
void test_reset_peak() noexcept;

/// Most bytes that were allocated at one moment since test_reset_peak(), beyond those before it.
double test_peak() noexcept;

}  // namespace sealcache::wasm

#endif
