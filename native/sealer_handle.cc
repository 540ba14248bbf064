#include "native/sealer_handle.h"

namespace sealcache::native {

bool SealerHandle::share_with(napi_env env, napi_value function) noexcept {
  const napi_status status = napi_add_finalizer(
      env, function, this,
      [](napi_env, void* data, void*) { release(static_cast<SealerHandle*>(data)); }, nullptr,
      nullptr);
  if (status != napi_ok) return false;
  ++owners_;
  return true;
}

void SealerHandle::release(SealerHandle* handle) noexcept {
  std::unique_ptr<SealerHandle> last(handle);
  if (--last->owners_ > 0) static_cast<void>(last.release());
}

}  // namespace sealcache::native
