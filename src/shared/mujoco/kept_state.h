// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a saved state of a simulation holds besides MuJoCo's own "integration state", as
// python/parallel_pool/shared/mujoco/kept.py finds it for a model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pp::mujoco {

// An array of the data: bytes from `qpos`, elements.
struct KeptBlock {
  std::ptrdiff_t offset = 0;
  std::size_t count = 0;
};

// The cursor of a ring of delayed values, which MuJoCo uses as an index without a check: its place
// in the integration state, and the length of the ring.
struct Cursor {
  std::size_t place = 0;
  std::int64_t length = 0;
};

struct KeptState {
  std::vector<KeptBlock> numbers;  // doubles
  std::vector<bool> has;           // whether `numbers` hold each Array
  // Models whose bodies sleep, or whose flexes touch by the "ipc" method, carry over what only a
  // whole step computes: a load computes all of it, before it gets the saved numbers.
  bool carries_over = false;
  std::optional<KeptBlock> asleep;       // tree_asleep, ints
  std::optional<KeptBlock> contact_age;  // flexvert_conage, ints
  std::vector<Cursor> cursors;
};

}  // namespace pp::mujoco
