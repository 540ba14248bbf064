#pragma once

#include <cstdint>

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// Length that an LZ4 block decodes to, from its headers alone: nothing is written or allocated.
/// Takes about as long as decoding, so it stands beside lz4_decompress(), not before it: it tells a
/// wrong length from damage, and serves readers of blocks that carry no checksum.
/// Errors: kDecompressionFailed for every malformed block, match offset 0 included.
Result<std::uint64_t> lz4_decoded_size(ByteView block) noexcept;

}  // namespace sealcache
