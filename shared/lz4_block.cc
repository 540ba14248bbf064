#include "shared/lz4_block.h"

#include <climits>
#include <cstdint>
#include <new>
#include <utility>

#define LZ4_STATIC_LINKING_ONLY  // for the call that keeps the table
#include <lz4.h>

#include "shared/lz4_scan.h"

namespace sealcache {

namespace {

// From this size on LZ4's own entry points pick a table of pointers on 32-bit targets and a table
// of offsets on 64-bit ones, and the two find different matches. Below it both use 16-bit offsets.
constexpr std::size_t kWideInput = 65'536 + 11;

constexpr int kAcceleration = 1;

const char* chars(ByteView bytes) noexcept {
  return reinterpret_cast<const char*>(bytes.data());
}
char* chars(ByteSpan bytes) noexcept {
  return reinterpret_cast<char*>(bytes.data());
}

}  // namespace

struct Lz4Compressor::State {
  LZ4_stream_t stream;
};

std::size_t lz4_bound(std::size_t size) noexcept {
  if (size > static_cast<std::size_t>(LZ4_MAX_INPUT_SIZE)) return 0;
  return static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(size)));
}

Result<Lz4Compressor> Lz4Compressor::create() noexcept {
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (!state || LZ4_initStream(&state->stream, sizeof state->stream) == nullptr) {
    return fail(Error::kOutOfMemory);
  }
  return Lz4Compressor(std::move(state));
}

Lz4Compressor::Lz4Compressor(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Lz4Compressor::Lz4Compressor(Lz4Compressor&&) noexcept = default;
Lz4Compressor& Lz4Compressor::operator=(Lz4Compressor&&) noexcept = default;
Lz4Compressor::~Lz4Compressor() = default;

Result<std::size_t> Lz4Compressor::compress(ByteView input, ByteSpan out) noexcept {
  const std::size_t bound = lz4_bound(input.size());
  if (bound == 0) return fail(Error::kInputTooLarge);
  if (out.size() < bound) return fail(Error::kBufferTooSmall);

  // Neither branch lets the past show. In the small one LZ4 keeps the table, but skips every
  // position that lies before this input; what it then finds is what an empty table gives, because
  // with a 4-byte hash no empty slot can hide a match. The large one starts from an empty table:
  // there the hash takes 5 bytes and an empty slot does count as a match with position 0.
  const int size = static_cast<int>(input.size());
  const int capacity = static_cast<int>(bound);
  int written = 0;
  if (input.size() < kWideInput) {
    written = LZ4_compress_fast_extState_fastReset(&state_->stream, chars(input), chars(out), size,
                                                   capacity, kAcceleration);
  } else {
    LZ4_initStream(&state_->stream, sizeof state_->stream);
    written = LZ4_compress_fast_continue(&state_->stream, chars(input), chars(out), size, capacity,
                                         kAcceleration);
  }
  if (written <= 0) return fail(Error::kCompressionFailed);
  return static_cast<std::size_t>(written);
}

Status lz4_decompress(ByteView block, ByteSpan out) noexcept {
  constexpr std::size_t kMaxInt = INT_MAX;
  if (block.empty() || block.size() > kMaxInt || out.size() > kMaxInt) {
    return fail(Error::kDecompressionFailed);
  }
  // LZ4 does arithmetic on the output pointer even when there is nothing to write.
  std::uint8_t nothing = 0;
  char* const to = out.empty() ? reinterpret_cast<char*>(&nothing) : chars(out);
  const int written = LZ4_decompress_safe(chars(block), to, static_cast<int>(block.size()),
                                          static_cast<int>(out.size()));
  if (written >= 0 && static_cast<std::size_t>(written) == out.size()) return {};
  if (written >= 0) return fail(Error::kLengthMismatch);
  const Result<std::uint64_t> size = lz4_decoded_size(block);
  const bool other_length = size && *size != out.size();
  return fail(other_length ? Error::kLengthMismatch : Error::kDecompressionFailed);
}

}  // namespace sealcache
