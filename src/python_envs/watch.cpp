// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The thread that watches.
#include "watch.h"

#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

namespace pp {
namespace {

void watch(int process_descriptor) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);  // Python's handlers belong to its own threads
  pollfd look{process_descriptor, POLLIN, 0};
  while (poll(&look, 1, -1) < 0 && errno == EINTR) {
  }
  if (getpgrp() == getpid()) killpg(getpgrp(), SIGKILL);
  _exit(1);
}

}  // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_with(int process_descriptor) { std::thread(watch, process_descriptor).detach(); }

}  // namespace pp
