#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "shared/aes_gcm.h"
#include "shared/bytes.h"
#include "shared/entry_codec.h"
#include "shared/error.h"
#include "shared/event_mac.h"
#include "shared/keyring.h"
#include "shared/nonce.h"

namespace sealcache {

/// Seals and opens entries of one tenant where AES-256-GCM is somebody else's (WebCrypto): the core
/// reserves the nonce and builds AAD and plaintext before the foreign call, and takes its result
/// after. Gives the same bytes as Sealer. Not thread-safe.
class SplitSealer {
 public:
  /// Errors: those of Keyring::create(), kRandomUnavailable, kOutOfMemory.
  static Result<std::unique_ptr<SplitSealer>> create(ByteView current,
                                                     std::span<const ByteView> previous,
                                                     std::string_view tenant) noexcept;

  /// The derived encryption key of an entry, for the one import into the foreign cipher.
  /// Empty after release_keys() or dispose(), and for an entry that does not exist.
  [[nodiscard]] ByteView encryption_key(std::size_t index) const noexcept;

  /// Wipes the encryption keys, once they are imported.
  void release_keys() noexcept;

  struct Reserved {
    Nonce nonce{};
    ByteView aad;
    ByteView plaintext;
  };

  /// Everything before the cipher. The views are valid until the next call on this object.
  /// Errors: those of EntryCodec::prepare(), kNonceExhausted, kRandomUnavailable, kDisposed.
  Result<Reserved> reserve(ByteView value, std::string_view cache_key,
                           Container container) noexcept;

  /// reserve() for a container that leaves the value as it is: the foreign cipher takes the value
  /// where it lies, and only its size comes here. `plaintext` stays empty.
  /// Errors: as reserve(); kInvalidArgument for kEnvelope.
  Result<Reserved> reserve_outside(std::size_t value_size, std::string_view cache_key,
                                   Container container) noexcept;

  /// Joins nonce ‖ `sealed` (ciphertext ‖ tag). `out` has exactly 12 + sealed bytes.
  /// Errors: kBlobTooShort, kBufferTooSmall.
  static Status finish(const Nonce& nonce, ByteView sealed, ByteSpan out) noexcept;

  /// Wipes the plaintext of the last reserve() once the foreign cipher has its own copy.
  void wipe_plaintext() noexcept { codec_.wipe_scratch(); }

  /// Checks a blob and builds its AAD; the foreign cipher then decrypts blob[12 …) with it, entry
  /// after entry of the keyring while authentication fails.
  /// `max_value_bytes` as in plaintext_size(). Errors: those of plaintext_size(), kAadTooLarge,
  /// kOutOfMemory, kDisposed.
  Result<ByteView> begin_open(std::size_t blob_size, std::string_view cache_key,
                              Container container, std::uint64_t max_value_bytes) noexcept;

  /// Turns the decrypted plaintext into the value. Errors: those of EntryCodec::unwrap(),
  /// kDisposed.
  Result<ByteSpan> finish_open(ByteView plaintext, Container container,
                               std::uint64_t max_value_bytes, Output& output) noexcept;

  /// A MAC of a message that is not secret; see EventMac. Errors: kDisposed.
  [[nodiscard]] Result<Mac> authenticate(ByteView message) const noexcept {
    return events_.authenticate(message);
  }
  [[nodiscard]] Result<bool> verify(ByteView message, ByteView mac) const noexcept {
    return events_.verify(message, mac);
  }

  /// Wipes every key now. Later calls fail with kDisposed.
  void dispose() noexcept;

  [[nodiscard]] const Fingerprint& fingerprint(std::size_t index = 0) const noexcept;
  [[nodiscard]] std::uint64_t nonce_counter() const noexcept { return nonces_->counter(); }
  [[nodiscard]] std::size_t keyring_entry_count() const noexcept { return keyring_.size(); }

#ifdef SEALCACHE_TEST_HOOKS
  NonceSource& nonces_for_test() noexcept {
    return *nonces_;
  }
#endif

 private:
  SplitSealer(Keyring keyring, EventMac events, std::unique_ptr<NonceSource> nonces,
              EntryCodec codec) noexcept;

  Keyring keyring_;
  EventMac events_;
  std::unique_ptr<NonceSource> nonces_;
  EntryCodec codec_;
  bool disposed_ = false;
};

}  // namespace sealcache
