#include "shared/interop_key.h"

#include <algorithm>

#include "shared/cache_key.h"
#include "shared/canonical_args.h"

namespace sealcache {

namespace {

bool is_alphanumeric(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// By bytes, so that no other alphabet's letters and digits, and no line end, pass.
bool is_segment(std::string_view text) noexcept {
  if (text.empty() || text.size() > kMaxSegmentBytes || !is_alphanumeric(text.front())) {
    return false;
  }
  return text.find("..") == std::string_view::npos &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
}

}  // namespace

Result<InteropKey> InteropKey::make(std::string_view name_space, std::string_view operation,
                                    ByteView arguments, ScratchBuffer& work) noexcept {
  // The service reads a scope out of keys that begin so.
  const bool reserved = name_space == "ns" || name_space == "nsapi";
  if (reserved || !is_segment(name_space) || !is_segment(operation)) {
    return fail(Error::kInteropSegment);
  }
  const Result<ByteView> canonical = canonical_arguments(arguments, work);
  if (!canonical) return fail(canonical.error());
  const HexDigest256 hash = blake2b_256_hex(*canonical);
  InteropKey key;
  key.add(name_space);
  key.add(":");
  key.add(operation);
  key.add(":");
  key.add({hash.data(), hash.size()});
  return key;
}

void InteropKey::add(std::string_view part) noexcept {
  std::copy(part.begin(), part.end(), text_.begin() + static_cast<std::ptrdiff_t>(size_));
  size_ += part.size();
}

}  // namespace sealcache
