#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "shared/error.h"

namespace sealcache::wasm {

/// What a call gives JavaScript: a number >= 0, or the negative number of an Error. Linear memory
/// ends far below 2^31, so every size and address fits.
using Outcome = std::int32_t;

inline constexpr double kMaxOutcome = std::numeric_limits<Outcome>::max();

inline Outcome failure(Error error) noexcept {
  return -static_cast<Outcome>(error);
}

/// `value` is at most kMaxOutcome: a size or an address in linear memory.
inline Outcome success(std::size_t value) noexcept {
  return static_cast<Outcome>(value);
}

inline Outcome success(const void* address) noexcept {
  return static_cast<Outcome>(reinterpret_cast<std::uintptr_t>(address));
}

inline Outcome outcome_of(const Status& status) noexcept {
  return status ? 0 : failure(status.error());
}

/// A size as JavaScript gives it. Every size comes as a double, because an integer parameter would
/// silently drop the upper half of a length above 2^32.
/// Errors: kInvalidArgument for what is no natural number, kInputTooLarge for what no memory holds.
inline Result<std::size_t> size_from(double number) noexcept {
  if (!(number >= 0) || number != std::trunc(number)) return fail(Error::kInvalidArgument);
  if (number > kMaxOutcome) return fail(Error::kInputTooLarge);
  return static_cast<std::size_t>(number);
}

/// A limit: as size_from(), but anything up to 2^53 is one.
inline Result<std::uint64_t> limit_from(double number) noexcept {
  constexpr double kMaxSafeInteger = 9'007'199'254'740'991;
  if (!(number >= 0 && number <= kMaxSafeInteger) || number != std::trunc(number)) {
    return fail(Error::kInvalidArgument);
  }
  return static_cast<std::uint64_t>(number);
}

}  // namespace sealcache::wasm
