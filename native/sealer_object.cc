#include "native/sealer_object.h"

#include <algorithm>
#include <new>
#include <span>
#include <vector>

#include "native/in_call.h"
#include "native/napi_util.h"
#include "native/sealer_handle.h"
#include "native/slab_output.h"
#include "shared/hex.h"

namespace sealcache::native {

namespace {

SealerHandle& handle_of(void* data) noexcept {
  return *static_cast<SealerHandle*>(data);
}

Status read_cache_key(napi_env env, napi_value value, Utf8& into) noexcept {
  return Utf8::read(env, value, kMaxAadBytes, Error::kAadTooLarge, into);
}

napi_value seal(napi_env env, napi_callback_info info) noexcept {
  const Arguments<6> args(env, info);
  SealerHandle& handle = handle_of(args.data);
  const InCall call(handle.running());
  const auto container = container_of(env, args[2]);
  SlabOutput output(env, args[0], args[3], args[4], args[5]);
  if (!call.first() || !container || !output.valid()) return wrong_call(env);
  Utf8 key;
  if (const Status read = read_cache_key(env, args[1], key); !read) {
    return refusal(env, read.error());
  }
  const auto sealed = handle->seal(output.input(), key.view(), *container, output);
  if (!sealed) return refusal(env, sealed.error());
  return number(env, static_cast<std::int64_t>(sealed->size()));
}

napi_value open(napi_env env, napi_callback_info info) noexcept {
  const Arguments<7> args(env, info);
  SealerHandle& handle = handle_of(args.data);
  const InCall call(handle.running());
  const auto container = container_of(env, args[2]);
  const auto max_value_bytes = count_from(env, args[3]);
  SlabOutput output(env, args[0], args[4], args[5], args[6]);
  if (!call.first() || !container || !max_value_bytes || !output.valid()) return wrong_call(env);
  Utf8 key;
  if (const Status read = read_cache_key(env, args[1], key); !read) {
    return refusal(env, read.error());
  }
  const auto opened =
      handle->open(output.input(), key.view(), *container, *max_value_bytes, output);
  if (!opened) return refusal(env, opened.error());
  handle.count_open(opened->key_index);
  return number(env, static_cast<std::int64_t>(opened->value.size()));
}

napi_value authenticate(napi_env env, napi_callback_info info) noexcept {
  const Arguments<2> args(env, info);
  const auto message = bytes_from(env, args[0]);
  const auto out = bytes_from(env, args[1]);
  if (!message || !out || out->size() != kMacBytes) return wrong_call(env);
  const auto mac = handle_of(args.data)->authenticate(*message);
  if (!mac) return refusal(env, mac.error());
  std::copy(mac->begin(), mac->end(), out->begin());
  return number(env, kMacBytes);
}

napi_value verify(napi_env env, napi_callback_info info) noexcept {
  const Arguments<2> args(env, info);
  const auto message = bytes_from(env, args[0]);
  const auto mac = bytes_from(env, args[1]);
  if (!message || !mac) return wrong_call(env);
  const auto authentic = handle_of(args.data)->verify(*message, *mac);
  if (!authentic) return refusal(env, authentic.error());
  return number(env, *authentic ? 1 : 0);
}

napi_value dispose(napi_env env, napi_callback_info info) noexcept {
  const Arguments<0> args(env, info);
  handle_of(args.data)->dispose();
  return nullptr;
}

napi_value nonce_counter(napi_env env, napi_callback_info info) noexcept {
  const Arguments<0> args(env, info);
  return number(env, static_cast<std::int64_t>(handle_of(args.data)->nonce_counter()));
}

napi_value opens_by_key(napi_env env, napi_callback_info info) noexcept {
  const Arguments<0> args(env, info);
  SealerHandle& handle = handle_of(args.data);
  napi_value counts = nullptr;
  if (napi_create_array(env, &counts) != napi_ok) return nullptr;
  for (std::size_t index = 0; index < handle->keyring_entry_count(); ++index) {
    napi_set_element(env, counts, static_cast<std::uint32_t>(index),
                     number(env, static_cast<std::int64_t>(handle.opens(index))));
  }
  return counts;
}

bool add_shared(napi_env env, napi_value object, SealerHandle& handle, const char* name,
                napi_callback function) noexcept {
  napi_value created = nullptr;
  return add_function(env, object, name, function, &handle, &created) &&
         handle.share_with(env, created);
}

napi_value object_for(napi_env env, SealerHandle& handle) noexcept {
  napi_value object = nullptr;
  if (napi_create_object(env, &object) != napi_ok) return nullptr;
  const auto entries = static_cast<std::int64_t>(handle->keyring_entry_count());
  const auto fingerprint = hex_of(handle->fingerprint());
  const bool complete = add_shared(env, object, handle, "seal", seal) &&
                        add_shared(env, object, handle, "open", open) &&
                        add_shared(env, object, handle, "authenticate", authenticate) &&
                        add_shared(env, object, handle, "verify", verify) &&
                        add_shared(env, object, handle, "dispose", dispose) &&
                        add_shared(env, object, handle, "nonceCounter", nonce_counter) &&
                        add_shared(env, object, handle, "opensByKey", opens_by_key) &&
                        add_value(env, object, "fingerprint",
                                  latin1(env, {fingerprint.data(), fingerprint.size()})) &&
                        add_value(env, object, "keyringEntryCount", number(env, entries));
  return complete ? object : nullptr;
}

/// The elements of the second argument. Reading them can run JavaScript, which can take the memory
/// behind any array away: it comes before the first look at a key.
std::optional<std::vector<napi_value>> elements_of(napi_env env, napi_value list) noexcept {
  std::uint32_t length = 0;
  if (list == nullptr || napi_get_array_length(env, list, &length) != napi_ok) return std::nullopt;
  std::vector<napi_value> elements;
  // One more than allowed is enough for the keyring to refuse.
  for (std::uint32_t index = 0; index < length && index <= kMaxPreviousKeys; ++index) {
    napi_value element = nullptr;
    if (napi_get_element(env, list, index, &element) != napi_ok) return std::nullopt;
    elements.push_back(element);
  }
  return elements;
}

/// Views into JavaScript's memory; nothing when one is no Uint8Array.
std::optional<std::vector<ByteView>> keys_from(napi_env env,
                                               std::span<const napi_value> values) noexcept {
  std::vector<ByteView> keys;
  for (const napi_value value : values) {
    const auto key = bytes_from(env, value);
    if (!key) return std::nullopt;
    keys.emplace_back(*key);
  }
  return keys;
}

}  // namespace

napi_value create_sealer(napi_env env, napi_callback_info info) noexcept {
  const Arguments<3> args(env, info);
  const auto elements = elements_of(env, args[1]);
  if (!elements) return wrong_call(env);
  const auto current = bytes_from(env, args[0]);
  const auto previous = keys_from(env, *elements);
  if (!current || !previous) return wrong_call(env);
  Utf8 tenant;
  const Status read = Utf8::read(env, args[2], kMaxTenantBytes, Error::kInvalidTenant, tenant);
  if (!read) return refusal(env, read.error());
  auto sealer = Sealer::create(*current, *previous, tenant.view());
  if (!sealer) return refusal(env, sealer.error());
  auto* const handle = new (std::nothrow) SealerHandle(*std::move(sealer));
  if (handle == nullptr) return refusal(env, Error::kOutOfMemory);
  handle->announce_to(env);
  napi_value object = object_for(env, *handle);
  SealerHandle::release(env, handle);
  return object == nullptr ? refusal(env, Error::kOutOfMemory) : object;
}

}  // namespace sealcache::native
