#include "shared/aad.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sealcache {

namespace {

constexpr std::uint8_t kAadVersion = 3;
constexpr std::size_t kLengthBytes = 4;

std::array<std::string_view, 4> components(const AadParts& parts) noexcept {
  return {parts.tenant, parts.cache_key, kFormat, parts.compressed ? "True" : "False"};
}

}  // namespace

Result<std::size_t> aad_size(const AadParts& parts) noexcept {
  std::size_t size = 1;
  for (const std::string_view component : components(parts)) {
    // Compared before it is added: the sum of two lengths could wrap on a 32-bit target.
    if (component.size() > kMaxAadBytes) return fail(Error::kAadTooLarge);
    size += kLengthBytes + component.size();
  }
  if (size > kMaxAadBytes) return fail(Error::kAadTooLarge);
  return size;
}

Result<std::size_t> build_aad(const AadParts& parts, ByteSpan out) noexcept {
  const Result<std::size_t> size = aad_size(parts);
  if (!size) return size;
  if (out.size() < *size) return fail(Error::kBufferTooSmall);

  auto at = out.begin();
  *at++ = kAadVersion;
  for (const std::string_view component : components(parts)) {
    const auto length = static_cast<std::uint32_t>(component.size());
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
      *at++ = static_cast<std::uint8_t>(length >> shift);
    }
    at = std::copy(component.begin(), component.end(), at);
  }
  return size;
}

}  // namespace sealcache
