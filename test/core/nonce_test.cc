#include "shared/nonce.h"

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

std::unique_ptr<NonceSource> new_source() {
  Result<std::unique_ptr<NonceSource>> source = NonceSource::create();
  EXPECT_TRUE(source);
  return source ? *std::move(source) : nullptr;
}

std::string instance_hex(const Nonce& nonce) {
  return to_hex(nonce).substr(0, 16);
}
std::string counter_hex(const Nonce& nonce) {
  return to_hex(nonce).substr(16);
}

TEST(NonceSource, CountsBigEndianBehindAFixedInstance) {
  const auto source = new_source();
  const std::string instance = instance_hex(source->reserve().value());
  for (const char* const expected : {"00000001", "00000002", "00000003"}) {
    const Nonce nonce = source->reserve().value();
    EXPECT_EQ(instance_hex(nonce), instance);
    EXPECT_EQ(counter_hex(nonce), expected);
  }
  EXPECT_EQ(source->counter(), 4U);
}

TEST(NonceSource, WritesWhatItWasSetTo) {
  const auto source = new_source();
  source->set_for_test(0x0102030405060708, 0xA0B0C0D0);
  EXPECT_EQ(to_hex(source->reserve().value()), "0102030405060708a0b0c0d0");
  EXPECT_EQ(source->counter(), 0xA0B0C0D1U);
}

TEST(NonceSource, StartsAtZero) {
  const auto source = new_source();
  EXPECT_EQ(source->counter(), 0U);
  EXPECT_EQ(counter_hex(source->reserve().value()), "00000000");
}

TEST(NonceSource, GivesEachSourceTheNextInstance) {
  const auto number = [] {
    return std::stoull(instance_hex(new_source()->reserve().value()), nullptr, 16);
  };
  const unsigned long long first = number();
  EXPECT_EQ(number(), first + 1);
  EXPECT_EQ(number(), first + 2);
}

TEST(NonceSource, BeginsAtARandomInstanceOf64Bits) {
  const std::string instance = instance_hex(new_source()->reserve().value());
  EXPECT_NE(instance.substr(0, 8), "00000000");
  EXPECT_NE(instance.substr(8), "00000000");
}

TEST(NonceSource, RefusesForEverAfterTheLastOne) {
  const auto source = new_source();
  source->set_for_test(7, kNonceLimit - 2);
  EXPECT_EQ(counter_hex(source->reserve().value()), "fffffffd");
  EXPECT_EQ(counter_hex(source->reserve().value()), "fffffffe");
  for (int call = 0; call < 100'000; ++call) {
    ASSERT_EQ(error_of(source->reserve()), Error::kNonceExhausted);
  }
  EXPECT_EQ(source->counter(), kNonceLimit);
}

TEST(NonceSource, RefusalsDoNotMoveACounterThatCouldWrap) {
  const auto source = new_source();
  source->set_for_test(7, UINT64_MAX);
  for (int call = 0; call < 10; ++call) {
    EXPECT_EQ(error_of(source->reserve()), Error::kNonceExhausted);
  }
}

TEST(NonceSource, ThreadsShareTheLastNoncesWithoutOneTooMany) {
  const auto source = new_source();
  constexpr std::uint64_t kLeft = 1000;
  source->set_for_test(7, kNonceLimit - kLeft);
  std::vector<std::thread> threads;
  std::atomic<std::uint64_t> given{0};
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int call = 0; call < 500; ++call) {
        if (source->reserve()) given.fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(given.load(), kLeft);
  EXPECT_EQ(source->counter(), kNonceLimit);
}

TEST(NonceSource, EightThreadsNeverGetTheSameNonce) {
  constexpr int kThreads = 8;
  constexpr int kPerThread = 20'000;
  const auto shared = new_source();
  std::vector<std::vector<Nonce>> found(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const auto own = new_source();
      for (int call = 0; call < kPerThread; ++call) {
        NonceSource& source = call % 2 == 0 ? *shared : *own;
        found[static_cast<std::size_t>(t)].push_back(source.reserve().value());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<Nonce> all;
  for (const auto& nonces : found) all.insert(nonces.begin(), nonces.end());
  EXPECT_EQ(all.size(), static_cast<std::size_t>(kThreads * kPerThread));
  EXPECT_EQ(shared->counter(), static_cast<std::uint64_t>(kThreads * kPerThread / 2));
}

}  // namespace
}  // namespace sealcache::testing
