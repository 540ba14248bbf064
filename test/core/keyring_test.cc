#include "shared/keyring.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

using KeyringTest = CoreTest;

Result<Keyring> keyring_of(const Bytes& current, const std::vector<Bytes>& previous,
                           std::string_view tenant = "keyring-conformance") {
  const std::vector<ByteView> views(previous.begin(), previous.end());
  return Keyring::create(current, views, tenant);
}

TEST_F(KeyringTest, PutsTheCurrentKeyFirstAndKeepsTheOrder) {
  const Result<Keyring> keyring = keyring_of(master_of(0x11), {master_of(0x22), master_of(0x33)});
  ASSERT_TRUE(keyring);
  EXPECT_EQ(keyring->size(), 3U);
  EXPECT_EQ(to_hex(keyring->fingerprint(0)), "b6bfaa4119e9d72c87a393b17f1e117b");
  EXPECT_EQ(to_hex(keyring->fingerprint(1)), "e066ffdacfb5fb11a6ecc44c7a0ecb4e");
  EXPECT_EQ(to_hex(keyring->key(2)),
            to_hex(derive_key(master_of(0x33), "encryption", "keyring-conformance")->bytes()));
}

TEST_F(KeyringTest, TakesThreePreviousKeysButNotFour) {
  const std::vector<Bytes> three{master_of(2), master_of(3), master_of(4)};
  EXPECT_TRUE(keyring_of(master_of(1), three));
  std::vector<Bytes> four = three;
  four.push_back(master_of(5));
  EXPECT_EQ(error_of(keyring_of(master_of(1), four)), Error::kTooManyKeys);
}

TEST_F(KeyringTest, RefusesEveryPairOfEqualKeys) {
  for (std::size_t a = 0; a < kMaxKeyringEntries; ++a) {
    for (std::size_t b = a + 1; b < kMaxKeyringEntries; ++b) {
      std::vector<Bytes> masters{master_of(1), master_of(2), master_of(3), master_of(4)};
      masters[b] = masters[a];
      const std::vector<Bytes> previous(masters.begin() + 1, masters.end());
      EXPECT_EQ(error_of(keyring_of(masters[0], previous)), Error::kDuplicateKey) << a << b;
    }
  }
}

TEST_F(KeyringTest, TakesKeysThatDifferInOneBit) {
  Bytes other = master_of(1);
  other[31] ^= 0x80;
  EXPECT_TRUE(keyring_of(master_of(1), {other}));
}

TEST_F(KeyringTest, ChecksTheLengthOfEveryKey) {
  EXPECT_EQ(error_of(keyring_of(Bytes(31, 1), {})), Error::kInvalidKeyLength);
  EXPECT_EQ(error_of(keyring_of(master_of(1), {master_of(2), Bytes(33, 3)})),
            Error::kInvalidKeyLength);
  EXPECT_EQ(error_of(keyring_of(master_of(1), {Bytes()})), Error::kInvalidKeyLength);
}

TEST_F(KeyringTest, ChecksTheTenant) {
  EXPECT_EQ(error_of(keyring_of(master_of(1), {}, "")), Error::kInvalidTenant);
  EXPECT_EQ(error_of(keyring_of(master_of(1), {}, std::string(1025, 't'))), Error::kInvalidTenant);
}

TEST_F(KeyringTest, WipesEveryKeyButNotItsPublicParts) {
  Result<Keyring> keyring = keyring_of(master_of(0x11), {master_of(0x22)});
  ASSERT_TRUE(keyring);
  keyring->wipe();
  EXPECT_EQ(keyring->size(), 2U);
  EXPECT_EQ(to_hex(keyring->fingerprint(1)), "e066ffdacfb5fb11a6ecc44c7a0ecb4e");
  for (std::size_t index = 0; index < keyring->size(); ++index) {
    EXPECT_TRUE(keyring->key(index).empty());
  }
}

TEST_F(KeyringTest, WalksOnOnlyAfterAnAuthenticationFailure) {
  std::vector<std::size_t> asked;
  const auto opens_at = [&](std::size_t winner, Error otherwise) {
    asked.clear();
    return Keyring::first_that_opens(4, [&, winner, otherwise](std::size_t index) -> Status {
      asked.push_back(index);
      if (index == winner) return {};
      return fail(otherwise);
    });
  };
  EXPECT_EQ(opens_at(2, Error::kAuthenticationFailed).value(), 2U);
  EXPECT_EQ(asked, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(error_of(opens_at(9, Error::kAuthenticationFailed)), Error::kAuthenticationFailed);
  EXPECT_EQ(asked.size(), 4U);
  EXPECT_EQ(error_of(opens_at(2, Error::kBlobTooShort)), Error::kBlobTooShort);
  EXPECT_EQ(asked, (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace sealcache::testing
