#pragma once

#include <cstddef>
#include <cstdint>

namespace sealcache {

/// A msgpack-cxx visitor that accepts no value. Readers of a fixed shape derive from it and hide
/// just what that shape holds, so that nothing else slips through by default. Non-negative numbers
/// in the signed family arrive as visit_negative_integer(): no CacheKit writer emits them.
struct RefusingVisitor {
  bool visit_nil() noexcept { return false; }
  bool visit_boolean(bool) noexcept { return false; }
  bool visit_positive_integer(std::uint64_t) noexcept { return false; }
  bool visit_negative_integer(std::int64_t) noexcept { return false; }
  bool visit_float32(float) noexcept { return false; }
  bool visit_float64(double) noexcept { return false; }
  bool visit_str(const char*, std::uint32_t) noexcept { return false; }
  bool visit_bin(const char*, std::uint32_t) noexcept { return false; }
  bool visit_ext(const char*, std::uint32_t) noexcept { return false; }
  bool start_array(std::uint32_t) noexcept { return false; }
  bool start_array_item() noexcept { return true; }
  bool end_array_item() noexcept { return true; }
  bool end_array() noexcept { return true; }
  bool start_map(std::uint32_t) noexcept { return false; }
  bool start_map_key() noexcept { return false; }
  bool end_map_key() noexcept { return false; }
  bool start_map_value() noexcept { return false; }
  bool end_map_value() noexcept { return false; }
  bool end_map() noexcept { return false; }
  void parse_error(std::size_t, std::size_t) noexcept {}
  void insufficient_bytes(std::size_t, std::size_t) noexcept {}
};

}  // namespace sealcache
