#include <initializer_list>
#include <string_view>

#include <gtest/gtest.h>

#include "shared/envelope.h"
#include "test/core/envelope_parts.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::EnvelopeParts;
using testing::from_hex;
using testing::join;
using testing::read;

void expect(std::string_view expected, std::initializer_list<EnvelopeParts> envelopes) {
  for (const EnvelopeParts& parts : envelopes) {
    testing::VectorOutput output;
    const Bytes envelope = parts.bytes();
    EXPECT_EQ(read(envelope, output), expected) << testing::to_hex(envelope);
    if (expected == "fine") {
      EXPECT_EQ(output.value, testing::to_bytes(testing::kHello));
    } else {
      EXPECT_EQ(output.calls, 0) << "output asked for before every check passed";
    }
  }
}

TEST(EnvelopeParse, AcceptsEveryWidthAndTheLegacyArray) {
  expect("fine", {{},
                  {.outer = "dc0004"},
                  {.outer = "dd00000004"},
                  {.data = "c50012f00168656c6c6f2c2063616368656b697421"},
                  {.data = "c600000012f00168656c6c6f2c2063616368656b697421"},
                  {.data = "dc0012ccf00168656c6c6f2c2063616368656b697421"},
                  {.data = "dd00000012ccf00168656c6c6f2c2063616368656b697421"},
                  {.data = "dc0012cf00000000000000f0cd000168656c6c6f2c2063616368656b697421"},
                  {.outer = "dc0004", .data = "dc0012ccf00168656c6c6f2c2063616368656b697421"},
                  {.outer = "dd00000004", .data = "dc0012ccf00168656c6c6f2c2063616368656b697421"},
                  {.checksum = "dc00086dcd008a34ccb63a3c52ccd3"},
                  {.size = "cc10"},
                  {.size = "cd0010"},
                  {.size = "ce00000010"},
                  {.size = "cf0000000000000010"},
                  {.format = "d9076d73677061636b"}});
}

TEST(EnvelopeParse, RefusesAnotherShape) {
  expect("kEnvelopeMalformed",
         {
             {.outer = "93", .format = ""},
             {.outer = "95", .trailing = "c0"},
             {.outer = "91", .data = "90", .checksum = "", .size = "", .format = ""},
             {.outer = "82"},
             {.outer = "", .data = "c0", .checksum = "", .size = "", .format = ""},
             {.outer = "", .data = "90", .checksum = "", .size = "", .format = ""},
             // elements in another order
             {.data = "986dcc8a34ccb63a3c52ccd3",
              .checksum = "c412f00168656c6c6f2c2063616368656b697421"},
             {.size = "a76d73677061636b", .format = "10"},
         });
}

TEST(EnvelopeParse, RefusesAnotherDataType) {
  expect("kEnvelopeMalformed", {{.data = "a2f001"},
                                {.data = "c0"},
                                {.data = "c3"},
                                {.data = "10"},
                                {.data = "80"},
                                {.data = "d40100"},
                                {.data = "c7010100"},
                                {.data = "91cd0100"},  // an element above 255
                                {.data = "92f0cd0168"},
                                {.data = "91ff"},    // negative
                                {.data = "91d001"},  // signed family
                                {.data = "91c40100"},
                                {.data = "9190"},
                                {.data = "91cb0000000000000000"}});
}

TEST(EnvelopeParse, RefusesAnotherChecksumType) {
  expect("kEnvelopeMalformed", {{.checksum = "976dcc8a34ccb63a3c52"},
                                {.checksum = "996dcc8a34ccb63a3c52ccd300"},
                                {.checksum = "90"},
                                {.checksum = "c4086d8a34b63a3c52d3"},
                                {.checksum = "a86d6d6d6d6d6d6d6d"},
                                {.checksum = "986dcc8a34ccb63a3c52cd0168"},
                                {.checksum = "986dcc8a34ccb63a3c52ff"},
                                {.checksum = "986dcc8a34ccb63a3c52d053"},
                                {.checksum = "986dcc8a34ccb63a3c52c0"},
                                {.checksum = "986dcc8a34ccb63a3c5290"},
                                {.checksum = "c0"}});
}

TEST(EnvelopeParse, RefusesAnotherSizeOrFormatType) {
  expect("kEnvelopeMalformed", {{.size = "c0"},
                                {.size = "cb4030000000000000"},
                                {.size = "ca41800000"},
                                {.size = "ff"},
                                {.size = "d010"},
                                {.size = "d30000000000000010"},
                                {.size = "a110"},
                                {.size = "9110"},
                                {.format = "c4076d73677061636b"},
                                {.format = "c0"},
                                {.format = "a0"},
                                {.format = "a76d73677061634b"},
                                {.format = "a66f726a736f6e"},
                                {.format = "a76d7367706163ff"},
                                {.format = "a86d73677061636b00"}});
}

TEST(EnvelopeParse, LetsThePreScanSpeakFirst) {
  expect("kBoundsSlots",
         {{.data = "c426f00168656c6c6f2c2063616368656b697421"},
          {.data = "ddffffffff"},
          // and an oversize claim, which comes later
          {.data = "c42ef00168656c6c6f2c2063616368656b697421", .size = "ce20000001"}});
  expect("kBoundsTrailing", {{.trailing = "c0"}, {.trailing = "00"}});
  expect("kBoundsIncomplete", {{.outer = "95"}, {.format = ""}});
  expect("kBoundsInvalidByte", {{.format = "c1"}, {.outer = "c102"}});
}

TEST(EnvelopeParse, ReportsTheEarliestOfSeveralFaults) {
  // Typed decode before the size cap, the cap before the empty block, that before the ratio.
  expect("kEnvelopeMalformed", {{.size = "ce20000001", .format = "c0"},
                                {.data = "c400", .checksum = "90"},
                                {.outer = "95", .size = "ce20000001", .trailing = "c0"}});
  expect("kEnvelopeSizeCap", {{.data = "c400", .size = "ce20000001"},
                              {.size = "ce20000001"},
                              {.size = "cf0000000100000010"},
                              {.size = "cf8000000000000010"},
                              {.size = "cfffffffffffffffff"}});
  expect("kEnvelopeEmptyData", {{.data = "c400", .size = "00"},
                                {.data = "90", .size = "00"},
                                {.data = "c400", .size = "cd0400"}});
  // 18 bytes may claim 18,000.
  expect("kEnvelopeRatioCap", {{.size = "cd4651"}, {.size = "ce20000000"}});
  EXPECT_EQ(read(EnvelopeParts{.size = "cd4651"}.bytes(), 0), "kEnvelopeRatioCap");
  EXPECT_EQ(read(EnvelopeParts{.size = "cd4650"}.bytes(), 17'999), "kValueTooLarge");
  EXPECT_EQ(read(EnvelopeParts{.size = "cd4650"}.bytes(), 18'000), "kLengthMismatch");
  EXPECT_EQ(read(EnvelopeParts{}.bytes(), 15), "kValueTooLarge");
  EXPECT_EQ(read(EnvelopeParts{}.bytes(), 16), "fine");
}

Bytes with_block(std::size_t block_size, std::string_view size_hex) {
  Bytes header = from_hex("94c6");
  for (int shift = 24; shift >= 0; shift -= 8) {
    header.push_back(static_cast<std::uint8_t>(block_size >> static_cast<unsigned>(shift)));
  }
  const EnvelopeParts rest;
  return join(header, Bytes(block_size, 0xff), from_hex(rest.checksum), from_hex(size_hex),
              from_hex(rest.format));
}

std::string_view parse(ByteView envelope) {
  const auto header = parse_envelope(envelope, testing::kNoCeiling);
  return header ? "fine" : error_name(header.error());
}

TEST(EnvelopeParse, MultipliesTheRatioExactly) {
  EXPECT_EQ(parse(with_block(1000, "ce000f4240")), "fine");               // 1,000,000
  EXPECT_EQ(parse(with_block(1000, "ce000f4241")), "kEnvelopeRatioCap");  // and one
  EXPECT_EQ(parse(with_block(32'768, "ce01f40000")), "fine");             // float32 rounds these
  EXPECT_EQ(parse(with_block(32'768, "ce01f40001")), "kEnvelopeRatioCap");
  EXPECT_EQ(parse(with_block(536'870, "ce1ffffc70")), "fine");  // 536,870,000
  EXPECT_EQ(parse(with_block(536'870, "ce1ffffc71")), "kEnvelopeRatioCap");
  EXPECT_EQ(parse(with_block(536'871, "ce20000000")), "fine");  // 512 MiB
  EXPECT_EQ(parse(with_block(536'871, "ce20000001")), "kEnvelopeSizeCap");
  EXPECT_EQ(parse(with_block(4'294'968, "ce00820d47")), "fine");  // wraps 32 bits
}

TEST(EnvelopeParse, RefusesAnOversizeEnvelopeBeforeItReadsAByte) {
  const Bytes envelope = EnvelopeParts{}.bytes();
  const ByteView huge(envelope.data(), static_cast<std::size_t>(kMaxCompressedBytes) + 1);
  EXPECT_EQ(parse(huge), "kInputTooLarge");
}

TEST(EnvelopeParse, RefusesEveryTruncation) {
  const Bytes envelope = EnvelopeParts{}.bytes();
  for (std::size_t size = 0; size < envelope.size(); ++size) {
    EXPECT_NE(parse(Bytes(envelope.begin(), envelope.begin() + static_cast<std::ptrdiff_t>(size))),
              "fine")
        << size;
  }
}

}  // namespace
}  // namespace sealcache
