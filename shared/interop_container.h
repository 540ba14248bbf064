#pragma once

#include <cstddef>
#include <cstdint>

#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/lz4_block.h"

namespace sealcache {

/// Bytes that pack_interop() needs to work in for `size` bytes of input. Errors: kInputTooLarge.
Result<std::size_t> interop_bound(std::size_t size) noexcept;

/// Packs `value` as an interop v2 container (PROTOCOL §9): `c1 02`, then method, size and payload
/// in their shortest forms. With `compress`, as an LZ4 block where that is smaller; else as it is,
/// because the length of a compressed secret beside text that an attacker chose tells of the
/// secret. `work` has at least interop_bound(value.size()) bytes; the container is the returned
/// part of it. Errors: kInputTooLarge, kBufferTooSmall, kCompressionFailed.
Result<ByteSpan> pack_interop(Lz4Compressor& lz4, ByteView value, bool compress,
                              ByteSpan work) noexcept;

/// A container that passed every check but those of its LZ4 block.
struct InteropHeader {
  ByteView payload;
  bool compressed = false;
  std::uint64_t original_size = 0;
};

/// Reads and checks a container at any header width, taking no memory. Sizes are compared at their
/// full width and multiplied, never divided (WIRE-12 … WIRE-14). `max_value_bytes` is looked at
/// last. Errors: kInteropMagic, kInteropMalformed, kBounds… (the pre-scan's own), kEnvelopeSizeCap,
/// kEnvelopeEmptyData, kEnvelopeRatioCap, kLengthMismatch, kValueTooLarge.
Result<InteropHeader> parse_interop(ByteView container, std::uint64_t max_value_bytes) noexcept;

/// Puts the value of a parsed container into `output`. Without a checksum, the block is looked
/// through first. Errors: kDecompressionFailed, kLengthMismatch, both before memory is asked for;
/// kOutOfMemory.
Result<ByteSpan> unpack_interop(const InteropHeader& header, Output& output) noexcept;

}  // namespace sealcache
