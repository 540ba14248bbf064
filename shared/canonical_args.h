#pragma once

#include <cstddef>
#include <cstdint>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/secret.h"

namespace sealcache {

/// Limits of a call's arguments; the list of arguments is the first level.
inline constexpr std::size_t kMaxArgumentBytes = std::size_t{1024} * 1024;
inline constexpr std::size_t kMaxArgumentDepth = 50;
inline constexpr std::size_t kMaxArgumentEntries = 10'000;

/// Makes arguments canonical (PROTOCOL §7.3), so that equal calls have equal bytes in every
/// language: shortest headers, numbers without a fraction as integers, maps in the order of their
/// keys, sets in the order of their bytes and without repetitions, instants as seconds.
///
/// `arguments` is one array of the items that argument_token.h describes. Strings are taken to be
/// UTF-8: whoever encodes them refuses what is not. The result lies in `work` and has at most as
/// many bytes. Time is linear in the input for each level of nesting, save for sorting.
///
/// Errors: kInputTooLarge, kBoundsDepth, kBoundsSlots (too many entries), kNumberNotFinite,
/// kInvalidArgument (malformed, a repeated key, one that is no string), kOutOfMemory.
Result<ByteView> canonical_arguments(ByteView arguments, ScratchBuffer& work) noexcept;

}  // namespace sealcache
