#include "native/sealer_handle.h"

namespace sealcache::native {

bool SealerHandle::share_with(napi_env env, napi_value function) noexcept {
  const napi_status status = napi_add_finalizer(
      env, function, this,
      [](napi_env owner, void* data, void*) { release(owner, static_cast<SealerHandle*>(data)); },
      nullptr, nullptr);
  if (status != napi_ok) return false;
  ++owners_;
  return true;
}

void SealerHandle::release(napi_env env, SealerHandle* handle) noexcept {
  std::unique_ptr<SealerHandle> last(handle);
  if (--last->owners_ > 0) {
    static_cast<void>(last.release());
    return;
  }
  std::int64_t total = 0;
  if (last->announced_) napi_adjust_external_memory(env, -last->footprint(), &total);
}

void SealerHandle::announce_to(napi_env env) noexcept {
  std::int64_t total = 0;
  announced_ = napi_adjust_external_memory(env, footprint(), &total) == napi_ok;
}

std::int64_t SealerHandle::footprint() const noexcept {
  // Each expanded key, and all keys for events, in four pages of which three guard it.
  constexpr std::int64_t kBytesPerArea = 16'384;
  return (static_cast<std::int64_t>(sealer_->keyring_entry_count()) + 1) * kBytesPerArea;
}

}  // namespace sealcache::native
