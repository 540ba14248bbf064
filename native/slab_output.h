#pragma once

#include <cstddef>

#include <node_api.h>

#include "shared/bytes.h"

namespace sealcache::native {

/// The bytes that a call reads, and where its result goes: into the caller's slab if there is room,
/// else into a Uint8Array that the caller's `allocate(size)` makes. JavaScript makes it because it
/// can refuse without ending the process, and because creating one here costs more than sealing a
/// small value. It is the only JavaScript that runs during a call.
class SlabOutput final : public Output {
 public:
  /// All but `env` are the caller's arguments. A slab without room at `offset`, whatever the
  /// reason, makes every result come from `allocate`.
  SlabOutput(napi_env env, napi_value input, napi_value slab, napi_value offset,
             napi_value allocate) noexcept;

  /// Whether the arguments have the right form, and the slab's free part shares no byte with the
  /// input.
  [[nodiscard]] bool valid() const noexcept { return valid_; }

  [[nodiscard]] ByteView input() const noexcept { return input_; }

  /// Gives no memory, either, when JavaScript has meanwhile taken the input away, or hands out a
  /// part of it.
  ByteSpan allocate(std::size_t size) noexcept override;

 private:
  [[nodiscard]] bool apart_from_input(ByteView bytes) const noexcept;
  [[nodiscard]] bool input_is_there() const noexcept;

  napi_env env_;
  napi_value source_;
  napi_value allocate_;
  ByteView input_;
  ByteSpan room_;
  bool valid_ = false;
};

}  // namespace sealcache::native
