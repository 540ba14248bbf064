#include "shared/lz4_block.h"

#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <lz4.h>

#include "shared/checksum.h"
#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;
using testing::to_bytes;
using testing::to_hex;

Bytes compress(Lz4Compressor& lz4, ByteView input) {
  Bytes out(lz4_bound(input.size()));
  const auto size = lz4.compress(input, out);
  EXPECT_TRUE(size.has_value());
  out.resize(size.value_or(0));
  return out;
}

Bytes compress_fresh(ByteView input) {
  auto lz4 = Lz4Compressor::create();
  return compress(*lz4, input);
}

struct GoldenBlock {
  std::string_view pattern;
  std::size_t input_size;
  std::size_t block_size;
  std::string_view checksum;
};

constexpr GoldenBlock kGolden[] = {
#include "test/core/lz4_blocks.inc"
};

TEST(Lz4Block, WritesTheGoldenBlocksThatEveryBuildMustWrite) {
  auto lz4 = Lz4Compressor::create();
  ASSERT_EQ(std::size(kGolden), lz4_inputs::kPatterns.size() * lz4_inputs::kSizes.size());
  for (const GoldenBlock& golden : kGolden) {
    const Bytes block = compress(*lz4, lz4_inputs::make(golden.pattern, golden.input_size));
    EXPECT_EQ(block.size(), golden.block_size) << golden.pattern << " " << golden.input_size;
    EXPECT_EQ(to_hex(checksum_of(block)), golden.checksum)
        << golden.pattern << " " << golden.input_size;
  }
}

TEST(Lz4Block, WritesTheSameBlockWhateverCameBefore) {
  // Small inputs keep the table; larger ones empty it; both kinds are mixed in every order that the
  // random walk gives, so that stale entries of each kind meet each kind of input.
  std::vector<Bytes> inputs;
  for (const auto pattern : lz4_inputs::kPatterns) {
    for (const std::size_t size :
         {0U, 5U, 13U, 64U, 300U, 1000U, 4000U, 4095U, 4096U, 20'000U, 65'546U, 65'547U, 70'000U}) {
      inputs.push_back(lz4_inputs::make(pattern, size));
    }
  }
  std::vector<Bytes> alone;
  for (const Bytes& input : inputs) alone.push_back(compress_fresh(input));

  auto lz4 = Lz4Compressor::create();
  lz4_inputs::XorShift random;
  for (int step = 0; step < 5000; ++step) {
    const std::size_t pick = random.next() % inputs.size();
    ASSERT_EQ(compress(*lz4, inputs[pick]), alone[pick]) << "step " << step << ", input " << pick;
  }
}

TEST(Lz4Block, KeptTableNeverShowsInRunsOfRandomSmallValues) {
  auto lz4 = Lz4Compressor::create();
  lz4_inputs::XorShift random;
  for (int step = 0; step < 20'000; ++step) {
    Bytes input(random.next() % 700);
    const std::uint32_t mask = random.next() % 2 == 0 ? 1U : 0x11U;
    for (auto& byte : input) byte = static_cast<std::uint8_t>(random.next() & mask);
    ASSERT_EQ(compress(*lz4, input), compress_fresh(input)) << "step " << step;
  }
}

TEST(Lz4Block, DoesNotDependOnWhereTheInputLies) {
  const Bytes input = lz4_inputs::make("narrow", 70'000);
  const Bytes expected = compress_fresh(input);
  for (std::size_t shift = 1; shift < 8; ++shift) {
    Bytes moved(shift);
    moved.insert(moved.end(), input.begin(), input.end());
    EXPECT_EQ(compress_fresh(ByteView(moved).subspan(shift)), expected) << shift;
  }
}

TEST(Lz4Block, RoundTripsEveryInput) {
  auto lz4 = Lz4Compressor::create();
  for (const auto pattern : lz4_inputs::kPatterns) {
    for (const std::size_t size : lz4_inputs::kSizes) {
      const Bytes input = lz4_inputs::make(pattern, size);
      const Bytes block = compress(*lz4, input);
      Bytes back(size);
      ASSERT_TRUE(lz4_decompress(block, back)) << pattern << " " << size;
      EXPECT_EQ(back, input);
    }
  }
}

TEST(Lz4Block, WritesLiteralsOnlyBelowTheShortestMatch) {
  EXPECT_EQ(to_hex(compress_fresh({})), "00");
  EXPECT_EQ(to_hex(compress_fresh(from_hex("ff"))), "10ff");
  EXPECT_EQ(to_hex(compress_fresh(to_bytes("aaaaaaaaaaaa"))), "c0616161616161616161616161");
  EXPECT_EQ(to_hex(compress_fresh(to_bytes("hello, cachekit!"))),
            "f00168656c6c6f2c2063616368656b697421");
}

TEST(Lz4Block, RefusesWhatDoesNotFit) {
  EXPECT_EQ(lz4_bound(std::size_t{LZ4_MAX_INPUT_SIZE}),
            std::size_t{LZ4_MAX_INPUT_SIZE} + LZ4_MAX_INPUT_SIZE / 255 + 16);
  EXPECT_EQ(lz4_bound(std::size_t{LZ4_MAX_INPUT_SIZE} + 1), 0U);
  auto lz4 = Lz4Compressor::create();
  Bytes small(lz4_bound(100) - 1);
  EXPECT_EQ(lz4->compress(Bytes(100), small), fail(Error::kBufferTooSmall));
  // Refused by size: the bytes behind the view do not exist.
  const ByteView huge(small.data(), std::size_t{LZ4_MAX_INPUT_SIZE} + 1);
  EXPECT_EQ(lz4->compress(huge, small), fail(Error::kInputTooLarge));
}

Status decompress(std::string_view hex, std::size_t size) {
  Bytes out(size);
  return lz4_decompress(from_hex(hex), out);
}

TEST(Lz4Block, TellsALengthMismatchFromDamage) {
  struct Row {
    std::string_view hex;
    std::size_t size;
    Status expected;
  };
  const Status fine;
  const Status length = fail(Error::kLengthMismatch);
  const Status damaged = fail(Error::kDecompressionFailed);
  const Row rows[] = {
      {"00", 0, fine},
      {"00", 1, length},
      {"10ff", 1, fine},
      {"10ff", 2, length},
      {"10ff", 0, length},
      {"f00168656c6c6f2c2063616368656b697421", 16, fine},
      {"f00168656c6c6f2c2063616368656b697421", 17, length},
      {"f00168656c6c6f2c2063616368656b697421", 15, length},
      {"1f4101000a504141414141", 35, fine},
      {"1f4101000a504141414141", 34, length},
      {"1f4101000a504141414141", 36, length},
      {"", 0, damaged},
      {"", 1, damaged},
      {"20ff", 2, damaged},  // a literal is missing
      {"f0", 15, damaged},   // the length goes on, the block does not
      {"f0ff", 15, damaged},
      {"1f410000 0a 50 4141414141", 34, damaged},  // offset 0, and too long
      {"1f410200 0a 50 4141414141", 35, damaged},  // points before the start
      {"1f4101", 35, damaged},                     // half an offset
      {"1f410100", 35, damaged},                   // no match length
      {"1f4101000a", 30, damaged},                 // ends with a match
      {"1f4101000a104141", 31, damaged},           // bytes after the end
      {"1041 00", 1, damaged},
  };
  for (const Row& row : rows) {
    const Status status = decompress(row.hex, row.size);
    EXPECT_EQ(status.has_value(), row.expected.has_value()) << row.hex << " " << row.size;
    if (!status && !row.expected) {
      EXPECT_EQ(error_name(status.error()), error_name(row.expected.error()))
          << row.hex << " " << row.size;
    }
  }
}

TEST(Lz4Block, ReadsBlocksOfOtherCompressors) {
  // 1024 × "A" as lz4_flex writes it; liblz4's own block is a byte shorter.
  Bytes out(1024);
  EXPECT_TRUE(lz4_decompress(from_hex("1f410100ffffffe960414141414141"), out));
  EXPECT_EQ(out, Bytes(1024, 'A'));
  EXPECT_EQ(compress_fresh(Bytes(1024, 'A')).size(), 14U);
}

TEST(Lz4Block, SurvivesEveryFlippedByte) {
  const Bytes input = lz4_inputs::make("words", 300);
  const Bytes block = compress_fresh(input);
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (unsigned value = 0; value < 256; ++value) {
      Bytes flipped = block;
      flipped[i] = static_cast<std::uint8_t>(value);
      Bytes out(input.size());
      const Status status = lz4_decompress(flipped, out);
      EXPECT_TRUE(value != block[i] || status);
    }
  }
}

}  // namespace
}  // namespace sealcache
