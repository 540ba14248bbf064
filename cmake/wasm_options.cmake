# What every object of the WebAssembly module is compiled and linked with, the libraries' included.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
# Nothing throws, so the runtime for exceptions stays out of the module, a tenth of its code.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> -msimd128)
add_link_options(-fno-exceptions)
# A Worker loads the module with its first request: small code, but for what runs over every byte. To
# optimise all of it at once makes it a tenth smaller.
set(CMAKE_C_FLAGS_RELEASE "-Oz -DNDEBUG -flto")
set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG -flto")
