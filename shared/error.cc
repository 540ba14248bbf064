#include "shared/error.h"

namespace sealcache {

std::string_view error_name(Error error) noexcept {
  switch (error) {
#define SEALCACHE_ERROR_NAME(number, name, text) \
  case Error::name:                              \
    return #name;
    SEALCACHE_ERRORS(SEALCACHE_ERROR_NAME)
#undef SEALCACHE_ERROR_NAME
  }
  return "unknown";
}

std::string_view error_text(Error error) noexcept {
  switch (error) {
#define SEALCACHE_ERROR_TEXT(number, name, text) \
  case Error::name:                              \
    return text;
    SEALCACHE_ERRORS(SEALCACHE_ERROR_TEXT)
#undef SEALCACHE_ERROR_TEXT
  }
  return "unknown error";
}

}  // namespace sealcache
