#include "shared/field_reader.h"

#include <initializer_list>
#include <string_view>

#include <gtest/gtest.h>

#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;

TEST(FieldReader, ReadsEveryWidthOfEachFamily) {
  const Bytes document = from_hex(
      "93 dc0002 dd00000001 07 cc08 cd0009 ce0000000a cf000000010000000b "
      "c401aa c50001ab c600000001ac a161 d90162 da000163 db0000000164");
  FieldReader fields(document);
  EXPECT_EQ(fields.array(), 3U);
  EXPECT_EQ(fields.array(), 2U);
  EXPECT_EQ(fields.array(), 1U);
  for (const std::uint64_t number : {7ULL, 8ULL, 9ULL, 10ULL, 0x1'0000'000bULL}) {
    EXPECT_EQ(fields.uint(), number);
  }
  for (const std::uint8_t byte : from_hex("aaabac")) {
    const auto bin = fields.bin();
    ASSERT_TRUE(bin && bin->size() == 1);
    EXPECT_EQ((*bin)[0], byte);
  }
  for (const std::uint8_t byte : testing::to_bytes("abcd")) {
    const auto str = fields.str();
    ASSERT_TRUE(str && str->size() == 1);
    EXPECT_EQ((*str)[0], byte);
  }
  EXPECT_TRUE(fields.rest().empty());
}

TEST(FieldReader, GivesNothingForAnotherFamilyOrMissingBytes) {
  for (const std::string_view hex :
       {"", "c1", "c0", "e0", "ff", "d000", "d30000000000000000", "ca00000000", "dc00", "dd000000",
        "c4", "c402aa", "c6ffffffff", "d9", "a261", "dbffffffff61", "cc", "cf00000000000000"}) {
    const Bytes document = from_hex(hex);
    EXPECT_FALSE(FieldReader(document).array()) << hex;
    EXPECT_FALSE(FieldReader(document).uint()) << hex;
    EXPECT_FALSE(FieldReader(document).bin()) << hex;
    EXPECT_FALSE(FieldReader(document).str()) << hex;
  }
}

TEST(FieldReader, StaysInsideAnyBytes) {
  lz4_inputs::XorShift random;
  for (int step = 0; step < 100'000; ++step) {
    Bytes bytes(random.next() % 12);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    const Bytes exact(bytes.begin(), bytes.end());
    FieldReader fields(exact);
    for (int i = 0; i < 4; ++i) {
      static_cast<void>(fields.array());
      static_cast<void>(fields.uint());
      static_cast<void>(fields.bin());
      static_cast<void>(fields.str());
    }
    EXPECT_LE(fields.rest().size(), exact.size());
  }
}

}  // namespace
}  // namespace sealcache
