#include "shared/aes_gcm.h"

#include <cstdint>

#include <sodium.h>

#include "shared/key_derivation.h"

namespace sealcache {

namespace {

using State = crypto_aead_aes256gcm_state;

static_assert(kKeyBytes == crypto_aead_aes256gcm_KEYBYTES);
static_assert(kNonceBytes == crypto_aead_aes256gcm_NPUBBYTES);
static_assert(kTagBytes == crypto_aead_aes256gcm_ABYTES);
// SecretBuffer aligns such sizes to 16, which the instructions need.
static_assert(sizeof(State) % 16 == 0 && alignof(State) <= 16);

/// One nonce covers 2^32 − 2 blocks; libsodium ends the process above that.
constexpr std::uint64_t kMaxMessageBytes = 16 * ((std::uint64_t{1} << 32U) - 2);

const State* state_in(const SecretBuffer& buffer) noexcept {
  return reinterpret_cast<const State*>(buffer.bytes().data());
}

}  // namespace

bool aes_gcm_available() noexcept {
  return crypto_aead_aes256gcm_is_available() != 0;
}

Result<AesGcmKey> AesGcmKey::expand(ByteView key) noexcept {
  if (key.size() != kKeyBytes) return fail(Error::kInvalidKeyLength);
  if (!aes_gcm_available()) return fail(Error::kCipherUnavailable);
  Result<SecretBuffer> buffer = SecretBuffer::create(sizeof(State));
  if (!buffer) return fail(buffer.error());
  crypto_aead_aes256gcm_beforenm(reinterpret_cast<State*>(buffer->bytes().data()), key.data());
  return AesGcmKey(*std::move(buffer));
}

Status AesGcmKey::encrypt(const Nonce& nonce, ByteView aad, ByteView plaintext,
                          ByteSpan out) const noexcept {
  if (empty()) return fail(Error::kDisposed);
  if (plaintext.size() > kMaxMessageBytes) return fail(Error::kInputTooLarge);
  if (out.size() != plaintext.size() + kTagBytes) return fail(Error::kBufferTooSmall);
  crypto_aead_aes256gcm_encrypt_afternm(out.data(), nullptr, plaintext.data(), plaintext.size(),
                                        aad.data(), aad.size(), nullptr, nonce.data(),
                                        state_in(state_));
  return {};
}

Status AesGcmKey::decrypt(const Nonce& nonce, ByteView aad, ByteView sealed,
                          ByteSpan out) const noexcept {
  if (empty()) return fail(Error::kDisposed);
  if (sealed.size() < kTagBytes) return fail(Error::kBlobTooShort);
  if (sealed.size() - kTagBytes > kMaxMessageBytes) return fail(Error::kInputTooLarge);
  if (out.size() != sealed.size() - kTagBytes) return fail(Error::kBufferTooSmall);
  const int wrong = crypto_aead_aes256gcm_decrypt_afternm(
      out.data(), nullptr, nullptr, sealed.data(), sealed.size(), aad.data(), aad.size(),
      nonce.data(), state_in(state_));
  if (wrong == 0) return {};
  wipe(out);
  return fail(Error::kAuthenticationFailed);
}

}  // namespace sealcache
