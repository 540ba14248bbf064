#include "shared/decode_bounds.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include <gtest/gtest.h>

#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;
using testing::join;

std::string_view verdict(ByteView document, std::uint32_t depth_limit = kDefaultDepthLimit) {
  const Status status = check_decode_bounds(document, depth_limit);
  return status ? "fine" : error_name(status.error());
}

Bytes repeat(std::string_view hex, std::size_t count, std::string_view suffix = "") {
  Bytes all;
  for (std::size_t i = 0; i < count; ++i) all = join(all, from_hex(hex));
  return join(all, from_hex(suffix));
}

struct Row {
  std::string_view hex;
  std::string_view expected;
};

void expect(std::initializer_list<Row> rows) {
  for (const Row& row : rows) EXPECT_EQ(verdict(from_hex(row.hex)), row.expected) << row.hex;
}

TEST(DecodeBounds, AcceptsEveryMarkerWhenComplete) {
  expect({{"00", "fine"},
          {"7f", "fine"},
          {"80", "fine"},
          {"8101c0", "fine"},
          {"90", "fine"},
          {"9201c0", "fine"},
          {"a0", "fine"},
          {"a161", "fine"},
          {"c0", "fine"},
          {"c2", "fine"},
          {"c3", "fine"},
          {"c40161", "fine"},
          {"c5000161", "fine"},
          {"c60000000161", "fine"},
          {"c7010561", "fine"},
          {"c800010561", "fine"},
          {"c9000000010561", "fine"},
          {"ca00000000", "fine"},
          {"cb0000000000000000", "fine"},
          {"cc80", "fine"},
          {"cd0080", "fine"},
          {"ce00000080", "fine"},
          {"cf0000000000000080", "fine"},
          {"d080", "fine"},
          {"d10080", "fine"},
          {"d200000080", "fine"},
          {"d30000000000000080", "fine"},
          {"d40500", "fine"},
          {"d5050000", "fine"},
          {"d60500000000", "fine"},
          {"d7050000000000000000", "fine"},
          {"d80500000000000000000000000000000000", "fine"},
          {"d90161", "fine"},
          {"da000161", "fine"},
          {"db0000000161", "fine"},
          {"dc000101", "fine"},
          {"dd0000000101", "fine"},
          {"de00010101", "fine"},
          {"df000000010101", "fine"},
          {"e0", "fine"},
          {"ff", "fine"}});
}

TEST(DecodeBounds, RefusesWhatEndsEarly) {
  expect({{"", "kBoundsIncomplete"},
          {"c4", "kBoundsIncomplete"},
          {"c500", "kBoundsIncomplete"},
          {"c6000000", "kBoundsIncomplete"},
          {"c7", "kBoundsIncomplete"},
          {"c70105", "kBoundsIncomplete"},
          {"ca000000", "kBoundsIncomplete"},
          {"cb00000000000000", "kBoundsIncomplete"},
          {"cc", "kBoundsIncomplete"},
          {"cf00000000000000", "kBoundsIncomplete"},
          {"d3", "kBoundsIncomplete"},
          {"d405", "kBoundsIncomplete"},
          {"d805000000000000000000000000000000", "kBoundsIncomplete"},
          {"dc00", "kBoundsIncomplete"},
          {"df000000", "kBoundsIncomplete"},
          // Inside the slot budget, and still one value short.
          {"92dc0000", "kBoundsIncomplete"},
          {"82de0000c0", "kBoundsIncomplete"}});
}

TEST(DecodeBounds, RefusesClaimsThatTheBytesCannotBack) {
  expect({{"91", "kBoundsSlots"},
          {"9201", "kBoundsSlots"},
          {"8101", "kBoundsSlots"},
          {"dcffff01", "kBoundsSlots"},
          {"ddffffffff", "kBoundsSlots"},
          {"dfffffffff", "kBoundsSlots"},
          {"df80000000", "kBoundsSlots"},  // 2 × 2³¹ is 0 in 32 bits
          {"c6ffffffff61", "kBoundsSlots"},
          {"dbffffffff61", "kBoundsSlots"},
          {"c9ffffffff0561", "kBoundsSlots"},
          {"a261", "kBoundsSlots"},
          // Claims whose sum is 2³², 0 in 32 bits.
          {"92dd80000000dd7ffffffe", "kBoundsSlots"},
          {"92dd00000001ddfffffffd", "kBoundsSlots"}});
}

TEST(DecodeBounds, RefusesTrailingBytesAndTheUnusedMarker) {
  expect({{"0000", "kBoundsTrailing"},
          {"9000", "kBoundsTrailing"},
          {"91c0c0", "kBoundsTrailing"},
          {"c1", "kBoundsInvalidByte"},
          {"91c1", "kBoundsInvalidByte"},
          {"c102", "kBoundsInvalidByte"}});
}

TEST(DecodeBounds, SumsOverAllHeadersNotOneByOne) {
  // Every array16 header of 2,000 fits 2,090 bytes; thirty of them do not.
  Bytes nested = repeat("dc07d0", 30);
  nested.resize(2090, 0xc0);
  EXPECT_EQ(verdict(nested), "kBoundsSlots");
}

TEST(DecodeBounds, CountsArraysAndMapsAsOneLevelEach) {
  EXPECT_EQ(verdict(repeat("91", 32, "c0"), kMinDepthLimit), "fine");
  EXPECT_EQ(verdict(repeat("91", 33, "c0"), kMinDepthLimit), "kBoundsDepth");
  EXPECT_EQ(verdict(repeat("81c0", 32, "c0"), kMinDepthLimit), "fine");
  EXPECT_EQ(verdict(repeat("81c0", 33, "c0"), kMinDepthLimit), "kBoundsDepth");
  EXPECT_EQ(verdict(repeat("91", 100, "c0")), "fine");
  EXPECT_EQ(verdict(repeat("91", 101, "c0")), "kBoundsDepth");
  EXPECT_EQ(verdict(repeat("91", 1024, "c0"), kMaxDepthLimit), "fine");
  EXPECT_EQ(verdict(repeat("91", 1025, "c0"), kMaxDepthLimit), "kBoundsDepth");
  EXPECT_EQ(verdict(repeat("81c0", 1025, "c0"), kMaxDepthLimit), "kBoundsDepth");
  EXPECT_EQ(verdict(repeat("91", 31, "90"), kMinDepthLimit), "fine");
  EXPECT_EQ(verdict(repeat("91", 32, "90"), kMinDepthLimit), "kBoundsDepth");
}

TEST(DecodeBounds, ComesBackUpAfterADeepBranch) {
  const Bytes branch = repeat("91", 31, "c0");
  EXPECT_EQ(verdict(join(Bytes{0x93}, branch, branch, branch), kMinDepthLimit), "fine");
}

TEST(DecodeBounds, TakesALimitOf32To1024Only) {
  const Bytes nil{0xc0};
  EXPECT_EQ(verdict(nil, 31), "kInvalidArgument");
  EXPECT_EQ(verdict(nil, 32), "fine");
  EXPECT_EQ(verdict(nil, 1024), "fine");
  EXPECT_EQ(verdict(nil, 1025), "kInvalidArgument");
  EXPECT_EQ(verdict(nil, 0xffff'ffff), "kInvalidArgument");
}

TEST(DecodeBounds, AcceptsWideArraysThatTheirBytesBack) {
  Bytes document = from_hex("dc0100");
  document.resize(document.size() + 256, 0xc0);
  EXPECT_EQ(verdict(document), "fine");
  document.pop_back();
  EXPECT_EQ(verdict(document), "kBoundsIncomplete");
}

TEST(DecodeBounds, EndsOnAnyBytes) {
  lz4_inputs::XorShift random;
  for (int step = 0; step < 200'000; ++step) {
    Bytes document(random.next() % 40);
    for (auto& byte : document) byte = static_cast<std::uint8_t>(random.next());
    // A copy of exactly this size, so that a sanitizer sees a read past its end.
    const Bytes exact(document.begin(), document.end());
    static_cast<void>(check_decode_bounds(exact, kMinDepthLimit));
    // Nothing that the scan accepts may still be accepted when a byte is missing or follows.
    if (check_decode_bounds(exact)) {
      EXPECT_FALSE(check_decode_bounds(ByteView(exact).first(exact.size() - 1)));
      EXPECT_EQ(verdict(join(exact, Bytes{0xc0})), "kBoundsTrailing");
    }
  }
}

}  // namespace
}  // namespace sealcache
