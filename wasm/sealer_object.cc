#include "wasm/sealer_object.h"

#include <cstddef>
#include <new>
#include <span>
#include <string_view>

#include "shared/key_derivation.h"
#include "shared/keyring.h"
#include "wasm/window.h"

namespace sealcache::wasm {

namespace {

std::string_view text_of(ByteView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<Container> container_of(double number) noexcept {
  const Result<std::size_t> whole = size_from(number);
  if (!whole) return fail(whole.error());
  return container_from(static_cast<std::uint32_t>(*whole));
}

/// The window during derivation: wiped on every way out.
struct WindowGuard {
  WindowGuard() noexcept = default;
  WindowGuard(const WindowGuard&) = delete;
  WindowGuard& operator=(const WindowGuard&) = delete;
  ~WindowGuard() { Window::instance().close(); }
};

}  // namespace

SealerObject* SealerObject::create() noexcept {
  return new (std::nothrow) SealerObject;
}

Outcome SealerObject::derive(double previous, double tenant_size) noexcept {
  const WindowGuard guard;
  const Window& window = Window::instance();
  if (!(previous >= 0 && previous <= static_cast<double>(kMaxPreviousKeys))) {
    return failure(Error::kTooManyKeys);
  }
  const Result<std::size_t> older = size_from(previous);
  if (!older) return failure(older.error());

  std::array<ByteView, kMaxKeyringEntries> keys;
  const std::span<ByteView> used = std::span(keys).first(1 + *older);
  std::size_t offset = 0;
  for (ByteView& key : used) {
    const Result<ByteView> bytes = window.view(offset, kKeyBytes);
    if (!bytes) return failure(bytes.error());
    key = *bytes;
    offset += kKeyBytes;
  }
  const Result<ByteView> tenant = window.view(offset, tenant_size);
  if (!tenant) return failure(tenant.error());

  Result<std::unique_ptr<SplitSealer>> sealer =
      SplitSealer::create(used.front(), used.subspan(1), text_of(*tenant));
  if (!sealer) return failure(sealer.error());
  sealer_ = *std::move(sealer);
  return 0;
}

Outcome SealerObject::encryption_key(double index) const noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<std::size_t> entry = size_from(index);
  if (!entry || *entry >= sealer_->keyring_entry_count()) return failure(Error::kInvalidArgument);
  const ByteView key = sealer_->encryption_key(*entry);
  return key.empty() ? failure(Error::kDisposed) : success(key.data());
}

void SealerObject::release_keys() noexcept {
  if (sealer_) sealer_->release_keys();
}

Outcome SealerObject::reserve(double value_size, double key_size, double container) noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<Container> kind = container_of(container);
  if (!kind) return failure(kind.error());
  const Result<ByteView> value = Window::instance().view(0, value_size);
  if (!value) return failure(value.error());
  const Result<ByteView> key = Window::instance().view(value->size(), key_size);
  if (!key) return failure(key.error());
  const Result<SplitSealer::Reserved> reserved = sealer_->reserve(*value, text_of(*key), *kind);
  if (!reserved) return failure(reserved.error());
  nonce_ = reserved->nonce;
  results() = {address_of(nonce_.data()), address_of(reserved->aad.data()),
               address_of(reserved->plaintext.data()),
               static_cast<std::uint32_t>(reserved->plaintext.size())};
  return success(reserved->aad.size());
}

Outcome SealerObject::reserve_aad(double value_size, double key_size, double container) noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<Container> kind = container_of(container);
  if (!kind) return failure(kind.error());
  const Result<std::size_t> size = size_from(value_size);
  if (!size) return failure(size.error());
  const Result<ByteView> key = Window::instance().view(0, key_size);
  if (!key) return failure(key.error());
  const Result<SplitSealer::Reserved> reserved =
      sealer_->reserve_outside(*size, text_of(*key), *kind);
  if (!reserved) return failure(reserved.error());
  nonce_ = reserved->nonce;
  results()[0] = address_of(nonce_.data());
  results()[1] = address_of(reserved->aad.data());
  return success(reserved->aad.size());
}

Outcome SealerObject::begin_open(double blob_size, double key_size, double container,
                                 double max_value_bytes) noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<Container> kind = container_of(container);
  if (!kind) return failure(kind.error());
  const Result<std::size_t> size = size_from(blob_size);
  if (!size) return failure(size.error());
  const Result<std::uint64_t> limit = limit_from(max_value_bytes);
  if (!limit) return failure(limit.error());
  const Result<ByteView> key = Window::instance().view(0, key_size);
  if (!key) return failure(key.error());
  const Result<ByteView> aad = sealer_->begin_open(*size, text_of(*key), *kind, *limit);
  return aad ? publish(*aad) : failure(aad.error());
}

Outcome SealerObject::finish_open(double plaintext_size, double container,
                                  double max_value_bytes) noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<Container> kind = container_of(container);
  if (!kind) return failure(kind.error());
  const Result<std::uint64_t> limit = limit_from(max_value_bytes);
  if (!limit) return failure(limit.error());
  const Result<ByteView> plaintext = Window::instance().view(0, plaintext_size);
  if (!plaintext) return failure(plaintext.error());
  const Result<ByteSpan> value =
      sealer_->finish_open(*plaintext, *kind, *limit, OutputWindow::instance());
  return value ? publish(*value) : failure(value.error());
}

Outcome SealerObject::authenticate(double message_size) noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<ByteView> message = Window::instance().view(0, message_size);
  if (!message) return failure(message.error());
  const Result<Mac> mac = sealer_->authenticate(*message);
  if (!mac) return failure(mac.error());
  mac_ = *mac;
  return publish(mac_);
}

Outcome SealerObject::verify(double message_size, double mac_size) const noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<ByteView> message = Window::instance().view(0, message_size);
  if (!message) return failure(message.error());
  const Result<ByteView> mac = Window::instance().view(message->size(), mac_size);
  if (!mac) return failure(mac.error());
  const Result<bool> authentic = sealer_->verify(*message, *mac);
  if (!authentic) return failure(authentic.error());
  return *authentic ? 1 : 0;
}

void SealerObject::wipe() noexcept {
  if (sealer_) sealer_->wipe_plaintext();
  close_windows();
}

void SealerObject::dispose() noexcept {
  if (sealer_) sealer_->dispose();
  sealer_.reset();
}

Outcome SealerObject::fingerprint() const noexcept {
  return sealer_ ? success(sealer_->fingerprint().data()) : failure(Error::kDisposed);
}

double SealerObject::nonce_counter() const noexcept {
  return sealer_ ? static_cast<double>(sealer_->nonce_counter()) : failure(Error::kDisposed);
}

#ifdef SEALCACHE_TEST_HOOKS
Outcome SealerObject::set_nonce(double instance_high, double instance_low,
                                double counter) noexcept {
  if (!sealer_) return failure(Error::kDisposed);
  const Result<std::uint64_t> high = limit_from(instance_high);
  const Result<std::uint64_t> low = limit_from(instance_low);
  const Result<std::uint64_t> count = limit_from(counter);
  if (!high || !low || !count) return failure(Error::kInvalidArgument);
  sealer_->nonces_for_test().set_for_test((*high << 32U) | *low, *count);
  return 0;
}
#endif

}  // namespace sealcache::wasm
