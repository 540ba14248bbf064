#pragma once

#include "wasm/outcome.h"

/// Interop mode. Input and outputs as in codec_functions.h.
namespace sealcache::wasm {

/// The window holds arguments (shared/argument_token.h), then `namespace:operation`. Publishes the
/// key of the call (PROTOCOL §7.1).
Outcome interop_key(double arguments_size, double names_size) noexcept;

/// Publishes an interop v2 container (PROTOCOL §9).
Outcome pack_interop_container(double size, bool compress) noexcept;

/// Publishes its value.
Outcome unpack_interop_container(double size, double max_value_bytes) noexcept;

}  // namespace sealcache::wasm
