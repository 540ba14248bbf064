#include "shared/blob_limits.h"

#include <gtest/gtest.h>

#include "shared/envelope.h"
#include "test/core/sealer_fixture.h"

namespace sealcache::testing {
namespace {

constexpr std::size_t kHalfGiB = 536'870'912;

class BlobLimits : public SealerTest {};

TEST_F(BlobLimits, NeedsNonceAndTag) {
  for (const Container container : kContainers) {
    EXPECT_EQ(error_of(plaintext_size(0, container, kNoLimit)), Error::kBlobTooShort);
    EXPECT_EQ(error_of(plaintext_size(27, container, kNoLimit)), Error::kBlobTooShort);
    EXPECT_EQ(plaintext_size(28, container, 0).value(), 0U);
  }
}

TEST_F(BlobLimits, CapsThePlaintextAt512MiB) {
  for (const Container container : kContainers) {
    EXPECT_EQ(plaintext_size(28 + kHalfGiB, container, kNoLimit).value(), kHalfGiB);
    EXPECT_EQ(error_of(plaintext_size(29 + kHalfGiB, container, kNoLimit)), Error::kInputTooLarge);
    EXPECT_EQ(error_of(plaintext_size(SIZE_MAX, container, 0)), Error::kInputTooLarge);
  }
}

TEST_F(BlobLimits, BoundsWhatComesOutOfPlainAndPacked) {
  for (const Container container : {Container::kPlain, Container::kPacked}) {
    EXPECT_EQ(plaintext_size(128, container, 100).value(), 100U);
    EXPECT_EQ(error_of(plaintext_size(129, container, 100)), Error::kValueTooLarge);
  }
}

TEST_F(BlobLimits, LeavesRoomForTheLongestEnvelope) {
  for (const std::size_t value : {0U, 100U, 1'000'000U}) {
    const std::size_t longest = 2 * envelope_bound(value).value();
    EXPECT_EQ(plaintext_size(28 + longest, Container::kEnvelope, value).value(), longest);
    EXPECT_EQ(error_of(plaintext_size(29 + longest, Container::kEnvelope, value)),
              Error::kValueTooLarge);
  }
}

TEST_F(BlobLimits, AreLookedAtBeforeAnythingIsAllocatedOrDecrypted) {
  const auto sealer = sealer_of(1);
  const Bytes garbage(28 + 1000, 0x5A);
  for (const Container container : kContainers) {
    VectorOutput output;
    EXPECT_EQ(error_of(sealer->open(garbage, "key", container, 10, output)), Error::kValueTooLarge);
    EXPECT_EQ(output.calls, 0);
  }
}

TEST_F(BlobLimits, AnEnvelopeThatDeclaresMoreThanTheCeilingAllocatesNothing) {
  const auto sealer = sealer_of(1);
  const Bytes blob = sealed(*sealer, value_of(100'000), Container::kEnvelope);
  VectorOutput output;
  EXPECT_EQ(error_of(sealer->open(blob, "key", Container::kEnvelope, 99'999, output)),
            Error::kValueTooLarge);
  EXPECT_EQ(output.calls, 0);
  EXPECT_TRUE(sealer->open(blob, "key", Container::kEnvelope, 100'000, output));
}

}  // namespace
}  // namespace sealcache::testing
