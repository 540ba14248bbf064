#include "shared/checksum.h"

#include <gtest/gtest.h>

#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::to_bytes;
using testing::to_hex;

TEST(Checksum, IsBigEndianXxh3OfTheKnownInputs) {
  EXPECT_EQ(to_hex(checksum_of({})), "2d06800538d394c2");
  EXPECT_EQ(to_hex(checksum_of(Bytes{0xff})), "d6bcec3c6b29d72e");
  EXPECT_EQ(to_hex(checksum_of(Bytes(1024, 'A'))), "4d35ad08e9d77c0d");
  EXPECT_EQ(to_hex(checksum_of(to_bytes("hello, cachekit!"))), "6d8a34b63a3c52d3");
  EXPECT_EQ(to_hex(checksum_of(to_bytes("Hello, CacheKit!"))), "796eed283c5d698d");
}

}  // namespace
}  // namespace sealcache
