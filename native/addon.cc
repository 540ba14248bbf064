#include <node_api.h>

#include "native/interop_functions.h"
#include "native/keyless_functions.h"
#include "native/module_state.h"
#include "native/napi_util.h"
#include "native/sealer_object.h"
#include "native/test_hooks.h"
#include "shared/aes_gcm.h"
#include "shared/secret.h"
#include "shared/versions.h"

namespace sealcache::native {

namespace {

napi_value boolean(napi_env env, bool value) noexcept {
  napi_value result = nullptr;
  napi_get_boolean(env, value, &result);
  return result;
}

/// Everything the addon exports, once for each JavaScript thread that loads it.
napi_value exports_for(napi_env env, napi_value exports) noexcept {
  if (!initialise() || !ModuleState::install(env)) {
    napi_throw_error(env, nullptr, "sealcache: no random source or no memory");
    return nullptr;
  }
  const bool complete =
      add_function(env, exports, "createSealer", create_sealer) &&
      add_function(env, exports, "pack", pack) && add_function(env, exports, "unpack", unpack) &&
      add_function(env, exports, "checkDecodeBounds", check_bounds) &&
      add_function(env, exports, "blake2bHex", blake2b_hex) &&
      add_function(env, exports, "interopKey", interop_key) &&
      add_function(env, exports, "packInterop", pack_interop) &&
      add_function(env, exports, "unpackInterop", unpack_interop) &&
      add_value(env, exports, "hardwareAccelerated", boolean(env, aes_gcm_available())) &&
      add_value(env, exports, "libsodium", latin1(env, libsodium_version()));
#ifdef SEALCACHE_TEST_HOOKS
  return complete && add_test_hooks(env, exports) ? exports : nullptr;
#else
  return complete ? exports : nullptr;
#endif
}

}  // namespace

}  // namespace sealcache::native

NAPI_MODULE_INIT() {
  return sealcache::native::exports_for(env, exports);
}
