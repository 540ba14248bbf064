#pragma once

#include <array>
#include <cstdint>

#include "shared/bytes.h"

namespace sealcache {

/// xxHash3-64 with seed 0, big-endian (PROTOCOL §3.1, element 1).
using Checksum = std::array<std::uint8_t, 8>;

Checksum checksum_of(ByteView data) noexcept;

}  // namespace sealcache
