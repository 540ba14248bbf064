#include "native/interop_functions.h"

#include <algorithm>

#include "native/in_call.h"
#include "native/module_state.h"
#include "native/napi_util.h"
#include "native/slab_output.h"
#include "shared/interop_container.h"
#include "shared/interop_key.h"

namespace sealcache::native {

namespace {

/// UTF-8 takes at most three bytes for one character of what is then found to be no segment.
constexpr std::size_t kMaxReadBytes = 3 * kMaxSegmentBytes;

Status read_segment(napi_env env, napi_value value, Utf8& into) noexcept {
  return Utf8::read(env, value, kMaxReadBytes, Error::kInteropSegment, into);
}

Result<std::size_t> pack_into(ModuleState& state, ByteView value, bool compress,
                              Output& output) noexcept {
  const auto bound = interop_bound(value.size());
  if (!bound) return fail(bound.error());
  const auto work = state.work.acquire(*bound);
  if (!work) return fail(work.error());
  const auto packed = sealcache::pack_interop(state.lz4, value, compress, *work);
  if (!packed) return fail(packed.error());
  const ByteSpan out = output.allocate(packed->size());
  if (out.size() != packed->size()) return fail(Error::kOutOfMemory);
  std::copy(packed->begin(), packed->end(), out.begin());
  return out.size();
}

Result<std::size_t> unpack_into(ByteView container, std::uint64_t max_value_bytes,
                                Output& output) noexcept {
  const auto header = parse_interop(container, max_value_bytes);
  if (!header) return fail(header.error());
  const auto value = sealcache::unpack_interop(*header, output);
  if (!value) return fail(value.error());
  return value->size();
}

napi_value answer(napi_env env, const Result<std::size_t>& size) noexcept {
  return size ? number(env, static_cast<std::int64_t>(*size)) : refusal(env, size.error());
}

}  // namespace

napi_value interop_key(napi_env env, napi_callback_info info) noexcept {
  const Arguments<3> args(env, info);
  ModuleState* const state = ModuleState::of(env);
  if (state == nullptr) return wrong_call(env);
  const InCall call(state->running);
  const auto arguments = bytes_from(env, args[2]);
  if (!call.first() || !arguments) return wrong_call(env);
  Utf8 name_space;
  Utf8 operation;
  if (const Status read = read_segment(env, args[0], name_space); !read) {
    return refusal(env, read.error());
  }
  if (const Status read = read_segment(env, args[1], operation); !read) {
    return refusal(env, read.error());
  }
  const auto key = InteropKey::make(name_space.view(), operation.view(), *arguments, state->work);
  state->work.wipe_used();
  return key ? latin1(env, key->view()) : refusal(env, key.error());
}

napi_value pack_interop(napi_env env, napi_callback_info info) noexcept {
  const Arguments<5> args(env, info);
  ModuleState* const state = ModuleState::of(env);
  if (state == nullptr) return wrong_call(env);
  const InCall call(state->running);
  bool compress = false;
  const bool flag = napi_get_value_bool(env, args[1], &compress) == napi_ok;
  SlabOutput output(env, args[0], args[2], args[3], args[4]);
  if (!call.first() || !flag || !output.valid()) return wrong_call(env);
  const Result<std::size_t> packed = pack_into(*state, output.input(), compress, output);
  state->work.wipe_used();
  return answer(env, packed);
}

napi_value unpack_interop(napi_env env, napi_callback_info info) noexcept {
  const Arguments<5> args(env, info);
  const auto max_value_bytes = count_from(env, args[1]);
  SlabOutput output(env, args[0], args[2], args[3], args[4]);
  if (!max_value_bytes || !output.valid()) return wrong_call(env);
  return answer(env, unpack_into(output.input(), *max_value_bytes, output));
}

}  // namespace sealcache::native
