#include <array>
#include <cstring>

#include <msgpack/pack.hpp>

#include "shared/aad.h"
#include "shared/envelope.h"
#include "shared/fixed_sink.h"

namespace sealcache {

namespace {

// Longest forms of what surrounds the block: array and bin32 headers before it; array header,
// eight bytes as `cc xx`, a uint32 and the format after it.
constexpr std::size_t kMaxPrefix = 1 + 5;
constexpr std::size_t kMaxSuffix = (1 + 8 * 2) + 5 + (1 + kFormat.size());

void pack_suffix(FixedSink& sink, const Checksum& checksum, std::uint64_t original_size) {
  msgpack::packer<FixedSink> packer(sink);
  packer.pack_array(static_cast<std::uint32_t>(checksum.size()));
  for (const std::uint8_t byte : checksum) packer.pack_uint8(byte);
  packer.pack_uint64(original_size);
  packer.pack_str(static_cast<std::uint32_t>(kFormat.size()));
  packer.pack_str_body(kFormat.data(), static_cast<std::uint32_t>(kFormat.size()));
}

}  // namespace

Result<std::size_t> envelope_bound(std::size_t size) noexcept {
  if (size > kMaxUncompressedBytes) return fail(Error::kInputTooLarge);
  return kMaxPrefix + lz4_bound(size) + kMaxSuffix;
}

Result<ByteSpan> pack_envelope(Lz4Compressor& lz4, ByteView value, ByteSpan work) noexcept {
  const Result<std::size_t> bound = envelope_bound(value.size());
  if (!bound) return fail(bound.error());
  if (work.size() < *bound) return fail(Error::kBufferTooSmall);

  // The block goes where the longest prefix would end; the real one then ends there too.
  const Result<std::size_t> block = lz4.compress(value, work.subspan(kMaxPrefix));
  if (!block) return fail(block.error());
  if (*block > kMaxCompressedBytes) return fail(Error::kInputTooLarge);

  std::array<std::uint8_t, kMaxPrefix> prefix{};
  FixedSink head(prefix);
  msgpack::packer<FixedSink> packer(head);
  packer.pack_array(4);
  packer.pack_bin(static_cast<std::uint32_t>(*block));
  const std::size_t start = kMaxPrefix - head.used();
  std::memcpy(work.data() + start, prefix.data(), head.used());

  FixedSink tail(work.subspan(kMaxPrefix + *block));
  pack_suffix(tail, checksum_of(value), value.size());
  if (head.full() || tail.full()) return fail(Error::kBufferTooSmall);

  const std::size_t size = head.used() + *block + tail.used();
  if (size > kMaxCompressedBytes) return fail(Error::kInputTooLarge);
  return work.subspan(start, size);
}

}  // namespace sealcache
