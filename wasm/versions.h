#pragma once

#include "wasm/outcome.h"

namespace sealcache::wasm {

/// Publishes what the module was built with, e.g. "1.0.22 6.0.1": libsodium, then Emscripten.
Outcome build_versions() noexcept;

}  // namespace sealcache::wasm
