#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "shared/envelope.h"
#include "test/core/envelope_parts.h"
#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::EnvelopeParts;
using testing::read;
using testing::VectorOutput;

constexpr std::string_view kLegacyHello = "dc0012ccf00168656c6c6f2c2063616368656b697421";

TEST(EnvelopeUnpack, NamesWhatIsWrongWithTheBlock) {
  struct Row {
    EnvelopeParts parts;
    std::string_view expected;
  };
  const Row rows[] = {
      {{.size = "11"}, "kLengthMismatch"},
      {{.size = "0f"}, "kLengthMismatch"},
      {{.size = "00"}, "kLengthMismatch"},
      {{.data = kLegacyHello, .size = "11"}, "kLengthMismatch"},
      {{.data = "c412f00268656c6c6f2c2063616368656b697421"}, "kDecompressionFailed"},
      {{.data = "c403f00168"}, "kDecompressionFailed"},
      {{.checksum = "986ccc8a34ccb63a3c52ccd3"}, "kChecksumMismatch"},
      {{.checksum = "986dcc8a34ccb63a3c52ccd2"}, "kChecksumMismatch"},
      {{.checksum = "98ccd3523c3accb634cc8a6d"}, "kChecksumMismatch"},  // little-endian
      {{.data = "c412f00168656c6c6f2c2063616368656b697422"}, "kChecksumMismatch"},
  };
  for (const Row& row : rows) {
    VectorOutput output;
    EXPECT_EQ(read(row.parts.bytes(), output), row.expected);
    EXPECT_EQ(output.calls, 1);
    EXPECT_TRUE(std::all_of(output.value.begin(), output.value.end(), [](std::uint8_t byte) {
      return byte == 0;
    })) << "unverified bytes left in the output";
  }
}

TEST(EnvelopeUnpack, UnpacksAnEmptyValue) {
  VectorOutput output;
  EXPECT_EQ(read(testing::from_hex("94c40100982d06cc800538ccd3cc94ccc200a76d73677061636b"), output),
            "fine");
  EXPECT_EQ(output.calls, 1);
  EXPECT_TRUE(output.value.empty());
}

TEST(EnvelopeUnpack, ReportsThatThereIsNoMemory) {
  VectorOutput output;
  output.refuse = true;
  EXPECT_EQ(read(EnvelopeParts{}.bytes(), output), "kOutOfMemory");
}

TEST(EnvelopeUnpack, TrustsNoHeaderThatDoesNotFitItsData) {
  ScratchBuffer scratch;
  VectorOutput output;
  EnvelopeHeader header;
  header.legacy = true;
  for (const std::string_view hex : {"", "92", "9100", "93000000", "92cd010000", "a161"}) {
    const Bytes data = testing::from_hex(hex);
    header.data = data;
    header.compressed_size = 2;
    header.original_size = 1;
    EXPECT_EQ(unpack_envelope(header, scratch, output).error(), Error::kEnvelopeMalformed) << hex;
  }
  EXPECT_EQ(output.calls, 0);
}

/// Either refused, or exactly as long as declared and with the declared checksum.
void expect_sound(const Bytes& envelope) {
  const auto header = parse_envelope(envelope, 1U << 20U);
  if (!header) return;
  ScratchBuffer scratch;
  VectorOutput output;
  const auto value = unpack_envelope(*header, scratch, output);
  if (!value) return;
  EXPECT_EQ(value->size(), header->original_size);
  EXPECT_EQ(checksum_of(*value), header->checksum);
}

TEST(EnvelopeUnpack, SurvivesEveryValueOfEveryByte) {
  for (const Bytes& envelope :
       {EnvelopeParts{}.bytes(), EnvelopeParts{.data = kLegacyHello}.bytes()}) {
    for (std::size_t i = 0; i < envelope.size(); ++i) {
      for (unsigned value = 0; value < 256; ++value) {
        Bytes changed = envelope;
        changed[i] = static_cast<std::uint8_t>(value);
        expect_sound(changed);
      }
    }
  }
}

TEST(EnvelopeUnpack, SurvivesRandomBytes) {
  lz4_inputs::XorShift random;
  const Bytes start = EnvelopeParts{}.bytes();
  for (int step = 0; step < 100'000; ++step) {
    Bytes bytes(random.next() % 60);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    if (step % 2 == 0)
      std::copy_n(start.begin(), std::min<std::size_t>(bytes.size(), 22), bytes.begin());
    expect_sound(bytes);
  }
}

}  // namespace
}  // namespace sealcache
