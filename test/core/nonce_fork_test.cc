#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shared/nonce.h"
#include "test/core/children.h"
#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

using Sources = std::vector<std::unique_ptr<NonceSource>>;

Sources new_sources(std::size_t count) {
  Sources sources;
  for (std::size_t i = 0; i < count; ++i) {
    Result<std::unique_ptr<NonceSource>> source = NonceSource::create();
    if (!source) std::abort();
    sources.push_back(*std::move(source));
  }
  return sources;
}

void tell_nonces(int fd, Sources& sources, int per_source) {
  for (int call = 0; call < per_source; ++call) {
    for (const auto& source : sources) {
      const Result<Nonce> nonce = source->reserve();
      if (!nonce) leave(3);
      tell_parent(fd, *nonce);
    }
  }
}

/// Adds nonces to a set and fails the test for each that is there already.
class Seen {
 public:
  void add(const Nonce& nonce) { EXPECT_TRUE(all_.insert(nonce).second) << to_hex(nonce); }
  void add(const std::vector<std::uint8_t>& told) {
    ASSERT_EQ(told.size() % kNonceBytes, 0U);
    for (std::size_t at = 0; at < told.size(); at += kNonceBytes) {
      Nonce nonce{};
      std::memcpy(nonce.data(), told.data() + at, kNonceBytes);
      add(nonce);
    }
  }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

 private:
  std::set<Nonce> all_;
};

class NonceFork : public ::testing::TestWithParam<Fork> {};

TEST_P(NonceFork, AChildNeverContinuesItsParentsSequence) {
  Sources sources = new_sources(3);
  Seen seen;
  for (const auto& source : sources) {
    for (int call = 0; call < 50; ++call) seen.add(source->reserve().value());
  }
  seen.add(in_child(GetParam(), [&](int fd) { tell_nonces(fd, sources, 100); }));
  seen.add(in_child(GetParam(), [&](int fd) { tell_nonces(fd, sources, 100); }));
  for (const auto& source : sources) {
    for (int call = 0; call < 150; ++call) seen.add(source->reserve().value());
    EXPECT_EQ(source->counter(), 200U);
  }
  EXPECT_EQ(seen.size(), 3U * 400U);
}

TEST_P(NonceFork, ASourceMadeInAChildIsUniqueToo) {
  Seen seen;
  Sources before = new_sources(1);
  seen.add(before[0]->reserve().value());
  for (int child = 0; child < 3; ++child) {
    seen.add(in_child(GetParam(), [](int fd) {
      Sources own = new_sources(2);
      tell_nonces(fd, own, 10);
    }));
  }
  Sources after = new_sources(4);
  for (const auto& source : after) seen.add(source->reserve().value());
  EXPECT_EQ(seen.size(), 1U + 3U * 20U + 4U);
}

TEST_P(NonceFork, GrandchildrenStartAnewAsWell) {
  Sources sources = new_sources(2);
  Seen seen;
  for (const auto& source : sources) seen.add(source->reserve().value());
  seen.add(in_child(GetParam(), [&](int fd) {
    tell_nonces(fd, sources, 20);
    tell_parent(fd, in_child(GetParam(), [&](int inner) { tell_nonces(inner, sources, 20); }));
    tell_nonces(fd, sources, 20);
  }));
  // A child that reserved nothing itself must not hand its parent's state on either.
  seen.add(in_child(GetParam(), [&](int fd) {
    tell_parent(fd, in_child(GetParam(), [&](int inner) { tell_nonces(inner, sources, 20); }));
  }));
  for (const auto& source : sources) seen.add(source->reserve().value());
  EXPECT_EQ(seen.size(), 2U + 2U * 80U + 2U);
}

TEST_P(NonceFork, TheCounterOfAChildStartsAtZero) {
  Sources sources = new_sources(1);
  ASSERT_TRUE(sources[0]->reserve());
  const auto told = in_child(GetParam(), [&](int fd) {
    const auto before = static_cast<std::uint8_t>(sources[0]->counter());
    if (!sources[0]->reserve()) leave(3);
    const auto after = static_cast<std::uint8_t>(sources[0]->counter());
    tell_parent(fd, std::array{before, after});
  });
  EXPECT_EQ(told, (std::vector<std::uint8_t>{0, 1}));
  EXPECT_EQ(sources[0]->counter(), 1U);
}

TEST_P(NonceFork, AChildWithoutRandomnessGetsAnErrorUntilThereIsSome) {
  Sources sources = new_sources(1);
  Seen seen;
  seen.add(sources[0]->reserve().value());
  seen.add(in_child(GetParam(), [&](int fd) {
    {
      const NoRandom outage;
      const Result<Nonce> refused = sources[0]->reserve();
      if (refused || refused.error() != Error::kRandomUnavailable) leave(4);
      if (NonceSource::create()) leave(5);
    }
    tell_nonces(fd, sources, 1);
  }));
  EXPECT_EQ(seen.size(), 2U);
}

TEST_P(NonceFork, ForksWhileThreadsReserve) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kMost = 50'000;
  Sources sources = new_sources(2);
  std::atomic<bool> stop{false};
  std::array<std::vector<Nonce>, kThreads> found;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    found[t].reserve(kMost);  // a raw clone would copy the heap's locks as they are
    threads.emplace_back([&, t] {
      while (!stop.load() && found[t].size() < kMost) {
        found[t].push_back(sources[t % sources.size()]->reserve().value());
      }
    });
  }
  Seen seen;
  for (int child = 0; child < 10; ++child) {
    seen.add(in_child(GetParam(), [&](int fd) { tell_nonces(fd, sources, 100); }));
  }
  stop.store(true);
  for (std::thread& thread : threads) thread.join();
  std::size_t in_parent = 0;
  for (const auto& nonces : found) {
    in_parent += nonces.size();
    for (const Nonce& nonce : nonces) seen.add(nonce);
  }
  EXPECT_EQ(seen.size(), std::size_t{10} * 200 + in_parent);
}

INSTANTIATE_TEST_SUITE_P(Libc, NonceFork, ::testing::Values(&libc_fork));
#ifdef __linux__
INSTANTIATE_TEST_SUITE_P(RawClone, NonceFork, ::testing::Values(&raw_clone));
#endif

TEST(NonceSource, CannotBeMadeWithoutRandomness) {
  // In a child, because this process may have drawn its seed before.
  in_child(&libc_fork, [](int) {
    const NoRandom outage;
    const Result<std::unique_ptr<NonceSource>> source = NonceSource::create();
    if (source || source.error() != Error::kRandomUnavailable) leave(1);
  });
}

}  // namespace
}  // namespace sealcache::testing
