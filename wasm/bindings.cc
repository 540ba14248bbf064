#include <emscripten/bind.h>

#include "wasm/codec_functions.h"
#include "wasm/interop_functions.h"
#include "wasm/sealer_object.h"
#include "wasm/test_hooks.h"
#include "wasm/versions.h"
#include "wasm/window.h"

namespace sealcache::wasm {

namespace {

Outcome open_window(double size) noexcept {
  return Window::instance().open(size);
}

Outcome results_address() noexcept {
  return success(results().data());
}

}  // namespace

/// Everything that JavaScript can call. js/core/wasm-module.ts is the other side of this table.
EMSCRIPTEN_BINDINGS(sealcache) {
  using emscripten::function;

  function("openWindow", &open_window);
  function("closeWindows", &close_windows);
  function("resultsAddress", &results_address);
  function("pack", &pack);
  function("unpack", &unpack);
  function("checkBounds", &check_bounds);
  function("blake2bHex", &blake2b_hex);
  function("interopKey", &interop_key);
  function("packInterop", &pack_interop_container);
  function("unpackInterop", &unpack_interop_container);
  function("buildVersions", &build_versions);

  emscripten::class_<SealerObject>("SealerObject")
      .class_function("create", &SealerObject::create, emscripten::allow_raw_pointers())
      .function("derive", &SealerObject::derive)
      .function("encryptionKey", &SealerObject::encryption_key)
      .function("releaseKeys", &SealerObject::release_keys)
      .function("reserve", &SealerObject::reserve)
      .function("reserveAad", &SealerObject::reserve_aad)
      .function("beginOpen", &SealerObject::begin_open)
      .function("finishOpen", &SealerObject::finish_open)
      .function("authenticate", &SealerObject::authenticate)
      .function("verify", &SealerObject::verify)
      .function("wipe", &SealerObject::wipe)
      .function("dispose", &SealerObject::dispose)
      .function("fingerprint", &SealerObject::fingerprint)
      .function("nonceCounter", &SealerObject::nonce_counter)
#ifdef SEALCACHE_TEST_HOOKS
      .function("setNonce", &SealerObject::set_nonce)
#endif
      ;

#ifdef SEALCACHE_TEST_HOOKS
  function("errorTable", &error_table);
  function("testAad", &test_aad);
  function("testDeriveKey", &test_derive_key);
  function("testCanonicalArguments", &test_canonical_arguments);
  function("testResetPeak", &test_reset_peak);
  function("testPeak", &test_peak);
#endif
}

}  // namespace sealcache::wasm
