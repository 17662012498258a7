// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the processor's loop does at each byte of a program, decoded once: a code of 8 bits beside
// each byte. For most instructions the code is the opcode. Two things have codes of their own:
// - Variants: where the operand says more than the opcode, they leave out what need not be asked. A
//   store is known to meet RAM, or a branch to stay within the window of code.
// - Sequences of two to four instructions that often follow each other in the 104 games. All but
//   the first keep codes of their own, for jumps that lead to them.
// These codes are the numbers of opcodes that no program executes often; kPlain covers those.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include "opcodes.h"

namespace pp::atari {

// The codes lie so far behind the bytes of the program.
inline constexpr int kCodesAt = 0x4000;

// An instruction whose operand is known to be of this mode.
struct Variant {
  std::uint8_t opcode;
  Mode mode;
};

// clang-format off
inline constexpr Variant kVariants[] = {
    {0x05, Mode::kRam}, {0x06, Mode::kRam}, {0x24, Mode::kRam}, {0x25, Mode::kRam},
    {0x26, Mode::kRam}, {0x45, Mode::kRam}, {0x46, Mode::kRam}, {0x65, Mode::kRam},
    {0x66, Mode::kRam}, {0x84, Mode::kRam}, {0x85, Mode::kRam}, {0x86, Mode::kRam},
    {0xa4, Mode::kRam}, {0xa5, Mode::kRam}, {0xa6, Mode::kRam}, {0xc4, Mode::kRam},
    {0xc5, Mode::kRam}, {0xc6, Mode::kRam}, {0xe4, Mode::kRam}, {0xe5, Mode::kRam},
    {0xe6, Mode::kRam}, {0x84, Mode::kTia}, {0x85, Mode::kTia}, {0x86, Mode::kTia},
    {0x84, Mode::kSync}, {0x85, Mode::kSync}, {0x86, Mode::kSync}, {0x11, Mode::kRamY},
    {0x31, Mode::kRamY}, {0x51, Mode::kRamY}, {0xb1, Mode::kRamY}, {0x10, Mode::kForward},
    {0x30, Mode::kForward}, {0x50, Mode::kForward}, {0x70, Mode::kForward}, {0x90, Mode::kForward},
    {0xb0, Mode::kForward}, {0xd0, Mode::kForward}, {0xf0, Mode::kForward},
    {0x10, Mode::kBackward}, {0x30, Mode::kBackward}, {0x90, Mode::kBackward},
    {0xb0, Mode::kBackward}, {0xd0, Mode::kBackward}, {0xf0, Mode::kBackward}, {0x85, Mode::kZp},
};

namespace detail {
// Official opcodes whose numbers are used for codes; of the others, all that are unofficial.
inline constexpr std::uint8_t kRareOpcodes[] = {
    0x00, 0x01, 0x05, 0x06, 0x0d, 0x0e, 0x11, 0x16, 0x1d, 0x1e, 0x21, 0x25, 0x26, 0x28, 0x2d, 0x2e,
    0x31, 0x35, 0x36, 0x3e, 0x40, 0x41, 0x45, 0x46, 0x4d, 0x4e, 0x50, 0x51, 0x55, 0x56, 0x58, 0x59,
    0x5d, 0x5e, 0x61, 0x65, 0x66, 0x6d, 0x6e, 0x70, 0x71, 0x78, 0x7e, 0x81, 0x84, 0x85, 0x86, 0x91,
    0xa4, 0xa6, 0xb1, 0xb8, 0xc1, 0xc4, 0xc6, 0xcc, 0xcd, 0xd1, 0xde, 0xe1, 0xe4, 0xe5, 0xec, 0xed,
    0xee, 0xf1, 0xfd, 0xfe,
};
// clang-format on

constexpr bool is_unofficial(std::uint8_t opcode) {
  constexpr Op kOps[] = {Op::kAnc, Op::kAne, Op::kArr, Op::kAsr, Op::kDcp, Op::kIsb, Op::kJam,
                         Op::kLas, Op::kLax, Op::kLxa, Op::kRla, Op::kRra, Op::kSax, Op::kSbx,
                         Op::kSha, Op::kShs, Op::kShx, Op::kShy, Op::kSlo, Op::kSre};
  constexpr std::uint8_t kNop = 0xea;
  constexpr std::uint8_t kSecondSbc = 0xeb;
  const Op op = kInstructions[opcode].op;
  return std::ranges::find(kOps, op) != std::end(kOps) || (op == Op::kNop && opcode != kNop) ||
         opcode == kSecondSbc;
}
// Whether an opcode is not its own code.
constexpr bool is_rare(std::uint8_t opcode) {
  return is_unofficial(opcode) || std::ranges::find(kRareOpcodes, opcode) != std::end(kRareOpcodes);
}
constexpr auto free_codes() {
  std::array<std::uint8_t, 256> codes{};
  std::size_t count = 0;
  for (int code = 0; code < 256; ++code) {
    if (is_rare(static_cast<std::uint8_t>(code))) codes[count++] = static_cast<std::uint8_t>(code);
  }
  return std::pair(codes, count);
}
// The numbers of rare opcodes, ascending, and how many there are.
inline constexpr auto kFree = free_codes();
constexpr std::uint8_t free_code(std::size_t index) { return kFree.first[index]; }
}  // namespace detail

inline constexpr std::uint8_t kNowhere = detail::free_code(0);  // outside the windows of code
inline constexpr std::uint8_t kPlain = detail::free_code(1);    // as the opcode says, nothing known
static_assert(kNowhere == 0);                                   // it fills up sequences
inline constexpr std::size_t kFirstVariant = 2;
inline constexpr std::size_t kFirstSequence = kFirstVariant + std::size(kVariants);

// The code of an opcode whose operand is of this mode.
constexpr std::uint8_t code_of(std::uint8_t opcode, Mode mode) {
  for (std::size_t i = 0; i < std::size(kVariants); ++i) {
    if (kVariants[i].opcode == opcode && kVariants[i].mode == mode) {
      return detail::free_code(kFirstVariant + i);
    }
  }
  return detail::is_rare(opcode) ? kPlain : opcode;
}

namespace detail {
constexpr std::uint8_t ram(std::uint8_t opcode) { return code_of(opcode, Mode::kRam); }
constexpr std::uint8_t tia(std::uint8_t opcode) { return code_of(opcode, Mode::kTia); }
constexpr std::uint8_t sync(std::uint8_t opcode) { return code_of(opcode, Mode::kSync); }
constexpr std::uint8_t ram_y(std::uint8_t opcode) { return code_of(opcode, Mode::kRamY); }
constexpr std::uint8_t forward(std::uint8_t opcode) { return code_of(opcode, Mode::kForward); }
constexpr std::uint8_t backward(std::uint8_t opcode) { return code_of(opcode, Mode::kBackward); }

inline constexpr std::size_t kMostInSequence = 4;
// Codes of instructions, then zeros. Only the last one may jump.
using Sequence = std::array<std::uint8_t, kMostInSequence>;

// clang-format off
inline constexpr Sequence kSequences[] = {
    {{ram_y(0xb1), tia(0x85), ram_y(0xb1), tia(0x85)}}, {{ram_y(0xb1), tia(0x85)}},
    {{0xb5, tia(0x85), 0xb5, tia(0x85)}}, {{tia(0x85), ram_y(0xb1)}}, {{0xa9, tia(0x85)}},
    {{0xb9, tia(0x85), 0xb9, tia(0x85)}}, {{sync(0x85), tia(0x85)}},
    {{0xbd, tia(0x85), 0xbd, tia(0x85)}}, {{ram(0xa5), tia(0x85), ram(0xa5), tia(0x85)}},
    {{sync(0x85), tia(0x85), ram_y(0xb1), tia(0x85)}}, {{sync(0x85), ram_y(0xb1), tia(0x85)}},
    {{0x0a, 0x0a, 0x0a, 0x0a}}, {{sync(0x85), tia(0x85), tia(0x85)}}, {{0xca, backward(0x10)}},
    {{tia(0x85), tia(0x85)}}, {{ram(0xa5), tia(0x85)}}, {{0x88, backward(0x10)}},
    {{0x4a, 0x4a, 0x4a, 0x4a}}, {{0xa9, tia(0x85), tia(0x85)}}, {{ram_y(0xb1), 0xaa, ram_y(0xb1)}},
    {{0xa9, tia(0x85), 0xa9, tia(0x85)}}, {{ram(0xa5), 0x38, ram(0xe5)}},
    {{ram(0xa5), tia(0x85), ram_y(0xb1), tia(0x85)}}, {{sync(0x85), tia(0x85), tia(0x86)}},
    {{0xa9, ram(0x85)}}, {{sync(0x85), ram(0xa5), tia(0x85)}}, {{tia(0x86), tia(0x85)}}, {{0x88, 0x10}},
    {{0xad, tia(0x85), 0xad, tia(0x85)}}, {{0xb9, tia(0x85)}}, {{0xc9, forward(0x90)}},
    {{0xea, 0xea, 0xea}}, {{0xea, 0xea, 0xea, 0xea}}, {{tia(0x85), ram(0xa5), tia(0x85)}},
    {{ram_y(0xb1), tia(0x85), 0x88}}, {{0xb5, tia(0x85)}}, {{ram_y(0xb1), sync(0x85), tia(0x85)}},
    {{ram_y(0xb1), tia(0x85), ram_y(0xb1)}}, {{ram(0xa5), 0x29, forward(0xd0)}}, {{0xbd, tia(0x85)}},
    {{0xc9, forward(0xf0)}}, {{0x8a, 0x38, ram(0xe5)}}, {{0x38, ram(0xa5), ram(0xe5)}},
    {{ram(0xc6), ram(0xa5), 0x18, 0x69}}, {{0xca, 0x10}}, {{ram(0xa5), ram(0xc5)}},
    {{ram(0xc4), forward(0xb0)}}, {{ram(0xe4), 0x08, ram(0xe4), 0x08}}, {{0xa9, sync(0x85), tia(0x85)}},
    {{ram(0xa5), 0x29}}, {{ram(0xa4), ram_y(0xb1)}}, {{0xa9, tia(0x85), tia(0x85), tia(0x85)}},
    {{0xea, 0xea}}, {{ram_y(0xb1), 0xaa, ram_y(0xb1), 0xa8}}, {{0xc8, 0xe9, backward(0xb0)}},
    {{ram(0xc6), backward(0x10)}}, {{ram(0xe4), forward(0xd0)}}, {{ram(0x85), ram(0xa5)}},
    {{0x29, ram(0x85)}}, {{0xb9, sync(0x85), tia(0x85)}}, {{ram(0xa5), 0x38, ram(0xe5), 0xc9}},
    {{ram(0x85), tia(0x85)}}, {{tia(0x84), tia(0x84)}}, {{ram(0xa5), forward(0xd0)}},
    {{ram(0xa5), tia(0x85), tia(0x85)}}, {{tia(0x85), tia(0x86), tia(0x84), tia(0x85)}},
    {{ram(0xa5), tia(0x85), tia(0x86)}}, {{0x8a, 0xa2, 0x9a, 0xaa}}, {{0xca, 0x88, backward(0x10)}},
    {{ram(0xc4), forward(0xd0)}}, {{ram_y(0xb1), ram(0x85)}}, {{0xb5, 0x29}}, {{0x88, backward(0xd0)}},
    {{0xea, ram(0xa5), ram(0xa5)}}, {{0xe9, backward(0xb0)}},
    {{ram(0xa4), ram_y(0xb1), tia(0x85), sync(0x85)}}, {{ram(0xa6), 0xb5}}, {{0xc8, 0xb5, tia(0x85)}},
    {{0x95, 0xca, backward(0x10)}}, {{0x38, ram(0xe5)}}, {{ram(0xa4), 0xb9, forward(0x30)}},
    {{0xca, 0xd0}}, {{0xb9, tia(0x85), tia(0x85)}}, {{ram_y(0xb1), tia(0x85), tia(0x85)}},
    {{0xc0, forward(0xf0)}}, {{0x18, ram(0x65)}}, {{sync(0x85), tia(0x85), 0xb9, tia(0x85)}},
    {{sync(0x85), tia(0x85), tia(0x85), tia(0x86)}}, {{0xa8, 0xb9}}, {{0x29, forward(0xd0)}},
    {{0x0a, 0x0a, 0x0a}}, {{ram(0xa4), 0xb9, tia(0x85)}}, {{0x08, 0x68, tia(0x85)}},
    {{ram(0x45), ram(0x25)}}, {{0xca, backward(0xd0)}}, {{ram(0x84), ram(0xa4)}},
    {{tia(0x85), tia(0x85), tia(0x85)}}, {{0x8a, 0x38, ram(0xe5), 0xa0}},
    {{ram(0xa4), ram_y(0xb1), tia(0x85)}}, {{0xa9, ram(0xa4), 0xc8, forward(0x30)}},
    {{ram(0xc6), backward(0xd0)}}, {{0xea, 0xea, 0xa9, tia(0x85)}}, {{tia(0x85), sync(0x85)}},
    {{ram(0xc4), forward(0x90)}}, {{0x18, 0x69}}, {{ram(0xa5), forward(0xf0)}},
    {{0xad, tia(0x85), 0xad, backward(0xd0)}}, {{ram(0xc6), ram(0xa5), 0xc9, backward(0x10)}},
    {{tia(0x85), 0x88}}, {{0x4a, 0x4a, 0x4a, 0xa8}}, {{0x18, ram(0xa5), ram(0x65), ram(0x85)}},
    {{0x8a, 0xa8}}, {{0x8a, 0x38, ram(0xe5), 0xa8}}, {{sync(0x85), 0xa9, tia(0x85), tia(0x85)}},
    {{ram(0xa4), 0x88, backward(0x10)}}, {{ram(0xa6), 0xbd, tia(0x85)}},
    {{ram(0xa5), tia(0x85), ram(0xa6)}}, {{0x38, 0xe9}}, {{0xea, 0xea, 0x4c}},
    {{sync(0x85), tia(0x85), 0x60}}, {{tia(0x85), tia(0x86)}}, {{ram(0x25), tia(0x85)}},
    {{ram(0xa5), ram(0x45), 0x29, 0x08}}, {{0xb5, 0xb4, 0xa2, 0x8e}}, {{0xc0, forward(0xb0)}},
};
// clang-format on
static_assert(kFirstSequence + std::size(kSequences) <= kFree.second);
}  // namespace detail

using detail::kSequences;

// Writes the codes of the part of a program between two offsets, a window of code. The low bytes of
// offsets are those of the 6507's addresses.
void decode(std::span<const std::uint8_t> program, int begin, int end, std::uint8_t* codes);

}  // namespace pp::atari
