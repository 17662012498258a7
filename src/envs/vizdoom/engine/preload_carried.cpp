// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finds the engine's variables, which have no names, beside the functions that own them.
#include <fcntl.h>
#include <unistd.h>

#include "carried.h"
#include "known_code.h"

namespace pp::vizdoom {
namespace {

struct Owned {
  KnownCode function;
  std::uintptr_t variable;

  std::int32_t* find(int memory) const {
    return has_code(memory, function) ? reinterpret_cast<std::int32_t*>(variable) : nullptr;
  }
};
constexpr Owned kBob{{0x543060, 352, 0x1f6a4b193716d348}, 0x994210};
constexpr Owned kNoise{{0x5883d0, 721, 0x1679a046bca62b0d}, 0x999c64};

}  // namespace

CarriedVariables find_carried() {
  const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return {};
  const CarriedVariables found{.bob = kBob.find(memory), .noise = kNoise.find(memory)};
  close(memory);
  return found;
}

}  // namespace pp::vizdoom
