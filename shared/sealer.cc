#include "shared/sealer.h"

#include <algorithm>
#include <new>
#include <utility>

#include "shared/blob_limits.h"
#include "shared/secret.h"

namespace sealcache {

namespace {

/// Wipes on every way out of a call.
template <typename Wipe>
class AtExit {
 public:
  explicit AtExit(Wipe wipe) noexcept : wipe_(std::move(wipe)) {}
  AtExit(const AtExit&) = delete;
  AtExit& operator=(const AtExit&) = delete;
  ~AtExit() { wipe_(); }

 private:
  Wipe wipe_;
};

}  // namespace

Result<std::unique_ptr<Sealer>> Sealer::create(ByteView current, std::span<const ByteView> previous,
                                               std::string_view tenant) noexcept {
  if (const Status ready = initialise(); !ready) return fail(ready.error());
  Result<Keyring> keyring = Keyring::create(current, previous, tenant);
  if (!keyring) return fail(keyring.error());
  Ciphers ciphers;
  for (std::size_t index = 0; index < keyring->size(); ++index) {
    Result<AesGcmKey> cipher = AesGcmKey::expand(keyring->key(index));
    if (!cipher) return fail(cipher.error());
    ciphers[index] = *std::move(cipher);
  }
  keyring->wipe();

  Result<EventMac> events = EventMac::create(current, previous, tenant);
  if (!events) return fail(events.error());
  Result<std::unique_ptr<NonceSource>> nonces = NonceSource::create();
  if (!nonces) return fail(nonces.error());
  Result<EntryCodec> codec = EntryCodec::create(tenant);
  if (!codec) return fail(codec.error());
  std::unique_ptr<Sealer> sealer(new (std::nothrow) Sealer(*std::move(keyring), std::move(ciphers),
                                                           *std::move(events), *std::move(nonces),
                                                           *std::move(codec)));
  if (!sealer) return fail(Error::kOutOfMemory);
  return sealer;
}

Sealer::Sealer(Keyring keyring, Ciphers ciphers, EventMac events,
               std::unique_ptr<NonceSource> nonces, EntryCodec codec) noexcept
    : keyring_(std::move(keyring)),
      ciphers_(std::move(ciphers)),
      events_(std::move(events)),
      nonces_(std::move(nonces)),
      codec_(std::move(codec)) {}

Result<ByteSpan> Sealer::seal(ByteView value, std::string_view cache_key, Container container,
                              Output& output) noexcept {
  if (disposed()) return fail(Error::kDisposed);
  const AtExit wiped([this] { codec_.wipe_scratch(); });
  const Result<PreparedEntry> entry = codec_.prepare(value, cache_key, container);
  if (!entry) return fail(entry.error());
  const std::size_t size = entry->plaintext.size() + kSealOverhead;
  const ByteSpan out = output.allocate(size);
  if (out.size() != size) return fail(Error::kOutOfMemory);

  const Result<Nonce> nonce = nonces_->reserve();
  if (!nonce) return fail(nonce.error());
  std::copy(nonce->begin(), nonce->end(), out.begin());
  const Status encrypted =
      ciphers_[0].encrypt(*nonce, entry->aad, entry->plaintext, out.subspan(kNonceBytes));
  if (!encrypted) return fail(encrypted.error());
  return out;
}

Result<std::size_t> Sealer::decrypt_with_any_key(ByteView blob, ByteView aad,
                                                 ByteSpan plaintext) const noexcept {
  Nonce nonce{};
  std::copy_n(blob.begin(), nonce.size(), nonce.begin());
  const ByteView sealed = blob.subspan(kNonceBytes);
  return Keyring::first_that_opens(keyring_.size(), [&](std::size_t index) {
    return ciphers_[index].decrypt(nonce, aad, sealed, plaintext);
  });
}

Result<Sealer::Opened> Sealer::open(ByteView blob, std::string_view cache_key, Container container,
                                    std::uint64_t max_value_bytes, Output& output) noexcept {
  if (disposed()) return fail(Error::kDisposed);
  const Result<std::size_t> size = plaintext_size(blob.size(), container, max_value_bytes);
  if (!size) return fail(size.error());
  const Result<ByteView> aad = codec_.aad(cache_key, container);
  if (!aad) return fail(aad.error());

  if (container != Container::kEnvelope) {
    const ByteSpan value = output.allocate(*size);
    if (value.size() != *size) return fail(Error::kOutOfMemory);
    const Result<std::size_t> index = decrypt_with_any_key(blob, *aad, value);
    if (!index) return fail(index.error());
    return Opened{.value = value, .key_index = *index};
  }

  const AtExit wiped([this] { plaintext_.wipe_used(); });
  const Result<ByteSpan> plaintext = plaintext_.acquire(*size);
  if (!plaintext) return fail(plaintext.error());
  const Result<std::size_t> index = decrypt_with_any_key(blob, *aad, *plaintext);
  if (!index) return fail(index.error());
  const Result<ByteSpan> value = codec_.unwrap(*plaintext, container, max_value_bytes, output);
  if (!value) return fail(value.error());
  return Opened{.value = *value, .key_index = *index};
}

void Sealer::dispose() noexcept {
  for (AesGcmKey& cipher : ciphers_) cipher.reset();
  events_.wipe();
  // The work areas are left alone: every call wipes its own, and one whose Output disposes of the
  // sealer still reads them.
}

const Fingerprint& Sealer::fingerprint(std::size_t index) const noexcept {
  return keyring_.fingerprint(index);
}

}  // namespace sealcache
