#include "shared/split_sealer.h"

#include <algorithm>
#include <new>
#include <utility>

#include "shared/blob_limits.h"
#include "shared/envelope.h"

namespace sealcache {

Result<std::unique_ptr<SplitSealer>> SplitSealer::create(ByteView current,
                                                         std::span<const ByteView> previous,
                                                         std::string_view tenant) noexcept {
  if (const Status ready = initialise(); !ready) return fail(ready.error());
  Result<Keyring> keyring = Keyring::create(current, previous, tenant);
  if (!keyring) return fail(keyring.error());
  Result<EventMac> events = EventMac::create(current, previous, tenant);
  if (!events) return fail(events.error());
  Result<std::unique_ptr<NonceSource>> nonces = NonceSource::create();
  if (!nonces) return fail(nonces.error());
  Result<EntryCodec> codec = EntryCodec::create(tenant);
  if (!codec) return fail(codec.error());
  std::unique_ptr<SplitSealer> sealer(new (std::nothrow) SplitSealer(
      *std::move(keyring), *std::move(events), *std::move(nonces), *std::move(codec)));
  if (!sealer) return fail(Error::kOutOfMemory);
  return sealer;
}

SplitSealer::SplitSealer(Keyring keyring, EventMac events, std::unique_ptr<NonceSource> nonces,
                         EntryCodec codec) noexcept
    : keyring_(std::move(keyring)),
      events_(std::move(events)),
      nonces_(std::move(nonces)),
      codec_(std::move(codec)) {}

ByteView SplitSealer::encryption_key(std::size_t index) const noexcept {
  if (index >= keyring_.size()) return {};
  return keyring_.key(index);
}

void SplitSealer::release_keys() noexcept {
  keyring_.wipe();
}

Result<SplitSealer::Reserved> SplitSealer::reserve(ByteView value, std::string_view cache_key,
                                                   Container container) noexcept {
  if (disposed_) return fail(Error::kDisposed);
  codec_.wipe_scratch();
  const Result<PreparedEntry> entry = codec_.prepare(value, cache_key, container);
  if (!entry) return fail(entry.error());
  const Result<Nonce> nonce = nonces_->reserve();
  if (!nonce) {
    codec_.wipe_scratch();
    return fail(nonce.error());
  }
  return Reserved{.nonce = *nonce, .aad = entry->aad, .plaintext = entry->plaintext};
}

Result<SplitSealer::Reserved> SplitSealer::reserve_outside(std::size_t value_size,
                                                           std::string_view cache_key,
                                                           Container container) noexcept {
  if (disposed_) return fail(Error::kDisposed);
  if (container == Container::kEnvelope) return fail(Error::kInvalidArgument);
  const Result<ByteView> aad = codec_.aad(cache_key, container);
  if (!aad) return fail(aad.error());
  if (value_size > kMaxUncompressedBytes) return fail(Error::kInputTooLarge);
  const Result<Nonce> nonce = nonces_->reserve();
  if (!nonce) return fail(nonce.error());
  return Reserved{.nonce = *nonce, .aad = *aad, .plaintext = {}};
}

Status SplitSealer::finish(const Nonce& nonce, ByteView sealed, ByteSpan out) noexcept {
  if (sealed.size() < kTagBytes) return fail(Error::kBlobTooShort);
  if (out.size() != kNonceBytes + sealed.size()) return fail(Error::kBufferTooSmall);
  std::copy(sealed.begin(), sealed.end(), std::copy(nonce.begin(), nonce.end(), out.begin()));
  return {};
}

Result<ByteView> SplitSealer::begin_open(std::size_t blob_size, std::string_view cache_key,
                                         Container container,
                                         std::uint64_t max_value_bytes) noexcept {
  if (disposed_) return fail(Error::kDisposed);
  const Result<std::size_t> size = plaintext_size(blob_size, container, max_value_bytes);
  if (!size) return fail(size.error());
  return codec_.aad(cache_key, container);
}

Result<ByteSpan> SplitSealer::finish_open(ByteView plaintext, Container container,
                                          std::uint64_t max_value_bytes, Output& output) noexcept {
  if (disposed_) return fail(Error::kDisposed);
  return codec_.unwrap(plaintext, container, max_value_bytes, output);
}

void SplitSealer::dispose() noexcept {
  disposed_ = true;
  keyring_.wipe();
  events_.wipe();
  codec_.wipe_scratch();
}

const Fingerprint& SplitSealer::fingerprint(std::size_t index) const noexcept {
  return keyring_.fingerprint(index);
}

}  // namespace sealcache
