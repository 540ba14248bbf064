#include "shared/interop_key.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::from_hex;

std::string key(std::string_view name_space, std::string_view operation,
                std::string_view arguments) {
  ScratchBuffer work;
  const Bytes bytes = from_hex(arguments);
  const Result<InteropKey> made = InteropKey::make(name_space, operation, bytes, work);
  return made ? std::string(made->view()) : std::string(error_name(made.error()));
}

TEST(InteropKey, HashesTheCanonicalArguments) {
  const std::string expected =
      "users:get_user:61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875";
  EXPECT_EQ(key("users", "get_user", "912a"), expected);
  EXPECT_EQ(key("users", "get_user", "dc0001cd002a"), expected);
  EXPECT_EQ(key("users", "get_user", "91cb4045000000000000"), expected);
}

TEST(InteropKey, TakesSegmentsOfOneTo64Characters) {
  const std::string longest = "9-lives_." + std::string(55, 'z');
  const std::string made = key(longest, longest, "90");
  EXPECT_EQ(made.size(), 194U);
  EXPECT_EQ(made.substr(0, 130), longest + ":" + longest + ":");
  EXPECT_EQ(key("a", "0", "90").substr(0, 4), "a:0:");
  EXPECT_EQ(key("nsapix", "nsapi", "90").substr(0, 13), "nsapix:nsapi:");
  EXPECT_EQ(key("app.", "a.b", "90").substr(0, 9), "app.:a.b:");
}

TEST(InteropKey, RefusesEveryOtherSegment) {
  using namespace std::string_view_literals;
  const std::string too_long(65, 'a');
  for (const std::string_view segment :
       {""sv, "Users"sv, "a:b"sv, "a\n"sv, "a\0"sv, "a b"sv, "a/b"sv, ".a"sv, "-a"sv, "_a"sv,
        "a..b"sv, "a.."sv, "caf\xc3\xa9"sv, "a\xd9\xa3"sv, "\xef\xbd\x87"sv,
        std::string_view(too_long)}) {
    EXPECT_EQ(key(segment, "op", "90"), "kInteropSegment") << segment;
    EXPECT_EQ(key("users", segment, "90"), "kInteropSegment") << segment;
  }
  EXPECT_EQ(key("ns", "op", "90"), "kInteropSegment");
  EXPECT_EQ(key("nsapi", "op", "90"), "kInteropSegment");
}

TEST(InteropKey, GivesTheErrorOfTheArguments) {
  EXPECT_EQ(key("users", "get_user", "91cb7ff8000000000000"), "kNumberNotFinite");
  EXPECT_EQ(key("users", "get_user", "2a"), "kInvalidArgument");
}

}  // namespace
}  // namespace sealcache
