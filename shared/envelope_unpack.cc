#include <msgpack.hpp>

#include "shared/envelope.h"
#include "shared/refusing_visitor.h"

namespace sealcache {

namespace {

/// Joins a legacy array of byte-valued ints.
class JoinVisitor : public RefusingVisitor {
 public:
  explicit JoinVisitor(ByteSpan out) noexcept : out_(out) {}

  bool start_array(std::uint32_t size) noexcept { return size == out_.size(); }

  bool visit_positive_integer(std::uint64_t number) noexcept {
    if (used_ == out_.size() || number > 0xff) return false;
    out_[used_++] = static_cast<std::uint8_t>(number);
    return true;
  }

 private:
  ByteSpan out_;
  std::size_t used_ = 0;
};

Result<ByteView> join_legacy(const EnvelopeHeader& header, ScratchBuffer& scratch) noexcept {
  const Result<ByteSpan> area = scratch.acquire(header.compressed_size);
  if (!area) return fail(area.error());
  const ByteSpan joined = area->first(header.compressed_size);
  JoinVisitor visitor(joined);
  const auto* const data = reinterpret_cast<const char*>(header.data.data());
  try {
    std::size_t at = 0;
    if (!msgpack::parse(data, header.data.size(), at, visitor)) {
      return fail(Error::kEnvelopeMalformed);
    }
  } catch (...) {
    return fail(Error::kOutOfMemory);
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
