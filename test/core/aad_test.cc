#include "shared/aad.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

/// Bytes of an AAD around tenant and cache key: version, four lengths, "msgpack", "False".
constexpr std::size_t kFixed = 1 + 4 * 4 + 7 + 5;

std::string aad_hex(const AadParts& parts) {
  Bytes out(kMaxAadBytes);
  const Result<std::size_t> size = build_aad(parts, out);
  EXPECT_TRUE(size);
  return size ? to_hex(ByteView(out).first(*size)) : "";
}

TEST(Aad, MatchesTheExampleOfTheProtocol) {
  EXPECT_EQ(aad_hex({.tenant = "test", .cache_key = "mykey", .compressed = false}),
            "030000000474657374000000056d796b6579000000076d73677061636b0000000546616c7365");
}

TEST(Aad, SpellsCompressedAsTrue) {
  EXPECT_EQ(aad_hex({.tenant = "test", .cache_key = "mykey", .compressed = true}),
            "030000000474657374000000056d796b6579000000076d73677061636b0000000454727565");
}

TEST(Aad, CountsBytesOfUtf8) {
  EXPECT_EQ(aad_hex({.tenant = "é", .cache_key = "", .compressed = true}),
            "0300000002c3a900000000000000076d73677061636b0000000454727565");
}

TEST(Aad, WritesLengthsBigEndian) {
  const std::string key(0x1234, 'k');
  EXPECT_EQ(aad_hex({.tenant = "t", .cache_key = key}).substr(0, 20), "03000000017400001234");
}

TEST(Aad, SizeAgreesWithWhatIsWritten) {
  for (const bool compressed : {false, true}) {
    const AadParts parts{.tenant = "tenant", .cache_key = "a:b", .compressed = compressed};
    EXPECT_EQ(aad_size(parts).value(), aad_hex(parts).size() / 2);
  }
}

TEST(Aad, DiffersWhenOneByteMovesFromPartToPart) {
  std::set<std::string> seen;
  EXPECT_TRUE(seen.insert(aad_hex({.tenant = "ab", .cache_key = "c"})).second);
  EXPECT_TRUE(seen.insert(aad_hex({.tenant = "a", .cache_key = "bc"})).second);
  EXPECT_TRUE(seen.insert(aad_hex({.tenant = "a", .cache_key = "bc", .compressed = true})).second);
}

TEST(Aad, AcceptsExactlyTheLimit) {
  const std::string key(kMaxAadBytes - kFixed - 1, 'k');
  Bytes out(kMaxAadBytes);
  EXPECT_EQ(build_aad({.tenant = "t", .cache_key = key}, out).value(), kMaxAadBytes);
}

TEST(Aad, RefusesOneByteMoreAndWritesNothing) {
  const std::string key(kMaxAadBytes - kFixed, 'k');
  Bytes out(2 * kMaxAadBytes, 0xEE);
  const Bytes before = out;
  EXPECT_EQ(error_of(build_aad({.tenant = "t", .cache_key = key}, out)), Error::kAadTooLarge);
  EXPECT_EQ(out, before);
}

TEST(Aad, RefusesLengthsWhoseSumWouldWrap) {
  // Never read: the length alone decides.
  const std::string_view endless("k", SIZE_MAX - 8);
  EXPECT_EQ(error_of(aad_size({.tenant = "t", .cache_key = endless})), Error::kAadTooLarge);
  EXPECT_EQ(error_of(aad_size({.tenant = endless, .cache_key = endless})), Error::kAadTooLarge);
}

TEST(Aad, RefusesASmallBufferAndWritesNothing) {
  const AadParts parts{.tenant = "test", .cache_key = "mykey"};
  for (std::size_t size = 0; size < aad_size(parts).value(); ++size) {
    Bytes out(size, 0xEE);
    EXPECT_EQ(error_of(build_aad(parts, out)), Error::kBufferTooSmall);
    EXPECT_EQ(out, Bytes(size, 0xEE));
  }
}

}  // namespace
}  // namespace sealcache::testing
