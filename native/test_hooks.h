#pragma once

#ifdef SEALCACHE_TEST_HOOKS

#include <node_api.h>

/// Steps of the core that no public call shows alone. Compiled into the addon for tests only.
namespace sealcache::native {

/// Adds `hooks` to the addon's exports:
///
///   aad(tenant, key, compressed)             the AAD
///   deriveKey(master, domain, tenant)        one subkey
///   sealWithNonce(master, tenant, nonce, value, key, container)
///   decryptRaw(master, tenant, aad, blob)    AES-256-GCM alone
///   canonicalArguments(arguments)            as shared/argument_token.h describes them
///   errorTable()                             [number, enumerator, text] of every error of the core
///   resetPeak(), peak()                      bytes held at the worst moment
///
/// The first five give a Uint8Array, or a negative error number.
bool add_test_hooks(napi_env env, napi_value exports) noexcept;

}  // namespace sealcache::native

#endif
