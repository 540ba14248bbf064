# Emscripten's own headers may lie inside a root of their own, at paths that Ninja, which runs outside,
# does not find: it would rebuild everything each time. -MMD leaves them out; set-up builds anew when
# the toolchain changes.
foreach(language C CXX)
  set(CMAKE_DEPFILE_FLAGS_${language} "-MMD -MT <DEP_TARGET> -MF <DEP_FILE>")
endforeach()
