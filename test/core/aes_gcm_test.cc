#include "shared/aes_gcm.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "test/core/core_fixture.h"

namespace sealcache::testing {
namespace {

using AesGcmTest = CoreTest;

AesGcmKey key_of(const Bytes& bytes) {
  Result<AesGcmKey> key = AesGcmKey::expand(bytes);
  EXPECT_TRUE(key);
  return key ? *std::move(key) : AesGcmKey();
}

Nonce nonce_of(std::string_view hex) {
  const Bytes bytes = from_hex(hex);
  Nonce nonce{};
  std::copy(bytes.begin(), bytes.end(), nonce.begin());
  return nonce;
}

Bytes encrypted(const AesGcmKey& key, const Nonce& nonce, ByteView aad, ByteView plaintext) {
  Bytes out(plaintext.size() + kTagBytes);
  EXPECT_TRUE(key.encrypt(nonce, aad, plaintext, out));
  return out;
}

// Test case 16 of the GCM specification (McGrew and Viega).
TEST_F(AesGcmTest, EncryptsTheKnownAnswer) {
  const AesGcmKey key =
      key_of(from_hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"));
  const Nonce nonce = nonce_of("cafebabefacedbaddecaf888");
  const Bytes aad = from_hex("feedfacedeadbeeffeedfacedeadbeefabaddad2");
  const Bytes plaintext = from_hex(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
      "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
  const Bytes sealed = encrypted(key, nonce, aad, plaintext);
  EXPECT_EQ(to_hex(sealed),
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
            "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
            "76fc6ece0f4e1768cddf8853bb2d551b");

  Bytes back(plaintext.size());
  ASSERT_TRUE(key.decrypt(nonce, aad, sealed, back));
  EXPECT_EQ(back, plaintext);
}

// Test case 13: nothing at all, still authenticated.
TEST_F(AesGcmTest, SealsTheEmptyPlaintext) {
  const AesGcmKey key = key_of(Bytes(32, 0));
  const Bytes sealed = encrypted(key, Nonce{}, {}, {});
  EXPECT_EQ(to_hex(sealed), "530f8afbc74536b9a963b4f1c4cb738b");
  EXPECT_TRUE(key.decrypt(Nonce{}, {}, sealed, {}));
  Bytes wrong = sealed;
  wrong[0] ^= 1;
  EXPECT_EQ(key.decrypt(Nonce{}, {}, wrong, {}), fail(Error::kAuthenticationFailed));
}

TEST_F(AesGcmTest, RoundTripsEverySizeAroundABlock) {
  const AesGcmKey key = key_of(master_of(3));
  for (std::size_t size = 0; size < 300; ++size) {
    Bytes plaintext(size);
    for (std::size_t at = 0; at < size; ++at) plaintext[at] = static_cast<std::uint8_t>(at);
    const Bytes sealed = encrypted(key, Nonce{}, bytes_of("aad"), plaintext);
    Bytes back(size);
    ASSERT_TRUE(key.decrypt(Nonce{}, bytes_of("aad"), sealed, back)) << size;
    EXPECT_EQ(back, plaintext);
  }
}

TEST_F(AesGcmTest, AWrongTagLeavesZerosAndTouchesNothingElse) {
  const AesGcmKey key = key_of(master_of(3));
  constexpr std::size_t kGuard = 64;
  for (const std::size_t size : {1U, 15U, 16U, 100U, 5000U}) {
    Bytes sealed = encrypted(key, Nonce{}, {}, Bytes(size, 'p'));
    sealed.back() ^= 1;
    Bytes area(size + 2 * kGuard, 0xC5);
    const ByteSpan out = ByteSpan(area).subspan(kGuard, size);
    EXPECT_EQ(key.decrypt(Nonce{}, {}, sealed, out), fail(Error::kAuthenticationFailed));
    EXPECT_TRUE(all_zero(out));
    EXPECT_EQ(Bytes(area.begin(), area.begin() + kGuard), Bytes(kGuard, 0xC5));
    EXPECT_EQ(Bytes(area.end() - kGuard, area.end()), Bytes(kGuard, 0xC5));
  }
}

TEST_F(AesGcmTest, RefusesAnotherNonceAadOrKey) {
  const AesGcmKey key = key_of(master_of(3));
  const Bytes sealed = encrypted(key, Nonce{}, bytes_of("aad"), bytes_of("value"));
  Bytes out(5);
  Nonce other{};
  other[11] = 1;
  const Status refused = fail(Error::kAuthenticationFailed);
  EXPECT_EQ(key.decrypt(other, bytes_of("aad"), sealed, out), refused);
  EXPECT_EQ(key.decrypt(Nonce{}, bytes_of("aae"), sealed, out), refused);
  EXPECT_EQ(key.decrypt(Nonce{}, {}, sealed, out), refused);
  EXPECT_EQ(key_of(master_of(4)).decrypt(Nonce{}, bytes_of("aad"), sealed, out), refused);
  EXPECT_TRUE(key.decrypt(Nonce{}, bytes_of("aad"), sealed, out));
}

TEST_F(AesGcmTest, RefusesBuffersOfAnotherSize) {
  const AesGcmKey key = key_of(master_of(3));
  const Bytes plaintext(20, 1);
  for (const std::size_t size : {0U, 20U, 35U, 37U}) {
    Bytes out(size);
    EXPECT_EQ(key.encrypt(Nonce{}, {}, plaintext, out), fail(Error::kBufferTooSmall));
    EXPECT_TRUE(all_zero(out));
  }
  const Bytes sealed = encrypted(key, Nonce{}, {}, plaintext);
  for (const std::size_t size : {0U, 19U, 21U}) {
    Bytes out(size);
    EXPECT_EQ(key.decrypt(Nonce{}, {}, sealed, out), fail(Error::kBufferTooSmall));
  }
  EXPECT_EQ(key.decrypt(Nonce{}, {}, ByteView(sealed).first(15), {}), fail(Error::kBlobTooShort));
}

TEST_F(AesGcmTest, RefusesAMessageBeyondOneNonce) {
  const AesGcmKey key = key_of(master_of(3));
  std::uint8_t byte = 0;
  // Never read: the length alone decides.
  const ByteView endless(&byte, std::size_t{1} << 37U);
  EXPECT_EQ(key.encrypt(Nonce{}, {}, endless, {}), fail(Error::kInputTooLarge));
  EXPECT_EQ(key.decrypt(Nonce{}, {}, endless, {}), fail(Error::kInputTooLarge));
}

TEST_F(AesGcmTest, ExpandsOnly32ByteKeys) {
  for (const std::size_t size : {0U, 16U, 31U, 33U}) {
    EXPECT_EQ(error_of(AesGcmKey::expand(Bytes(size, 1))), Error::kInvalidKeyLength);
  }
}

TEST_F(AesGcmTest, WorksNoMoreAfterReset) {
  AesGcmKey key = key_of(master_of(3));
  const Bytes sealed = encrypted(key, Nonce{}, {}, bytes_of("value"));
  key.reset();
  EXPECT_TRUE(key.empty());
  Bytes out(5);
  EXPECT_EQ(key.decrypt(Nonce{}, {}, sealed, out), fail(Error::kDisposed));
  Bytes again(21);
  EXPECT_EQ(key.encrypt(Nonce{}, {}, bytes_of("value"), again), fail(Error::kDisposed));
  EXPECT_EQ(AesGcmKey().encrypt(Nonce{}, {}, {}, again), fail(Error::kDisposed));
}

}  // namespace
}  // namespace sealcache::testing
