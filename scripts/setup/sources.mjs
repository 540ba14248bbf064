/**
 * Third-party C and C++ sources, pinned by SHA-256. Never committed: fetched into build/deps and
 * checked there. `pool` is the path of the tarball in any Debian archive.
 *
 * libsodium  ISC          AES-256-GCM, HKDF-SHA256, BLAKE2b, guarded memory
 * lz4        BSD-2-Clause LZ4 block format (lz4.c and lz4.h alone)
 * xxhash     BSD-2-Clause xxHash3-64 (one header)
 * msgpack-cxx BSL-1.0     writes and reads the envelope (headers)
 * tl-expected CC0-1.0     Result<T> until the standard library has one (one header)
 */
export const sources = [
  {
    name: 'libsodium',
    version: '1.0.22',
    pool: 'pool/main/libs/libsodium/libsodium_1.0.22.orig.tar.gz',
    sha256: '5838bb0c3da6148c24ebe531d1ed1297de9a87aea77d426bcd99f289e681631c',
  },
  {
    name: 'lz4',
    version: '1.10.0',
    pool: 'pool/main/l/lz4/lz4_1.10.0.orig.tar.gz',
    sha256: '537512904744b35e232912055ccf8ec66d768639ff3abe5788d90d792ec5f48b',
  },
  {
    name: 'xxhash',
    version: '0.8.3',
    pool: 'pool/main/x/xxhash/xxhash_0.8.3.orig.tar.gz',
    sha256: 'aae608dfe8213dfd05d909a57718ef82f30722c392344583d3f39050c7f29a80',
  },
  {
    name: 'msgpack-cxx',
    version: '7.0.0',
    pool: 'pool/main/m/msgpack-cxx/msgpack-cxx_7.0.0.orig.tar.gz',
    sha256: '7504b7af7e7b9002ce529d4f941e1b7fb1fb435768780ce7da4abaac79bb156f',
  },
  {
    name: 'tl-expected',
    version: '1.1.0',
    pool: 'pool/main/t/tl-expected/libexpected-dev_1.1.0-2_all.deb',
    sha256: 'f39cabbf3945dd689c2501c9a2372bd45b5220506ed8a57cc58e2f4f538ff58f',
  },
];
