#include <string_view>

#include <gtest/gtest.h>

#include "shared/envelope.h"
#include "test/core/envelope_parts.h"
#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;
using testing::to_bytes;
using testing::to_hex;

Bytes pack(ByteView value) {
  auto lz4 = Lz4Compressor::create();
  Bytes work(*envelope_bound(value.size()));
  const auto packed = pack_envelope(*lz4, value, work);
  EXPECT_TRUE(packed);
  return packed ? Bytes(packed->begin(), packed->end()) : Bytes{};
}

TEST(EnvelopePack, WritesTheWorkedExamples) {
  EXPECT_EQ(to_hex(pack(to_bytes("hello, cachekit!"))),
            "94c412f00168656c6c6f2c2063616368656b697421986dcc8a34ccb63a3c52ccd310a76d73677061636b");
  EXPECT_EQ(to_hex(pack(to_bytes("Hello, CacheKit!"))),
            "94c412f00148656c6c6f2c2043616368654b69742198796ecced283c5d69cc8d10a76d73677061636b");
  EXPECT_EQ(to_hex(pack({})), "94c40100982d06cc800538ccd3cc94ccc200a76d73677061636b");
  EXPECT_EQ(to_hex(pack(from_hex("ff"))), "94c40210ff98ccd6ccbcccec3c6b29ccd72e01a76d73677061636b");
}

TEST(EnvelopePack, TakesTheShortestBinHeader) {
  // Random bytes become literals only: a token, n − 15 in runs of 255, then the n bytes.
  struct Row {
    std::size_t value_size;
    std::string_view header;
  };
  for (const Row& row : {Row{253, "94c4ff"}, Row{254, "94c50100"}, Row{65'278, "94c5ffff"},
                         Row{65'279, "94c600010000"}}) {
    const Bytes value = lz4_inputs::make("noise", row.value_size);
    const Bytes packed = pack(value);
    EXPECT_EQ(to_hex(ByteView(packed).first(row.header.size() / 2)), row.header);
    testing::VectorOutput output;
    EXPECT_EQ(testing::read(packed, output), "fine");
    EXPECT_EQ(output.value, value);
  }
}

TEST(EnvelopePack, TakesTheShortestSize) {
  struct Row {
    std::size_t value_size;
    std::string_view tail;
  };
  for (const Row& row :
       {Row{0, "00"}, Row{1, "01"}, Row{12, "0c"}, Row{13, "0d"}, Row{127, "7f"}, Row{128, "cc80"},
        Row{255, "ccff"}, Row{256, "cd0100"}, Row{65'535, "cdffff"}, Row{65'536, "ce00010000"}}) {
    const std::string hex = to_hex(pack(Bytes(row.value_size, 'a')));
    const std::string tail = std::string(row.tail) + "a76d73677061636b";
    EXPECT_EQ(hex.substr(hex.size() - tail.size()), tail);
  }
}

TEST(EnvelopePack, RoundTripsEveryInput) {
  for (const auto pattern : lz4_inputs::kPatterns) {
    for (const std::size_t size : lz4_inputs::kSizes) {
      const Bytes value = lz4_inputs::make(pattern, size);
      testing::VectorOutput output;
      EXPECT_EQ(testing::read(pack(value), output), "fine") << pattern << " " << size;
      EXPECT_EQ(output.value, value);
    }
  }
}

TEST(EnvelopePack, SurvivesARatioProductThatWraps32Bits) {
  // From 4,294,968 compressed bytes on, 1000 times that does not fit 32 bits (WIRE-13).
  const Bytes value = lz4_inputs::make("noise", 4'300'000);
  const Bytes packed = pack(value);
  ASSERT_GE(packed.size(), 4'294'968U);
  testing::VectorOutput output;
  EXPECT_EQ(testing::read(packed, output), "fine");
  EXPECT_EQ(output.value, value);
}

TEST(EnvelopePack, RefusesOversizeBeforeItReadsAByte) {
  EXPECT_TRUE(envelope_bound(kMaxUncompressedBytes));
  EXPECT_EQ(envelope_bound(kMaxUncompressedBytes + 1), fail(Error::kInputTooLarge));
  auto lz4 = Lz4Compressor::create();
  Bytes work(1000);
  // The bytes behind the view do not exist.
  const ByteView huge(work.data(), static_cast<std::size_t>(kMaxUncompressedBytes) + 1);
  EXPECT_EQ(pack_envelope(*lz4, huge, work).error(), Error::kInputTooLarge);
}

TEST(EnvelopePack, NeedsItsWholeBound) {
  auto lz4 = Lz4Compressor::create();
  const Bytes value(100);
  Bytes work(*envelope_bound(value.size()) - 1);
  EXPECT_EQ(pack_envelope(*lz4, value, work).error(), Error::kBufferTooSmall);
}

}  // namespace
}  // namespace sealcache
