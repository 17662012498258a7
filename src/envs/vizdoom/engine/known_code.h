// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Recognises functions of the engine by their code. The engine of vizdoom 1.3.2, whose code is the
// same in all wheels, has its functions and variables at fixed addresses.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace pp::vizdoom {

struct KnownCode {
  std::uintptr_t address;
  std::size_t size;  // at most 1024
  std::uint64_t hash;
};

inline std::uint64_t hash_of(const std::uint8_t* bytes, std::size_t count) {  // FNV-1a
  std::uint64_t sum = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < count; ++i) sum = (sum ^ bytes[i]) * 0x100000001b3;
  return sum;
}

// Reads through /proc/self/mem, which `memory` is: that fails in words where there is no such memory.
inline bool has_code(int memory, const KnownCode& known) {
  std::uint8_t code[1024];
  const ssize_t size = pread(memory, code, known.size, static_cast<off_t>(known.address));
  return size == static_cast<ssize_t>(known.size) && hash_of(code, known.size) == known.hash;
}

}  // namespace pp::vizdoom
