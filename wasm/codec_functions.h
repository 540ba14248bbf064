#pragma once

#include "wasm/outcome.h"

/// The functions of the core that need no key. The input lies at the front of the Window; outputs
/// are published: their number is returned, their address is in results()[0].
namespace sealcache::wasm {

Outcome pack(double size) noexcept;

Outcome unpack(double size, double max_value_bytes) noexcept;

/// Returns 0 or an error, as check_decode_bounds().
Outcome check_bounds(double size, double depth_limit) noexcept;

/// `digest_bytes` is 16 or 32; the output is twice as many hex digits.
Outcome blake2b_hex(double size, double digest_bytes) noexcept;

}  // namespace sealcache::wasm
