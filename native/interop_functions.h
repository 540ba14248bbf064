#pragma once

#include <node_api.h>

/// Functions of the addon for interop mode. Sizes and negative core error numbers, as in
/// sealer_object.h.
namespace sealcache::native {

/// interopKey(namespace, operation, arguments): the key of a call (PROTOCOL §7.1), a string;
/// `arguments` as shared/argument_token.h describes them.
napi_value interop_key(napi_env env, napi_callback_info info) noexcept;

/// packInterop(value, compress, slab, offset, allocate): an interop v2 container (PROTOCOL §9).
napi_value pack_interop(napi_env env, napi_callback_info info) noexcept;

/// unpackInterop(container, maxValueBytes, slab, offset, allocate): its value.
napi_value unpack_interop(napi_env env, napi_callback_info info) noexcept;

}  // namespace sealcache::native
