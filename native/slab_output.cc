#include "native/slab_output.h"

#include <functional>

#include "native/allocation_probe.h"
#include "native/napi_util.h"

namespace sealcache::native {

SlabOutput::SlabOutput(napi_env env, napi_value slab, napi_value offset,
                       napi_value allocate) noexcept
    : env_(env), allocate_(allocate) {
  const auto bytes = bytes_from(env, slab);
  const auto start = count_from(env, offset);
  napi_valuetype type{};
  if (!start || allocate == nullptr || napi_typeof(env, allocate, &type) != napi_ok) return;
  // A slab that is used up has no room, and neither has one whose memory was transferred away.
  if (bytes && *start <= bytes->size()) room_ = bytes->subspan(static_cast<std::size_t>(*start));
  valid_ = type == napi_function;
}

bool SlabOutput::usable_with(ByteView input) const noexcept {
  const std::less_equal<> before;
  const bool apart = before(room_.data() + room_.size(), input.data()) ||
                     before(input.data() + input.size(), room_.data());
  return valid_ && (apart || room_.empty() || input.empty());
}

ByteSpan SlabOutput::allocate(std::size_t size) noexcept {
  if (size <= room_.size()) return room_.first(size);
  count_allocation(size);
  napi_value undefined = nullptr;
  napi_value made = nullptr;
  napi_value wanted = number(env_, static_cast<std::int64_t>(size));
  napi_get_undefined(env_, &undefined);
  if (napi_call_function(env_, undefined, allocate_, 1, &wanted, &made) != napi_ok) {
    napi_value ignored = nullptr;
    napi_get_and_clear_last_exception(env_, &ignored);
    return {};
  }
  return bytes_from(env_, made).value_or(ByteSpan{});
}

}  // namespace sealcache::native
