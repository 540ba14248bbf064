#include "shared/canonical_args.h"

#include <initializer_list>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;
using testing::join;
using testing::to_hex;

/// The canonical bytes in hex, or the name of the error.
std::string canonical(ByteView arguments) {
  ScratchBuffer work;
  const Result<ByteView> result = canonical_arguments(arguments, work);
  return result ? to_hex(*result) : std::string(error_name(result.error()));
}

struct Row {
  std::string_view given;
  std::string_view expected;
};

void expect(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    std::string wanted(row.expected);
    std::erase(wanted, ' ');
    EXPECT_EQ(canonical(from_hex(row.given)), wanted) << row.given;
  }
}

TEST(CanonicalArguments, ShortensEveryHeaderAndInteger) {
  expect({{"90", "90"},
          {"dc0000", "90"},
          {"dd00000001 c0", "91c0"},
          {"93 c0 c2 c3", "93c0c2c3"},
          {"94 cc7f cd007f ce0000007f cf000000000000007f", "947f7f7f7f"},
          {"93 cf0000000000000080 cf0000000000000100 cf0000000100000000",
           "93 cc80 cd0100 cf0000000100000000"},
          {"94 d07f d10080 d20000ffff d3000000007fffffff", "947fcc80cdffffce7fffffff"},
          {"94 d0ff d1ffdf d2ffffff7f d3ffffffff7fffffff", "94ffd0dfd1ff7fd3ffffffff7fffffff"},
          {"91 d38000000000000000", "91d38000000000000000"},
          {"91 cfffffffffffffffff", "91cfffffffffffffffff"},
          {"92 d90161 db0000000161", "92a161a161"},
          {"92 c50001aa c600000001aa", "92c401aac401aa"},
          {"91 de0001 a161 dc0000", "9181a16190"}});
}

TEST(CanonicalArguments, CollapsesRealsWithoutAFraction) {
  expect({{"91 cb4000000000000000", "9102"},
          {"91 cb8000000000000000", "9100"},
          {"91 cbbff0000000000000", "91ff"},
          {"91 cb40091eb851eb851f", "91cb40091eb851eb851f"},
          {"91 cbc3e0000000000000", "91d38000000000000000"},
          {"91 cb43efffffffffffff", "91cffffffffffffff800"},
          {"91 cb43f0000000000000", "91cb43f0000000000000"},
          {"91 cbc3e0000000000001", "91cbc3e0000000000001"},
          {"91 cb7ff8000000000000", "kNumberNotFinite"},
          {"91 cb7ff0000000000000", "kNumberNotFinite"},
          {"91 cbfff0000000000000", "kNumberNotFinite"}});
}

TEST(CanonicalArguments, TurnsInstantsIntoSeconds) {
  expect({{"91 c102 00060de18d072980", "91cb41d964ac1d47e6b4"},
          {"91 c102 0000000000000000", "9100"},
          // 1969-12-31T23:59:59.123456Z
          {"91 c102 fffffffffff2a000", "91cbbfec0ca600b02928"},
          {"91 c102 7fffffffffffffff", "91cb42a0c6f7a0b5ed8d"},
          {"91 c102 00", "kInvalidArgument"}});
}

TEST(CanonicalArguments, OrdersMapsByTheBytesOfTheirKeys) {
  expect({{"91 83 a16202 a16101 a14103", "91 83 a14103 a16101 a16202"},
          // Not by length: "ab" comes before "b".
          {"91 82 a16201 a2616202", "91 82 a2616202 a16201"},
          {"91 82 a0c0 a10001", "91 82 a0c0 a10001"},
          {"91 82 a2616101 a16102", "91 82 a16102 a2616101"},
          // U+10000 after U+FF61, though its UTF-16 units come first.
          {"91 82 a4f090808001 a3efbda102", "91 82 a3efbda102 a4f090808001"},
          {"91 81 a17a 82 a16201 a16102", "91 81 a17a 82 a16102 a16201"},
          {"91 82 a16101 a16102", "kInvalidArgument"},
          {"91 82 a16101 d9016102", "kInvalidArgument"},
          {"91 81 01 02", "kInvalidArgument"},
          {"91 81 c40161 02", "kInvalidArgument"}});
}

TEST(CanonicalArguments, OrdersSetsByTheirBytesWithoutRepetitions) {
  expect({{"91 c101 93 03 01 02", "91 93 01 02 03"},
          {"91 c101 93 fb a161 cb3ff8000000000000", "91 93 a161 cb3ff8000000000000 fb"},
          {"91 c101 92 02 cb4000000000000000", "91 91 02"},
          {"91 c101 90", "9190"},
          {"92 c101 93 01 01 01 05", "92 91 01 05"},
          {"91 c101 92 82a16202a16101 82a16101a16202", "91 91 82a16101a16202"},
          {"91 c101 92 c101 92 02 01 92 01 02", "91 91 92 01 02"},
          {"91 c101 dc0011 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f",
           "91 dc0010 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f"},
          // Its header gets shorter.
          {"91 c101 dc0011 00 00 00 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f",
           "91 9f 00 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f"},
          {"91 c101 c101 90", "kInvalidArgument"},
          {"91 c101 80", "kInvalidArgument"},
          {"91 c101", "kInvalidArgument"}});
}

TEST(CanonicalArguments, RefusesWhatIsOutsideOfTheModel) {
  expect({{"", "kInvalidArgument"},
          {"c0", "kInvalidArgument"},
          {"80", "kInvalidArgument"},
          {"c10190", "kInvalidArgument"},
          {"9000", "kInvalidArgument"},
          {"91", "kInvalidArgument"},
          {"92 01", "kInvalidArgument"},
          {"91 c100", "kInvalidArgument"},
          {"91 ca3fc00000", "kInvalidArgument"},
          {"91 d4012a", "kInvalidArgument"},
          {"91 c7010161", "kInvalidArgument"},
          {"91 a261", "kInvalidArgument"},
          {"91 dbffffffff61", "kInvalidArgument"},
          {"91 c6ffffffff61", "kInvalidArgument"},
          {"ddffffffff", "kBoundsSlots"},
          {"dfffffffff", "kInvalidArgument"},
          {"91 dfffffffff", "kBoundsSlots"},
          {"91 df80000001", "kBoundsSlots"}});
}

TEST(CanonicalArguments, KeepsItsLimits) {
  Bytes nested(kMaxArgumentDepth, 0x91);
  nested.push_back(0xc0);
  EXPECT_EQ(canonical(nested), to_hex(nested));
  nested.insert(nested.begin(), 0x91);
  EXPECT_EQ(canonical(nested), "kBoundsDepth");

  Bytes many = from_hex("91dc2710");
  many.resize(many.size() + kMaxArgumentEntries, 0xc0);
  EXPECT_EQ(canonical(many), to_hex(many));
  many[3] += 1;
  many.push_back(0xc0);
  EXPECT_EQ(canonical(many), "kBoundsSlots");

  EXPECT_EQ(canonical(Bytes(kMaxArgumentBytes + 1, 0x91)), "kInputTooLarge");
}

TEST(CanonicalArguments, SortsManyKeysAndTakesNoNoticeOfTheirOrder) {
  Bytes up = from_hex("91de2000");
  Bytes down = up;
  for (unsigned i = 0; i < 0x2000; ++i) {
    const unsigned j = 0x1fff - i;
    for (auto& [bytes, n] : {std::pair<Bytes&, unsigned>(up, i), {down, j}}) {
      bytes.insert(bytes.end(), {0xa2, static_cast<std::uint8_t>(n >> 7U),
                                 static_cast<std::uint8_t>(n & 127U), 0xc0});
    }
  }
  EXPECT_EQ(canonical(up), to_hex(up));
  EXPECT_EQ(canonical(down), to_hex(up));
}

TEST(CanonicalArguments, EndsOnAnyBytesAndLeavesCanonicalOnesAlone) {
  lz4_inputs::XorShift random;
  // Markers that get far, more often than chance would pick them.
  const Bytes likely = from_hex("90919293 80818283 c101 c102 a0a161 cc cd cb c0 01 02 c401");
  int accepted = 0;
  for (int step = 0; step < 300'000; ++step) {
    Bytes bytes(1 + random.next() % 24);
    for (auto& byte : bytes) {
      const std::uint32_t pick = random.next();
      byte = (pick & 1U) == 0 ? static_cast<std::uint8_t>(pick >> 8U)
                              : likely[(pick >> 8U) % likely.size()];
    }
    bytes[0] = static_cast<std::uint8_t>(0x90 | (random.next() & 3U));
    // A copy of exactly this size, so that a sanitizer sees a read past its end.
    const Bytes exact(bytes.begin(), bytes.end());
    ScratchBuffer work;
    const Result<ByteView> once = canonical_arguments(exact, work);
    if (!once) continue;
    ++accepted;
    ASSERT_LE(once->size(), exact.size());
    EXPECT_EQ(canonical(*once), to_hex(*once)) << to_hex(exact);
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace sealcache
