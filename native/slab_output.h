#pragma once

#include <cstddef>

#include <node_api.h>

#include "shared/bytes.h"

namespace sealcache::native {

/// Where a result goes: into the caller's slab if there is room, else into a Uint8Array that the
/// caller's `allocate(size)` makes. JavaScript makes it because it can refuse without ending the
/// process, and because creating one here costs more than sealing a small value.
class SlabOutput final : public Output {
 public:
  /// `slab`, `offset` and `allocate` are the caller's arguments. A slab without room at `offset`,
  /// whatever the reason, makes every result come from `allocate`.
  SlabOutput(napi_env env, napi_value slab, napi_value offset, napi_value allocate) noexcept;

  /// Whether the arguments have the right form, and the slab's free part shares no byte with
  /// `input`.
  [[nodiscard]] bool usable_with(ByteView input) const noexcept;

  ByteSpan allocate(std::size_t size) noexcept override;

 private:
  napi_env env_;
  napi_value allocate_;
  ByteSpan room_;
  bool valid_ = false;
};

}  // namespace sealcache::native
