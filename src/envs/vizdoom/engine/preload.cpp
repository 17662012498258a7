// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A library that is loaded into each engine before all others. The engine opens shared memory by
// name; here it gets memory that it has inherited instead, which has no name that could be left
// behind, and needs no room in /dev/shm. It also makes a folder where it is started; here it only
// believes so.
#include <fcntl.h>
#include <unistd.h>

#include <cstring>

#include "inherited.h"

extern "C" {

[[gnu::visibility("default")]] int shm_open(const char* name, int, unsigned) {
  using namespace pp::vizdoom::inherited;
  for (const Named& one : kNamed) {
    if (std::strncmp(name, one.prefix, std::strlen(one.prefix)) == 0) {
      return fcntl(one.descriptor, F_DUPFD_CLOEXEC, 0);
    }
  }
  return -1;
}

[[gnu::visibility("default")]] int shm_unlink(const char*) { return 0; }

[[gnu::visibility("default")]] int mkdir(const char*, unsigned) { return 0; }

}  // extern "C"
