#include "shared/sealer.h"

#include <string>

#include <gtest/gtest.h>

#include "shared/envelope.h"
#include "test/core/sealer_fixture.h"

namespace sealcache::testing {
namespace {

TEST_F(SealerTest, OpensWhatItSealed) {
  const auto sealer = sealer_of(1);
  for (const Container container : kContainers) {
    for (const std::size_t size : {0U, 1U, 15U, 16U, 300U, 70'000U, 2'000'000U}) {
      const Bytes value = value_of(size);
      const Bytes blob = sealed(*sealer, value, container);
      VectorOutput output;
      const auto opened = sealer->open(blob, "key", container, size, output);
      ASSERT_TRUE(opened) << size;
      EXPECT_EQ(Bytes(opened->value.begin(), opened->value.end()), value);
      EXPECT_EQ(opened->value.data(), output.value.data());
      EXPECT_EQ(opened->key_index, 0U);
      EXPECT_EQ(output.calls, 1);
    }
  }
}

TEST_F(SealerTest, WritesNonceCiphertextAndTagUnderTheDerivedKey) {
  const auto sealer = sealer_of(1, {}, "test");
  sealer->nonces_for_test().set_for_test(0x0102030405060708, 9);
  const Bytes blob = sealed(*sealer, bytes_of("value"), Container::kPlain, "mykey");
  EXPECT_EQ(to_hex(ByteView(blob).first(12)), "010203040506070800000009");
  ASSERT_EQ(blob.size(), 28U + 5U);

  // The parts one by one, with the AAD of PROTOCOL §6.5's example.
  const auto key = derive_key(master_of(1), "encryption", "test");
  const auto cipher = AesGcmKey::expand(key->bytes());
  const Bytes aad =
      from_hex("030000000474657374000000056d796b6579000000076d73677061636b0000000546616c7365");
  Nonce nonce{};
  std::copy_n(blob.begin(), nonce.size(), nonce.begin());
  Bytes plain(5);
  ASSERT_TRUE(cipher->decrypt(nonce, aad, ByteView(blob).subspan(12), plain));
  EXPECT_EQ(plain, to_bytes("value"));
}

TEST_F(SealerTest, ShowsTheFingerprintsOfItsKeys) {
  const auto sealer = sealer_of(0x11, {0x22}, "keyring-conformance");
  EXPECT_EQ(to_hex(sealer->fingerprint()), "b6bfaa4119e9d72c87a393b17f1e117b");
  EXPECT_EQ(to_hex(sealer->fingerprint(1)), "e066ffdacfb5fb11a6ecc44c7a0ecb4e");
  EXPECT_EQ(sealer->keyring_entry_count(), 2U);
}

TEST_F(SealerTest, ReportsWhichKeyOpened) {
  const auto reader = sealer_of(1, {2, 3, 4});
  for (const Container container : kContainers) {
    for (std::uint8_t master = 1; master <= 4; ++master) {
      const Bytes blob = sealed(*sealer_of(master), bytes_of("value"), container);
      VectorOutput output;
      const auto opened = reader->open(blob, "key", container, kNoLimit, output);
      ASSERT_TRUE(opened);
      EXPECT_EQ(opened->key_index, master - 1U);
      EXPECT_EQ(output.value, to_bytes("value"));
    }
    const Bytes foreign = sealed(*sealer_of(5), bytes_of("value"), container);
    EXPECT_EQ(refusal(*reader, foreign, container), Error::kAuthenticationFailed);
  }
}

TEST_F(SealerTest, SealsWithTheCurrentKeyOnly) {
  const Bytes blob = sealed(*sealer_of(1, {2}), bytes_of("value"), Container::kPlain);
  EXPECT_EQ(refusal(*sealer_of(2), blob, Container::kPlain), Error::kAuthenticationFailed);
}

TEST_F(SealerTest, RefusesAnotherKeyTenantOrContainer) {
  const auto sealer = sealer_of(1);
  for (const Container container : kContainers) {
    const Bytes blob = sealed(*sealer, bytes_of("value"), container);
    for (const std::string_view key : {"", "ke", "keys", "KEY", "key:"}) {
      EXPECT_EQ(refusal(*sealer, blob, container, key), Error::kAuthenticationFailed);
    }
    for (const std::string_view tenant : {"tenan", "tenant2", "default"}) {
      const auto other = sealer_of(1, {}, tenant);
      EXPECT_EQ(refusal(*other, blob, container), Error::kAuthenticationFailed);
    }
    const bool plain = container == Container::kPlain;
    const Container flipped = plain ? Container::kPacked : Container::kPlain;
    EXPECT_EQ(refusal(*sealer, blob, flipped), Error::kAuthenticationFailed);
  }
}

TEST_F(SealerTest, RefusesEveryFlippedBit) {
  const auto sealer = sealer_of(1, {2});
  for (const Container container : kContainers) {
    Bytes blob = sealed(*sealer, bytes_of("value"), container);
    for (std::size_t bit = 0; bit < 8 * blob.size(); ++bit) {
      const auto mask = static_cast<std::uint8_t>(1U << bit % 8);
      blob[bit / 8] ^= mask;
      ASSERT_EQ(refusal(*sealer, blob, container), Error::kAuthenticationFailed) << bit;
      blob[bit / 8] ^= mask;
    }
  }
}

TEST_F(SealerTest, RefusesEveryTruncationAndExtension) {
  const auto sealer = sealer_of(1);
  for (const Container container : kContainers) {
    Bytes blob = sealed(*sealer, bytes_of("value"), container);
    for (std::size_t size = 0; size < blob.size(); ++size) {
      const Error expected = size < 28 ? Error::kBlobTooShort : Error::kAuthenticationFailed;
      ASSERT_EQ(refusal(*sealer, ByteView(blob).first(size), container), expected) << size;
    }
    blob.push_back(0);
    EXPECT_EQ(refusal(*sealer, blob, container), Error::kAuthenticationFailed);
  }
}

TEST_F(SealerTest, RefusesAnAuthenticPlaintextThatIsNoEnvelope) {
  const auto sealer = sealer_of(1);
  const Bytes blob = sealed(*sealer, bytes_of("no envelope"), Container::kPacked);
  VectorOutput output;
  EXPECT_FALSE(sealer->open(blob, "key", Container::kEnvelope, kNoLimit, output));
  EXPECT_EQ(output.calls, 0);
}

TEST_F(SealerTest, HandsPackedBytesOutUnopened) {
  const auto sealer = sealer_of(1);
  const Bytes blob = sealed(*sealer, bytes_of("value"), Container::kEnvelope);
  VectorOutput packed;
  ASSERT_TRUE(sealer->open(blob, "key", Container::kPacked, kNoLimit, packed));
  EXPECT_TRUE(parse_envelope(packed.value, 5));
  // And takes them back: an envelope packed elsewhere is the same plaintext.
  const Bytes again = sealed(*sealer, packed.value, Container::kPacked);
  VectorOutput output;
  ASSERT_TRUE(sealer->open(again, "key", Container::kEnvelope, kNoLimit, output));
  EXPECT_EQ(output.value, to_bytes("value"));
}

TEST_F(SealerTest, SpendsANonceOnlyWhenEverythingElseSucceeded) {
  const auto sealer = sealer_of(1);
  const Bytes value = value_of(1000);
  VectorOutput output;
  VectorOutput full;
  full.refuse = true;
  for (const Container container : kContainers) {
    const std::string long_key(kMaxAadBytes, 'k');
    EXPECT_EQ(error_of(sealer->seal(value, long_key, container, output)), Error::kAadTooLarge);
    EXPECT_EQ(error_of(sealer->seal(value, "key", container, full)), Error::kOutOfMemory);
    const ByteView endless(value.data(), kMaxUncompressedBytes + 1);  // never read
    EXPECT_EQ(error_of(sealer->seal(endless, "key", container, output)), Error::kInputTooLarge);
  }
  EXPECT_EQ(sealer->nonce_counter(), 0U);
  EXPECT_EQ(output.calls, 0);
  ASSERT_TRUE(sealer->seal(value, "key", Container::kPlain, output));
  EXPECT_EQ(sealer->nonce_counter(), 1U);
}

TEST_F(SealerTest, RefusesToSealWithoutANonceAndWritesNothing) {
  const auto sealer = sealer_of(1);
  const Bytes blob = sealed(*sealer, bytes_of("value"), Container::kEnvelope);
  sealer->nonces_for_test().set_for_test(1, kNonceLimit);
  for (const Container container : kContainers) {
    VectorOutput untouched;
    EXPECT_EQ(error_of(sealer->seal(bytes_of("value"), "key", container, untouched)),
              Error::kNonceExhausted);
    EXPECT_EQ(untouched.value, Bytes(untouched.value.size(), VectorOutput::kFill));
  }
  VectorOutput output;
  EXPECT_TRUE(sealer->open(blob, "key", Container::kEnvelope, kNoLimit, output));
}

TEST_F(SealerTest, FailsWhenTheOutputHasNoMemory) {
  const auto sealer = sealer_of(1);
  for (const Container container : kContainers) {
    const Bytes blob = sealed(*sealer, bytes_of("value"), container);
    VectorOutput output;
    output.refuse = true;
    EXPECT_EQ(error_of(sealer->open(blob, "key", container, kNoLimit, output)),
              Error::kOutOfMemory);
  }
}

TEST_F(SealerTest, WorksNoMoreAfterDispose) {
  const auto sealer = sealer_of(0x11, {2}, "keyring-conformance");
  const Bytes blob = sealed(*sealer, bytes_of("value"), Container::kPlain);
  EXPECT_FALSE(sealer->disposed());
  sealer->dispose();
  sealer->dispose();
  EXPECT_TRUE(sealer->disposed());
  for (const Container container : kContainers) {
    VectorOutput output;
    EXPECT_EQ(error_of(sealer->seal(bytes_of("value"), "key", container, output)),
              Error::kDisposed);
    EXPECT_EQ(output.calls, 0);
    EXPECT_EQ(refusal(*sealer, blob, container), Error::kDisposed);
  }
  EXPECT_EQ(sealer->nonce_counter(), 1U);
  EXPECT_EQ(sealer->keyring_entry_count(), 2U);
  EXPECT_EQ(to_hex(sealer->fingerprint()), "b6bfaa4119e9d72c87a393b17f1e117b");
}

TEST_F(SealerTest, RefusesBadKeysAndTenants) {
  const Bytes master = master_of(1);
  const std::vector<ByteView> same{master};
  const std::vector<ByteView> four(4, master);
  EXPECT_EQ(error_of(Sealer::create(Bytes(31, 1), {}, "t")), Error::kInvalidKeyLength);
  EXPECT_EQ(error_of(Sealer::create(master, same, "t")), Error::kDuplicateKey);
  EXPECT_EQ(error_of(Sealer::create(master, four, "t")), Error::kTooManyKeys);
  EXPECT_EQ(error_of(Sealer::create(master, {}, "")), Error::kInvalidTenant);
  EXPECT_EQ(error_of(Sealer::create(master, {}, std::string(1025, 't'))), Error::kInvalidTenant);
}

}  // namespace
}  // namespace sealcache::testing
