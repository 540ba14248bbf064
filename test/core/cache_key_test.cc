#include "shared/cache_key.h"

#include <string_view>

#include <gtest/gtest.h>

#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

template <std::size_t Digits>
std::string_view text(const std::array<char, Digits>& hex) {
  return {hex.data(), hex.size()};
}

TEST(CacheKey, HashesTheEmptyArgumentListAndOneInteger) {
  // MessagePack `91 2a`: the argument list [42] (PROTOCOL §7.3a).
  EXPECT_EQ(text(blake2b_256_hex(testing::from_hex("912a"))),
            "61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875");
  EXPECT_EQ(text(blake2b_256_hex({})),
            "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
}

TEST(CacheKey, ShortDigestIsItsOwnHash) {
  EXPECT_EQ(text(blake2b_128_hex({})), "cae66941d9efbd404e4d88758ea67670");
  EXPECT_EQ(text(blake2b_128_hex(bytes_of("abc"))), "cf4ab791c62b8d2b2109c90275287816");
  EXPECT_NE(text(blake2b_128_hex(bytes_of("abc"))),
            text(blake2b_256_hex(bytes_of("abc"))).substr(0, 32));
}

}  // namespace
}  // namespace sealcache
