#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/key_derivation.h"
#include "shared/secret.h"

namespace sealcache {

inline constexpr std::size_t kMaxPreviousKeys = 3;
inline constexpr std::size_t kMaxKeyringEntries = 1 + kMaxPreviousKeys;

/// The derived encryption keys of one tenant: entry 0 seals and opens, the others only open
/// (PROTOCOL §6.6).
class Keyring {
 public:
  /// Derives every entry. Master keys are compared in constant time.
  /// Errors: those of derive_key(), kTooManyKeys (above 3 previous), kDuplicateKey (a previous key
  /// equals the current one or another previous one).
  static Result<Keyring> create(ByteView current, std::span<const ByteView> previous,
                                std::string_view tenant) noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const Fingerprint& fingerprint(std::size_t index) const noexcept {
    return fingerprints_[index];
  }
  /// Empty after wipe().
  [[nodiscard]] ByteView key(std::size_t index) const noexcept { return keys_[index].bytes(); }

  /// Wipes and frees every key, as soon as their owner holds them elsewhere (expanded, or as
  /// WebCrypto keys) or needs them no more. Size and fingerprints stay.
  void wipe() noexcept;

  /// Calls `attempt(index)` for entry 0, 1, … and returns the index that succeeded. Only
  /// kAuthenticationFailed advances; any other error ends the walk (PROTOCOL §6.6).
  template <typename Attempt>
  static Result<std::size_t> first_that_opens(std::size_t entries, Attempt&& attempt) noexcept {
    for (std::size_t index = 0; index < entries; ++index) {
      const Status status = attempt(index);
      if (status) return index;
      if (status.error() != Error::kAuthenticationFailed) return fail(status.error());
    }
    return fail(Error::kAuthenticationFailed);
  }

 private:
  Keyring() noexcept = default;

  std::array<SecretBuffer, kMaxKeyringEntries> keys_;
  std::array<Fingerprint, kMaxKeyringEntries> fingerprints_{};
  std::size_t size_ = 0;
};

}  // namespace sealcache
