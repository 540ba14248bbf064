# The pinned libraries as static targets, compiled without their own build systems: libsodium's
# configure alone takes minutes under Emscripten.

set(sodium_root "${SEALCACHE_DEPS}/libsodium/src/libsodium")
if(NOT EXISTS "${sodium_root}")
  message(FATAL_ERROR "The pinned libraries are not in ${SEALCACHE_DEPS}: run `npm run setup`")
endif()

# All files: libsodium picks implementations at run time and a partial list leaves symbols undefined.
# The linker drops what nobody uses.
file(GLOB_RECURSE sodium_sources CONFIGURE_DEPENDS "${sodium_root}/*.c")
configure_file("${SEALCACHE_DEPS}/libsodium/builds/msvc/version.h"
               "${PROJECT_BINARY_DIR}/libsodium/sodium/version.h" COPYONLY)
add_library(sodium STATIC ${sodium_sources})
target_include_directories(sodium SYSTEM
  PUBLIC "$<BUILD_INTERFACE:${sodium_root}/include;${sodium_root}/include/sodium;${PROJECT_BINARY_DIR}/libsodium>"
  PRIVATE "${PROJECT_BINARY_DIR}/libsodium/sodium")
target_compile_definitions(sodium PUBLIC SODIUM_STATIC=1 PRIVATE CONFIGURED=1 NATIVE_LITTLE_ENDIAN=1)
target_compile_options(sodium PRIVATE -w -ffunction-sections -fdata-sections)
include(sodium_features)

# Only lz4.h of its folder may be seen: an old xxhash.h lies beside it.
configure_file("${SEALCACHE_DEPS}/lz4/lib/lz4.h" "${PROJECT_BINARY_DIR}/lz4/lz4.h" COPYONLY)
add_library(lz4 STATIC "${SEALCACHE_DEPS}/lz4/lib/lz4.c")
target_include_directories(lz4 SYSTEM PUBLIC "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/lz4>")
target_compile_options(lz4 PRIVATE -w)
if(EMSCRIPTEN)
  # lz4.c hashes 5 bytes where its machine word has 64 bits and 4 where it has 32, and so finds other
  # matches. This macro, which it uses for nothing else but its decoder's fast loop, gives it the
  # 64-bit word that WebAssembly does have: both targets must write the same block.
  target_compile_definitions(lz4 PRIVATE __x86_64__)
  # By default it compiles its compressor once for each kind of table.
  target_compile_definitions(lz4 PRIVATE "LZ4_FORCE_INLINE=static inline")
  target_compile_options(lz4 PRIVATE -O3)
endif()

add_library(xxhash INTERFACE)
target_include_directories(xxhash SYSTEM INTERFACE "${SEALCACHE_DEPS}/xxhash")
if(EMSCRIPTEN)
  # Its vector code gets at this header, which has templates, from inside extern "C".
  target_compile_options(xxhash INTERFACE -include emscripten.h)
endif()

add_library(msgpack_cxx INTERFACE)
target_include_directories(msgpack_cxx SYSTEM INTERFACE "${SEALCACHE_DEPS}/msgpack-cxx/include")
target_compile_definitions(msgpack_cxx INTERFACE MSGPACK_NO_BOOST)

add_library(tl_expected INTERFACE)
target_include_directories(tl_expected SYSTEM INTERFACE "${SEALCACHE_DEPS}/tl-expected/include")
