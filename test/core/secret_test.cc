#include "shared/secret.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <gtest/gtest.h>

#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

using SecretTest = CoreTest;
using ScratchTest = CoreTest;
using InitialiseDeathTest = ::testing::Test;

TEST_F(SecretTest, WipeZeroesEverything) {
  Bytes bytes(1000, 0xAB);
  wipe(bytes);
  EXPECT_TRUE(all_zero(bytes));
  wipe({});
}

TEST_F(SecretTest, StartsAsAlignedZeros) {
  for (const std::size_t size : {16U, 32U, 512U}) {
    Result<SecretBuffer> buffer = SecretBuffer::create(size);
    ASSERT_TRUE(buffer);
    EXPECT_EQ(buffer->size(), size);
    EXPECT_TRUE(all_zero(buffer->bytes()));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer->bytes().data()) % 16, 0U);
  }
}

TEST_F(SecretTest, MovesLeaveTheSourceEmpty) {
  Result<SecretBuffer> created = SecretBuffer::create(32);
  ASSERT_TRUE(created);
  created->bytes()[0] = 7;
  SecretBuffer first = *std::move(created);
  EXPECT_TRUE(created->empty());

  SecretBuffer second;
  EXPECT_TRUE(second.empty());
  second = std::move(first);
  EXPECT_EQ(second.bytes()[0], 7);
  EXPECT_TRUE(first.empty());
  EXPECT_TRUE(first.bytes().empty());
}

TEST_F(SecretTest, ResetEmptiesAtOnceAndMayBeRepeated) {
  Result<SecretBuffer> buffer = SecretBuffer::create(32);
  ASSERT_TRUE(buffer);
  buffer->reset();
  EXPECT_TRUE(buffer->empty());
  buffer->reset();
  EXPECT_TRUE(buffer->empty());
}

TEST_F(SecretTest, RefusesWhatCannotBeAllocated) {
  EXPECT_EQ(error_of(SecretBuffer::create(SIZE_MAX)), Error::kOutOfMemory);
}

TEST_F(ScratchTest, KeepsASmallAreaBetweenUses) {
  ScratchBuffer scratch;
  const Result<ByteSpan> first = scratch.acquire(100);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->size(), 100U);
  std::fill(first->begin(), first->end(), std::uint8_t{1});
  scratch.wipe_used();

  const Result<ByteSpan> second = scratch.acquire(4096);
  ASSERT_TRUE(second);
  EXPECT_EQ(first->data(), second->data());
  EXPECT_TRUE(all_zero(second->first(100)));
}

TEST_F(ScratchTest, WipesTheLargestUseSinceTheLastWipe) {
  ScratchBuffer scratch;
  const Result<ByteSpan> large = scratch.acquire(1000);
  ASSERT_TRUE(large);
  std::fill(large->begin(), large->end(), std::uint8_t{1});
  ASSERT_TRUE(scratch.acquire(10));
  scratch.wipe_used();
  EXPECT_TRUE(all_zero(*large));
}

TEST_F(ScratchTest, GrowsToWhateverIsAskedFor) {
  ScratchBuffer scratch;
  for (const std::size_t size :
       {0U, 1U, 4096U, 4097U, 65'536U, 1'048'576U, 1'048'577U, 9'000'000U}) {
    const Result<ByteSpan> area = scratch.acquire(size);
    ASSERT_TRUE(area) << size;
    ASSERT_EQ(area->size(), size);
    std::fill(area->begin(), area->end(), std::uint8_t{1});
    scratch.wipe_used();
  }
}

TEST_F(ScratchTest, MovesTakeTheAreaAlong) {
  ScratchBuffer first;
  const Result<ByteSpan> area = first.acquire(64);
  ASSERT_TRUE(area);
  std::fill(area->begin(), area->end(), std::uint8_t{1});
  ScratchBuffer second(std::move(first));
  ScratchBuffer third;
  ASSERT_TRUE(third.acquire(10));
  third = std::move(second);
  third.wipe_used();
  EXPECT_TRUE(all_zero(*area));
  EXPECT_TRUE(first.acquire(64));
  EXPECT_TRUE(second.acquire(64));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they abort on such sizes
TEST_F(ScratchTest, RefusesWhatCannotBeAllocatedAndWorksAfterwards) {
  ScratchBuffer scratch;
  EXPECT_EQ(error_of(scratch.acquire(PTRDIFF_MAX)), Error::kOutOfMemory);
  EXPECT_TRUE(scratch.acquire(10));
}
#endif

// In a process of its own, because libsodium is set up once per process.
TEST_F(InitialiseDeathTest, ReportsALackOfRandomAndRecovers) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto attempt = [] {
    fail_random_for_test(true);
    if (initialise() != fail(Error::kRandomUnavailable)) std::exit(1);
    fail_random_for_test(false);
    if (!initialise() || !initialise()) std::exit(2);
    fail_random_for_test(true);
    std::exit(initialise() ? 0 : 3);  // already done, nothing left to draw
  };
  EXPECT_EXIT(attempt(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace sealcache::testing
