#include "shared/entry_codec.h"

#include <algorithm>
#include <utility>

#include "shared/envelope.h"

namespace sealcache {

Result<Container> container_from(std::uint32_t number) noexcept {
  if (number > static_cast<std::uint32_t>(Container::kPacked)) {
    return fail(Error::kInvalidArgument);
  }
  return static_cast<Container>(number);
}

Result<EntryCodec> EntryCodec::create(std::string_view tenant) noexcept {
  if (tenant.empty() || tenant.size() > kMaxTenantBytes) return fail(Error::kInvalidTenant);
  Result<Lz4Compressor> lz4 = Lz4Compressor::create();
  if (!lz4) return fail(lz4.error());
  return EntryCodec(tenant, *std::move(lz4));
}

EntryCodec::EntryCodec(std::string_view tenant, Lz4Compressor lz4) noexcept
    : tenant_size_(tenant.size()), lz4_(std::move(lz4)) {
  std::copy(tenant.begin(), tenant.end(), tenant_.begin());
}

Result<ByteView> EntryCodec::aad(std::string_view cache_key, Container container) noexcept {
  const AadParts parts{.tenant = {tenant_.data(), tenant_size_},
                       .cache_key = cache_key,
                       .compressed = container != Container::kPlain};
  const Result<std::size_t> size = aad_size(parts);
  if (!size) return fail(size.error());
  const Result<ByteSpan> area = aad_.acquire(*size);
  if (!area) return fail(area.error());
  const Result<std::size_t> written = build_aad(parts, *area);
  if (!written) return fail(written.error());
  return ByteView(area->first(*written));
}

Result<PreparedEntry> EntryCodec::prepare(ByteView value, std::string_view cache_key,
                                          Container container) noexcept {
  const Result<ByteView> bound_to = aad(cache_key, container);
  if (!bound_to) return fail(bound_to.error());
  const Result<std::size_t> bound = envelope_bound(value.size());
  if (!bound) return fail(bound.error());
  if (container != Container::kEnvelope) {
    return PreparedEntry{.aad = *bound_to, .plaintext = value};
  }
  const Result<ByteSpan> work = packed_.acquire(*bound);
  if (!work) return fail(work.error());
  const Result<ByteSpan> packed = pack_envelope(lz4_, value, *work);
  if (!packed) {
    packed_.wipe_used();
    return fail(packed.error());
  }
  return PreparedEntry{.aad = *bound_to, .plaintext = *packed};
}

Result<ByteSpan> EntryCodec::unwrap(ByteView plaintext, Container container,
                                    std::uint64_t max_value_bytes, Output& output) noexcept {
  if (container == Container::kEnvelope) {
    const Result<EnvelopeHeader> header = parse_envelope(plaintext, max_value_bytes);
    if (!header) return fail(header.error());
    Result<ByteSpan> value = unpack_envelope(*header, legacy_, output);
    legacy_.wipe_used();
    return value;
  }
  if (plaintext.size() > max_value_bytes) return fail(Error::kValueTooLarge);
  const ByteSpan value = output.allocate(plaintext.size());
  if (value.size() != plaintext.size()) return fail(Error::kOutOfMemory);
  std::copy(plaintext.begin(), plaintext.end(), value.begin());
  return value;
}

void EntryCodec::wipe_scratch() noexcept {
  packed_.wipe_used();
  legacy_.wipe_used();
}

}  // namespace sealcache
