#pragma once

#include <cstdint>

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// Length that an LZ4 block decodes to, from its headers alone: nothing is written or allocated.
/// Takes about as long as decoding, so lz4_decompress() asks it only after a failure, to tell a
/// wrong length from damage. Errors: kDecompressionFailed for every malformed block, match offset 0
/// included.
Result<std::uint64_t> lz4_decoded_size(ByteView block) noexcept;

}  // namespace sealcache
