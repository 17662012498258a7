// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a task's methods compute for one environment, recorded as instructions on numbers
// (parallel_pool.simulations.recording), so that workers run it without Python.
//
// Numbers are doubles in slots: first the constants, then one slot for each instruction. Instructions
// have NumPy's arithmetic, in float64 or, where the name ends in 32, in float32. A number of float32
// or a bool is the double with its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace pp::mujoco {

struct RawData;

// Where contacts lie in a simulation's data, in bytes: see contact_layout in contacts.py.
struct ContactLayout {
  std::ptrdiff_t count, first, force;       // in the data
  std::size_t size, geoms, first_of_force;  // of a contact, and in it
};

class Rules {
 public:
  // An instruction as Python writes it: its name, the slot of its result, and three operands.
  using Line = std::pair<std::string, std::vector<std::int32_t>>;

  // `arrays`: addresses and bytes of a row; instructions that load and store know them by number.
  // `operands`: slots that instructions with many operands refer to. Wants the GIL.
  Rules(std::vector<double> constants, const std::vector<Line>& lines,
        std::vector<std::int32_t> operands,
        const std::vector<std::pair<std::uintptr_t, std::size_t>>& arrays,
        const std::vector<std::int64_t>& contacts);

  // Reads and writes the rows of an environment, whose simulation is `data`. `forward` is mj_forward
  // of that simulation, called where rules want to know what presses now.
  void run(std::uint32_t env, const RawData* data, const std::function<void()>& forward) const;

 private:
  enum class Op : std::uint8_t;
  struct Instruction {
    Op op;
    std::int32_t out, a, b, c;
  };
  struct Rows {
    std::byte* first;
    std::size_t row_bytes;
  };

  static Op op_named(const std::string& name);
  bool presses(const RawData* data, std::int32_t one, std::int32_t other) const;

  std::vector<double> constants_;
  std::vector<Instruction> instructions_;
  std::vector<std::int32_t> operands_;
  std::vector<Rows> arrays_;
  ContactLayout contacts_;
  std::size_t slots_ = 0;
};

}  // namespace pp::mujoco
