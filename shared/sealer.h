#pragma once

#include <array>
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

/// Seals and opens entries of one tenant where the cipher is native: one call each.
/// Not thread-safe; make one per thread (nonces stay unique over all of them).
///
///   auto sealer = Sealer::create(master, {}, "default");
///   auto sealed = (*sealer)->seal(value, "user:42", Container::kEnvelope, output);
class Sealer {
 public:
  /// Errors: those of Keyring::create(), kCipherUnavailable, kRandomUnavailable, kOutOfMemory.
  static Result<std::unique_ptr<Sealer>> create(ByteView current,
                                                std::span<const ByteView> previous,
                                                std::string_view tenant) noexcept;

  /// Puts nonce ‖ ciphertext ‖ tag into `output`, which is asked for the exact size.
  /// Errors: those of EntryCodec::prepare(), kNonceExhausted, kRandomUnavailable, kOutOfMemory,
  /// kDisposed. No nonce is spent unless everything before the cipher succeeded.
  Result<ByteSpan> seal(ByteView value, std::string_view cache_key, Container container,
                        Output& output) noexcept;

  struct Opened {
    ByteSpan value;
    /// Which keyring entry opened it: 0 is the current key, others show how far a rotation is.
    std::size_t key_index = 0;
  };

  /// Opens what seal() wrote. Every keyring entry sees the same AAD; only an authentication failure
  /// advances. `max_value_bytes` bounds what comes out, for kPacked the packed bytes; see
  /// plaintext_size(). Nothing of the plaintext stays behind on an error, in `output` neither.
  /// Errors: those of plaintext_size(), kAadTooLarge, kAuthenticationFailed, kOutOfMemory,
  /// kDisposed, those of EntryCodec::unwrap().
  Result<Opened> open(ByteView blob, std::string_view cache_key, Container container,
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

  [[nodiscard]] bool disposed() const noexcept { return ciphers_[0].empty(); }
  [[nodiscard]] const Fingerprint& fingerprint(std::size_t index = 0) const noexcept;
  [[nodiscard]] std::uint64_t nonce_counter() const noexcept { return nonces_->counter(); }
  [[nodiscard]] std::size_t keyring_entry_count() const noexcept { return keyring_.size(); }

#ifdef SEALCACHE_TEST_HOOKS
  NonceSource& nonces_for_test() noexcept {
    return *nonces_;
  }
#endif

 private:
  using Ciphers = std::array<AesGcmKey, kMaxKeyringEntries>;

  Sealer(Keyring keyring, Ciphers ciphers, EventMac events, std::unique_ptr<NonceSource> nonces,
         EntryCodec codec) noexcept;

  Result<std::size_t> decrypt_with_any_key(ByteView blob, ByteView aad,
                                           ByteSpan plaintext) const noexcept;

  Keyring keyring_;
  Ciphers ciphers_;
  EventMac events_;
  std::unique_ptr<NonceSource> nonces_;
  EntryCodec codec_;
  ScratchBuffer plaintext_;
};

}  // namespace sealcache
