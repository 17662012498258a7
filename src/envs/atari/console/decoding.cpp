// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Looks at operands, and chooses the variants that they allow; then finds sequences.
#include "decoding.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "tia_addresses.h"

namespace pp::atari {
namespace {

constexpr int kLongest = 3;  // bytes of an instruction

// Loops that the processor computes instead of executing them; see Interpreter::wait.
bool may_wait(Op branch, int offset) {
  return (branch == Op::kBne || branch == Op::kBpl || branch == Op::kBmi) &&
         (offset == -5 || offset == -3);
}

// `code_of`, looked up: by opcode, first for its own mode, then for those that variants are of.
constexpr int kVariantModes = static_cast<int>(Mode::kBackward) - static_cast<int>(Mode::kRam) + 1;
constexpr auto code_table() {
  std::array<std::array<Code, 1 + kVariantModes>, kOpcodes> table{};
  for (int opcode = 0; opcode < kOpcodes; ++opcode) {
    for (int mode = 0; mode <= kVariantModes; ++mode) {
      const auto which = mode == 0 ? kInstructions[opcode].mode
                                   : static_cast<Mode>(static_cast<int>(Mode::kRam) + mode - 1);
      table[opcode][mode] = code_of(static_cast<std::uint8_t>(opcode), which);
    }
  }
  return table;
}
constexpr auto kCodesByMode = code_table();

Code code(std::uint8_t opcode, Mode mode) {
  return kCodesByMode[opcode][mode < Mode::kRam
                                  ? 0
                                  : static_cast<int>(mode) - static_cast<int>(Mode::kRam) + 1];
}

// The code of one instruction of a window of code.
Code code_at(std::span<const std::uint8_t> program, int at, int begin, int end) {
  const int last = end - kLongest;
  if (at > last) return kNowhere;
  const std::uint8_t opcode = program[static_cast<std::size_t>(at)];
  const Instruction& instruction = kInstructions[opcode];
  // A decoded instruction must lead to a decoded one.
  if (at + length(instruction) > last) return opcode;
  const std::uint8_t operand = program[static_cast<std::size_t>(at) + 1];
  switch (instruction.mode) {
    case Mode::kZp:
      if (operand >= 0x80) return code(opcode, Mode::kRam);
      if ((operand & 0x3f) == kWsync) return code(opcode, Mode::kSync);
      return code(opcode, operand < kTiaRegisters ? Mode::kTia : Mode::kZp);
    case Mode::kIndY:
      // The high byte of a pointer at $FF lies elsewhere.
      return operand >= 0x80 && operand != 0xff ? code(opcode, Mode::kRamY)
                                                : code(opcode, Mode::kIndY);
    case Mode::kRel: {
      const int offset = static_cast<std::int8_t>(operand);
      const int next = at + 2;
      const int to = next + offset;
      if (to > last) return opcode;
      // Backward, a branch itself asks whether it has left the window.
      if (((next ^ to) & ~0xff) != 0 || to < begin) return code(opcode, Mode::kRel);
      if (offset >= 0) return code(opcode, Mode::kForward);
      return may_wait(instruction.op, offset) ? code(opcode, Mode::kRel)
                                              : code(opcode, Mode::kBackward);
    }
    default:
      return code(opcode, instruction.mode);
  }
}

// The sequences with the same first code are linked, so that few are looked at.
struct Links {
  static constexpr std::uint16_t kNone = 0xffff;
  std::array<std::uint16_t, kCodes> first{};
  std::array<std::uint16_t, std::size(kSequences)> next{};
};
constexpr Links linked() {
  Links links;
  links.first.fill(Links::kNone);
  for (std::size_t i = 0; i < std::size(kSequences); ++i) {
    std::uint16_t& first = links.first[kSequences[i][0]];
    links.next[i] = first;
    first = static_cast<std::uint16_t>(i);
  }
  return links;
}
constexpr Links kLinks = linked();

// The longest of kSequences that these codes start with, or Links::kNone.
std::uint16_t longest_sequence(const detail::Sequence& ahead) {
  std::uint16_t found = Links::kNone;
  std::ptrdiff_t most = 0;
  for (std::uint16_t i = kLinks.first[ahead[0]]; i != Links::kNone; i = kLinks.next[i]) {
    const auto begin = kSequences[i].begin();
    const auto size = std::find(begin, kSequences[i].end(), 0) - begin;
    if (size <= most || !std::equal(begin, begin + size, ahead.begin())) continue;
    found = i;
    most = size;
  }
  return found;
}

}  // namespace

void decode(std::span<const std::uint8_t> program, int begin, int end, Cell* cells) {
  for (int at = begin; at < end; ++at) cells[at].code = code_at(program, at, begin, end);
  // Forwards, so that the codes behind `at` are still those of single instructions.
  for (int at = begin; at < end; ++at) {
    detail::Sequence ahead{};
    int next = at;
    for (Code& code : ahead) {
      const Code here = cells[next].code;
      if (here < kFirstSingle) break;
      code = here;
      next += length(kInstructions[program[static_cast<std::size_t>(next)]]);
    }
    const std::uint16_t sequence = longest_sequence(ahead);
    if (sequence != Links::kNone) cells[at].code = static_cast<Code>(kFirstSequence + sequence);
  }
}

}  // namespace pp::atari
