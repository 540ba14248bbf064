#include "shared/versions.h"

#include <sodium.h>

namespace sealcache {

std::string_view libsodium_version() noexcept {
  return SODIUM_VERSION_STRING;
}

}  // namespace sealcache
