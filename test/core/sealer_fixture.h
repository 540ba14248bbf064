#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/sealer.h"
#include "test/core/core_fixture.h"

namespace sealcache::testing {

inline constexpr Container kContainers[] = {Container::kPlain, Container::kEnvelope,
                                            Container::kPacked};
inline constexpr std::uint64_t kNoLimit = UINT64_MAX;

class SealerTest : public CoreTest {
 protected:
  using Made = std::unique_ptr<Sealer>;

  static Made sealer_of(std::uint8_t current, const std::vector<std::uint8_t>& previous = {},
                        std::string_view tenant = "tenant") {
    std::vector<Bytes> masters;
    for (const std::uint8_t byte : previous) masters.push_back(master_of(byte));
    const std::vector<ByteView> views(masters.begin(), masters.end());
    Result<Made> sealer = Sealer::create(master_of(current), views, tenant);
    EXPECT_TRUE(sealer) << error_name(sealer ? Error::kInvalidArgument : sealer.error());
    return sealer ? *std::move(sealer) : nullptr;
  }

  static Bytes sealed(Sealer& sealer, ByteView value, Container container,
                      std::string_view key = "key") {
    VectorOutput output;
    EXPECT_TRUE(sealer.seal(value, key, container, output));
    EXPECT_EQ(output.calls, 1);
    return output.value;
  }

  /// The error of an open() that must fail, after a look at what it left in the output.
  static Error refusal(Sealer& sealer, ByteView blob, Container container,
                       std::string_view key = "key", std::uint64_t max = kNoLimit) {
    VectorOutput output;
    const Result<Sealer::Opened> opened = sealer.open(blob, key, container, max, output);
    EXPECT_TRUE(all_zero(output.value));
    EXPECT_LE(output.calls, 1);
    return error_of(opened);
  }

  /// Repeats itself, so that an envelope of it is shorter.
  static Bytes value_of(std::size_t size) {
    Bytes value(size);
    for (std::size_t at = 0; at < size; ++at) value[at] = static_cast<std::uint8_t>(at % 61 + 1);
    return value;
  }
};

}  // namespace sealcache::testing
