#pragma once

#include <string_view>

namespace sealcache {

/// Of the libsodium that this core was compiled with, e.g. "1.0.22".
std::string_view libsodium_version() noexcept;

}  // namespace sealcache
