#pragma once

#include <cstddef>
#include <cstdint>

#include "shared/entry_codec.h"
#include "shared/error.h"

namespace sealcache {

/// Plaintext bytes in a sealed entry of `blob_size` bytes, once it is known to be acceptable.
/// Looked at before anything is allocated or decrypted.
///
/// `max_value_bytes` bounds what comes out: the value for kPlain and kEnvelope, the packed bytes
/// for kPacked, whose reader unpacks them under a limit of its own. For kEnvelope the plaintext may
/// have twice the size of the largest envelope that sealcache writes for such a value, because
/// the legacy form takes up to two bytes for one (PROTOCOL §3.1, WIRE-2).
/// Errors: kBlobTooShort, kInputTooLarge (above 512 MiB), kValueTooLarge.
Result<std::size_t> plaintext_size(std::size_t blob_size, Container container,
                                   std::uint64_t max_value_bytes) noexcept;

}  // namespace sealcache
