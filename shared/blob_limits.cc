#include "shared/blob_limits.h"

#include <algorithm>

#include "shared/aes_gcm.h"
#include "shared/envelope.h"

namespace sealcache {

Result<std::size_t> plaintext_size(std::size_t blob_size, Container container,
                                   std::uint64_t max_value_bytes) noexcept {
  if (blob_size < kSealOverhead) return fail(Error::kBlobTooShort);
  const std::size_t size = blob_size - kSealOverhead;
  if (size > kMaxCompressedBytes) return fail(Error::kInputTooLarge);

  std::uint64_t ceiling = max_value_bytes;
  if (container == Container::kEnvelope) {
    const auto value = static_cast<std::size_t>(std::min(max_value_bytes, kMaxUncompressedBytes));
    const Result<std::size_t> envelope = envelope_bound(value);
    if (!envelope) return envelope;
    ceiling = 2 * std::uint64_t{*envelope};
  }
  if (size > ceiling) return fail(Error::kValueTooLarge);
  return size;
}

}  // namespace sealcache
