#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/secret.h"

namespace sealcache {

inline constexpr std::size_t kMacBytes = 32;
using Mac = std::array<std::uint8_t, kMacBytes>;

/// HMAC-SHA256 under the "authentication" subkeys of one tenant (PROTOCOL §6.3): proves that a
/// message which is not secret comes from a holder of the keys. Not thread-safe.
class EventMac {
 public:
  EventMac() noexcept = default;

  /// The master keys are those of Keyring::create(), which has checked them.
  /// Errors: those of derive_key(), kTooManyKeys, kOutOfMemory.
  static Result<EventMac> create(ByteView current, std::span<const ByteView> previous,
                                 std::string_view tenant) noexcept;

  /// Under the current key. Errors: kDisposed.
  [[nodiscard]] Result<Mac> authenticate(ByteView message) const noexcept;

  /// Whether any key of the ring made `mac`. Tries all of them and compares to the end, so that the
  /// time tells neither which one it was nor how much of a forgery is right. Errors: kDisposed.
  [[nodiscard]] Result<bool> verify(ByteView message, ByteView mac) const noexcept;

  /// Wipes and frees the keys.
  void wipe() noexcept { keys_.reset(); }

 private:
  [[nodiscard]] std::size_t entries() const noexcept;
  [[nodiscard]] Mac mac_of(std::size_t entry, ByteView message) const noexcept;

  /// One after the other, current key first: each allocation of its own would cost four pages.
  SecretBuffer keys_;
};

}  // namespace sealcache
