#pragma once

#include <cstdint>

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

inline constexpr std::uint32_t kMinDepthLimit = 32;
inline constexpr std::uint32_t kMaxDepthLimit = 1024;
inline constexpr std::uint32_t kDefaultDepthLimit = 100;

/// Walks MessagePack headers without materialising anything and refuses what a decoder must never
/// see (PROTOCOL §8). Sums of declared slots are 64-bit and must not exceed document − 1 bytes.
/// Not recursive; a map or an array counts one level each, empty ones too.
///
/// `depth_limit` is 32 … 1024. Errors: kInvalidArgument (limit out of range), kBoundsDepth,
/// kBoundsSlots, kBoundsIncomplete, kBoundsTrailing, kBoundsInvalidByte.
Status check_decode_bounds(ByteView document,
                           std::uint32_t depth_limit = kDefaultDepthLimit) noexcept;

}  // namespace sealcache
