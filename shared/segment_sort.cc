#include "shared/segment_sort.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <span>
#include <string_view>

#include "shared/argument_token.h"
#include "shared/byte_cursor.h"

namespace sealcache {

namespace {

std::string_view text_of(ByteView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// One item of a set, or one pair of a map.
struct Segment {
  /// What decides its place; std::char_traits compares it as unsigned bytes.
  std::string_view key;
  std::string_view bytes;
};

bool before(const Segment& a, const Segment& b) noexcept {
  return a.key < b.key;
}

/// Steps over one item and all inside of it; says what its body is.
Result<ByteView> skip_item(ByteCursor& cursor) noexcept {
  const Result<ArgumentToken> first = next_token(cursor);
  if (!first) return fail(first.error());
  Result<ArgumentToken> token = first;
  for (std::uint64_t left = 1;;) {
    if (token->kind == ArgumentToken::Kind::kArray) left += token->number;
    if (token->kind == ArgumentToken::Kind::kMap) left += 2 * token->number;
    if (--left == 0) return first->body;
    token = next_token(cursor);
    if (!token) return fail(token.error());
  }
}

Status find_segments(ByteView body, bool pairs, std::span<Segment> segments) noexcept {
  ByteCursor cursor(body);
  for (Segment& segment : segments) {
    const ByteView from_here = cursor.rest();
    const bool str = !from_here.empty() && ((from_here[0] >= 0xa0 && from_here[0] <= 0xbf) ||
                                            (from_here[0] >= 0xd9 && from_here[0] <= 0xdb));
    if (pairs && !str) return fail(Error::kInvalidArgument);
    const Result<ByteView> key = skip_item(cursor);
    if (!key) return fail(key.error());
    if (pairs) {
      if (const Result<ByteView> value = skip_item(cursor); !value) return fail(value.error());
    }
    segment.bytes = text_of(from_here.first(from_here.size() - cursor.rest().size()));
    segment.key = pairs ? text_of(*key) : segment.bytes;
  }
  return cursor.empty() ? Status() : fail(Error::kInvalidArgument);
}

Result<SortedItems> sort_segments(ByteSpan body, bool pairs, std::span<Segment> segments,
                                  ByteSpan work) noexcept {
  if (const Status found = find_segments(body, pairs, segments); !found) {
    return fail(found.error());
  }
  if (!std::is_sorted(segments.begin(), segments.end(), before)) {
    // By a heap: the code for it is a fraction of a quick sort's, and its worst case no worse.
    std::make_heap(segments.begin(), segments.end(), before);
    std::sort_heap(segments.begin(), segments.end(), before);
  }
  SortedItems kept;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    if (i > 0 && segment.key == segments[i - 1].key) {
      if (pairs) return fail(Error::kInvalidArgument);
      continue;
    }
    std::copy(segment.bytes.begin(), segment.bytes.end(), work.data() + kept.bytes);
    kept.bytes += segment.bytes.size();
    ++kept.count;
  }
  std::copy_n(work.data(), kept.bytes, body.data());
  return kept;
}

Result<SortedItems> sort(ByteSpan body, bool pairs, std::size_t count, ByteSpan work) noexcept {
  if (work.size() < body.size() || count > body.size()) return fail(Error::kInvalidArgument);
  std::array<Segment, 32> few;
  if (count <= few.size()) {
    return sort_segments(body, pairs, std::span(few).first(count), work);
  }
  const std::unique_ptr<Segment[]> many(new (std::nothrow) Segment[count]);
  if (!many) return fail(Error::kOutOfMemory);
  return sort_segments(body, pairs, {many.get(), count}, work);
}

}  // namespace

Result<SortedItems> sort_pairs(ByteSpan body, std::size_t count, ByteSpan work) noexcept {
  return sort(body, true, count, work);
}

Result<SortedItems> sort_distinct(ByteSpan body, std::size_t count, ByteSpan work) noexcept {
  return sort(body, false, count, work);
}

}  // namespace sealcache
