#include "native/napi_util.h"

namespace sealcache::native {

namespace {
constexpr double kMaxSafeInteger = 9'007'199'254'740'991.0;
}

std::optional<ByteSpan> bytes_from(napi_env env, napi_value value) noexcept {
  napi_typedarray_type type{};
  std::size_t size = 0;
  void* data = nullptr;
  napi_value buffer = nullptr;
  bool owned = false;
  if (value == nullptr ||
      napi_get_typedarray_info(env, value, &type, &size, &data, &buffer, nullptr) != napi_ok) {
    return std::nullopt;
  }
  if (type != napi_uint8_array) return std::nullopt;
  // Another thread could change shared memory between a check and its use.
  if (napi_is_arraybuffer(env, buffer, &owned) != napi_ok || !owned) return std::nullopt;
  if (size > 0 && data != nullptr) return ByteSpan(static_cast<std::uint8_t*>(data), size);
  bool detached = true;
  napi_is_detached_arraybuffer(env, buffer, &detached);
  if (detached) return std::nullopt;
  return ByteSpan();
}

std::optional<std::uint64_t> count_from(napi_env env, napi_value value) noexcept {
  double number = -1;
  if (value == nullptr || napi_get_value_double(env, value, &number) != napi_ok) {
    return std::nullopt;
  }
  if (!(number >= 0 && number <= kMaxSafeInteger)) return std::nullopt;
  const auto whole = static_cast<std::uint64_t>(number);
  if (static_cast<double>(whole) != number) return std::nullopt;
  return whole;
}

Result<Container> container_of(napi_env env, napi_value value) noexcept {
  const auto number = count_from(env, value);
  if (!number || *number > UINT32_MAX) return fail(Error::kInvalidArgument);
  return container_from(static_cast<std::uint32_t>(*number));
}

Status Utf8::read(napi_env env, napi_value value, std::size_t max_bytes, Error too_long,
                  Utf8& into) noexcept {
  std::size_t size = 0;
  if (value == nullptr || napi_get_value_string_utf8(env, value, into.small_.data(),
                                                     into.small_.size(), &size) != napi_ok) {
    return fail(Error::kInvalidArgument);
  }
  // Fewer bytes than the longest sequence free: the text may have been cut.
  constexpr std::size_t kLongestSequence = 4;
  if (size + kLongestSequence < into.small_.size()) {
    if (size > max_bytes) return fail(too_long);
    into.text_ = into.small_.data();
    into.size_ = size;
    return {};
  }
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &size) != napi_ok) {
    return fail(Error::kInvalidArgument);
  }
  if (size > max_bytes) return fail(too_long);
  const Result<ByteSpan> area = into.large_.acquire(size + 1);
  if (!area) return fail(area.error());
  auto* const text = reinterpret_cast<char*>(area->data());
  if (napi_get_value_string_utf8(env, value, text, size + 1, &into.size_) != napi_ok) {
    return fail(Error::kInvalidArgument);
  }
  into.text_ = text;
  return {};
}

napi_value number(napi_env env, std::int64_t value) noexcept {
  napi_value result = nullptr;
  napi_create_int64(env, value, &result);
  return result;
}

napi_value refusal(napi_env env, Error error) noexcept {
  return number(env, -static_cast<std::int64_t>(error));
}

napi_value latin1(napi_env env, std::string_view text) noexcept {
  napi_value result = nullptr;
  napi_create_string_latin1(env, text.data(), text.size(), &result);
  return result;
}

bool add_function(napi_env env, napi_value object, const char* name, napi_callback function,
                  void* data, napi_value* created) noexcept {
  napi_value value = nullptr;
  if (napi_create_function(env, name, NAPI_AUTO_LENGTH, function, data, &value) != napi_ok) {
    return false;
  }
  if (created != nullptr) *created = value;
  return add_value(env, object, name, value);
}

bool add_value(napi_env env, napi_value object, const char* name, napi_value value) noexcept {
  return value != nullptr && napi_set_named_property(env, object, name, value) == napi_ok;
}

}  // namespace sealcache::native
