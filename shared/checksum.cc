#include "shared/checksum.h"

#include <algorithm>
#include <iterator>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sealcache {

Checksum checksum_of(ByteView data) noexcept {
  XXH64_canonical_t canonical;  // big-endian by definition
  XXH64_canonicalFromHash(&canonical, XXH3_64bits(data.data(), data.size()));
  Checksum checksum{};
  std::copy(std::begin(canonical.digest), std::end(canonical.digest), checksum.begin());
  return checksum;
}

}  // namespace sealcache
