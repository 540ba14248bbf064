#pragma once

#include <string_view>

#include "shared/envelope.h"
#include "test/core/test_bytes.h"

namespace sealcache::testing {

/// The envelope of "hello, cachekit!" in parts of hex (PROTOCOL §3.1), for tests to break one by
/// one.
struct EnvelopeParts {
  std::string_view outer = "94";
  std::string_view data = "c412f00168656c6c6f2c2063616368656b697421";
  std::string_view checksum = "986dcc8a34ccb63a3c52ccd3";
  std::string_view size = "10";
  std::string_view format = "a76d73677061636b";
  std::string_view trailing = "";

  [[nodiscard]] Bytes bytes() const {
    return join(from_hex(outer), from_hex(data), from_hex(checksum), from_hex(size),
                from_hex(format), from_hex(trailing));
  }
};

constexpr std::string_view kHello = "hello, cachekit!";
constexpr std::uint64_t kNoCeiling = kMaxUncompressedBytes;

/// Parses and unpacks as a reader does; the error's name, or "fine".
inline std::string_view read(ByteView envelope, VectorOutput& output,
                             std::uint64_t max_value_bytes = kNoCeiling) {
  const auto header = parse_envelope(envelope, max_value_bytes);
  if (!header) return error_name(header.error());
  ScratchBuffer scratch;
  const auto value = unpack_envelope(*header, scratch, output);
  return value ? "fine" : error_name(value.error());
}

inline std::string_view read(ByteView envelope, std::uint64_t max_value_bytes = kNoCeiling) {
  VectorOutput output;
  return read(envelope, output, max_value_bytes);
}

}  // namespace sealcache::testing
