#include "shared/entry_codec.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "shared/envelope.h"
#include "test/core/lz4_inputs.h"
#include "test/core/test_bytes.h"

namespace sealcache {
namespace {

using testing::Bytes;
using testing::to_bytes;
using testing::to_hex;
using testing::VectorOutput;

constexpr Container kAll[] = {Container::kPlain, Container::kEnvelope, Container::kPacked};

EntryCodec codec_of(std::string_view tenant) {
  auto codec = EntryCodec::create(tenant);
  EXPECT_TRUE(codec);
  return *std::move(codec);
}

TEST(EntryCodec, KnowsThreeContainers) {
  EXPECT_EQ(container_from(0), Container::kPlain);
  EXPECT_EQ(container_from(1), Container::kEnvelope);
  EXPECT_EQ(container_from(2), Container::kPacked);
  EXPECT_EQ(container_from(3), fail(Error::kInvalidArgument));
  EXPECT_EQ(container_from(256), fail(Error::kInvalidArgument));
}

TEST(EntryCodec, ChecksTheTenant) {
  EXPECT_EQ(EntryCodec::create("").error(), Error::kInvalidTenant);
  EXPECT_TRUE(EntryCodec::create(std::string(1024, 't')));
  EXPECT_EQ(EntryCodec::create(std::string(1025, 't')).error(), Error::kInvalidTenant);
}

TEST(EntryCodec, BindsTenantKeyAndContainer) {
  // PROTOCOL §6.5's own example, and its "True" twin.
  auto codec = codec_of("test");
  const std::string head = "030000000474657374000000056d796b6579000000076d73677061636b";
  EXPECT_EQ(to_hex(*codec.aad("mykey", Container::kPlain)), head + "0000000546616c7365");
  EXPECT_EQ(to_hex(*codec.aad("mykey", Container::kEnvelope)), head + "0000000454727565");
  EXPECT_EQ(to_hex(*codec.aad("mykey", Container::kPacked)), head + "0000000454727565");
}

TEST(EntryCodec, CopiesNothingThatIsNotPacked) {
  auto codec = codec_of("test");
  const Bytes value = to_bytes("value");
  for (const Container container : {Container::kPlain, Container::kPacked}) {
    const auto entry = codec.prepare(value, "mykey", container);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->plaintext.data(), value.data());
    EXPECT_EQ(entry->plaintext.size(), value.size());
    EXPECT_EQ(to_hex(entry->aad), to_hex(*codec_of("test").aad("mykey", container)));
  }
}

TEST(EntryCodec, PacksTheEnvelope) {
  auto codec = codec_of("test");
  const auto entry = codec.prepare(to_bytes("hello, cachekit!"), "mykey", Container::kEnvelope);
  ASSERT_TRUE(entry);
  EXPECT_EQ(to_hex(entry->plaintext),
            "94c412f00168656c6c6f2c2063616368656b697421986dcc8a34ccb63a3c52ccd310a76d73677061636b");
  EXPECT_EQ(to_hex(entry->aad), to_hex(*codec_of("test").aad("mykey", Container::kEnvelope)));
}

TEST(EntryCodec, GivesEqualBytesWhateverCameBefore) {
  auto kept = codec_of("test");
  for (const auto pattern : lz4_inputs::kPatterns) {
    for (const std::size_t size : lz4_inputs::kSizes) {
      const Bytes value = lz4_inputs::make(pattern, size);
      auto fresh = codec_of("test");
      const auto one = kept.prepare(value, "k", Container::kEnvelope);
      const auto other = fresh.prepare(value, "k", Container::kEnvelope);
      ASSERT_TRUE(one && other);
      EXPECT_TRUE(std::ranges::equal(one->plaintext, other->plaintext)) << pattern << " " << size;
    }
  }
}

TEST(EntryCodec, RoundTripsEveryContainer) {
  auto codec = codec_of("test");
  for (const Container container : kAll) {
    for (const std::size_t size : {0U, 1U, 5U, 1000U, 70'000U, 2'000'000U}) {
      const Bytes value = lz4_inputs::make("words", size);
      const auto entry = codec.prepare(value, "k", container);
      ASSERT_TRUE(entry);
      VectorOutput output;
      const auto back = codec.unwrap(entry->plaintext, container, size, output);
      ASSERT_TRUE(back);
      EXPECT_EQ(output.calls, 1);
      EXPECT_EQ(output.value, value);
    }
  }
}

TEST(EntryCodec, ChecksEveryLimitBeforeAnyWork) {
  auto codec = codec_of("test");
  const std::string long_key(kMaxAadBytes, 'k');
  // The bytes behind the view do not exist.
  const Bytes one(1);
  const ByteView huge(one.data(), static_cast<std::size_t>(kMaxUncompressedBytes) + 1);
  for (const Container container : kAll) {
    EXPECT_EQ(codec.prepare(huge, long_key, container).error(), Error::kAadTooLarge);
    EXPECT_EQ(codec.prepare(huge, "k", container).error(), Error::kInputTooLarge);
    EXPECT_EQ(codec.aad(long_key, container).error(), Error::kAadTooLarge);
  }
}

TEST(EntryCodec, HoldsTheCallersCeiling) {
  auto codec = codec_of("test");
  const Bytes value = lz4_inputs::make("words", 1000);
  for (const Container container : kAll) {
    const auto entry = codec.prepare(value, "k", container);
    ASSERT_TRUE(entry);
    VectorOutput output;
    EXPECT_EQ(codec.unwrap(entry->plaintext, container, 999, output).error(),
              Error::kValueTooLarge);
    EXPECT_EQ(output.calls, 0);
    EXPECT_TRUE(codec.unwrap(entry->plaintext, container, 1000, output));
    output.refuse = true;
    EXPECT_EQ(codec.unwrap(entry->plaintext, container, 1000, output).error(), Error::kOutOfMemory);
  }
}

TEST(EntryCodec, NeverGuessesTheContainer) {
  auto codec = codec_of("test");
  const Bytes value = to_bytes("hello, cachekit!");
  VectorOutput output;
  // A value that happens to be an envelope stays as it is; a bare value is no envelope.
  const auto entry = codec.prepare(value, "k", Container::kEnvelope);
  ASSERT_TRUE(entry);
  const Bytes envelope(entry->plaintext.begin(), entry->plaintext.end());
  EXPECT_TRUE(codec.unwrap(envelope, Container::kPlain, 1000, output));
  EXPECT_EQ(output.value, envelope);
  EXPECT_TRUE(codec.unwrap(envelope, Container::kPacked, 1000, output));
  EXPECT_EQ(output.value, envelope);
  EXPECT_FALSE(codec.unwrap(value, Container::kEnvelope, 1000, output));
}

TEST(EntryCodec, WipesItsPlaintextOnDemand) {
  auto codec = codec_of("test");
  const Bytes value = lz4_inputs::make("noise", 500);
  const auto entry = codec.prepare(value, "k", Container::kEnvelope);
  ASSERT_TRUE(entry);
  EXPECT_FALSE(std::ranges::all_of(entry->plaintext, [](auto byte) { return byte == 0; }));
  codec.wipe_scratch();
  // An area this small is kept, so the view still points at it.
  EXPECT_TRUE(std::ranges::all_of(entry->plaintext, [](auto byte) { return byte == 0; }));
}

}  // namespace
}  // namespace sealcache
