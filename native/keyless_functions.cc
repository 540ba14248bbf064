#include "native/keyless_functions.h"

#include <algorithm>

#include "native/in_call.h"
#include "native/module_state.h"
#include "native/napi_util.h"
#include "native/slab_output.h"
#include "shared/cache_key.h"
#include "shared/decode_bounds.h"
#include "shared/envelope.h"

namespace sealcache::native {

namespace {

Result<std::size_t> pack_into(ModuleState& state, ByteView value, Output& output) noexcept {
  const auto bound = envelope_bound(value.size());
  if (!bound) return fail(bound.error());
  const auto work = state.work.acquire(*bound);
  if (!work) return fail(work.error());
  const auto packed = pack_envelope(state.lz4, value, *work);
  if (!packed) return fail(packed.error());
  const ByteSpan out = output.allocate(packed->size());
  if (out.size() != packed->size()) return fail(Error::kOutOfMemory);
  std::copy(packed->begin(), packed->end(), out.begin());
  return out.size();
}

Result<std::size_t> unpack_into(ModuleState& state, ByteView envelope,
                                std::uint64_t max_value_bytes, Output& output) noexcept {
  const auto header = parse_envelope(envelope, max_value_bytes);
  if (!header) return fail(header.error());
  const auto value = unpack_envelope(*header, state.legacy, output);
  if (!value) return fail(value.error());
  return value->size();
}

napi_value answer(napi_env env, const Result<std::size_t>& size) noexcept {
  return size ? number(env, static_cast<std::int64_t>(*size)) : refusal(env, size.error());
}

}  // namespace

napi_value pack(napi_env env, napi_callback_info info) noexcept {
  const Arguments<4> args(env, info);
  ModuleState* const state = ModuleState::of(env);
  if (state == nullptr) return wrong_call(env);
  const InCall call(state->running);
  SlabOutput output(env, args[0], args[1], args[2], args[3]);
  if (!call.first() || !output.valid()) return wrong_call(env);
  const Result<std::size_t> packed = pack_into(*state, output.input(), output);
  state->work.wipe_used();
  return answer(env, packed);
}

napi_value unpack(napi_env env, napi_callback_info info) noexcept {
  const Arguments<5> args(env, info);
  ModuleState* const state = ModuleState::of(env);
  if (state == nullptr) return wrong_call(env);
  const InCall call(state->running);
  const auto max_value_bytes = count_from(env, args[1]);
  SlabOutput output(env, args[0], args[2], args[3], args[4]);
  if (!call.first() || !max_value_bytes || !output.valid()) return wrong_call(env);
  const Result<std::size_t> unpacked =
      unpack_into(*state, output.input(), *max_value_bytes, output);
  state->legacy.wipe_used();
  return answer(env, unpacked);
}

napi_value check_bounds(napi_env env, napi_callback_info info) noexcept {
  const Arguments<2> args(env, info);
  const auto document = bytes_from(env, args[0]);
  const auto depth_limit = count_from(env, args[1]);
  if (!document || !depth_limit || *depth_limit > kMaxDepthLimit) return wrong_call(env);
  const Status status = check_decode_bounds(*document, static_cast<std::uint32_t>(*depth_limit));
  return status ? number(env, 0) : refusal(env, status.error());
}

napi_value blake2b_hex(napi_env env, napi_callback_info info) noexcept {
  const Arguments<2> args(env, info);
  const auto data = bytes_from(env, args[0]);
  const auto digest_bytes = count_from(env, args[1]);
  if (!data || !digest_bytes) return wrong_call(env);
  if (*digest_bytes == 16) {
    const HexDigest128 hex = blake2b_128_hex(*data);
    return latin1(env, {hex.data(), hex.size()});
  }
  if (*digest_bytes != 32) return wrong_call(env);
  const HexDigest256 hex = blake2b_256_hex(*data);
  return latin1(env, {hex.data(), hex.size()});
}

}  // namespace sealcache::native
