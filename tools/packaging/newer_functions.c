// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What newer headers than those of glibc 2.28 call, made from what 2.28 has.
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>

// Until 2.33, stat and its like were functions of the header that called these.
enum { kStatVersion = 1 };
int __xstat(int version, const char* path, struct stat* result);
int __fxstat(int version, int file, struct stat* result);
int __lxstat(int version, const char* path, struct stat* result);

int stat(const char* path, struct stat* result) { return __xstat(kStatVersion, path, result); }
int fstat(int file, struct stat* result) { return __fxstat(kStatVersion, file, result); }
int lstat(const char* path, struct stat* result) { return __lxstat(kStatVersion, path, result); }

// On 64-bit machines the names with 64 mean the same.
__typeof(stat) stat64 __attribute__((alias("stat")));
__typeof(fstat) fstat64 __attribute__((alias("fstat")));
__typeof(lstat) lstat64 __attribute__((alias("lstat")));

enum { kSecond = 1000000000 };

static long long nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * (long long)kSecond + now.tv_nsec;
}

// Until 2.30, waits ended at a time of the system's clock, which can be set meanwhile. So this waits
// for a second of that clock at most. A wait that ends early looks like a spurious wake-up, for
// which callers must be prepared.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* deadline) {
  long long left = deadline->tv_sec * (long long)kSecond + deadline->tv_nsec - nanoseconds(clock);
  if (left > kSecond) left = kSecond;
  const long long end = nanoseconds(CLOCK_REALTIME) + left;
  const struct timespec system_deadline = {end / kSecond, end % kSecond};
  return pthread_cond_timedwait(condition, mutex, &system_deadline);
}

// libstdc++ asks this whether it can do without atomic instructions.
char __libc_single_threaded = 0;
