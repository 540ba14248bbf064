#include "shared/envelope.h"
#include "shared/field_reader.h"

namespace sealcache {

namespace {

/// Joins a legacy array of byte-valued ints.
Result<ByteView> join_legacy(const EnvelopeHeader& header, ScratchBuffer& scratch) noexcept {
  const Result<ByteSpan> area = scratch.acquire(header.compressed_size);
  if (!area) return fail(area.error());
  const ByteSpan joined = area->first(header.compressed_size);
  FieldReader fields(header.data);
  if (fields.array() != joined.size()) return fail(Error::kEnvelopeMalformed);
  for (std::uint8_t& byte : joined) {
    const std::optional<std::uint64_t> number = fields.uint();
    if (!number || *number > 0xff) return fail(Error::kEnvelopeMalformed);
    byte = static_cast<std::uint8_t>(*number);
  }
  return joined;
}

Status decompress_and_verify(ByteView block, const Checksum& expected, ByteSpan out) noexcept {
  if (const Status status = lz4_decompress(block, out); !status) return status;
  if (checksum_of(out) != expected) return fail(Error::kChecksumMismatch);
  return {};
}

}  // namespace

Result<ByteSpan> unpack_envelope(const EnvelopeHeader& header, ScratchBuffer& scratch,
                                 Output& output) noexcept {
  ByteView block = header.data;
  if (header.legacy) {
    const Result<ByteView> joined = join_legacy(header, scratch);
    if (!joined) return fail(joined.error());
    block = *joined;
  }
  const auto size = static_cast<std::size_t>(header.original_size);
  const ByteSpan out = output.allocate(size);
  if (out.size() != size) return fail(Error::kOutOfMemory);
  if (const Status status = decompress_and_verify(block, header.checksum, out); !status) {
    wipe(out);
    return fail(status.error());
  }
  return out;
}

}  // namespace sealcache
