#include "shared/argument_token.h"

#include <bit>
#include <optional>

namespace sealcache {

namespace {

using Kind = ArgumentToken::Kind;
using Read = Result<ArgumentToken>;

constexpr unsigned kTag = 0xc1;
constexpr std::uint64_t kTagSet = 1;
constexpr std::uint64_t kTagInstant = 2;

Read refused() noexcept {
  return fail(Error::kInvalidArgument);
}

Read of(Kind kind, std::uint64_t number = 0) noexcept {
  return ArgumentToken{.kind = kind, .number = number, .real = 0, .body = {}};
}

/// A number, or a count, of `width` bytes.
Read sized(ByteCursor& cursor, Kind kind, unsigned width) noexcept {
  const std::optional<std::uint64_t> number = cursor.big_endian(width);
  return number ? of(kind, *number) : refused();
}

Read with_body(ByteCursor& cursor, Kind kind, std::optional<std::uint64_t> size) noexcept {
  const std::optional<ByteView> body = size ? cursor.take(*size) : std::nullopt;
  if (!body) return refused();
  return ArgumentToken{.kind = kind, .number = 0, .real = 0, .body = *body};
}

Read floating(ByteCursor& cursor) noexcept {
  const std::optional<std::uint64_t> bits = cursor.big_endian(8);
  if (!bits) return refused();
  const auto real = std::bit_cast<double>(*bits);
  return ArgumentToken{.kind = Kind::kFloat, .number = 0, .real = real, .body = {}};
}

/// The signed family also holds numbers of zero or more.
Read signed_number(ByteCursor& cursor, unsigned width) noexcept {
  const std::optional<std::uint64_t> bits = cursor.big_endian(width);
  if (!bits) return refused();
  const unsigned unused = 64 - 8 * width;
  const auto number = static_cast<std::int64_t>(*bits << unused) >> unused;
  return of(number < 0 ? Kind::kNegative : Kind::kUnsigned, static_cast<std::uint64_t>(number));
}

Read tagged(ByteCursor& cursor) noexcept {
  const std::optional<std::uint64_t> tag = cursor.big_endian(1);
  if (tag == kTagInstant) return sized(cursor, Kind::kInstant, 8);
  if (tag != kTagSet) return refused();
  // A tag inside of a tag is refused here, too: only an array may follow.
  if (cursor.empty() || cursor.rest()[0] == kTag) return refused();
  Read array = next_token(cursor);
  if (!array || array->kind != Kind::kArray) return refused();
  array->kind = Kind::kSet;
  return array;
}

}  // namespace

Result<ArgumentToken> next_token(ByteCursor& cursor) noexcept {
  const std::optional<std::uint64_t> first = cursor.big_endian(1);
  if (!first) return refused();
  const auto marker = static_cast<unsigned>(*first);
  if (marker <= 0x7f) return of(Kind::kUnsigned, marker);
  if (marker <= 0x8f) return of(Kind::kMap, marker & 15U);
  if (marker <= 0x9f) return of(Kind::kArray, marker & 15U);
  if (marker <= 0xbf) return with_body(cursor, Kind::kStr, marker & 31U);
  if (marker == 0xc0) return of(Kind::kNil);
  if (marker == kTag) return tagged(cursor);
  if (marker <= 0xc3) return of(marker == 0xc3 ? Kind::kTrue : Kind::kFalse);
  if (marker <= 0xc6) {
    return with_body(cursor, Kind::kBin, cursor.big_endian(1U << (marker - 0xc4)));
  }
  if (marker <= 0xca) return refused();
  if (marker == 0xcb) return floating(cursor);
  if (marker <= 0xcf) return sized(cursor, Kind::kUnsigned, 1U << (marker - 0xcc));
  if (marker <= 0xd3) return signed_number(cursor, 1U << (marker - 0xd0));
  if (marker <= 0xd8) return refused();
  if (marker <= 0xdb) {
    return with_body(cursor, Kind::kStr, cursor.big_endian(1U << (marker - 0xd9)));
  }
  if (marker <= 0xdd) return sized(cursor, Kind::kArray, 2U << (marker - 0xdc));
  if (marker <= 0xdf) return sized(cursor, Kind::kMap, 2U << (marker - 0xde));
  return of(Kind::kNegative, static_cast<std::uint64_t>(static_cast<std::int64_t>(marker) - 256));
}

}  // namespace sealcache
