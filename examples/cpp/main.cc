// Seals or opens one value for a cache key: `example seal user:42 < value > entry`.
// The master key, 32 bytes, comes through the file that SEALCACHE_KEY_FILE names.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sealcache/sealcache.h>
#include <string>
#include <vector>

using Bytes = std::vector<std::uint8_t>;

// The core asks for memory once it knows that the result is wanted and how large it is.
struct Memory : sealcache::Output {
  Bytes bytes;
  sealcache::ByteSpan allocate(std::size_t size) noexcept override {
    bytes.resize(size);
    return bytes;
  }
};

static Bytes all_of(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), {}};
}

int main(int argc, char** argv) {
  const char* key_file = std::getenv("SEALCACHE_KEY_FILE");
  if (argc != 3 || key_file == nullptr) return std::cerr << "usage: example seal|open KEY\n", 2;
  std::ifstream key_stream(key_file, std::ios::binary);
  const Bytes master = all_of(key_stream), input = all_of(std::cin);
  if (!sealcache::initialise()) return std::cerr << "the system gives no random bytes\n", 1;
  const auto sealer = sealcache::Sealer::create(master, {}, "default");
  if (!sealer) return std::cerr << sealcache::error_text(sealer.error()) << '\n', 1;

  Memory output;
  const auto plain = sealcache::Container::kPlain;
  const auto error = std::string_view(argv[1]) == "seal"
                         ? (*sealer)->seal(input, argv[2], plain, output).map([](auto) {})
                         : (*sealer)->open(input, argv[2], plain, 1 << 20, output).map([](auto) {});
  if (!error) return std::cerr << sealcache::error_text(error.error()) << '\n', 1;
  std::cout.write(reinterpret_cast<const char*>(output.bytes.data()), std::ssize(output.bytes));
}
