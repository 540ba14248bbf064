#include <cstring>

// Two functions of the C and C++ runtime, without printf behind them: it would be a tenth of the
// module.

extern "C" {

/// Ends the module where the C++ runtime gives up; libc++abi's own prints a message first, which
/// nobody sees in a Worker.
[[noreturn]] void __abort_message(const char*, ...) {
  __builtin_trap();
}

/// What the compiler makes of sprintf() without floating point. Embind alone calls it, to spell the
/// address of a type without a name for a message about a class that was never bound.
int siprintf(char* out, const char* format, ...) {
  if (std::strcmp(format, "%p") != 0) __builtin_trap();
  *out = '\0';
  return 0;
}
}
