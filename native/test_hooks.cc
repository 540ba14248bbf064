#ifdef SEALCACHE_TEST_HOOKS

#include "native/test_hooks.h"

#include <algorithm>
#include <vector>

#include "native/allocation_probe.h"
#include "native/napi_util.h"
#include "shared/canonical_args.h"
#include "shared/sealer.h"

namespace sealcache::native {

namespace {

napi_value bytes_value(napi_env env, ByteView bytes) noexcept {
  void* data = nullptr;
  napi_value buffer = nullptr;
  napi_value array = nullptr;
  if (napi_create_arraybuffer(env, bytes.size(), &data, &buffer) != napi_ok) return nullptr;
  std::copy(bytes.begin(), bytes.end(), static_cast<std::uint8_t*>(data));
  napi_create_typedarray(env, napi_uint8_array, bytes.size(), buffer, 0, &array);
  return array;
}

class HeapOutput final : public Output {
 public:
  ByteSpan allocate(std::size_t size) noexcept override {
    bytes_.resize(size);
    return bytes_;
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// A string argument of a hook; limits are the core's to find.
Status text(napi_env env, napi_value value, Utf8& into) noexcept {
  return Utf8::read(env, value, 2 * kMaxAadBytes, Error::kInvalidArgument, into);
}

napi_value hook_aad(napi_env env, napi_callback_info info) noexcept {
  const Arguments<3> args(env, info);
  Utf8 tenant;
  Utf8 key;
  bool compressed = false;
  if (!text(env, args[0], tenant) || !text(env, args[1], key)) return wrong_call(env);
  if (napi_get_value_bool(env, args[2], &compressed) != napi_ok) return wrong_call(env);
  std::vector<std::uint8_t> out(kMaxAadBytes);
  const auto size =
      build_aad({.tenant = tenant.view(), .cache_key = key.view(), .compressed = compressed}, out);
  return size ? bytes_value(env, ByteView(out).first(*size)) : refusal(env, size.error());
}

napi_value hook_derive_key(napi_env env, napi_callback_info info) noexcept {
  const Arguments<3> args(env, info);
  const auto master = bytes_from(env, args[0]);
  Utf8 domain;
  Utf8 tenant;
  if (!master || !text(env, args[1], domain) || !text(env, args[2], tenant)) return wrong_call(env);
  const auto key = derive_key(*master, domain.view(), tenant.view());
  return key ? bytes_value(env, key->bytes()) : refusal(env, key.error());
}

napi_value hook_seal_with_nonce(napi_env env, napi_callback_info info) noexcept {
  const Arguments<7> args(env, info);
  const auto master = bytes_from(env, args[0]);
  const auto nonce = bytes_from(env, args[2]);
  const auto value = bytes_from(env, args[3]);
  const auto container = container_of(env, args[5]);
  Utf8 tenant;
  Utf8 key;
  if (!master || !nonce || nonce->size() != kNonceBytes || !value || !container ||
      !text(env, args[1], tenant) || !text(env, args[4], key)) {
    return wrong_call(env);
  }
  auto sealer = Sealer::create(*master, {}, tenant.view());
  if (!sealer) return refusal(env, sealer.error());
  std::uint64_t instance = 0;
  std::uint64_t counter = 0;
  for (std::size_t i = 0; i < 8; ++i) instance = instance << 8U | (*nonce)[i];
  for (std::size_t i = 8; i < 12; ++i) counter = counter << 8U | (*nonce)[i];
  (*sealer)->nonces_for_test().set_for_test(instance, counter);
  HeapOutput output;
  const auto sealed = (*sealer)->seal(*value, key.view(), *container, output);
  return sealed ? bytes_value(env, *sealed) : refusal(env, sealed.error());
}

napi_value hook_decrypt_raw(napi_env env, napi_callback_info info) noexcept {
  const Arguments<4> args(env, info);
  const auto master = bytes_from(env, args[0]);
  const auto aad = bytes_from(env, args[2]);
  const auto blob = bytes_from(env, args[3]);
  Utf8 tenant;
  if (!master || !aad || !blob || !text(env, args[1], tenant)) return wrong_call(env);
  if (blob->size() < kSealOverhead) return refusal(env, Error::kBlobTooShort);
  const auto subkey = derive_key(*master, "encryption", tenant.view());
  if (!subkey) return refusal(env, subkey.error());
  const auto cipher = AesGcmKey::expand(subkey->bytes());
  if (!cipher) return refusal(env, cipher.error());
  Nonce nonce{};
  std::copy_n(blob->begin(), nonce.size(), nonce.begin());
  std::vector<std::uint8_t> out(blob->size() - kSealOverhead);
  const Status status = cipher->decrypt(nonce, *aad, blob->subspan(kNonceBytes), out);
  return status ? bytes_value(env, out) : refusal(env, status.error());
}

napi_value hook_canonical_arguments(napi_env env, napi_callback_info info) noexcept {
  const Arguments<1> args(env, info);
  const auto arguments = bytes_from(env, args[0]);
  if (!arguments) return wrong_call(env);
  ScratchBuffer work;
  const auto canonical = canonical_arguments(*arguments, work);
  return canonical ? bytes_value(env, *canonical) : refusal(env, canonical.error());
}

napi_value hook_error_table(napi_env env, napi_callback_info) noexcept {
  napi_value table = nullptr;
  if (napi_create_array(env, &table) != napi_ok) return nullptr;
  std::uint32_t rows = 0;
  const auto add = [&](Error error) {
    napi_value row = nullptr;
    if (napi_create_array(env, &row) != napi_ok) return;
    napi_set_element(env, row, 0, number(env, static_cast<std::int64_t>(error)));
    napi_set_element(env, row, 1, latin1(env, error_name(error)));
    napi_set_element(env, row, 2, latin1(env, error_text(error)));
    napi_set_element(env, table, rows++, row);
  };
#define SEALCACHE_ADD_ROW(number, name, text) add(Error::name);
  SEALCACHE_ERRORS(SEALCACHE_ADD_ROW)
#undef SEALCACHE_ADD_ROW
  return table;
}

napi_value hook_reset_peak(napi_env, napi_callback_info) noexcept {
  reset_peak();
  return nullptr;
}

napi_value hook_peak(napi_env env, napi_callback_info) noexcept {
  return number(env, static_cast<std::int64_t>(peak()));
}

}  // namespace

bool add_test_hooks(napi_env env, napi_value exports) noexcept {
  napi_value hooks = nullptr;
  return napi_create_object(env, &hooks) == napi_ok && add_function(env, hooks, "aad", hook_aad) &&
         add_function(env, hooks, "deriveKey", hook_derive_key) &&
         add_function(env, hooks, "sealWithNonce", hook_seal_with_nonce) &&
         add_function(env, hooks, "decryptRaw", hook_decrypt_raw) &&
         add_function(env, hooks, "canonicalArguments", hook_canonical_arguments) &&
         add_function(env, hooks, "errorTable", hook_error_table) &&
         add_function(env, hooks, "resetPeak", hook_reset_peak) &&
         add_function(env, hooks, "peak", hook_peak) && add_value(env, exports, "hooks", hooks);
}

}  // namespace sealcache::native

#endif
