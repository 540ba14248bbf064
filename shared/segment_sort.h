#pragma once

#include <cstddef>
#include <cstdint>

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// What sort_pairs() and sort_distinct() left of a container's items.
struct SortedItems {
  std::size_t count = 0;
  std::size_t bytes = 0;
};

/// Brings the `count` pairs of a canonical map body into the order of their keys, compared as UTF-8
/// bytes (PROTOCOL §7.3). `work` has at least body.size() bytes.
/// Errors: kInvalidArgument for a key that is no str or appears twice, kOutOfMemory.
Result<SortedItems> sort_pairs(ByteSpan body, std::size_t count, ByteSpan work) noexcept;

/// Brings the `count` items of a canonical set body into the order of their encoded bytes and drops
/// repetitions. Errors: kInvalidArgument, kOutOfMemory.
Result<SortedItems> sort_distinct(ByteSpan body, std::size_t count, ByteSpan work) noexcept;

}  // namespace sealcache
