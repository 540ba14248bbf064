#include "shared/lz4_scan.h"

#include <gtest/gtest.h>

#include "shared/lz4_block.h"
#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;

TEST(Lz4Scan, AgreesWithTheCompressor) {
  auto lz4 = Lz4Compressor::create();
  for (const auto pattern : lz4_inputs::kPatterns) {
    for (const std::size_t size : lz4_inputs::kSizes) {
      const Bytes input = lz4_inputs::make(pattern, size);
      Bytes out(lz4_bound(size));
      const auto block = lz4->compress(input, out);
      ASSERT_TRUE(block);
      EXPECT_EQ(lz4_decoded_size(ByteView(out).first(*block)), std::uint64_t{size});
    }
  }
}

TEST(Lz4Scan, RefusesDamageThatTheDecoderLetsThrough) {
  EXPECT_EQ(lz4_decoded_size(from_hex("1f4101000a504141414141")), std::uint64_t{35});
  EXPECT_EQ(lz4_decoded_size(from_hex("1f4100000a504141414141")),
            fail(Error::kDecompressionFailed));
}

TEST(Lz4Scan, CountsPast32Bits) {
  // One literal, then a match whose length bytes alone sum to more than 2³².
  Bytes block = from_hex("1f410100");
  block.insert(block.end(), 16'843'010, 0xff);
  for (const std::uint8_t byte : from_hex("00504141414141")) block.push_back(byte);
  EXPECT_EQ(lz4_decoded_size(block), std::uint64_t{1} + 4 + 15 + 16'843'010ULL * 255 + 5);
}

TEST(Lz4Scan, NeverAcceptsWhatTheDecoderRefuses) {
  lz4_inputs::XorShift random;
  int accepted = 0;
  for (int step = 0; step < 200'000; ++step) {
    Bytes block(1 + random.next() % 24);
    for (auto& byte : block) byte = static_cast<std::uint8_t>(random.next() & random.next());
    const auto size = lz4_decoded_size(block);
    if (!size) continue;
    ++accepted;
    Bytes out(static_cast<std::size_t>(*size));
    EXPECT_TRUE(lz4_decompress(block, out)) << testing::to_hex(block);
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace sealcache
