#pragma once

#include <node_api.h>

namespace sealcache::native {

/// createSealer(current, previous, tenant): the sealer object, or a negative error number.
/// Its functions carry their sealer themselves and ignore `this`, so a wrong receiver cannot
/// matter:
///
///   seal(value, key, container, slab, offset, allocate)                  size, or negative error
///   open(blob, key, container, maxValueBytes, slab, offset, allocate)    size, or negative error
///   authenticate(message, out)           writes the 32 bytes of the MAC; or negative error
///   verify(message, mac)                 1 when authentic, 0 when not, or negative error
///   dispose()            wipes the keys now
///   nonceCounter()       nonces handed out so far
///   opensByKey()         entries opened by each keyring entry, current key first
///   fingerprint          32 hex digits
///   keyringEntryCount
napi_value create_sealer(napi_env env, napi_callback_info info) noexcept;

}  // namespace sealcache::native
