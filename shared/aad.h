#pragma once

#include <cstddef>
#include <string_view>

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// Largest AAD the protocol allows (PROTOCOL §6.5), version byte and length prefixes included.
inline constexpr std::size_t kMaxAadBytes = 65'536;

/// The only format name sealcache writes or reads.
inline constexpr std::string_view kFormat = "msgpack";

/// What a sealed entry is bound to. All strings are UTF-8.
struct AadParts {
  std::string_view tenant;
  /// The whole logical key: every prefix a client adds, no backend address encoding.
  std::string_view cache_key;
  /// True when the plaintext is a ByteStorage envelope.
  bool compressed = false;
};

/// Bytes that build_aad() will write. Fails with kAadTooLarge before any work.
Result<std::size_t> aad_size(const AadParts& parts) noexcept;

/// Writes AAD v0x03: 03, then tenant, cache key, "msgpack" and "True"/"False", each behind its
/// length as u32 big-endian (PROTOCOL §6.5). Returns the bytes written.
/// Errors: kAadTooLarge, kBufferTooSmall; nothing is written on an error.
Result<std::size_t> build_aad(const AadParts& parts, ByteSpan out) noexcept;

}  // namespace sealcache
