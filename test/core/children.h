#pragma once

#include <csignal>
#include <cstdint>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "shared/bytes.h"

namespace sealcache::testing {

using Fork = pid_t (*)();

inline pid_t libc_fork() {
  return fork();
}

#ifdef __linux__
/// A fork that libc does not see: no atfork handler runs.
inline pid_t raw_clone() {
  return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
}
#endif

/// Ends a child at once. Past libc, where a sanitizer would report the parent's threads, which a
/// child does not have, as leaked.
[[noreturn]] inline void leave(int code) {
#ifdef __linux__
  syscall(SYS_exit_group, code);
#endif
  _exit(code);
}

/// Writes all of it to the parent, or ends the child with a failure.
inline void tell_parent(int fd, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written <= 0) leave(2);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

/// Runs `body(fd)` in a child process and returns what it wrote to fd. The child must end well.
template <typename Body>
std::vector<std::uint8_t> in_child(Fork make_child, Body&& body) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = make_child();
  if (child == 0) {
    body(ends[1]);
    leave(::testing::Test::HasFailure() ? 1 : 0);
  }
  close(ends[1]);
  std::vector<std::uint8_t> told;
  std::uint8_t chunk[4096];
  for (ssize_t got = 0; (got = read(ends[0], chunk, sizeof chunk)) > 0;) {
    told.insert(told.end(), chunk, chunk + got);
  }
  close(ends[0]);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  return told;
}

}  // namespace sealcache::testing
