#pragma once

/// \file
/// All of the library that a C++ program needs to share entries with Node.js and Workers; see
/// docs/cpp.md. What is not included here, directly or by these, may change with any version.

#include "shared/cache_key.h"          // IWYU pragma: export
#include "shared/canonical_args.h"     // IWYU pragma: export
#include "shared/decode_bounds.h"      // IWYU pragma: export
#include "shared/error.h"              // IWYU pragma: export
#include "shared/interop_container.h"  // IWYU pragma: export
#include "shared/interop_key.h"        // IWYU pragma: export
#include "shared/sealer.h"             // IWYU pragma: export
