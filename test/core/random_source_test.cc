#include "shared/random_source.h"

#include <set>

#include <gtest/gtest.h>

#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

TEST(RandomSource, FillsEverySizeToItsLastByte) {
  for (const std::size_t size : {1U, 8U, 255U, 256U, 257U, 512U, 1000U}) {
    // A byte that was never written stays 0 in 16 draws; a drawn one does with 2^-128.
    Bytes seen(size, 0);
    for (int draw = 0; draw < 16; ++draw) {
      Bytes bytes(size, 0);
      ASSERT_TRUE(fill_random(bytes));
      for (std::size_t at = 0; at < size; ++at) seen[at] |= bytes[at];
    }
    for (const std::uint8_t byte : seen) EXPECT_NE(byte, 0) << size;
  }
}

TEST(RandomSource, NeverRepeatsItself) {
  std::set<Bytes> draws;
  for (int draw = 0; draw < 1000; ++draw) {
    Bytes bytes(16);
    ASSERT_TRUE(fill_random(bytes));
    EXPECT_TRUE(draws.insert(bytes).second);
  }
}

TEST(RandomSource, NothingAskedIsNothingDone) {
  EXPECT_TRUE(fill_random({}));
}

TEST(RandomSource, FailsWithAnErrorAndZeros) {
  const NoRandom outage;
  Bytes bytes(300, 0x55);
  EXPECT_EQ(fill_random(bytes), fail(Error::kRandomUnavailable));
  EXPECT_TRUE(all_zero(bytes));
}

}  // namespace
}  // namespace sealcache::testing
