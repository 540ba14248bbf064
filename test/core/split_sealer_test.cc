#include "shared/split_sealer.h"

#include <string>

#include <gtest/gtest.h>

#include "test/core/sealer_fixture.h"

namespace sealcache::testing {
namespace {

/// AesGcmKey plays the foreign cipher.
class SplitSealerTest : public SealerTest {
 protected:
  using Split = std::unique_ptr<SplitSealer>;

  static Split split_of(std::uint8_t current, std::uint8_t previous) {
    const Bytes old = master_of(previous);
    const std::vector<ByteView> views{old};
    Result<Split> split = SplitSealer::create(master_of(current), views, "tenant");
    EXPECT_TRUE(split);
    return split ? *std::move(split) : nullptr;
  }

  static AesGcmKey imported(const SplitSealer& split, std::size_t index) {
    Result<AesGcmKey> key = AesGcmKey::expand(split.encryption_key(index));
    EXPECT_TRUE(key);
    return key ? *std::move(key) : AesGcmKey();
  }

  static Bytes split_sealed(SplitSealer& split, const AesGcmKey& key, ByteView value,
                            Container container) {
    const auto reserved = split.reserve(value, "key", container);
    EXPECT_TRUE(reserved);
    Bytes foreign(reserved->plaintext.size() + kTagBytes);
    EXPECT_TRUE(key.encrypt(reserved->nonce, reserved->aad, reserved->plaintext, foreign));
    split.wipe_plaintext();
    Bytes blob(kNonceBytes + foreign.size());
    EXPECT_TRUE(SplitSealer::finish(reserved->nonce, foreign, blob));
    return blob;
  }

  static Bytes decrypted(const AesGcmKey& key, ByteView blob, ByteView aad) {
    Nonce nonce{};
    std::copy_n(blob.begin(), nonce.size(), nonce.begin());
    Bytes plain(blob.size() - kSealOverhead);
    EXPECT_TRUE(key.decrypt(nonce, aad, blob.subspan(kNonceBytes), plain));
    return plain;
  }
};

TEST_F(SplitSealerTest, GivesTheSameBytesAsTheWholeSealer) {
  const auto whole = sealer_of(1, {2});
  const auto split = split_of(1, 2);
  const AesGcmKey key = imported(*split, 0);
  for (const Container container : kContainers) {
    for (const std::size_t size : {0U, 1U, 100U, 100'000U}) {
      const Bytes value = value_of(size);
      whole->nonces_for_test().set_for_test(42, size);
      split->nonces_for_test().set_for_test(42, size);
      EXPECT_EQ(to_hex(split_sealed(*split, key, value, container)),
                to_hex(sealed(*whole, value, container)));
    }
  }
}

TEST_F(SplitSealerTest, OpensWhatTheWholeSealerSealed) {
  const auto whole = sealer_of(2);
  const auto split = split_of(1, 2);
  const AesGcmKey key = imported(*split, 1);
  for (const Container container : kContainers) {
    const Bytes value = value_of(5000);
    const Bytes blob = sealed(*whole, value, container);
    const auto aad = split->begin_open(blob.size(), "key", container, kNoLimit);
    ASSERT_TRUE(aad);
    const Bytes plain = decrypted(key, blob, *aad);
    VectorOutput output;
    const auto opened = split->finish_open(plain, container, 5000, output);
    ASSERT_TRUE(opened);
    EXPECT_EQ(output.value, value);
  }
}

TEST_F(SplitSealerTest, ShowsTheSameKeysAsTheWholeSealer) {
  const auto whole = sealer_of(1, {2});
  const auto split = split_of(1, 2);
  EXPECT_EQ(split->keyring_entry_count(), 2U);
  for (const std::size_t index : {0U, 1U}) {
    EXPECT_EQ(split->fingerprint(index), whole->fingerprint(index));
    EXPECT_EQ(to_hex(split->encryption_key(index)),
              to_hex(derive_key(master_of(index == 0 ? 1 : 2), "encryption", "tenant")->bytes()));
  }
  EXPECT_TRUE(split->encryption_key(2).empty());
  EXPECT_TRUE(split->encryption_key(99).empty());
}

TEST_F(SplitSealerTest, WorksOnAfterItsKeysWereReleased) {
  const auto split = split_of(1, 2);
  const AesGcmKey key = imported(*split, 0);
  split->release_keys();
  EXPECT_TRUE(split->encryption_key(0).empty());
  EXPECT_TRUE(split->encryption_key(1).empty());
  const Bytes blob = split_sealed(*split, key, bytes_of("value"), Container::kEnvelope);
  VectorOutput output;
  EXPECT_TRUE(sealer_of(1)->open(blob, "key", Container::kEnvelope, kNoLimit, output));
}

TEST_F(SplitSealerTest, WipesThePlaintextOnRequestAndWhenNoNonceIsLeft) {
  const auto split = split_of(1, 2);
  const Bytes value = value_of(1000);
  const auto first = split->reserve(value, "key", Container::kEnvelope);
  ASSERT_TRUE(first);
  const ByteView scratch = first->plaintext;
  EXPECT_FALSE(all_zero(scratch));
  split->wipe_plaintext();
  EXPECT_TRUE(all_zero(scratch));

  ASSERT_EQ(split->reserve(value, "key", Container::kEnvelope)->plaintext.data(), scratch.data());
  split->nonces_for_test().set_for_test(1, kNonceLimit);
  EXPECT_EQ(error_of(split->reserve(value, "key", Container::kEnvelope)), Error::kNonceExhausted);
  EXPECT_TRUE(all_zero(scratch));
}

TEST_F(SplitSealerTest, WipesThePlaintextOnDispose) {
  const auto split = split_of(1, 2);
  const auto reserved = split->reserve(value_of(1000), "key", Container::kEnvelope);
  ASSERT_TRUE(reserved);
  split->dispose();
  EXPECT_TRUE(all_zero(reserved->plaintext));
}

TEST_F(SplitSealerTest, SpendsANonceOnlyWhenEverythingElseSucceeded) {
  const auto split = split_of(1, 2);
  const std::string long_key(kMaxAadBytes, 'k');
  EXPECT_EQ(error_of(split->reserve({}, long_key, Container::kPlain)), Error::kAadTooLarge);
  EXPECT_EQ(split->nonce_counter(), 0U);
  EXPECT_TRUE(split->reserve({}, "key", Container::kPlain));
  EXPECT_EQ(split->nonce_counter(), 1U);
}

TEST_F(SplitSealerTest, ChecksABlobBeforeTheForeignCipherSeesIt) {
  const auto split = split_of(1, 2);
  for (const Container container : kContainers) {
    EXPECT_EQ(error_of(split->begin_open(27, "key", container, kNoLimit)), Error::kBlobTooShort);
    EXPECT_EQ(error_of(split->begin_open(28 + 1000, "key", container, 10)), Error::kValueTooLarge);
    EXPECT_EQ(error_of(split->begin_open(28, std::string(70'000, 'k'), container, 10)),
              Error::kAadTooLarge);
  }
}

TEST_F(SplitSealerTest, RefusesADecryptedValueAboveTheCeiling) {
  const auto split = split_of(1, 2);
  VectorOutput output;
  EXPECT_EQ(error_of(split->finish_open(value_of(11), Container::kPlain, 10, output)),
            Error::kValueTooLarge);
  EXPECT_EQ(output.calls, 0);
}

TEST_F(SplitSealerTest, JoinsOnlyBuffersThatFit) {
  const Bytes foreign(20, 1);
  Bytes out(32);
  EXPECT_TRUE(SplitSealer::finish(Nonce{}, foreign, out));
  EXPECT_EQ(SplitSealer::finish(Nonce{}, foreign, ByteSpan(out).first(31)),
            fail(Error::kBufferTooSmall));
  EXPECT_EQ(SplitSealer::finish(Nonce{}, ByteView(foreign).first(15), ByteSpan(out).first(27)),
            fail(Error::kBlobTooShort));
}

TEST_F(SplitSealerTest, WorksNoMoreAfterDispose) {
  const auto split = split_of(1, 2);
  split->dispose();
  split->dispose();
  VectorOutput output;
  EXPECT_TRUE(split->encryption_key(0).empty());
  EXPECT_EQ(error_of(split->reserve({}, "key", Container::kPlain)), Error::kDisposed);
  EXPECT_EQ(error_of(split->begin_open(28, "key", Container::kPlain, 10)), Error::kDisposed);
  EXPECT_EQ(error_of(split->finish_open({}, Container::kPlain, 10, output)), Error::kDisposed);
  EXPECT_EQ(split->nonce_counter(), 0U);
}

TEST_F(SplitSealerTest, RefusesBadKeys) {
  EXPECT_EQ(error_of(SplitSealer::create(Bytes(31, 1), {}, "t")), Error::kInvalidKeyLength);
  EXPECT_EQ(error_of(SplitSealer::create(master_of(1), {}, "")), Error::kInvalidTenant);
}

}  // namespace
}  // namespace sealcache::testing
