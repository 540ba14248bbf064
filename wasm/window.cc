#include "wasm/window.h"

#include <algorithm>

namespace sealcache::wasm {

Window& Window::instance() noexcept {
  static Window window;
  return window;
}

Outcome Window::open(double size) noexcept {
  opened_ = {};
  const Result<std::size_t> wanted = size_from(size);
  if (!wanted) return failure(wanted.error());
  const Result<ByteSpan> area = memory_.acquire(*wanted);
  if (!area) return failure(area.error());
  opened_ = area->first(*wanted);
  return success(opened_.data());
}

Result<ByteView> Window::view(std::size_t offset, double size) const noexcept {
  const Result<std::size_t> wanted = size_from(size);
  if (!wanted) return fail(wanted.error());
  if (offset > opened_.size() || *wanted > opened_.size() - offset) {
    return fail(Error::kInvalidArgument);
  }
  return ByteView(opened_.subspan(offset, *wanted));
}

void Window::close() noexcept {
  opened_ = {};
  memory_.wipe_used();
}

OutputWindow& OutputWindow::instance() noexcept {
  static OutputWindow window;
  return window;
}

ByteSpan OutputWindow::allocate(std::size_t size) noexcept {
  const Result<ByteSpan> area = memory_.acquire(size);
  return area ? area->first(size) : ByteSpan{};
}

Results& results() noexcept {
  static Results numbers{};
  return numbers;
}

void close_windows() noexcept {
  Window::instance().close();
  OutputWindow::instance().close();
}

Outcome publish(ByteView bytes) noexcept {
  results()[0] = address_of(bytes.data());
  return success(bytes.size());
}

Outcome publish_copy(ByteView bytes) noexcept {
  const ByteSpan out = OutputWindow::instance().allocate(bytes.size());
  if (out.size() != bytes.size()) return failure(Error::kOutOfMemory);
  std::copy(bytes.begin(), bytes.end(), out.begin());
  return publish(out);
}

}  // namespace sealcache::wasm
