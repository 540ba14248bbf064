# Toolchain file of the wasm preset. The compilers are the scripts that `npm run setup` writes: they
# lead to the machine's own Emscripten or into the root that set-up made.
get_filename_component(sealcache_toolchain "${CMAKE_CURRENT_LIST_DIR}/../build/toolchain" ABSOLUTE)
if(NOT EXISTS "${sealcache_toolchain}/bin/emcc")
  message(FATAL_ERROR "No Emscripten in ${sealcache_toolchain}: run `npm run setup`")
endif()

set(EMSCRIPTEN TRUE)
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER "${sealcache_toolchain}/bin/emcc")
set(CMAKE_CXX_COMPILER "${sealcache_toolchain}/bin/em++")
set(CMAKE_AR "${sealcache_toolchain}/bin/emar" CACHE FILEPATH "Archiver")
set(CMAKE_RANLIB "${sealcache_toolchain}/bin/emranlib" CACHE FILEPATH "Index maker")

# With a target named, CMake finds out what the compiler is without linking, and its trials link
# nothing either: each link would have Emscripten build variants of its libraries that nobody uses.
set(CMAKE_C_COMPILER_TARGET wasm32-unknown-emscripten)
set(CMAKE_CXX_COMPILER_TARGET wasm32-unknown-emscripten)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_USER_MAKE_RULES_OVERRIDE "${CMAKE_CURRENT_LIST_DIR}/emscripten_depfiles.cmake")

# Nothing of the host may be found.
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
