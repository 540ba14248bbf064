#include "shared/key_derivation.h"

#include <string>

#include <gtest/gtest.h>
#include <sodium.h>

#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

using KeyDerivationTest = CoreTest;

Bytes hmac_sha256(ByteView key, ByteView message) {
  crypto_auth_hmacsha256_state state;
  Bytes mac(crypto_auth_hmacsha256_BYTES);
  crypto_auth_hmacsha256_init(&state, key.data(), key.size());
  crypto_auth_hmacsha256_update(&state, message.data(), message.size());
  crypto_auth_hmacsha256_final(&state, mac.data());
  return mac;
}

/// First block of RFC 5869, from the HMAC alone.
Bytes hkdf_block(ByteView ikm, ByteView salt, ByteView info) {
  Bytes message(info.begin(), info.end());
  message.push_back(1);
  return hmac_sha256(hmac_sha256(salt, ikm), message);
}

void append(Bytes& to, std::string_view text) {
  to.insert(to.end(), text.begin(), text.end());
}

Bytes expected_key(ByteView master, std::string_view domain, std::string_view tenant) {
  Bytes salt;
  append(salt, "cachekit_v1_");
  salt.push_back(static_cast<std::uint8_t>(domain.size()));
  append(salt, domain);
  salt.push_back(static_cast<std::uint8_t>(tenant.size() / 256));
  salt.push_back(static_cast<std::uint8_t>(tenant.size() % 256));
  append(salt, tenant);
  return hkdf_block(master, salt, bytes_of(domain));
}

std::string fingerprint_hex(std::uint8_t master, std::string_view tenant) {
  const Result<SecretBuffer> key = derive_key(master_of(master), "encryption", tenant);
  EXPECT_TRUE(key);
  return key ? to_hex(key_fingerprint(key->bytes())) : "";
}

// What the tests below compare with, checked against the RFC: test cases 1 and 3, first 32 bytes.
TEST_F(KeyDerivationTest, ItsYardstickPassesRfc5869) {
  const Bytes ikm(22, 0x0b);
  EXPECT_EQ(to_hex(hkdf_block(ikm, from_hex("000102030405060708090a0b0c"),
                              from_hex("f0f1f2f3f4f5f6f7f8f9"))),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
  EXPECT_EQ(to_hex(hkdf_block(ikm, {}, {})),
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
}

TEST_F(KeyDerivationTest, GivesTheFingerprintsOfTheProtocol) {
  EXPECT_EQ(fingerprint_hex(0x61, "cross-sdk-test"), "96179a9bc881aa7ca83f04b78a66afd3");
  EXPECT_EQ(fingerprint_hex(0x61, "default"), "52d54c97f8e5efaa5bdf58a301f92726");
  EXPECT_EQ(fingerprint_hex(0x11, "keyring-conformance"), "b6bfaa4119e9d72c87a393b17f1e117b");
  EXPECT_EQ(fingerprint_hex(0x22, "keyring-conformance"), "e066ffdacfb5fb11a6ecc44c7a0ecb4e");
}

TEST_F(KeyDerivationTest, FollowsHkdfForEveryLength) {
  const Bytes master = master_of(0x5a);
  for (const std::size_t tenant_size : {1U, 7U, 255U, 256U, 300U, 1024U}) {
    for (const std::size_t domain_size : {1U, 10U, 255U}) {
      const std::string tenant(tenant_size, 't');
      const std::string domain(domain_size, 'd');
      const Result<SecretBuffer> key = derive_key(master, domain, tenant);
      ASSERT_TRUE(key);
      EXPECT_EQ(to_hex(key->bytes()), to_hex(expected_key(master, domain, tenant)));
    }
  }
}

TEST_F(KeyDerivationTest, DerivesTheThreeKeysOfATenant) {
  const Bytes master = master_of(0x77);
  for (const std::string_view domain : {"encryption", "authentication", "cache_keys"}) {
    const Result<SecretBuffer> key = derive_key(master, domain, "acme");
    ASSERT_TRUE(key);
    EXPECT_EQ(to_hex(key->bytes()), to_hex(expected_key(master, domain, "acme")));
  }
}

TEST_F(KeyDerivationTest, KeepsPairsApartWhoseTextsJoinAlike) {
  const Bytes master = master_of(1);
  EXPECT_NE(to_hex(derive_key(master, "ab", "c")->bytes()),
            to_hex(derive_key(master, "a", "bc")->bytes()));
}

TEST_F(KeyDerivationTest, TakesOnly32ByteMasters) {
  for (const std::size_t size : {0U, 16U, 24U, 31U, 33U, 64U}) {
    EXPECT_EQ(error_of(derive_key(Bytes(size, 1), "encryption", "t")), Error::kInvalidKeyLength);
  }
}

TEST_F(KeyDerivationTest, RefusesTenantsAndDomainsOutsideTheirLimits) {
  const Bytes master = master_of(1);
  EXPECT_EQ(error_of(derive_key(master, "d", "")), Error::kInvalidTenant);
  EXPECT_EQ(error_of(derive_key(master, "d", std::string(1025, 't'))), Error::kInvalidTenant);
  EXPECT_EQ(error_of(derive_key(master, "", "t")), Error::kInvalidDomain);
  EXPECT_EQ(error_of(derive_key(master, std::string(256, 'd'), "t")), Error::kInvalidDomain);
}

}  // namespace
}  // namespace sealcache::testing
