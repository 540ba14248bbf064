#include "wasm/test_hooks.h"

#ifdef SEALCACHE_TEST_HOOKS

#include <string_view>

#include "shared/aad.h"
#include "shared/canonical_args.h"
#include "shared/key_derivation.h"
#include "wasm/window.h"

namespace sealcache::wasm {

namespace {

/// The next `size` bytes of the window as text.
Result<std::string_view> next(std::size_t& offset, double size) noexcept {
  const Result<ByteView> bytes = Window::instance().view(offset, size);
  if (!bytes) return fail(bytes.error());
  offset += bytes->size();
  return std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

}  // namespace

Outcome test_aad(double tenant_size, double key_size, bool compressed) noexcept {
  std::size_t offset = 0;
  const auto tenant = next(offset, tenant_size);
  const auto key = next(offset, key_size);
  if (!tenant || !key) return failure(Error::kInvalidArgument);
  const AadParts parts{.tenant = *tenant, .cache_key = *key, .compressed = compressed};
  const Result<std::size_t> size = aad_size(parts);
  if (!size) return failure(size.error());
  const Result<std::size_t> written = build_aad(parts, OutputWindow::instance().allocate(*size));
  if (!written) return failure(written.error());
  return publish(OutputWindow::instance().allocate(*written));
}

Outcome test_derive_key(double master_size, double domain_size, double tenant_size) noexcept {
  std::size_t offset = 0;
  const auto master = next(offset, master_size);
  const auto domain = next(offset, domain_size);
  const auto tenant = next(offset, tenant_size);
  if (!master || !domain || !tenant) return failure(Error::kInvalidArgument);
  const Result<SecretBuffer> key = derive_key(bytes_of(*master), *domain, *tenant);
  return key ? publish_copy(key->bytes()) : failure(key.error());
}

Outcome test_canonical_arguments(double size) noexcept {
  const Result<ByteView> arguments = Window::instance().view(0, size);
  if (!arguments) return failure(arguments.error());
  ScratchBuffer work;
  const Result<ByteView> canonical = canonical_arguments(*arguments, work);
  return canonical ? publish_copy(*canonical) : failure(canonical.error());
}

}  // namespace sealcache::wasm

#endif
