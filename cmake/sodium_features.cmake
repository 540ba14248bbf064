# What libsodium's configure would have found out, for the compilers the presets use.
if(EMSCRIPTEN)
  target_compile_definitions(sodium PRIVATE HAVE_INTTYPES_H HAVE_STDINT_H HAVE_EXPLICIT_BZERO)
  return()
endif()

target_compile_definitions(sodium PRIVATE
  HAVE_INTTYPES_H HAVE_STDINT_H HAVE_UNISTD_H HAVE_SYS_PARAM_H HAVE_SYS_TYPES_H HAVE_SYS_STAT_H
  HAVE_PTHREAD HAVE_PTHREAD_PRIO_INHERIT HAVE_GCC_MEMORY_FENCES HAVE_ATOMIC_OPS
  HAVE_SYS_MMAN_H HAVE_MMAP HAVE_MPROTECT HAVE_MLOCK HAVE_MADVISE HAVE_SYSCONF
  HAVE_POSIX_MEMALIGN HAVE_NANOSLEEP HAVE_WEAK_SYMBOLS HAVE_GETPID HAVE_CLOCK_GETTIME)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  target_compile_definitions(sodium PRIVATE
    _GNU_SOURCE ASLR_ENABLED HAVE_SYS_RANDOM_H HAVE_GETRANDOM HAVE_GETENTROPY HAVE_EXPLICIT_BZERO
    HAVE_SYS_AUXV_H HAVE_GETAUXVAL)
elseif(APPLE)
  target_compile_definitions(sodium PRIVATE HAVE_MEMSET_S HAVE_ARC4RANDOM HAVE_ARC4RANDOM_BUF)
endif()

# The CPU is asked at run time; these only let each file compile its own instructions.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_definitions(sodium PRIVATE
    HAVE_CPUID HAVE_MMINTRIN_H HAVE_EMMINTRIN_H HAVE_PMMINTRIN_H HAVE_TMMINTRIN_H HAVE_SMMINTRIN_H
    HAVE_AVXINTRIN_H HAVE_AVX2INTRIN_H HAVE_AVX512FINTRIN_H HAVE_WMMINTRIN_H HAVE_RDRAND
    HAVE_TI_MODE)
  function(sodium_flags pattern)
    foreach(file IN LISTS sodium_sources)
      if(file MATCHES "${pattern}")
        set_property(SOURCE "${file}" APPEND PROPERTY COMPILE_OPTIONS ${ARGN})
      endif()
    endforeach()
  endfunction()
  sodium_flags("aesni" -mssse3 -mavx -maes -mpclmul)
  sodium_flags("-sse2\\.c$" -msse2)
  sodium_flags("-ssse3\\.c$|_ssse3\\.c$" -mssse3)
  sodium_flags("-sse41\\.c$|_sse41\\.c$" -msse4.1)
  sodium_flags("-avx2\\.c$|_avx2\\.c$" -mavx2)
  sodium_flags("-avx512f\\.c$|_avx512f\\.c$" -mavx512f)
  # Lets the run-time check see AVX, without which it denies AES-256-GCM. For this file alone:
  # elsewhere the definition asks for assembly of primitives that sealcache does not use.
  set_property(SOURCE "${sodium_root}/sodium/runtime.c" APPEND PROPERTY
    COMPILE_DEFINITIONS HAVE_AVX_ASM)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  target_compile_definitions(sodium PRIVATE HAVE_ARMCRYPTO HAVE_TI_MODE)
endif()
