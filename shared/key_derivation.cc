#include "shared/key_derivation.h"

#include <algorithm>

#include <sodium.h>

namespace sealcache {

namespace {

static_assert(kKeyBytes == crypto_kdf_hkdf_sha256_KEYBYTES);

constexpr std::string_view kSaltPrefix = "cachekit_v1_";
constexpr std::string_view kFingerprintPrefix = "key_fingerprint_v1";

/// The lengths in it keep (domain, tenant) pairs apart whose joined texts are equal.
class Salt {
 public:
  Salt(std::string_view domain, std::string_view tenant) noexcept {
    append(kSaltPrefix);
    append(domain.size());
    append(domain);
    append(tenant.size() >> 8U);
    append(tenant.size());
    append(tenant);
  }

  [[nodiscard]] ByteView bytes() const noexcept { return ByteView(bytes_).first(size_); }

 private:
  void append(std::size_t byte) noexcept { bytes_[size_++] = static_cast<std::uint8_t>(byte); }
  void append(std::string_view text) noexcept {
    std::copy(text.begin(), text.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += text.size();
  }

  std::array<std::uint8_t, kSaltPrefix.size() + 1 + kMaxDomainBytes + 2 + kMaxTenantBytes> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace

Result<SecretBuffer> derive_key(ByteView master, std::string_view domain,
                                std::string_view tenant) noexcept {
  if (master.size() != kKeyBytes) return fail(Error::kInvalidKeyLength);
  if (tenant.empty() || tenant.size() > kMaxTenantBytes) return fail(Error::kInvalidTenant);
  if (domain.empty() || domain.size() > kMaxDomainBytes) return fail(Error::kInvalidDomain);
  Result<SecretBuffer> key = SecretBuffer::create(kKeyBytes);
  if (!key) return key;

  const Salt salt(domain, tenant);
  std::array<std::uint8_t, crypto_kdf_hkdf_sha256_KEYBYTES> prk{};
  crypto_kdf_hkdf_sha256_extract(prk.data(), salt.bytes().data(), salt.bytes().size(),
                                 master.data(), master.size());
  // Fails only for outputs beyond 255 blocks; this is one.
  crypto_kdf_hkdf_sha256_expand(key->bytes().data(), key->size(), domain.data(), domain.size(),
                                prk.data());
  wipe(prk);
  return key;
}

Fingerprint key_fingerprint(ByteView encryption_key) noexcept {
  crypto_hash_sha256_state state;
  std::array<std::uint8_t, crypto_hash_sha256_BYTES> digest{};
  const ByteView prefix = bytes_of(kFingerprintPrefix);
  crypto_hash_sha256_init(&state);
  crypto_hash_sha256_update(&state, prefix.data(), prefix.size());
  crypto_hash_sha256_update(&state, encryption_key.data(), encryption_key.size());
  crypto_hash_sha256_final(&state, digest.data());  // wipes the state

  Fingerprint fingerprint{};
  std::copy_n(digest.begin(), fingerprint.size(), fingerprint.begin());
  return fingerprint;
}

}  // namespace sealcache
