#pragma once

#include <node_api.h>

#include "shared/lz4_block.h"
#include "shared/secret.h"

namespace sealcache::native {

/// Work areas of the functions that need no key, one set per JavaScript thread.
struct ModuleState {
  Lz4Compressor lz4;
  ScratchBuffer work;
  ScratchBuffer legacy;
  /// For InCall.
  bool running = false;

  /// Makes the state of this environment; it goes with it.
  static Status install(napi_env env) noexcept;

  static ModuleState* of(napi_env env) noexcept;
};

}  // namespace sealcache::native
