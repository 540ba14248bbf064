#include "shared/field_reader.h"

namespace sealcache {

unsigned FieldReader::marker() const noexcept {
  return cursor_.empty() ? 0xc1 : cursor_.rest()[0];
}

std::optional<std::uint64_t> FieldReader::number(unsigned width) noexcept {
  cursor_.take(1);
  return cursor_.big_endian(width);
}

std::optional<ByteView> FieldReader::body(std::optional<std::uint64_t> size) noexcept {
  if (!size) return std::nullopt;
  return cursor_.take(*size);
}

std::optional<std::uint64_t> FieldReader::array() noexcept {
  const unsigned first = marker();
  if (first >= 0x90 && first <= 0x9f) {
    cursor_.take(1);
    return first & 15U;
  }
  if (first < 0xdc || first > 0xdd) return std::nullopt;
  return number(2U << (first - 0xdc));
}

std::optional<std::uint64_t> FieldReader::uint() noexcept {
  const unsigned first = marker();
  if (first <= 0x7f) {
    cursor_.take(1);
    return first;
  }
  if (first < 0xcc || first > 0xcf) return std::nullopt;
  return number(1U << (first - 0xcc));
}

std::optional<ByteView> FieldReader::bin() noexcept {
  const unsigned first = marker();
  if (first < 0xc4 || first > 0xc6) return std::nullopt;
  return body(number(1U << (first - 0xc4)));
}

std::optional<ByteView> FieldReader::str() noexcept {
  const unsigned first = marker();
  if (first >= 0xa0 && first <= 0xbf) {
    cursor_.take(1);
    return cursor_.take(first & 31U);
  }
  if (first < 0xd9 || first > 0xdb) return std::nullopt;
  return body(number(1U << (first - 0xd9)));
}

}  // namespace sealcache
