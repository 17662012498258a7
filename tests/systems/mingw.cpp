// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Linked into all that MinGW's GCC builds, which then behaves as what Clang builds for a release.

#include <math.h>

extern "C" {

// GCC frees a thread's variables before it destroys them (bug 80816): the key of their memory is
// older than that of their destructors, and the older comes first. A destructor that does nothing,
// as the module is loaded, makes its key before there is a variable.
int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* module);

__attribute__((constructor(101))) static void make_key() {
  __cxa_thread_atexit([](void*) {}, nullptr, nullptr);
}

// GCC makes one call of a sine and a cosine, to a function that Microsoft's library lacks. MinGW's
// own gives other results. Compiled with -fno-builtin, or the two would become a call of themselves.
void sincos(double angle, double* sine, double* cosine) {
  *sine = sin(angle);
  *cosine = cos(angle);
}

void sincosf(float angle, float* sine, float* cosine) {
  *sine = sinf(angle);
  *cosine = cosf(angle);
}
}
