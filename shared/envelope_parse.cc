#include <algorithm>
#include <optional>

#include "shared/aad.h"
#include "shared/decode_bounds.h"
#include "shared/envelope.h"
#include "shared/field_reader.h"

namespace sealcache {

namespace {

std::optional<std::uint8_t> read_byte(FieldReader& fields) noexcept {
  const std::optional<std::uint64_t> number = fields.uint();
  if (!number || *number > 0xff) return std::nullopt;
  return static_cast<std::uint8_t>(*number);
}

/// Element 0, as bin or in the legacy form.
bool read_data(FieldReader& fields, EnvelopeHeader& header) noexcept {
  const ByteView from_here = fields.rest();
  if (const std::optional<ByteView> block = fields.bin()) {
    header.data = *block;
    header.compressed_size = block->size();
    return true;
  }
  const std::optional<std::uint64_t> count = fields.array();
  if (!count) return false;
  for (std::uint64_t i = 0; i < *count; ++i) {
    if (!read_byte(fields)) return false;
  }
  header.data = from_here.first(from_here.size() - fields.rest().size());
  // Each element has at least one byte.
  header.compressed_size = static_cast<std::size_t>(*count);
  header.legacy = true;
  return true;
}

bool read_checksum(FieldReader& fields, Checksum& checksum) noexcept {
  if (fields.array() != checksum.size()) return false;
  for (std::uint8_t& byte : checksum) {
    const std::optional<std::uint8_t> read = read_byte(fields);
    if (!read) return false;
    byte = *read;
  }
  return true;
}

/// Accepts exactly the shape of PROTOCOL §3.1, at any header width.
bool read_fields(ByteView envelope, EnvelopeHeader& header) noexcept {
  FieldReader fields(envelope);
  if (fields.array() != 4 || !read_data(fields, header)) return false;
  if (!read_checksum(fields, header.checksum)) return false;
  const std::optional<std::uint64_t> size = fields.uint();
  const std::optional<ByteView> format = fields.str();
  if (!size || !format) return false;
  header.original_size = *size;
  return std::ranges::equal(*format, bytes_of(kFormat));
}

/// Steps 3–5. Sizes are compared at their full wire width and multiplied, never divided: a quotient
/// or a 32-bit product lets a bomb through (WIRE-12 … WIRE-14).
Status check_limits(const EnvelopeHeader& header) noexcept {
  const std::uint64_t compressed = header.compressed_size;
  if (compressed > kMaxCompressedBytes) return fail(Error::kEnvelopeSizeCap);
  if (header.original_size > kMaxUncompressedBytes) return fail(Error::kEnvelopeSizeCap);
  if (compressed == 0) return fail(Error::kEnvelopeEmptyData);
  if (header.original_size > kMaxCompressionRatio * compressed) {
    return fail(Error::kEnvelopeRatioCap);
  }
  return {};
}

}  // namespace

Result<EnvelopeHeader> parse_envelope(ByteView envelope, std::uint64_t max_value_bytes) noexcept {
  if (envelope.size() > kMaxCompressedBytes) return fail(Error::kInputTooLarge);
  if (const Status bounds = check_decode_bounds(envelope); !bounds) return fail(bounds.error());
  EnvelopeHeader header;
  if (!read_fields(envelope, header)) return fail(Error::kEnvelopeMalformed);
  if (const Status limits = check_limits(header); !limits) return fail(limits.error());
  if (header.original_size > max_value_bytes) return fail(Error::kValueTooLarge);
  return header;
}

}  // namespace sealcache
