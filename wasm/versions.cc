#include "wasm/versions.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <emscripten/version.h>

#include "shared/bytes.h"
#include "shared/versions.h"
#include "wasm/window.h"

#define SEALCACHE_TEXT(x) #x
#define SEALCACHE_TEXT_OF(x) SEALCACHE_TEXT(x)

namespace sealcache::wasm {

namespace {

constexpr std::string_view kEmscripten =
    " " SEALCACHE_TEXT_OF(__EMSCRIPTEN_MAJOR__) "." SEALCACHE_TEXT_OF(
        __EMSCRIPTEN_MINOR__) "." SEALCACHE_TEXT_OF(__EMSCRIPTEN_TINY__);

}  // namespace

Outcome build_versions() noexcept {
  const std::string_view sodium = libsodium_version();
  std::array<char, 32> text{};
  if (sodium.size() + kEmscripten.size() > text.size()) return failure(Error::kBufferTooSmall);
  const std::size_t size = sodium.copy(text.data(), sodium.size()) +
                           kEmscripten.copy(text.data() + sodium.size(), kEmscripten.size());
  return publish_copy(bytes_of({text.data(), size}));
}

}  // namespace sealcache::wasm
