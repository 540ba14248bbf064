#ifdef SEALCACHE_TEST_HOOKS

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "shared/error.h"
#include "wasm/test_hooks.h"
#include "wasm/window.h"

namespace sealcache::wasm {

namespace {

class TableWriter {
 public:
  explicit TableWriter(ByteSpan out) noexcept : out_(out) {}

  void add(std::string_view text) noexcept {
    if (!out_.empty()) std::memcpy(out_.data() + size_, text.data(), text.size());
    size_ += text.size();
  }

  void add(int number) noexcept {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    add(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  ByteSpan out_;
  std::size_t size_ = 0;
};

std::size_t write_table(ByteSpan out) noexcept {
  TableWriter writer(out);
#define SEALCACHE_ERROR_LINE(number, name, text) \
  writer.add(number);                            \
  writer.add(" " #name " " text "\n");
  SEALCACHE_ERRORS(SEALCACHE_ERROR_LINE)
#undef SEALCACHE_ERROR_LINE
  return writer.size();
}

}  // namespace

Outcome error_table() noexcept {
  const std::size_t size = write_table({});
  const ByteSpan out = OutputWindow::instance().allocate(size);
  if (out.size() != size) return failure(Error::kOutOfMemory);
  write_table(out);
  return publish(out);
}

}  // namespace sealcache::wasm

#endif
