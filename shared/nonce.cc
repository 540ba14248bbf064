#include "shared/nonce.h"

#include <new>
#include <utility>

#include "shared/fork_guard.h"
#include "shared/random_source.h"

namespace sealcache {

namespace {

std::atomic<std::uint64_t> next_instance{0};

/// The generation that `next_instance` was seeded in; no process has generation 0.
std::atomic<std::uint64_t> seeded_generation{0};

/// PROTOCOL §6.2: 64 random bits per process, then one more for every source.
Result<std::uint64_t> next_instance_id(std::uint64_t generation) noexcept {
  // Threads that get here together may each seed. Every id still comes from some random seed by
  // one atomic increment, so none is given twice.
  if (seeded_generation.load(std::memory_order_acquire) != generation) {
    std::array<std::uint8_t, 8> seed{};
    if (const Status drawn = fill_random(seed); !drawn) return fail(drawn.error());
    std::uint64_t first = 0;
    for (const std::uint8_t byte : seed) first = first << 8U | byte;
    next_instance.store(first, std::memory_order_relaxed);
    seeded_generation.store(generation, std::memory_order_release);
  }
  return next_instance.fetch_add(1, std::memory_order_relaxed);
}

Nonce compose(std::uint64_t instance, std::uint64_t counter) noexcept {
  Nonce nonce{};
  for (std::size_t i = 0; i < 8; ++i) {
    nonce[i] = static_cast<std::uint8_t>(instance >> (56U - 8U * i));
  }
  for (std::size_t i = 0; i < 4; ++i) {
    nonce[8 + i] = static_cast<std::uint8_t>(counter >> (24U - 8U * i));
  }
  return nonce;
}

}  // namespace

/// The nonces of one source in one process. A fork copies it, which is why the copy is not used:
/// its generation tells. Lives as long as the source, because a thread may still count in it.
struct NonceSource::Epoch {
  std::uint64_t instance = 0;
  std::uint64_t generation = 0;
  std::atomic<std::uint64_t> counter{0};
  Epoch* previous = nullptr;

  static Result<std::unique_ptr<Epoch>> start(std::uint64_t generation) noexcept {
    const Result<std::uint64_t> instance = next_instance_id(generation);
    if (!instance) return fail(instance.error());
    std::unique_ptr<Epoch> epoch(new (std::nothrow) Epoch);
    if (!epoch) return fail(Error::kOutOfMemory);
    epoch->instance = *instance;
    epoch->generation = generation;
    return epoch;
  }
};

Result<std::unique_ptr<NonceSource>> NonceSource::create() noexcept {
  if (const Status armed = arm_fork_guard(); !armed) return fail(armed.error());
  Result<std::unique_ptr<Epoch>> first = Epoch::start(fork_generation());
  if (!first) return fail(first.error());
  std::unique_ptr<NonceSource> source(new (std::nothrow) NonceSource(*std::move(first)));
  if (!source) return fail(Error::kOutOfMemory);
  return source;
}

NonceSource::NonceSource(std::unique_ptr<Epoch> first) noexcept : epoch_(first.release()) {}

NonceSource::~NonceSource() {
  std::unique_ptr<Epoch> epoch(epoch_.load(std::memory_order_acquire));
  while (epoch) epoch.reset(std::exchange(epoch->previous, nullptr));
}

Result<NonceSource::Epoch*> NonceSource::current_epoch() noexcept {
  const std::uint64_t generation = fork_generation();
  Epoch* epoch = epoch_.load(std::memory_order_acquire);
  if (epoch->generation == generation) return epoch;

  Result<std::unique_ptr<Epoch>> fresh = Epoch::start(generation);
  if (!fresh) return fail(fresh.error());
  (*fresh)->previous = epoch;
  if (epoch_.compare_exchange_strong(epoch, fresh->get(), std::memory_order_acq_rel)) {
    return fresh->release();
  }
  return epoch;
}

Result<Nonce> NonceSource::reserve() noexcept {
  for (;;) {
    const Result<Epoch*> current = current_epoch();
    if (!current) return fail(current.error());
    Epoch& epoch = **current;

    // Not fetch_add: a counter that refusals do not move cannot come round again.
    std::uint64_t count = epoch.counter.load(std::memory_order_relaxed);
    do {
      if (count >= kNonceLimit) return fail(Error::kNonceExhausted);
    } while (!epoch.counter.compare_exchange_weak(count, count + 1, std::memory_order_relaxed));

    // A signal handler may have forked since; the child would go on with its parent's nonce.
    if (epoch.generation == fork_generation()) return compose(epoch.instance, count);
  }
}

std::uint64_t NonceSource::counter() const noexcept {
  const Epoch* const epoch = epoch_.load(std::memory_order_acquire);
  if (epoch->generation != fork_generation()) return 0;
  return epoch->counter.load(std::memory_order_relaxed);
}

#ifdef SEALCACHE_TEST_HOOKS
void NonceSource::set_for_test(std::uint64_t instance, std::uint64_t counter) noexcept {
  auto epoch = std::make_unique<Epoch>();
  epoch->instance = instance;
  epoch->generation = fork_generation();
  epoch->counter.store(counter, std::memory_order_relaxed);
  epoch->previous = epoch_.load(std::memory_order_acquire);
  while (!epoch_.compare_exchange_weak(epoch->previous, epoch.get(), std::memory_order_acq_rel)) {
  }
  static_cast<void>(epoch.release());
}
#endif

}  // namespace sealcache
