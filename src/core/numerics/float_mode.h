// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Floating-point modes. Libraries such as torch switch their threads to flushing denormals; rules
// that run in such a thread, or in a thread made by one, would differ in the last bits.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace pp {

// During its lifetime, the calling thread rounds to nearest and keeps denormals.
class StandardFloatMode {
 public:
  StandardFloatMode() : saved_(read()) { write(kStandard); }
  ~StandardFloatMode() { write(saved_); }
  StandardFloatMode(const StandardFloatMode&) = delete;
  StandardFloatMode& operator=(const StandardFloatMode&) = delete;

 private:
#if defined(__x86_64__)
  using Word = unsigned int;
  static constexpr Word kStandard = 0x1f80;  // all exceptions masked, nothing flushed
  static Word read() { return _mm_getcsr(); }
  static void write(Word word) { _mm_setcsr(word); }
#elif defined(__aarch64__)
  using Word = std::uint64_t;
  static constexpr Word kStandard = 0;
  static Word read() {
    Word word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    return word;
  }
  static void write(Word word) { __asm__ volatile("msr fpcr, %0" : : "r"(word)); }
#else
  using Word = int;
  static constexpr Word kStandard = 0;
  static Word read() { return 0; }
  static void write(Word) {}
#endif

  Word saved_;
};

}  // namespace pp
