#include "wasm/interop_functions.h"

#include <string_view>

#include "shared/interop_container.h"
#include "shared/interop_key.h"
#include "wasm/compressor.h"
#include "wasm/window.h"

namespace sealcache::wasm {

Outcome interop_key(double arguments_size, double names_size) noexcept {
  const Result<ByteView> arguments = Window::instance().view(0, arguments_size);
  if (!arguments) return failure(arguments.error());
  const Result<ByteView> names = Window::instance().view(arguments->size(), names_size);
  if (!names) return failure(names.error());
  // A further colon ends up in the operation, where it is refused.
  const std::string_view text(reinterpret_cast<const char*>(names->data()), names->size());
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return failure(Error::kInvalidArgument);
  ScratchBuffer work;
  const Result<InteropKey> key = InteropKey::make(
      {text.data(), colon}, {text.data() + colon + 1, text.size() - colon - 1}, *arguments, work);
  return key ? publish_copy(bytes_of(key->view())) : failure(key.error());
}

Outcome pack_interop_container(double size, bool compress) noexcept {
  const Result<ByteView> value = Window::instance().view(0, size);
  if (!value) return failure(value.error());
  const Result<std::size_t> bound = interop_bound(value->size());
  if (!bound) return failure(bound.error());
  Lz4Compressor* const lz4 = compressor();
  const ByteSpan work = OutputWindow::instance().allocate(*bound);
  if (lz4 == nullptr || work.size() != *bound) return failure(Error::kOutOfMemory);
  const Result<ByteSpan> packed = pack_interop(*lz4, *value, compress, work);
  return packed ? publish(*packed) : failure(packed.error());
}

Outcome unpack_interop_container(double size, double max_value_bytes) noexcept {
  const Result<ByteView> container = Window::instance().view(0, size);
  if (!container) return failure(container.error());
  const Result<std::uint64_t> limit = limit_from(max_value_bytes);
  if (!limit) return failure(limit.error());
  const Result<InteropHeader> header = parse_interop(*container, *limit);
  if (!header) return failure(header.error());
  const Result<ByteSpan> value = unpack_interop(*header, OutputWindow::instance());
  return value ? publish(*value) : failure(value.error());
}

}  // namespace sealcache::wasm
