#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include <node_api.h>

#include "shared/sealer.h"

namespace sealcache::native {

/// One Sealer and how often it was used. Owned jointly by the functions of its JavaScript object:
/// the last of them to be collected deletes it. Belongs to one JavaScript thread.
class SealerHandle {
 public:
  explicit SealerHandle(std::unique_ptr<Sealer> sealer) noexcept : sealer_(std::move(sealer)) {}

  Sealer& operator*() noexcept { return *sealer_; }
  Sealer* operator->() noexcept { return sealer_.get(); }

  /// For InCall.
  bool& running() noexcept { return running_; }

  void count_open(std::size_t key_index) noexcept { ++opens_[key_index]; }
  [[nodiscard]] std::uint64_t opens(std::size_t key_index) const noexcept {
    return opens_[key_index];
  }

  /// Makes `function` an owner. On failure the caller's own claim is all there is.
  bool share_with(napi_env env, napi_value function) noexcept;

  /// Gives up one claim; the last one deletes.
  static void release(napi_env env, SealerHandle* handle) noexcept;

  /// Tells the garbage collector what hangs on this object, which looks small to it: without, a
  /// process that forgets dispose() would run out of memory mappings before the next collection.
  void announce_to(napi_env env) noexcept;

 private:
  [[nodiscard]] std::int64_t footprint() const noexcept;

  std::unique_ptr<Sealer> sealer_;
  std::array<std::uint64_t, kMaxKeyringEntries> opens_{};
  std::uint32_t owners_ = 1;
  bool announced_ = false;
  bool running_ = false;
};

}  // namespace sealcache::native
