#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/secret.h"

namespace sealcache {

inline constexpr std::size_t kKeyBytes = 32;
inline constexpr std::size_t kMaxTenantBytes = 1024;
inline constexpr std::size_t kMaxDomainBytes = 255;

/// First 16 bytes of SHA-256("key_fingerprint_v1" ‖ encryption key): public, names a key.
using Fingerprint = std::array<std::uint8_t, 16>;

/// One 32-byte subkey by HKDF-SHA256 (PROTOCOL §6.3). Of the protocol's domains entries use
/// "encryption", EventMac "authentication", and nobody "cache_keys".
/// `master` is exactly 32 bytes, `tenant` 1–1024 bytes and `domain` 1–255 bytes of UTF-8.
/// Errors: kInvalidKeyLength, kInvalidTenant, kInvalidDomain, kOutOfMemory.
Result<SecretBuffer> derive_key(ByteView master, std::string_view domain,
                                std::string_view tenant) noexcept;

Fingerprint key_fingerprint(ByteView encryption_key) noexcept;

}  // namespace sealcache
