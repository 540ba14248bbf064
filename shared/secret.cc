#include "shared/secret.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <new>
#include <utility>

#include <sodium.h>

#include "shared/random_source.h"

namespace sealcache {

namespace {

/// Scratch areas are powers of two in between; above the upper bound they are exact and not kept.
constexpr std::size_t kSmallestScratch = 4096;
constexpr std::size_t kLargestKeptScratch = 1 << 20;

}  // namespace

void wipe(ByteSpan bytes) noexcept {
  if (!bytes.empty()) sodium_memzero(bytes.data(), bytes.size());
}

#ifdef __EMSCRIPTEN__

// libsodium has nothing to set up without threads, guard pages and CPU features, and nothing of
// ours draws from it; but sodium_init() would link every primitive it chooses an implementation
// for.
Status initialise() noexcept {
  std::array<std::uint8_t, 1> probe{};
  return fill_random(probe);
}

// No guard pages in linear memory: libsodium would only call malloc().
static std::uint8_t* allocate_secret(std::size_t size) noexcept {
  return static_cast<std::uint8_t*>(::operator new (size, std::align_val_t{16}, std::nothrow));
}

void SecretFree::operator()(std::uint8_t* data) const noexcept {
  wipe({data, size});
  ::operator delete (data, std::align_val_t{16});
}

#else

namespace {

std::atomic<bool> library_lacked_random{false};

void fill_for_library(void* buffer, std::size_t size) noexcept {
  if (!fill_random({static_cast<std::uint8_t*>(buffer), size})) library_lacked_random.store(true);
}

/// libsodium's own source aborts on a failure, and on WebAssembly enters JavaScript for every byte.
const randombytes_implementation kRandomForLibrary = {
    .implementation_name = [] { return "sealcache"; },
    .random =
        [] {
          std::uint32_t number = 0;
          fill_for_library(&number, sizeof number);
          return number;
        },
    .stir = nullptr,
    .uniform = nullptr,
    .buf = fill_for_library,
    .close = nullptr,
};

}  // namespace

Status initialise() noexcept {
  static std::atomic<bool> done{false};
  static std::mutex once;
  if (done.load(std::memory_order_acquire)) return {};

  const std::scoped_lock lock(once);
  // Tried first, while a failure can still be repaired: libsodium draws its canary only once.
  std::array<std::uint8_t, 1> probe{};
  if (const Status drawn = fill_random(probe); !drawn) return drawn;
  if (randombytes_set_implementation(&kRandomForLibrary) != 0 || sodium_init() < 0 ||
      library_lacked_random.load()) {
    return fail(Error::kRandomUnavailable);
  }
  done.store(true, std::memory_order_release);
  return {};
}

static std::uint8_t* allocate_secret(std::size_t size) noexcept {
  return static_cast<std::uint8_t*>(sodium_malloc(size));
}

void SecretFree::operator()(std::uint8_t* data) const noexcept {
  sodium_free(data);  // wipes
}

#endif

Result<SecretBuffer> SecretBuffer::create(std::size_t size) noexcept {
  SecretBuffer buffer;
  buffer.data_ = {allocate_secret(size), SecretFree{size}};
  if (!buffer.data_) return fail(Error::kOutOfMemory);
  std::fill_n(buffer.data_.get(), size, std::uint8_t{0});
  return buffer;
}

void SecretBuffer::reset() noexcept {
  data_.reset();
}

ScratchBuffer::ScratchBuffer(ScratchBuffer&& other) noexcept
    : data_(std::move(other.data_)),
      capacity_(std::exchange(other.capacity_, 0)),
      used_(std::exchange(other.used_, 0)) {}

ScratchBuffer& ScratchBuffer::operator=(ScratchBuffer&& other) noexcept {
  if (this == &other) return *this;
  wipe_used();
  data_ = std::move(other.data_);
  capacity_ = std::exchange(other.capacity_, 0);
  used_ = std::exchange(other.used_, 0);
  return *this;
}

Result<ByteSpan> ScratchBuffer::acquire(std::size_t size) noexcept {
  if (size > capacity_) {
    wipe_used();
    data_.reset();
    capacity_ = 0;
    const std::size_t capacity =
        size > kLargestKeptScratch ? size : std::bit_ceil(std::max(size, kSmallestScratch));
    data_.reset(new (std::nothrow) std::uint8_t[capacity]);
    if (!data_) return fail(Error::kOutOfMemory);
    capacity_ = capacity;
  }
  used_ = std::max(used_, size);
  return ByteSpan(data_.get(), size);
}

void ScratchBuffer::wipe_used() noexcept {
  wipe({data_.get(), used_});
  used_ = 0;
  if (capacity_ <= kLargestKeptScratch) return;
  data_.reset();
  capacity_ = 0;
}

}  // namespace sealcache
