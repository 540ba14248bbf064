#pragma once

#include <cstddef>
#include <utility>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/nonce.h"
#include "shared/secret.h"

namespace sealcache {

inline constexpr std::size_t kTagBytes = 16;

/// Bytes a sealed entry has beyond its plaintext: nonce in front, tag behind.
inline constexpr std::size_t kSealOverhead = kNonceBytes + kTagBytes;

/// Whether this CPU has the instructions libsodium's AES-256-GCM needs. initialise() first.
bool aes_gcm_available() noexcept;

/// An AES-256 key with its round keys expanded once and kept in secret memory (PROTOCOL §6.1).
/// Const methods are thread-safe.
class AesGcmKey {
 public:
  /// An empty key: encrypt() and decrypt() fail with kDisposed.
  AesGcmKey() noexcept = default;

  /// `key` is 32 bytes. Errors: kInvalidKeyLength, kCipherUnavailable, kOutOfMemory.
  static Result<AesGcmKey> expand(ByteView key) noexcept;

  /// Writes ciphertext ‖ tag; `out` has exactly plaintext + 16 bytes and does not overlap it.
  /// Errors: kBufferTooSmall, kInputTooLarge (64 GiB), kDisposed.
  Status encrypt(const Nonce& nonce, ByteView aad, ByteView plaintext, ByteSpan out) const noexcept;

  /// `sealed` is ciphertext ‖ tag; `out` has exactly sealed − 16 bytes. A wrong tag leaves zeros in
  /// `out`, never plaintext. Errors: kAuthenticationFailed, kBlobTooShort, kInputTooLarge,
  /// kBufferTooSmall, kDisposed.
  Status decrypt(const Nonce& nonce, ByteView aad, ByteView sealed, ByteSpan out) const noexcept;

  /// Wipes the round keys now.
  void reset() noexcept { state_.reset(); }

  [[nodiscard]] bool empty() const noexcept { return state_.empty(); }

 private:
  explicit AesGcmKey(SecretBuffer state) noexcept : state_(std::move(state)) {}

  SecretBuffer state_;
};

}  // namespace sealcache
