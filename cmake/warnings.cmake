# Warnings for our own code; libraries are compiled as they come.
add_library(sealcache_warnings INTERFACE)
target_compile_options(sealcache_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
