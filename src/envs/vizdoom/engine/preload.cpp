// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A library that is loaded into each engine before all others. The engine opens shared memory by
// name; here it gets memory that it has inherited instead, which has no name that could be left
// behind, and needs no room in /dev/shm. It also makes a folder where it is started; here it only
// believes so. When it crashes it forks within the signal's handler, which can hang, and starts a
// debugger; here the signal ends it at once. An engine that inherits nothing, as that of another
// client, does all of it as ever.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>

#include "inherited.h"

namespace {

using namespace pp::vizdoom::inherited;

// Asked before the engine opens files of its own.
const bool inherits = fcntl(kMemory, F_GETFD) >= 0;

// Where the C library keeps memory that has a name.
void path_of(const char* name, char* path, std::size_t size) {
  snprintf(path, size, "/dev/shm%s", name);
}

bool is_of_crashes(int signal) {
  return signal == SIGSEGV || signal == SIGILL || signal == SIGFPE || signal == SIGBUS;
}

}  // namespace

extern "C" {

int __sigaction(int signal, const struct sigaction* action, struct sigaction* before);

[[gnu::visibility("default")]] int sigaction(int signal, const struct sigaction* action,
                                             struct sigaction* before) {
  if (inherits && is_of_crashes(signal)) action = nullptr;  // only ask
  return __sigaction(signal, action, before);
}

[[gnu::visibility("default")]] int shm_open(const char* name, int flags, unsigned mode) {
  if (!inherits) {
    char path[256];
    path_of(name, path, sizeof(path));
    return open(path, flags | O_CLOEXEC, mode);
  }
  for (const Named& one : kNamed) {
    if (std::strncmp(name, one.prefix, std::strlen(one.prefix)) == 0) {
      return fcntl(one.descriptor, F_DUPFD_CLOEXEC, 0);
    }
  }
  return -1;
}

[[gnu::visibility("default")]] int shm_unlink(const char* name) {
  if (inherits) return 0;
  char path[256];
  path_of(name, path, sizeof(path));
  return unlink(path);
}

[[gnu::visibility("default")]] int mkdir(const char* path, unsigned mode) {
  if (inherits) return 0;
  return static_cast<int>(syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

}  // extern "C"
