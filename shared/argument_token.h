#pragma once

#include <cstdint>

#include "shared/byte_cursor.h"
#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// One item of a call's arguments on their way into the core: MessagePack, headers of any width,
/// and two kinds that MessagePack lacks, behind the byte that it never uses:
///
///   c1 01 array   a set, in any order, perhaps with repetitions
///   c1 02 i64     an instant, microseconds since the epoch
///
/// Extensions and float32 are refused: no binding writes them.
struct ArgumentToken {
  enum class Kind : std::uint8_t {
    kNil,
    kFalse,
    kTrue,
    /// `number` holds it.
    kUnsigned,
    /// Below zero; `number` holds its two's complement.
    kNegative,
    kFloat,
    /// `number` holds the two's complement of its microseconds.
    kInstant,
    kStr,
    kBin,
    /// `number` is how many items follow, for a map how many pairs.
    kArray,
    kMap,
    kSet,
  };

  Kind kind = Kind::kNil;
  std::uint64_t number = 0;
  double real = 0;
  /// Of str and bin.
  ByteView body;
};

/// Reads the next item and steps over it, not over the items inside of it. Takes no memory.
/// Errors: kInvalidArgument for what is no item, an incomplete one included.
Result<ArgumentToken> next_token(ByteCursor& cursor) noexcept;

}  // namespace sealcache
