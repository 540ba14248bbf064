#include "native/module_state.h"

#include <memory>
#include <new>
#include <utility>

namespace sealcache::native {

Status ModuleState::install(napi_env env) noexcept {
  Result<Lz4Compressor> lz4 = Lz4Compressor::create();
  if (!lz4) return fail(lz4.error());
  std::unique_ptr<ModuleState> state(
      new (std::nothrow) ModuleState{.lz4 = *std::move(lz4), .work = {}, .legacy = {}});
  if (!state) return fail(Error::kOutOfMemory);
  const auto remove = [](napi_env, void* data, void*) {
    const std::unique_ptr<ModuleState> last(static_cast<ModuleState*>(data));
  };
  if (napi_set_instance_data(env, state.get(), remove, nullptr) != napi_ok) {
    return fail(Error::kOutOfMemory);
  }
  static_cast<void>(state.release());
  return {};
}

ModuleState* ModuleState::of(napi_env env) noexcept {
  void* data = nullptr;
  napi_get_instance_data(env, &data);
  return static_cast<ModuleState*>(data);
}

}  // namespace sealcache::native
