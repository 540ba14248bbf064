#pragma once

#include "shared/lz4_block.h"

namespace sealcache::wasm {

/// The compressor of calls without a key, made with the first of them: its table costs more than
/// most inputs. `nullptr` when there is no memory for it.
Lz4Compressor* compressor() noexcept;

}  // namespace sealcache::wasm
