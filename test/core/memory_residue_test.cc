#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "test/core/sealer_fixture.h"

// Sanitizers keep copies of what was freed and forbid a walk over all memory.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace sealcache::testing {
namespace {

constexpr std::size_t kMarkerBytes = 48;
constexpr std::size_t kRepeats = 20;

/// Made of its complement, so that the search itself leaves no copy behind.
class Marker {
 public:
  Marker() { EXPECT_TRUE(fill_random(inverse_)); }

  [[nodiscard]] Bytes value() const {
    Bytes value(kRepeats * kMarkerBytes);  // at once: growing would leave copies
    for (std::size_t at = 0; at < value.size(); ++at) {
      value[at] = static_cast<std::uint8_t>(~inverse_[at % kMarkerBytes]);
    }
    return value;
  }

  [[nodiscard]] std::size_t count_in(ByteView memory) const {
    std::size_t found = 0;
    for (std::size_t at = 0; at + kMarkerBytes <= memory.size(); ++at) {
      std::size_t same = 0;
      while (same < kMarkerBytes &&
             memory[at + same] == static_cast<std::uint8_t>(~inverse_[same])) {
        ++same;
      }
      if (same == kMarkerBytes) ++found;
    }
    return found;
  }

 private:
  std::array<std::uint8_t, kMarkerBytes> inverse_{};
};

/// How often a marker stands in the writable memory of this process.
std::size_t copies_of(const Marker& marker) {
  std::size_t found = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t from = 0;
    std::uintptr_t to = 0;
    char dash = 0;
    std::string access;
    words >> std::hex >> from >> dash >> to >> access;
    if (!access.starts_with("rw")) continue;
    found += marker.count_in({reinterpret_cast<const std::uint8_t*>(from), to - from});
  }
  return found;
}

class MemoryResidue : public SealerTest, public ::testing::WithParamInterface<Container> {};

TEST_P(MemoryResidue, NothingOfThePlaintextStaysAfterACall) {
  const auto sealer = sealer_of(1, {2});
  const Marker marker;
  Bytes value = marker.value();
  Bytes blob = sealed(*sealer, value, GetParam());
  ASSERT_EQ(copies_of(marker), kRepeats) << "the search must see the caller's own copy, only";
  wipe(value);
  EXPECT_EQ(copies_of(marker), 0U) << "after seal";

  VectorOutput output;
  ASSERT_TRUE(sealer->open(blob, "key", GetParam(), kNoLimit, output));
  wipe(output.value);
  EXPECT_EQ(copies_of(marker), 0U) << "after open";

  blob.back() ^= 1;
  EXPECT_EQ(refusal(*sealer, blob, GetParam()), Error::kAuthenticationFailed);
  EXPECT_EQ(copies_of(marker), 0U) << "after a refusal";
}

INSTANTIATE_TEST_SUITE_P(All, MemoryResidue, ::testing::ValuesIn(kContainers));

}  // namespace
}  // namespace sealcache::testing
#endif
