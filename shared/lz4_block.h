#pragma once

#include <cstddef>
#include <memory>

#include "shared/bytes.h"
#include "shared/error.h"

namespace sealcache {

/// Largest output of compressing `size` bytes; 0 when `size` is beyond what LZ4 takes.
std::size_t lz4_bound(std::size_t size) noexcept;

/// Compresses to the LZ4 block format: no frame, no size prefix (PROTOCOL §3.1). Keeps its hash
/// table between calls, because clearing it costs more than compressing a small value. The table
/// holds positions of earlier inputs, never their bytes. Not thread-safe.
class Lz4Compressor {
 public:
  /// Fails with kOutOfMemory.
  static Result<Lz4Compressor> create() noexcept;

  Lz4Compressor(Lz4Compressor&&) noexcept;
  Lz4Compressor& operator=(Lz4Compressor&&) noexcept;
  ~Lz4Compressor();

  /// Writes one block and returns its length; `out` has at least lz4_bound(input.size()) bytes.
  /// Deterministic: equal input, equal block, whatever was compressed before.
  /// Errors: kInputTooLarge, kBufferTooSmall, kCompressionFailed.
  Result<std::size_t> compress(ByteView input, ByteSpan out) noexcept;

 private:
  struct State;
  explicit Lz4Compressor(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

/// Decompresses one whole block into exactly `out.size()` bytes, safe on hostile input.
/// LZ4 does not refuse a match with offset 0, and what such a block gives is unspecified: verify a
/// checksum afterwards, or ask lz4_decoded_size() before.
/// Errors: kDecompressionFailed (malformed), kLengthMismatch (well-formed, another length).
Status lz4_decompress(ByteView block, ByteSpan out) noexcept;

}  // namespace sealcache
