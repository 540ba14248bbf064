# What every object of the WebAssembly module is compiled and linked with, the libraries' included.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
# msgpack-cxx does not compile without exceptions. None leaves the core; thrown where they are not
# compiled in, one would end the module instead of failing a call.
add_compile_options(-fwasm-exceptions -msimd128)
add_link_options(-fwasm-exceptions)
# A Worker loads the module with its first request: small code, but for what runs over every byte.
set(CMAKE_C_FLAGS_RELEASE "-Oz -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG")
