#include "wasm/codec_functions.h"

#include <optional>

#include "shared/cache_key.h"
#include "shared/decode_bounds.h"
#include "shared/envelope.h"
#include "shared/lz4_block.h"
#include "shared/secret.h"
#include "wasm/compressor.h"
#include "wasm/window.h"

namespace sealcache::wasm {

Lz4Compressor* compressor() noexcept {
  static std::optional<Lz4Compressor> kept;
  if (!kept) {
    Result<Lz4Compressor> made = Lz4Compressor::create();
    if (!made) return nullptr;
    kept.emplace(*std::move(made));
  }
  return &*kept;
}

Outcome pack(double size) noexcept {
  const Result<ByteView> value = Window::instance().view(0, size);
  if (!value) return failure(value.error());
  const Result<std::size_t> bound = envelope_bound(value->size());
  if (!bound) return failure(bound.error());
  Lz4Compressor* const lz4 = compressor();
  const ByteSpan work = OutputWindow::instance().allocate(*bound);
  if (lz4 == nullptr || work.size() != *bound) return failure(Error::kOutOfMemory);
  const Result<ByteSpan> packed = pack_envelope(*lz4, *value, work);
  return packed ? publish(*packed) : failure(packed.error());
}

Outcome unpack(double size, double max_value_bytes) noexcept {
  const Result<ByteView> envelope = Window::instance().view(0, size);
  if (!envelope) return failure(envelope.error());
  const Result<std::uint64_t> limit = limit_from(max_value_bytes);
  if (!limit) return failure(limit.error());
  const Result<EnvelopeHeader> header = parse_envelope(*envelope, *limit);
  if (!header) return failure(header.error());
  ScratchBuffer legacy;
  const Result<ByteSpan> value = unpack_envelope(*header, legacy, OutputWindow::instance());
  return value ? publish(*value) : failure(value.error());
}

Outcome check_bounds(double size, double depth_limit) noexcept {
  const Result<ByteView> document = Window::instance().view(0, size);
  if (!document) return failure(document.error());
  const Result<std::size_t> depth = size_from(depth_limit);
  if (!depth) return failure(Error::kInvalidArgument);
  return outcome_of(check_decode_bounds(*document, static_cast<std::uint32_t>(*depth)));
}

Outcome blake2b_hex(double size, double digest_bytes) noexcept {
  const Result<ByteView> data = Window::instance().view(0, size);
  if (!data) return failure(data.error());
  if (digest_bytes == 32) {
    const HexDigest256 digits = blake2b_256_hex(*data);
    return publish_copy(bytes_of({digits.data(), digits.size()}));
  }
  if (digest_bytes == 16) {
    const HexDigest128 digits = blake2b_128_hex(*data);
    return publish_copy(bytes_of({digits.data(), digits.size()}));
  }
  return failure(Error::kInvalidArgument);
}

}  // namespace sealcache::wasm
