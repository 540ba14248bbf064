#pragma once

#include <cstddef>
#include <cstdint>

#include "shared/bytes.h"
#include "shared/checksum.h"
#include "shared/error.h"
#include "shared/lz4_block.h"
#include "shared/secret.h"

namespace sealcache {

/// Limits of PROTOCOL §3.2. The ratio is inclusive: 1000 to 1 is accepted.
inline constexpr std::uint64_t kMaxUncompressedBytes = 536'870'912;
inline constexpr std::uint64_t kMaxCompressedBytes = 536'870'912;
inline constexpr std::uint64_t kMaxCompressionRatio = 1000;

/// Bytes that pack_envelope() needs to work in for `size` bytes of input.
/// Errors: kInputTooLarge.
Result<std::size_t> envelope_bound(std::size_t size) noexcept;

/// Packs `value` as a ByteStorage envelope (PROTOCOL §3.1): LZ4 block as bin with the shortest
/// header, checksum as array of 8 ints, shortest original size, format "msgpack".
/// `work` has at least envelope_bound(value.size()) bytes; the envelope is the returned part of it,
/// which does not always begin at its first byte.
/// Errors: kInputTooLarge, kBufferTooSmall, kCompressionFailed.
Result<ByteSpan> pack_envelope(Lz4Compressor& lz4, ByteView value, ByteSpan work) noexcept;

/// An envelope that passed steps 1–5 of PROTOCOL §3.4. Views into the bytes it was parsed from.
struct EnvelopeHeader {
  /// Element 0: the block itself (bin), or the legacy array with its header.
  ByteView data;
  /// Number of compressed bytes: data.size() for bin, the element count for the legacy form.
  std::size_t compressed_size = 0;
  /// True for the legacy int-array form that readers accept for ever (WIRE-2).
  bool legacy = false;
  Checksum checksum{};
  std::uint64_t original_size = 0;
};

/// Reads and checks an envelope (PROTOCOL §3.4 steps 1–5, in that order), allocating nothing that
/// depends on it. Accepts every header width; refuses the signed family even for numbers that are
/// not negative, a checksum as bin, trailing bytes, and every format but "msgpack": no other codec
/// stands behind this reader. `max_value_bytes` is the caller's own ceiling for the uncompressed
/// size and is looked at last.
/// Errors: kInputTooLarge, kBounds… (the pre-scan's own), kEnvelopeMalformed, kEnvelopeSizeCap,
/// kEnvelopeEmptyData, kEnvelopeRatioCap, kValueTooLarge.
Result<EnvelopeHeader> parse_envelope(ByteView envelope, std::uint64_t max_value_bytes) noexcept;

/// Decompresses a parsed envelope into `output` and verifies it (steps 6–10). `scratch` holds the
/// joined bytes of a legacy envelope. On an error the output bytes are wiped.
/// Errors: kOutOfMemory, kDecompressionFailed, kLengthMismatch, kChecksumMismatch;
/// kEnvelopeMalformed when `header` did not come from parse_envelope().
Result<ByteSpan> unpack_envelope(const EnvelopeHeader& header, ScratchBuffer& scratch,
                                 Output& output) noexcept;

}  // namespace sealcache
