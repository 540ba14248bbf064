#include "shared/interop_container.h"

#include <string_view>

#include <gtest/gtest.h>

#include "shared/envelope.h"
#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;
using testing::join;
using testing::to_hex;
using testing::VectorOutput;

constexpr std::string_view kValue = "82a36167651ea46e616d65a5616c696365";

std::string_view read(ByteView container, VectorOutput& output,
                      std::uint64_t limit = kMaxUncompressedBytes) {
  const Result<InteropHeader> header = parse_interop(container, limit);
  if (!header) return error_name(header.error());
  const Result<ByteSpan> value = unpack_interop(*header, output);
  return value ? "fine" : error_name(value.error());
}

Bytes packed(ByteView value, bool compress) {
  Lz4Compressor lz4 = *Lz4Compressor::create();
  Bytes work(*interop_bound(value.size()));
  const Result<ByteSpan> container = pack_interop(lz4, value, compress, work);
  return container ? Bytes(container->begin(), container->end()) : Bytes();
}

TEST(InteropContainer, WritesTheShortestForms) {
  EXPECT_EQ(to_hex(packed(from_hex(kValue), false)), "c102930011c411" + std::string(kValue));
  // LZ4 does not help here.
  EXPECT_EQ(to_hex(packed(from_hex(kValue), true)), "c102930011c411" + std::string(kValue));
  EXPECT_EQ(to_hex(packed({}, true)), "c102930000c400");
  const Bytes zeros(70'000, 0);
  const Bytes small = packed(zeros, true);
  EXPECT_LT(small.size(), 400U);
  EXPECT_EQ(to_hex(ByteView(small).first(9)), "c1029301ce00011170");
  EXPECT_EQ(to_hex(ByteView(packed(zeros, false)).first(14)), "c1029300ce00011170c600011170");
}

TEST(InteropContainer, ReadsWhatItWrites) {
  for (const unsigned size : {0U, 1U, 17U, 255U, 256U, 65'535U, 65'536U, 200'000U}) {
    for (const bool compress : {false, true}) {
      Bytes value(size);
      for (std::size_t i = 0; i < size; ++i) value[i] = static_cast<std::uint8_t>(i % 7);
      VectorOutput output;
      EXPECT_EQ(read(packed(value, compress), output), "fine") << size;
      EXPECT_EQ(output.value, value);
    }
  }
}

TEST(InteropContainer, ReadsEveryWidthOfTheUnsignedFamily) {
  for (const std::string_view hex :
       {"c102dc0003cc00ce00000011c5001182a36167651ea46e616d65a5616c696365",
        "c102dd00000003cd0000cf0000000000000011c60000001182a36167651ea46e616d65a5616c696365",
        "c102930111c413f00282a36167651ea46e616d65a5616c696365"}) {
    VectorOutput output;
    EXPECT_EQ(read(from_hex(hex), output), "fine") << hex;
    EXPECT_EQ(to_hex(output.value), kValue);
  }
}

TEST(InteropContainer, RefusesBeforeItAsksForMemory) {
  struct Row {
    std::string_view hex;
    std::string_view expected;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"", "kInteropMagic"},
           {"82a36167651ea46e616d65a5616c696365", "kInteropMagic"},
           {"c1", "kInteropMalformed"},
           {"c103930000c400", "kInteropMalformed"},
           {"c102", "kBoundsIncomplete"},
           {"c102c1", "kBoundsInvalidByte"},
           {"c102920000", "kInteropMalformed"},
           {"c10294000000c0", "kInteropMalformed"},
           {"c102930200c400", "kInteropMalformed"},
           {"c10293cf000000010000000000c400", "kInteropMalformed"},
           {"c10293d00000c400", "kInteropMalformed"},
           {"c1029300d000c400", "kInteropMalformed"},
           {"c1029300ffc400", "kInteropMalformed"},
           {"c1029300c000c400", "kBoundsTrailing"},
           {"c102930003a3616263", "kInteropMalformed"},
           {"c10293000393010203", "kInteropMalformed"},
           {"c102930005c6ffffffff", "kBoundsSlots"},
           {"c102930002c40161", "kLengthMismatch"},
           {"c102930001c4016100", "kBoundsTrailing"},
           // Sizes that 32 bits would make 1, and then 0: cut off, or its halves joined.
           {"c1029300cf0000000100000001c40161", "kEnvelopeSizeCap"},
           {"c1029300cf0000000100000000c40161", "kEnvelopeSizeCap"},
           {"c1029301cf0000010000000000c40410410000", "kEnvelopeSizeCap"},
           {"c1029301ce20000001c40410410000", "kEnvelopeSizeCap"},
           {"c102930101c400", "kEnvelopeEmptyData"},
           {"c1029301cd2711c40a00000000000000000000", "kEnvelopeRatioCap"},
           {"c1029301cd2710c40a00000000000000000000", "kDecompressionFailed"},
           {"c102930105c40410410000", "kDecompressionFailed"},
           {"c102930105c403104100", "kDecompressionFailed"},
           {"c102930105c4021041", "kLengthMismatch"}}) {
    VectorOutput output;
    const Bytes container = from_hex(row.hex);
    EXPECT_EQ(read(container, output), row.expected) << row.hex;
    EXPECT_EQ(output.calls, 0) << row.hex;
  }
}

TEST(InteropContainer, KeepsTheLimitOfItsCaller) {
  VectorOutput output;
  const Bytes container = packed(from_hex(kValue), false);
  EXPECT_EQ(read(container, output, 17), "fine");
  EXPECT_EQ(read(container, output, 16), "kValueTooLarge");
  output.refuse = true;
  EXPECT_EQ(read(container, output), "kOutOfMemory");
}

TEST(InteropContainer, EndsOnAnyBytes) {
  lz4_inputs::XorShift random;
  for (int step = 0; step < 200'000; ++step) {
    Bytes bytes = from_hex("c10293");
    bytes.push_back(static_cast<std::uint8_t>(random.next() & 1U));
    bytes.push_back(static_cast<std::uint8_t>(random.next() & 63U));
    const auto size = static_cast<std::uint8_t>(random.next() % 12);
    bytes.insert(bytes.end(), {0xc4, size});
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(random.next()));
    if (random.next() % 4 == 0) {
      bytes[random.next() % bytes.size()] = static_cast<std::uint8_t>(random.next());
    }
    const Bytes exact(bytes.begin(), bytes.end());
    VectorOutput output;
    static_cast<void>(read(exact, output));
  }
}

}  // namespace
}  // namespace sealcache
