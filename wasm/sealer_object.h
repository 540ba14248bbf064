#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "shared/event_mac.h"
#include "shared/nonce.h"
#include "shared/split_sealer.h"
#include "wasm/outcome.h"

namespace sealcache::wasm {

/// SplitSealer as JavaScript sees it: bytes come in through the Window, numbers go out. Every
/// method that can fail returns an Outcome; before derive() and after dispose() that is kDisposed.
class SealerObject {
 public:
  /// Null when there is no memory.
  static SealerObject* create() noexcept;

  /// The window holds the current key, `previous` further keys of 32 bytes each, and the tenant.
  /// Closes the window. Errors: those of SplitSealer::create().
  Outcome derive(double previous, double tenant_size) noexcept;

  /// Address of the 32 bytes of a derived encryption key, until release_keys().
  [[nodiscard]] Outcome encryption_key(double index) const noexcept;
  void release_keys() noexcept;

  /// The window holds the value and the cache key. results(): addresses of the 12 nonce bytes, the
  /// AAD and the plaintext, then the plaintext's size. Returns the AAD's size.
  Outcome reserve(double value_size, double key_size, double container) noexcept;

  /// As reserve() for a container that leaves the value as it is, so that the value need not be
  /// copied here: the window holds the cache key. results(): nonce, AAD.
  Outcome reserve_aad(double value_size, double key_size, double container) noexcept;

  /// The window holds the cache key. results()[0]: address of the AAD. Returns its size.
  Outcome begin_open(double blob_size, double key_size, double container,
                     double max_value_bytes) noexcept;

  /// The window holds the plaintext. results()[0]: address of the value. Returns its size.
  Outcome finish_open(double plaintext_size, double container, double max_value_bytes) noexcept;

  /// The window holds the message. results()[0]: address of the MAC. Returns its size.
  Outcome authenticate(double message_size) noexcept;

  /// The window holds the message and the MAC. Returns 1 when it is authentic, else 0.
  [[nodiscard]] Outcome verify(double message_size, double mac_size) const noexcept;

  /// Wipes what the last reserve() packed, and both windows.
  void wipe() noexcept;

  /// Wipes every key.
  void dispose() noexcept;

  /// Address of 16 bytes.
  [[nodiscard]] Outcome fingerprint() const noexcept;
  [[nodiscard]] double nonce_counter() const noexcept;

#ifdef SEALCACHE_TEST_HOOKS
  Outcome set_nonce(double instance_high, double instance_low, double counter) noexcept;
#endif

 private:
  SealerObject() noexcept = default;

  std::unique_ptr<SplitSealer> sealer_;
  Nonce nonce_{};
  Mac mac_{};
};

}  // namespace sealcache::wasm
