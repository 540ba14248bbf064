#include "shared/interop_container.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include <msgpack/pack.hpp>

#include "shared/decode_bounds.h"
#include "shared/envelope.h"
#include "shared/field_reader.h"
#include "shared/fixed_sink.h"
#include "shared/lz4_scan.h"

namespace sealcache {

namespace {

constexpr std::uint8_t kMagic = 0xc1;
constexpr std::uint8_t kVersion = 2;
constexpr std::uint64_t kStored = 0;
constexpr std::uint64_t kLz4 = 1;
/// Magic, version, array header, method, uint32, bin32 header.
constexpr std::size_t kMaxPrefix = 2 + 1 + 1 + 5 + 5;

/// The value behind the room for the prefix, compressed if that is wanted and helps.
Result<std::size_t> place_payload(Lz4Compressor& lz4, ByteView value, bool compress,
                                  ByteSpan room) noexcept {
  if (compress) {
    const Result<std::size_t> block = lz4.compress(value, room);
    if (!block) return fail(block.error());
    if (*block < value.size()) return block;
  }
  std::copy(value.begin(), value.end(), room.begin());
  return value.size();
}

/// Steps over limits in the order of an envelope's (PROTOCOL §3.4).
Status check_limits(const InteropHeader& header) noexcept {
  const std::uint64_t payload = header.payload.size();
  if (payload > kMaxCompressedBytes || header.original_size > kMaxUncompressedBytes) {
    return fail(Error::kEnvelopeSizeCap);
  }
  if (!header.compressed) {
    return header.original_size == payload ? Status() : fail(Error::kLengthMismatch);
  }
  if (payload == 0) return fail(Error::kEnvelopeEmptyData);
  if (header.original_size > kMaxCompressionRatio * payload) return fail(Error::kEnvelopeRatioCap);
  return {};
}

}  // namespace

Result<std::size_t> interop_bound(std::size_t size) noexcept {
  if (size > kMaxUncompressedBytes) return fail(Error::kInputTooLarge);
  return kMaxPrefix + lz4_bound(size);
}

Result<ByteSpan> pack_interop(Lz4Compressor& lz4, ByteView value, bool compress,
                              ByteSpan work) noexcept {
  const Result<std::size_t> bound = interop_bound(value.size());
  if (!bound) return fail(bound.error());
  if (work.size() < *bound) return fail(Error::kBufferTooSmall);
  const Result<std::size_t> payload = place_payload(lz4, value, compress, work.subspan(kMaxPrefix));
  if (!payload) return fail(payload.error());

  std::array<std::uint8_t, kMaxPrefix> prefix{kMagic, kVersion};
  FixedSink head(prefix);
  head.advance(2);
  msgpack::packer<FixedSink> packer(head);
  packer.pack_array(3);
  packer.pack_uint64(*payload < value.size() ? kLz4 : kStored);
  packer.pack_uint64(value.size());
  packer.pack_bin(static_cast<std::uint32_t>(*payload));
  const std::size_t start = kMaxPrefix - head.used();
  std::memcpy(work.data() + start, prefix.data(), head.used());
  return work.subspan(start, head.used() + *payload);
}

Result<InteropHeader> parse_interop(ByteView container, std::uint64_t max_value_bytes) noexcept {
  if (container.empty() || container[0] != kMagic) return fail(Error::kInteropMagic);
  if (container.size() < 2 || container[1] != kVersion) return fail(Error::kInteropMalformed);
  const ByteView body = container.subspan(2);
  if (const Status bounds = check_decode_bounds(body); !bounds) return fail(bounds.error());
  FieldReader fields(body);
  if (fields.array() != 3) return fail(Error::kInteropMalformed);
  const std::optional<std::uint64_t> method = fields.uint();
  if (method != kStored && method != kLz4) return fail(Error::kInteropMalformed);
  const std::optional<std::uint64_t> size = fields.uint();
  const std::optional<ByteView> payload = size ? fields.bin() : std::nullopt;
  if (!payload) return fail(Error::kInteropMalformed);
  const InteropHeader header{
      .payload = *payload, .compressed = method == kLz4, .original_size = *size};
  if (const Status limits = check_limits(header); !limits) return fail(limits.error());
  if (header.original_size > max_value_bytes) return fail(Error::kValueTooLarge);
  return header;
}

Result<ByteSpan> unpack_interop(const InteropHeader& header, Output& output) noexcept {
  if (header.compressed) {
    const Result<std::uint64_t> size = lz4_decoded_size(header.payload);
    if (!size) return fail(size.error());
    if (*size != header.original_size) return fail(Error::kLengthMismatch);
  }
  const auto size = static_cast<std::size_t>(header.original_size);
  const ByteSpan out = output.allocate(size);
  if (out.size() != size) return fail(Error::kOutOfMemory);
  if (header.compressed) {
    if (const Status status = lz4_decompress(header.payload, out); !status) {
      return fail(status.error());
    }
  } else {
    std::copy(header.payload.begin(), header.payload.end(), out.begin());
  }
  return out;
}

}  // namespace sealcache
