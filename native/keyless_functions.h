#pragma once

#include <node_api.h>

/// Functions of the addon that need no key. Sizes and negative core error numbers, as in
/// sealer_object.h.
namespace sealcache::native {

/// pack(value, slab, offset, allocate): an envelope (PROTOCOL §3).
napi_value pack(napi_env env, napi_callback_info info) noexcept;

/// unpack(envelope, maxValueBytes, slab, offset, allocate): its value, verified.
napi_value unpack(napi_env env, napi_callback_info info) noexcept;

/// checkDecodeBounds(document, depthLimit): 0, or why a decoder must not see it (PROTOCOL §8).
napi_value check_bounds(napi_env env, napi_callback_info info) noexcept;

/// blake2bHex(data, digestBytes): a string of hex digits for 16 or 32 bytes.
napi_value blake2b_hex(napi_env env, napi_callback_info info) noexcept;

}  // namespace sealcache::native
