#include "shared/fork_guard.h"

#include <cstring>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "test/core/children.h"

namespace sealcache::testing {
namespace {

void tell_generation(int fd) {
  const std::uint64_t generation = fork_generation();
  tell_parent(fd, {reinterpret_cast<const std::uint8_t*>(&generation), sizeof generation});
}

std::vector<std::uint64_t> generations_in(const std::vector<std::uint8_t>& told) {
  std::vector<std::uint64_t> generations(told.size() / sizeof(std::uint64_t));
  std::memcpy(generations.data(), told.data(), generations.size() * sizeof(std::uint64_t));
  return generations;
}

class ForkGuard : public ::testing::TestWithParam<Fork> {
 protected:
  void SetUp() override { ASSERT_TRUE(arm_fork_guard()); }
};

TEST_P(ForkGuard, StaysTheSameInOneProcess) {
  const std::uint64_t before = fork_generation();
  EXPECT_GT(before, 0U);
  ASSERT_TRUE(arm_fork_guard());
  std::uint64_t elsewhere = 0;
  std::thread([&] { elsewhere = fork_generation(); }).join();
  EXPECT_EQ(elsewhere, before);
  in_child(GetParam(), [](int) {});
  EXPECT_EQ(fork_generation(), before);
}

TEST_P(ForkGuard, GrowsFromParentToChildToGrandchild) {
  const std::uint64_t parent = fork_generation();
  const auto told = generations_in(in_child(GetParam(), [](int fd) {
    tell_generation(fd);
    const auto grandchild = in_child(GetParam(), tell_generation);
    tell_parent(fd, grandchild);
    tell_generation(fd);
  }));
  ASSERT_EQ(told.size(), 3U);
  EXPECT_GT(told[0], parent);
  EXPECT_GT(told[1], told[0]);
  EXPECT_EQ(told[2], told[0]);
}

TEST_P(ForkGuard, SeesAGrandchildWhoseParentNeverLooked) {
  const std::uint64_t parent = fork_generation();
  const auto told = generations_in(
      in_child(GetParam(), [](int fd) { tell_parent(fd, in_child(GetParam(), tell_generation)); }));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_GT(told[0], parent);
}

INSTANTIATE_TEST_SUITE_P(Libc, ForkGuard, ::testing::Values(&libc_fork));
#ifdef __linux__
INSTANTIATE_TEST_SUITE_P(RawClone, ForkGuard, ::testing::Values(&raw_clone));
#endif

}  // namespace
}  // namespace sealcache::testing
