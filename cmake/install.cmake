# The core as a library of its own: headers, one archive for each library in it, and a CMake package.
# `find_package(sealcache)` gives the target sealcache::sealcache.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
find_package(Threads REQUIRED)

# Beside the archives of other packages these names would meet their own.
set(sealcache_archives "${CMAKE_INSTALL_LIBDIR}/sealcache")
set(sealcache_package "${CMAKE_INSTALL_LIBDIR}/cmake/sealcache")
set(sealcache_headers "${CMAKE_INSTALL_INCLUDEDIR}/sealcache")

target_link_libraries(sodium PUBLIC Threads::Threads)
set_target_properties(sealcache_core PROPERTIES EXPORT_NAME sealcache OUTPUT_NAME sealcache)
target_include_directories(sealcache_core INTERFACE
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR};${sealcache_headers}>")
target_compile_features(sealcache_core INTERFACE cxx_std_20)

install(TARGETS sealcache_core sodium lz4 EXPORT sealcache-targets
  ARCHIVE DESTINATION "${sealcache_archives}")
install(EXPORT sealcache-targets NAMESPACE sealcache:: DESTINATION "${sealcache_package}")

file(GLOB core_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/shared/*.h")
install(FILES ${core_headers} DESTINATION "${sealcache_headers}/shared")
install(FILES "${PROJECT_SOURCE_DIR}/shared/sealcache.h" DESTINATION "${sealcache_headers}")
# Part of the interface: what a function of the core returns.
install(FILES "${SEALCACHE_DEPS}/tl-expected/include/tl/expected.hpp"
  DESTINATION "${sealcache_headers}/tl")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/sealcache-config.cmake.in"
  "${PROJECT_BINARY_DIR}/sealcache-config.cmake" INSTALL_DESTINATION "${sealcache_package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/sealcache-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/sealcache-config.cmake"
  "${PROJECT_BINARY_DIR}/sealcache-config-version.cmake"
  DESTINATION "${sealcache_package}")
