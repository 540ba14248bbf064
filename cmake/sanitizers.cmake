# One option puts a sanitizer into every target, the libraries' code included.
if(SEALCACHE_SANITIZE)
  add_compile_options(-fsanitize=${SEALCACHE_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SEALCACHE_SANITIZE})
endif()
