#pragma once

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/random_source.h"
#include "shared/secret.h"
#include "test/core/test_bytes.h"

namespace sealcache::testing {

/// Base of the suites that reach libsodium.
class CoreTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_TRUE(initialise()); }
};

inline Bytes master_of(std::uint8_t byte) {
  return Bytes(32, byte);
}

inline bool all_zero(ByteView bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

/// What a Result failed with; a test failure when it did not fail.
template <typename T>
Error error_of(const Result<T>& result) {
  EXPECT_FALSE(result.has_value());
  return result ? Error::kInvalidArgument : result.error();
}

/// The random source fails while one of these lives.
class NoRandom {
 public:
  NoRandom() { fail_random_for_test(true); }
  NoRandom(const NoRandom&) = delete;
  NoRandom& operator=(const NoRandom&) = delete;
  ~NoRandom() { fail_random_for_test(false); }
};

}  // namespace sealcache::testing
