// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A forked child finds the mutex unlocked, although another thread of its parent held it when the
// fork began, and finds what it guards complete.
#include <parallel_pool/fork_safe_mutex.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "check.h"

namespace pp::testing {
namespace {

struct Pair {
  int first = 0, second = 0;
};
Pair pair;
struct Late {};

std::mutex& mutex() { return ForkSafeMutex<Pair>::get(); }
std::mutex& late() { return ForkSafeMutex<Late>::get(); }

// 0 if all is as it should be.
int look() {
  if (!mutex().try_lock()) return 1;
  return pair.first == pair.second ? 0 : 2;
}

void a_child_finds_it_unlocked() {
  std::atomic<bool> locked = false;
  std::thread other([&] {
    const std::scoped_lock lock(mutex());
    pair.first = 1;
    locked = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    pair.second = 1;
  });
  while (!locked) std::this_thread::yield();
  const pid_t child = fork();
  if (child == 0) _exit(look());
  int status = 0;
  check_equal(waitpid(child, &status, 0), child);
  check_equal(WEXITSTATUS(status), 0, "the child");
  check_equal(look(), 0, "the parent");
  mutex().unlock();
  other.join();
}

std::thread other_thread;

// Locks it for a while, for the first time of all, in another thread.
void lock_late() {
  std::atomic<bool> locked = false;
  other_thread = std::thread([&] {
    const std::scoped_lock lock(late());
    locked = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  });
  while (!locked) std::this_thread::yield();
}

void a_mutex_may_be_new_during_the_fork() {
  pthread_atfork(lock_late, nullptr, nullptr);
  const pid_t child = fork();
  if (child == 0) _exit(late().try_lock() ? 0 : 1);
  int status = 0;
  check_equal(waitpid(child, &status, 0), child);
  check_equal(WEXITSTATUS(status), 0, "the child");
  other_thread.join();
}

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::a_child_finds_it_unlocked();
  pp::testing::a_mutex_may_be_new_during_the_fork();
}
