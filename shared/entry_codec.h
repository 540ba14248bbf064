#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "shared/aad.h"
#include "shared/bytes.h"
#include "shared/error.h"
#include "shared/key_derivation.h"
#include "shared/lz4_block.h"
#include "shared/secret.h"

namespace sealcache {

/// What the plaintext of a sealed entry is. Chosen by configuration, never by looking at the bytes
/// (PROTOCOL §6.5, ENC-2).
enum class Container : std::uint8_t {
  /// The value's own bytes; AAD says "False".
  kPlain = 0,
  /// A ByteStorage envelope that the core packs and unpacks; AAD says "True".
  kEnvelope = 1,
  /// Bytes the caller packed or will unpack; AAD says "True".
  kPacked = 2,
};

/// The number as it crosses a binding. Errors: kInvalidArgument.
Result<Container> container_from(std::uint32_t number) noexcept;

/// AAD and plaintext of one entry, ready for a cipher. Views into the EntryCodec, valid until its
/// next call.
struct PreparedEntry {
  ByteView aad;
  ByteView plaintext;
};

/// The half of sealing and opening that needs no cipher: AAD, and the container around the value.
/// Both targets run this same code, which is why their bytes agree. Not thread-safe.
class EntryCodec {
 public:
  /// Errors: kInvalidTenant, kOutOfMemory.
  static Result<EntryCodec> create(std::string_view tenant) noexcept;

  /// Checks every limit, builds the AAD, then packs when `container` is kEnvelope.
  /// Errors: kAadTooLarge (before any work), kInputTooLarge, kOutOfMemory, kCompressionFailed.
  Result<PreparedEntry> prepare(ByteView value, std::string_view cache_key,
                                Container container) noexcept;

  /// The AAD alone. Errors: kAadTooLarge, kOutOfMemory.
  Result<ByteView> aad(std::string_view cache_key, Container container) noexcept;

  /// Turns an authenticated plaintext into the value, in `output`. `max_value_bytes` bounds the
  /// value. Errors: kValueTooLarge, kOutOfMemory, those of parse_envelope()/unpack_envelope().
  Result<ByteSpan> unwrap(ByteView plaintext, Container container, std::uint64_t max_value_bytes,
                          Output& output) noexcept;

  /// Wipes the plaintext kept from the last call.
  void wipe_scratch() noexcept;

 private:
  EntryCodec(std::string_view tenant, Lz4Compressor lz4) noexcept;

  std::array<char, kMaxTenantBytes> tenant_{};
  std::size_t tenant_size_ = 0;
  Lz4Compressor lz4_;
  ScratchBuffer aad_;
  ScratchBuffer packed_;
  ScratchBuffer legacy_;
};

}  // namespace sealcache
