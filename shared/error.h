#pragma once

#include <cstdint>
#include <string_view>

#include <tl/expected.hpp>

/// Every way the core can refuse. The number is part of the contract between the core and its
/// bindings (js/core/core-error.ts maps each to one class and one code): append, never renumber.
#define SEALCACHE_ERRORS(X)                                             \
  X(1, kInvalidArgument, "an argument has the wrong form")              \
  X(2, kInvalidKeyLength, "a master key is not 32 bytes")               \
  X(3, kInvalidTenant, "the tenant id is not 1 to 1024 bytes")          \
  X(4, kInvalidDomain, "the key domain is not 1 to 255 bytes")          \
  X(5, kTooManyKeys, "more than 3 decrypt-only keys")                   \
  X(6, kDuplicateKey, "a key appears twice in the keyring")             \
  X(7, kAadTooLarge, "the AAD would exceed 65536 bytes")                \
  X(8, kNonceExhausted, "this key handed out its last nonce")           \
  X(9, kRandomUnavailable, "the random source failed")                  \
  X(10, kCipherUnavailable, "no AES-256-GCM instructions on this CPU")  \
  X(11, kAuthenticationFailed, "the entry is not authentic")            \
  X(12, kBlobTooShort, "a sealed entry has at least 28 bytes")          \
  X(13, kInputTooLarge, "the input exceeds 512 MiB")                    \
  X(14, kBoundsDepth, "nested deeper than the limit")                   \
  X(15, kBoundsSlots, "headers declare more than the input can hold")   \
  X(16, kBoundsIncomplete, "the document ends early")                   \
  X(17, kBoundsTrailing, "bytes follow the document")                   \
  X(18, kEnvelopeMalformed, "not a four-element envelope")              \
  X(19, kEnvelopeSizeCap, "the envelope declares more than 512 MiB")    \
  X(20, kEnvelopeEmptyData, "zero-length compressed data")              \
  X(21, kEnvelopeRatioCap, "compressed more than 1000 to 1")            \
  X(22, kDecompressionFailed, "not a valid LZ4 block")                  \
  X(23, kLengthMismatch, "the output has another length than declared") \
  X(24, kChecksumMismatch, "the checksum does not match")               \
  X(25, kValueTooLarge, "the declared size exceeds the caller's limit") \
  X(26, kBufferTooSmall, "the output buffer is too small")              \
  X(27, kOutOfMemory, "no memory for the output")                       \
  X(28, kDisposed, "the key was disposed")                              \
  X(29, kCompressionFailed, "LZ4 could not compress the input")         \
  X(30, kBoundsInvalidByte, "0xc1 is not MessagePack")                  \
  X(31, kNumberNotFinite, "NaN and infinities have no canonical form")  \
  X(32, kInteropSegment, "not a segment of an interop key")             \
  X(33, kInteropMagic, "does not begin like an interop v2 container")   \
  X(34, kInteropMalformed, "not a three-element interop container")

namespace sealcache {

enum class Error : std::uint8_t {
#define SEALCACHE_ERROR_ENUM(number, name, text) name = number,
  SEALCACHE_ERRORS(SEALCACHE_ERROR_ENUM)
#undef SEALCACHE_ERROR_ENUM
};

/// A value or the reason there is none. No function of the core throws.
template <typename T>
using Result = tl::expected<T, Error>;

using Status = tl::expected<void, Error>;

inline tl::unexpected<Error> fail(Error error) noexcept {
  return tl::unexpected<Error>(error);
}

/// The enumerator's name, e.g. "kChecksumMismatch": for logs and for the check that the binding's
/// table and this one agree.
std::string_view error_name(Error error) noexcept;

/// One line of meaning. Never contains input.
std::string_view error_text(Error error) noexcept;

}  // namespace sealcache
