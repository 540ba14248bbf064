#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "shared/bytes.h"

namespace sealcache {

/// 64 hex digits: the argument hash of a cache key (PROTOCOL §1.2, §7.1).
using HexDigest256 = std::array<char, 64>;

/// 32 hex digits: file names of the File backend (PROTOCOL §11) and key digests in log lines.
using HexDigest128 = std::array<char, 32>;

/// Unkeyed BLAKE2b with a 32-byte digest, lowercase hex.
HexDigest256 blake2b_256_hex(ByteView data) noexcept;

/// Unkeyed BLAKE2b with a 16-byte digest, lowercase hex. Not a prefix of the 32-byte digest.
HexDigest128 blake2b_128_hex(ByteView data) noexcept;

}  // namespace sealcache
