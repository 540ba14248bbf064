#include "shared/decode_bounds.h"

#include <array>
#include <cstddef>

namespace sealcache {

namespace {

/// One MessagePack header.
struct Item {
  /// Children and bytes it declares, as PROTOCOL §8 counts them.
  std::uint64_t slots = 0;
  /// Bytes after the header that belong to it.
  std::uint64_t body = 0;
  bool container = false;
};

Item scalar(std::uint64_t body) noexcept {
  return {.slots = 0, .body = body, .container = false};
}
Item bytes(std::uint64_t size) noexcept {
  return {.slots = size, .body = size, .container = false};
}
Item ext(std::uint64_t size) noexcept {
  return {.slots = size, .body = size + 1, .container = false};
}
Item array(std::uint64_t count) noexcept {
  return {.slots = count, .body = 0, .container = true};
}
Item map(std::uint64_t count) noexcept {
  return array(2 * count);
}

class Scanner {
 public:
  Scanner(ByteView document, std::uint32_t depth_limit) noexcept
      : document_(document), depth_limit_(depth_limit) {}

  Status run() noexcept {
    do {
      const Result<Item> item = read_header();
      if (!item) return fail(item.error());
      if (const Status status = take(*item); !status) return status;
      close_finished();
    } while (depth_ > 0);
    if (left() > 0) return fail(Error::kBoundsTrailing);
    return {};
  }

 private:
  [[nodiscard]] std::uint64_t left() const noexcept { return document_.size() - at_; }

  Status take(const Item& item) noexcept {
    declared_ += item.slots;  // at most the document's size plus 2³³ − 2: cannot wrap
    if (declared_ > document_.size() - 1) return fail(Error::kBoundsSlots);
    if (item.body > left()) return fail(Error::kBoundsIncomplete);
    at_ += static_cast<std::size_t>(item.body);
    if (!item.container) {
      if (depth_ > 0) --open_[depth_ - 1];
      return {};
    }
    if (depth_ == depth_limit_) return fail(Error::kBoundsDepth);
    open_[depth_++] = item.slots;
    return {};
  }

  void close_finished() noexcept {
    while (depth_ > 0 && open_[depth_ - 1] == 0) {
      --depth_;
      if (depth_ > 0) --open_[depth_ - 1];
    }
  }

  /// A big-endian size of `width` bytes, made into an item.
  Result<Item> sized(unsigned width, Item (*make)(std::uint64_t) noexcept) noexcept {
    if (left() < width) return fail(Error::kBoundsIncomplete);
    std::uint64_t size = 0;
    for (unsigned i = 0; i < width; ++i) size = (size << 8U) | document_[at_++];
    return make(size);
  }

  Result<Item> read_header() noexcept {
    if (left() == 0) return fail(Error::kBoundsIncomplete);
    const unsigned marker = document_[at_++];
    if (marker <= 0x7f || marker >= 0xe0) return scalar(0);
    if (marker <= 0x8f) return map(marker & 15U);
    if (marker <= 0x9f) return array(marker & 15U);
    if (marker <= 0xbf) return bytes(marker & 31U);
    if (marker <= 0xc3)
      return marker == 0xc1 ? Result<Item>(fail(Error::kBoundsInvalidByte)) : scalar(0);
    if (marker <= 0xc6) return sized(1U << (marker - 0xc4), bytes);
    if (marker <= 0xc9) return sized(1U << (marker - 0xc7), ext);
    if (marker <= 0xcb) return scalar(std::uint64_t{4} << (marker - 0xca));
    if (marker <= 0xcf) return scalar(std::uint64_t{1} << (marker - 0xcc));
    if (marker <= 0xd3) return scalar(std::uint64_t{1} << (marker - 0xd0));
    if (marker <= 0xd8) return scalar(1 + (std::uint64_t{1} << (marker - 0xd4)));  // fixext
    if (marker <= 0xdb) return sized(1U << (marker - 0xd9), bytes);
    if (marker <= 0xdd) return sized(2U << (marker - 0xdc), array);
    return sized(2U << (marker - 0xde), map);
  }

  ByteView document_;
  std::uint32_t depth_limit_;
  std::size_t at_ = 0;
  std::uint64_t declared_ = 0;
  std::uint32_t depth_ = 0;
  /// Items still to come in each open container. Only the first depth_ are ever read.
  std::array<std::uint64_t, kMaxDepthLimit> open_;
};

}  // namespace

Status check_decode_bounds(ByteView document, std::uint32_t depth_limit) noexcept {
  if (depth_limit < kMinDepthLimit || depth_limit > kMaxDepthLimit) {
    return fail(Error::kInvalidArgument);
  }
  return Scanner(document, depth_limit).run();
}

}  // namespace sealcache
