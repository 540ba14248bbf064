#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <node_api.h>

#include "shared/bytes.h"
#include "shared/entry_codec.h"
#include "shared/error.h"
#include "shared/secret.h"

namespace sealcache::native {

/// The arguments of one call, at most `Count`; missing ones are undefined.
template <std::size_t Count>
struct Arguments {
  Arguments(napi_env env, napi_callback_info info) noexcept {
    std::size_t given = Count;
    if (napi_get_cb_info(env, info, &given, values.data(), nullptr, &data) != napi_ok) values = {};
  }

  napi_value operator[](std::size_t index) const noexcept { return values[index]; }

  std::array<napi_value, Count> values{};
  /// What the function was created with.
  void* data = nullptr;
};

/// The memory behind a Uint8Array, valid until JavaScript runs again; nothing for other values, nor
/// for one that is detached or lies in shared memory.
std::optional<ByteSpan> bytes_from(napi_env env, napi_value value) noexcept;

/// A whole number from 0 to 2^53 − 1; nothing for other values.
std::optional<std::uint64_t> count_from(napi_env env, napi_value value) noexcept;

/// What the plaintext of an entry is. Errors: kInvalidArgument.
Result<Container> container_of(napi_env env, napi_value value) noexcept;

/// A string as UTF-8, on the stack where it is short. `max_bytes` is looked at before anything is
/// copied to the heap.
class Utf8 {  // NOLINT(cppcoreguidelines-pro-type-member-init): zeroing the area costs too much.
 public:
  /// Errors: kInvalidArgument (no string), kOutOfMemory, or `too_long`.
  static Status read(napi_env env, napi_value value, std::size_t max_bytes, Error too_long,
                     Utf8& into) noexcept;

  [[nodiscard]] std::string_view view() const noexcept { return {text_, size_}; }

 private:
  std::array<char, 1024> small_;
  ScratchBuffer large_;
  const char* text_ = nullptr;
  std::size_t size_ = 0;
};

/// What a function of the addon answers: a size, or the negative number of a core error.
napi_value number(napi_env env, std::int64_t value) noexcept;
napi_value refusal(napi_env env, Error error) noexcept;

/// The answer to a call whose arguments have the wrong form. JavaScript has checked them before;
/// this keeps a wrong call from being more than an error.
inline napi_value wrong_call(napi_env env) noexcept {
  return refusal(env, Error::kInvalidArgument);
}

napi_value latin1(napi_env env, std::string_view text) noexcept;

/// Adds a function to `object`. `data` reaches it through Arguments::data.
bool add_function(napi_env env, napi_value object, const char* name, napi_callback function,
                  void* data = nullptr, napi_value* created = nullptr) noexcept;

bool add_value(napi_env env, napi_value object, const char* name, napi_value value) noexcept;

}  // namespace sealcache::native
