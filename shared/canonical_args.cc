#include "shared/canonical_args.h"

#include <array>
#include <cmath>
#include <cstring>

#include <msgpack/pack.hpp>

#include "shared/argument_token.h"
#include "shared/byte_cursor.h"
#include "shared/fixed_sink.h"
#include "shared/segment_sort.h"

namespace sealcache {

namespace {

using Kind = ArgumentToken::Kind;

constexpr double kInt64Min = -9'223'372'036'854'775'808.0;
constexpr double kUint64End = 18'446'744'073'709'551'616.0;
constexpr double kMicroseconds = 1e6;

const char* chars(ByteView bytes) noexcept {
  return reinterpret_cast<const char*>(bytes.data());
}

/// An array, map or set whose items are being written.
struct Open {
  Kind kind = Kind::kArray;
  /// Items still to come, for a map keys and values.
  std::size_t left = 0;
  /// Elements or pairs.
  std::size_t count = 0;
  std::size_t header = 0;
  std::size_t body = 0;
};

class Canonicaliser {
 public:
  /// `out` and `work` each have as many bytes as `arguments`.
  Canonicaliser(ByteView arguments, ByteSpan out, ByteSpan work) noexcept
      : cursor_(arguments), out_(out), work_(work), sink_(out), packer_(sink_) {}

  Result<std::size_t> run() noexcept {
    do {
      const Result<ArgumentToken> token = next_token(cursor_);
      if (!token) return fail(token.error());
      if (const Status status = take(*token); !status) return fail(status.error());
      if (const Status status = close_finished(); !status) return fail(status.error());
    } while (depth_ > 0);
    if (!cursor_.empty() || sink_.full()) return fail(Error::kInvalidArgument);
    return sink_.used();
  }

 private:
  Status take(const ArgumentToken& token) noexcept {
    if (depth_ == 0 && token.kind != Kind::kArray) return fail(Error::kInvalidArgument);
    if (depth_ > 0) {
      Open& open = open_[depth_ - 1];
      const bool key = open.kind == Kind::kMap && open.left % 2 == 0;
      if (key && token.kind != Kind::kStr) return fail(Error::kInvalidArgument);
      --open.left;
    }
    return write(token);
  }

  Status write(const ArgumentToken& token) noexcept {
    switch (token.kind) {
      case Kind::kNil:
        packer_.pack_nil();
        return {};
      case Kind::kFalse:
        packer_.pack_false();
        return {};
      case Kind::kTrue:
        packer_.pack_true();
        return {};
      case Kind::kUnsigned:
        packer_.pack_uint64(token.number);
        return {};
      case Kind::kNegative:
        packer_.pack_int64(static_cast<std::int64_t>(token.number));
        return {};
      case Kind::kFloat:
        return write_real(token.real);
      case Kind::kInstant:
        // One rounding to a double, one division: every language gets the same seconds.
        return write_real(static_cast<double>(static_cast<std::int64_t>(token.number)) /
                          kMicroseconds);
      case Kind::kStr:
        packer_.pack_str(static_cast<std::uint32_t>(token.body.size()));
        packer_.pack_str_body(chars(token.body), static_cast<std::uint32_t>(token.body.size()));
        return {};
      case Kind::kBin:
        packer_.pack_bin(static_cast<std::uint32_t>(token.body.size()));
        packer_.pack_bin_body(chars(token.body), static_cast<std::uint32_t>(token.body.size()));
        return {};
      case Kind::kArray:
      case Kind::kMap:
      case Kind::kSet:
        return enter(token);
    }
    return fail(Error::kInvalidArgument);
  }

  Status write_real(double real) noexcept {
    if (!std::isfinite(real)) return fail(Error::kNumberNotFinite);
    if (real != std::trunc(real) || real < kInt64Min || real >= kUint64End) {
      packer_.pack_double(real);
    } else if (real < 0) {
      packer_.pack_int64(static_cast<std::int64_t>(real));
    } else {
      packer_.pack_uint64(static_cast<std::uint64_t>(real));
    }
    return {};
  }

  Status enter(const ArgumentToken& token) noexcept {
    if (depth_ == open_.size()) return fail(Error::kBoundsDepth);
    if (token.number > kMaxArgumentEntries) return fail(Error::kBoundsSlots);
    const auto count = static_cast<std::size_t>(token.number);
    Open& open = open_[depth_++];
    open = {.kind = token.kind,
            .left = token.kind == Kind::kMap ? 2 * count : count,
            .count = count,
            .header = sink_.used(),
            .body = 0};
    write_header(open.kind, count);
    open.body = sink_.used();
    return {};
  }

  void write_header(Kind kind, std::size_t count) noexcept {
    const auto size = static_cast<std::uint32_t>(count);
    if (kind == Kind::kMap) {
      packer_.pack_map(size);
    } else {
      packer_.pack_array(size);
    }
  }

  Status close_finished() noexcept {
    while (depth_ > 0 && open_[depth_ - 1].left == 0) {
      const Open& open = open_[--depth_];
      // What did not fit is not there to be sorted.
      if (sink_.full()) return fail(Error::kInvalidArgument);
      const ByteSpan body = out_.subspan(open.body, sink_.used() - open.body);
      if (open.kind == Kind::kMap) {
        const Result<SortedItems> sorted = sort_pairs(body, open.count, work_);
        if (!sorted) return fail(sorted.error());
      } else if (open.kind == Kind::kSet) {
        const Result<SortedItems> sorted = sort_distinct(body, open.count, work_);
        if (!sorted) return fail(sorted.error());
        shrink_to(open, *sorted);
      }
    }
    return {};
  }

  /// Writes the header of a set that lost repetitions, and its body behind it, which may begin
  /// earlier.
  void shrink_to(const Open& open, const SortedItems& kept) noexcept {
    sink_.rewind(open.header);
    write_header(open.kind, kept.count);
    const std::size_t begin = sink_.used();
    std::memmove(out_.data() + begin, out_.data() + open.body, kept.bytes);
    sink_.advance(kept.bytes);
  }

  ByteCursor cursor_;
  ByteSpan out_;
  ByteSpan work_;
  FixedSink sink_;
  msgpack::packer<FixedSink> packer_;
  std::size_t depth_ = 0;
  std::array<Open, kMaxArgumentDepth> open_{};
};

}  // namespace

Result<ByteView> canonical_arguments(ByteView arguments, ScratchBuffer& work) noexcept {
  if (arguments.size() > kMaxArgumentBytes) return fail(Error::kInputTooLarge);
  const std::size_t size = arguments.size();
  const Result<ByteSpan> area = work.acquire(2 * size);
  if (!area) return fail(area.error());
  // No form of the canonical bytes is longer than another of the same item.
  const ByteSpan out = area->first(size);
  const Result<std::size_t> written =
      Canonicaliser(arguments, out, area->subspan(size, size)).run();
  if (!written) return fail(written.error());
  return ByteView(out.first(*written));
}

}  // namespace sealcache
