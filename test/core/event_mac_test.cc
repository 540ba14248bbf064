#include "shared/event_mac.h"

#include <vector>

#include <gtest/gtest.h>

#include "shared/split_sealer.h"
#include "test/core/sealer_fixture.h"

namespace sealcache::testing {
namespace {

class EventMacTest : public CoreTest {
 protected:
  static EventMac mac_of(std::uint8_t current, const std::vector<std::uint8_t>& previous = {},
                         std::string_view tenant = "tenant") {
    std::vector<Bytes> masters;
    for (const std::uint8_t byte : previous) masters.push_back(master_of(byte));
    const std::vector<ByteView> views(masters.begin(), masters.end());
    Result<EventMac> mac = EventMac::create(master_of(current), views, tenant);
    EXPECT_TRUE(mac);
    return mac ? *std::move(mac) : EventMac();
  }

  const ByteView message_ = bytes_of("message");
};

TEST_F(EventMacTest, IsHmacSha256UnderTheAuthenticationSubkey) {
  const Result<Mac> mac = mac_of(1).authenticate(message_);
  ASSERT_TRUE(mac);
  EXPECT_EQ(to_hex(*mac), "21e66ddf2e1bff48b1fb5502d865581f87dc7aeea3bd8ed7647788ff091e66dd");
}

TEST_F(EventMacTest, VerifiesWithEveryKeyOfTheRingAndMakesWithTheFirst) {
  const EventMac ring = mac_of(1, {2, 3, 4});
  for (std::uint8_t byte = 1; byte <= 4; ++byte) {
    EXPECT_TRUE(ring.verify(message_, *mac_of(byte).authenticate(message_)).value());
  }
  EXPECT_FALSE(ring.verify(message_, *mac_of(5).authenticate(message_)).value());
  EXPECT_EQ(*ring.authenticate(message_), *mac_of(1).authenticate(message_));
  EXPECT_FALSE(mac_of(2).verify(message_, *ring.authenticate(message_)).value());
}

TEST_F(EventMacTest, RefusesEveryFlippedBitAndEveryOtherLength) {
  const EventMac keys = mac_of(1);
  const Mac genuine = *keys.authenticate(message_);
  for (std::size_t bit = 0; bit < 8 * kMacBytes; ++bit) {
    Mac forged = genuine;
    forged[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    EXPECT_FALSE(keys.verify(message_, forged).value()) << bit;
  }
  EXPECT_FALSE(keys.verify(message_, ByteView(genuine).first(31)).value());
  EXPECT_FALSE(keys.verify(message_, {}).value());
  EXPECT_FALSE(keys.verify(bytes_of("messagE"), genuine).value());
  EXPECT_FALSE(keys.verify(bytes_of("message "), genuine).value());
}

TEST_F(EventMacTest, TakesAnEmptyMessage) {
  const EventMac keys = mac_of(1);
  EXPECT_TRUE(keys.verify({}, *keys.authenticate({})).value());
}

TEST_F(EventMacTest, KeepsTenantsApart) {
  const Mac other = *mac_of(1, {}, "other").authenticate(message_);
  EXPECT_FALSE(mac_of(1).verify(message_, other).value());
}

TEST_F(EventMacTest, ChecksWhatItDerivesFrom) {
  const std::vector<ByteView> four(4, bytes_of("0123456789abcdef0123456789abcdef"));
  EXPECT_EQ(error_of(EventMac::create(master_of(1), four, "tenant")), Error::kTooManyKeys);
  EXPECT_EQ(error_of(EventMac::create(Bytes(31), {}, "tenant")), Error::kInvalidKeyLength);
  EXPECT_EQ(error_of(EventMac::create(master_of(1), {}, "")), Error::kInvalidTenant);
}

TEST_F(EventMacTest, HasNoKeyAfterWipe) {
  EventMac keys = mac_of(1);
  const Mac mac = *keys.authenticate(message_);
  keys.wipe();
  EXPECT_EQ(error_of(keys.authenticate(message_)), Error::kDisposed);
  EXPECT_EQ(error_of(keys.verify(message_, mac)), Error::kDisposed);
}

using SealerEventsTest = SealerTest;

TEST_F(SealerEventsTest, BothSealersMakeTheSameMacUntilTheyAreDisposedOf) {
  const ByteView message = bytes_of("message");
  const Made sealer = sealer_of(1);
  Result<std::unique_ptr<SplitSealer>> split = SplitSealer::create(master_of(1), {}, "tenant");
  ASSERT_TRUE(split);
  (*split)->release_keys();
  const Mac mac = *sealer->authenticate(message);
  EXPECT_TRUE((*split)->verify(message, mac).value());
  EXPECT_EQ(*(*split)->authenticate(message), mac);
  sealer->dispose();
  (*split)->dispose();
  EXPECT_EQ(error_of(sealer->authenticate(message)), Error::kDisposed);
  EXPECT_EQ(error_of((*split)->verify(message, mac)), Error::kDisposed);
}

}  // namespace
}  // namespace sealcache::testing
