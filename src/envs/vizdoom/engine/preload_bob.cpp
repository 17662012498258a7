// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finds the engine's variable, which has no name, beside the function that owns it.
#include <fcntl.h>
#include <unistd.h>

#include "bob.h"
#include "known_code.h"

namespace pp::vizdoom {
namespace {

constexpr KnownCode kFunction{0x543060, 352, 0x1f6a4b193716d348};
constexpr std::uintptr_t kVariable = 0x994210;

}  // namespace

std::int32_t* find_bob() {
  const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return nullptr;
  const bool known = has_code(memory, kFunction);
  close(memory);
  return known ? reinterpret_cast<std::int32_t*>(kVariable) : nullptr;
}

}  // namespace pp::vizdoom
