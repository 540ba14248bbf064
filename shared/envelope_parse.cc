#include <string_view>

#include <msgpack.hpp>

#include "shared/aad.h"
#include "shared/decode_bounds.h"
#include "shared/envelope.h"
#include "shared/refusing_visitor.h"

namespace sealcache {

namespace {

/// Accepts exactly the shape of PROTOCOL §3.1, at any header width.
class EnvelopeVisitor : public RefusingVisitor {
 public:
  explicit EnvelopeVisitor(EnvelopeHeader& header) noexcept : header_(header) {}

  bool start_array(std::uint32_t size) noexcept {
    ++depth_;
    index_ = 0;
    if (depth_ == 1) return size == 4;
    if (depth_ != 2) return false;
    if (slot_ == kChecksum) return size == header_.checksum.size();
    header_.legacy = true;
    header_.compressed_size = size;
    return slot_ == kData;
  }

  bool end_array() noexcept {
    --depth_;
    return true;
  }

  bool end_array_item() noexcept {
    ++(depth_ == 1 ? slot_ : index_);
    return true;
  }

  bool visit_bin(const char* data, std::uint32_t size) noexcept {
    header_.data = bytes_of({data, size});
    header_.compressed_size = size;
    return at(kData);
  }

  bool visit_positive_integer(std::uint64_t number) noexcept {
    if (depth_ == 2) {
      if (slot_ == kChecksum) header_.checksum[index_] = static_cast<std::uint8_t>(number);
      return number <= 0xff;
    }
    header_.original_size = number;
    return at(kOriginalSize);
  }

  bool visit_str(const char* data, std::uint32_t size) noexcept {
    return at(kFormatName) && std::string_view(data, size) == kFormat;
  }

 private:
  static constexpr std::size_t kData = 0;
  static constexpr std::size_t kChecksum = 1;
  static constexpr std::size_t kOriginalSize = 2;
  static constexpr std::size_t kFormatName = 3;

  [[nodiscard]] bool at(std::size_t slot) const noexcept { return depth_ == 1 && slot_ == slot; }

  EnvelopeHeader& header_;
  std::size_t depth_ = 0;
  std::size_t slot_ = 0;
  std::size_t index_ = 0;
};

/// Steps 3–5. Sizes are compared at their full wire width and multiplied, never divided: a quotient
/// or a 32-bit product lets a bomb through (WIRE-12 … WIRE-14).
Status check_limits(const EnvelopeHeader& header) noexcept {
  const std::uint64_t compressed = header.compressed_size;
  if (compressed > kMaxCompressedBytes) return fail(Error::kEnvelopeSizeCap);
  if (header.original_size > kMaxUncompressedBytes) return fail(Error::kEnvelopeSizeCap);
  if (compressed == 0) return fail(Error::kEnvelopeEmptyData);
  if (header.original_size > kMaxCompressionRatio * compressed) {
    return fail(Error::kEnvelopeRatioCap);
  }
  return {};
}

/// Bytes of the outer array's header, which the pre-scan found complete.
std::size_t outer_header_size(std::uint8_t marker) noexcept {
  if (marker == 0xdc) return 3;
  if (marker == 0xdd) return 5;
  return 1;
}

Status read_fields(ByteView envelope, EnvelopeHeader& header) noexcept {
  EnvelopeVisitor visitor(header);
  const auto* const data = reinterpret_cast<const char*>(envelope.data());
  try {
    std::size_t at = 0;
    if (!msgpack::parse(data, envelope.size(), at, visitor)) {
      return fail(Error::kEnvelopeMalformed);
    }
  } catch (...) {
    // The parser throws only when its own fixed-size stack cannot be allocated.
    return fail(Error::kOutOfMemory);
  }
  if (header.legacy) header.data = envelope.subspan(outer_header_size(envelope[0]));
  return {};
}

}  // namespace

Result<EnvelopeHeader> parse_envelope(ByteView envelope, std::uint64_t max_value_bytes) noexcept {
  if (envelope.size() > kMaxCompressedBytes) return fail(Error::kInputTooLarge);
  if (const Status bounds = check_decode_bounds(envelope); !bounds) return fail(bounds.error());
  EnvelopeHeader header;
  if (const Status fields = read_fields(envelope, header); !fields) return fail(fields.error());
  if (const Status limits = check_limits(header); !limits) return fail(limits.error());
  if (header.original_size > max_value_bytes) return fail(Error::kValueTooLarge);
  return header;
}

}  // namespace sealcache
