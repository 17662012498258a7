// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The instruction set of the 6507: all 256 opcodes with operation, addressing mode and base cycles.
#pragma once

#include <array>
#include <cstdint>

namespace pp::atari {

enum class Op : std::uint8_t {
  kAdc,
  kAnc,
  kAnd,
  kAne,
  kArr,
  kAsl,
  kAsr,
  kBcc,
  kBcs,
  kBeq,
  kBit,
  kBmi,
  kBne,
  kBpl,
  kBrk,
  kBvc,
  kBvs,
  kClc,
  kCld,
  kCli,
  kClv,
  kCmp,
  kCpx,
  kCpy,
  kDcp,
  kDec,
  kDex,
  kDey,
  kEor,
  kInc,
  kInx,
  kIny,
  kIsb,
  kJam,
  kJmp,
  kJsr,
  kLas,
  kLax,
  kLda,
  kLdx,
  kLdy,
  kLsr,
  kLxa,
  kNop,
  kOra,
  kPha,
  kPhp,
  kPla,
  kPlp,
  kRla,
  kRol,
  kRor,
  kRra,
  kRti,
  kRts,
  kSax,
  kSbc,
  kSbx,
  kSec,
  kSed,
  kSei,
  kSha,
  kShs,
  kShx,
  kShy,
  kSlo,
  kSre,
  kSta,
  kStx,
  kSty,
  kTax,
  kTay,
  kTsx,
  kTxa,
  kTxs,
  kTya,
};

enum class Mode : std::uint8_t {
  kImpl,  // no operand
  kAcc,   // the accumulator
  kImm,   // the byte itself
  kZp,    // page 0
  kZpX,   // page 0, plus X, within the page
  kZpY,   // page 0, plus Y, within the page
  kAbs,   // 16 bits
  kAbsX,  // 16 bits, plus X
  kAbsY,  // 16 bits, plus Y
  kInd,   // through a pointer, JMP only
  kIndX,  // through a pointer in page 0 at operand plus X
  kIndY,  // through a pointer in page 0, plus Y
  kRel,   // a branch

  // Of operands whose bytes have been looked at before; see decoding.h.
  kRam,       // page 0, which is RAM there
  kTia,       // page 0, a register of the TIA other than WSYNC, not by a mirror; stores only
  kSync,      // page 0, WSYNC; stores only
  kRamY,      // through a pointer in RAM, plus Y
  kForward,   // a branch within the page and the window
  kBackward,  // the same, and no loop that waits
};

struct Instruction {
  Op op;
  Mode mode;
  std::uint8_t cycles;  // without those for a taken branch or a crossed page
};

namespace detail {
using enum Op;
using enum Mode;
// clang-format off
inline constexpr std::array<Instruction, 256> kInstructionTable = {{
    {kBrk, kImpl, 7}, {kOra, kIndX, 6}, {kJam, kImpl, 2}, {kSlo, kIndX, 8},  // 00
    {kNop, kZp,   3}, {kOra, kZp,   3}, {kAsl, kZp,   5}, {kSlo, kZp,   5},  // 04
    {kPhp, kImpl, 3}, {kOra, kImm,  2}, {kAsl, kAcc,  2}, {kAnc, kImm,  2},  // 08
    {kNop, kAbs,  4}, {kOra, kAbs,  4}, {kAsl, kAbs,  6}, {kSlo, kAbs,  6},  // 0C
    {kBpl, kRel,  2}, {kOra, kIndY, 5}, {kJam, kImpl, 2}, {kSlo, kIndY, 8},  // 10
    {kNop, kZpX,  4}, {kOra, kZpX,  4}, {kAsl, kZpX,  6}, {kSlo, kZpX,  6},  // 14
    {kClc, kImpl, 2}, {kOra, kAbsY, 4}, {kNop, kImpl, 2}, {kSlo, kAbsY, 7},  // 18
    {kNop, kAbsX, 4}, {kOra, kAbsX, 4}, {kAsl, kAbsX, 7}, {kSlo, kAbsX, 7},  // 1C
    {kJsr, kAbs,  6}, {kAnd, kIndX, 6}, {kJam, kImpl, 2}, {kRla, kIndX, 8},  // 20
    {kBit, kZp,   3}, {kAnd, kZp,   3}, {kRol, kZp,   5}, {kRla, kZp,   5},  // 24
    {kPlp, kImpl, 4}, {kAnd, kImm,  2}, {kRol, kAcc,  2}, {kAnc, kImm,  2},  // 28
    {kBit, kAbs,  4}, {kAnd, kAbs,  4}, {kRol, kAbs,  6}, {kRla, kAbs,  6},  // 2C
    {kBmi, kRel,  2}, {kAnd, kIndY, 5}, {kJam, kImpl, 2}, {kRla, kIndY, 8},  // 30
    {kNop, kZpX,  4}, {kAnd, kZpX,  4}, {kRol, kZpX,  6}, {kRla, kZpX,  6},  // 34
    {kSec, kImpl, 2}, {kAnd, kAbsY, 4}, {kNop, kImpl, 2}, {kRla, kAbsY, 7},  // 38
    {kNop, kAbsX, 4}, {kAnd, kAbsX, 4}, {kRol, kAbsX, 7}, {kRla, kAbsX, 7},  // 3C
    {kRti, kImpl, 6}, {kEor, kIndX, 6}, {kJam, kImpl, 2}, {kSre, kIndX, 8},  // 40
    {kNop, kZp,   3}, {kEor, kZp,   3}, {kLsr, kZp,   5}, {kSre, kZp,   5},  // 44
    {kPha, kImpl, 3}, {kEor, kImm,  2}, {kLsr, kAcc,  2}, {kAsr, kImm,  2},  // 48
    {kJmp, kAbs,  3}, {kEor, kAbs,  4}, {kLsr, kAbs,  6}, {kSre, kAbs,  6},  // 4C
    {kBvc, kRel,  2}, {kEor, kIndY, 5}, {kJam, kImpl, 2}, {kSre, kIndY, 8},  // 50
    {kNop, kZpX,  4}, {kEor, kZpX,  4}, {kLsr, kZpX,  6}, {kSre, kZpX,  6},  // 54
    {kCli, kImpl, 2}, {kEor, kAbsY, 4}, {kNop, kImpl, 2}, {kSre, kAbsY, 7},  // 58
    {kNop, kAbsX, 4}, {kEor, kAbsX, 4}, {kLsr, kAbsX, 7}, {kSre, kAbsX, 7},  // 5C
    {kRts, kImpl, 6}, {kAdc, kIndX, 6}, {kJam, kImpl, 2}, {kRra, kIndX, 8},  // 60
    {kNop, kZp,   3}, {kAdc, kZp,   3}, {kRor, kZp,   5}, {kRra, kZp,   5},  // 64
    {kPla, kImpl, 4}, {kAdc, kImm,  2}, {kRor, kAcc,  2}, {kArr, kImm,  2},  // 68
    {kJmp, kInd,  5}, {kAdc, kAbs,  4}, {kRor, kAbs,  6}, {kRra, kAbs,  6},  // 6C
    {kBvs, kRel,  2}, {kAdc, kIndY, 5}, {kJam, kImpl, 2}, {kRra, kIndY, 8},  // 70
    {kNop, kZpX,  4}, {kAdc, kZpX,  4}, {kRor, kZpX,  6}, {kRra, kZpX,  6},  // 74
    {kSei, kImpl, 2}, {kAdc, kAbsY, 4}, {kNop, kImpl, 2}, {kRra, kAbsY, 7},  // 78
    {kNop, kAbsX, 4}, {kAdc, kAbsX, 4}, {kRor, kAbsX, 7}, {kRra, kAbsX, 7},  // 7C
    {kNop, kImm,  2}, {kSta, kIndX, 6}, {kNop, kImm,  2}, {kSax, kIndX, 6},  // 80
    {kSty, kZp,   3}, {kSta, kZp,   3}, {kStx, kZp,   3}, {kSax, kZp,   3},  // 84
    {kDey, kImpl, 2}, {kNop, kImm,  2}, {kTxa, kImpl, 2}, {kAne, kImm,  2},  // 88
    {kSty, kAbs,  4}, {kSta, kAbs,  4}, {kStx, kAbs,  4}, {kSax, kAbs,  4},  // 8C
    {kBcc, kRel,  2}, {kSta, kIndY, 6}, {kJam, kImpl, 2}, {kSha, kIndY, 6},  // 90
    {kSty, kZpX,  4}, {kSta, kZpX,  4}, {kStx, kZpY,  4}, {kSax, kZpY,  4},  // 94
    {kTya, kImpl, 2}, {kSta, kAbsY, 5}, {kTxs, kImpl, 2}, {kShs, kAbsY, 5},  // 98
    {kShy, kAbsX, 5}, {kSta, kAbsX, 5}, {kShx, kAbsY, 5}, {kSha, kAbsY, 5},  // 9C
    {kLdy, kImm,  2}, {kLda, kIndX, 6}, {kLdx, kImm,  2}, {kLax, kIndX, 6},  // A0
    {kLdy, kZp,   3}, {kLda, kZp,   3}, {kLdx, kZp,   3}, {kLax, kZp,   4},  // A4
    {kTay, kImpl, 2}, {kLda, kImm,  2}, {kTax, kImpl, 2}, {kLxa, kImm,  2},  // A8
    {kLdy, kAbs,  4}, {kLda, kAbs,  4}, {kLdx, kAbs,  4}, {kLax, kAbs,  4},  // AC
    {kBcs, kRel,  2}, {kLda, kIndY, 5}, {kJam, kImpl, 2}, {kLax, kIndY, 5},  // B0
    {kLdy, kZpX,  4}, {kLda, kZpX,  4}, {kLdx, kZpY,  4}, {kLax, kZpY,  4},  // B4
    {kClv, kImpl, 2}, {kLda, kAbsY, 4}, {kTsx, kImpl, 2}, {kLas, kAbsY, 4},  // B8
    {kLdy, kAbsX, 4}, {kLda, kAbsX, 4}, {kLdx, kAbsY, 4}, {kLax, kAbsY, 4},  // BC
    {kCpy, kImm,  2}, {kCmp, kIndX, 6}, {kNop, kImm,  2}, {kDcp, kIndX, 8},  // C0
    {kCpy, kZp,   3}, {kCmp, kZp,   3}, {kDec, kZp,   5}, {kDcp, kZp,   5},  // C4
    {kIny, kImpl, 2}, {kCmp, kImm,  2}, {kDex, kImpl, 2}, {kSbx, kImm,  2},  // C8
    {kCpy, kAbs,  4}, {kCmp, kAbs,  4}, {kDec, kAbs,  6}, {kDcp, kAbs,  6},  // CC
    {kBne, kRel,  2}, {kCmp, kIndY, 5}, {kJam, kImpl, 2}, {kDcp, kIndY, 8},  // D0
    {kNop, kZpX,  4}, {kCmp, kZpX,  4}, {kDec, kZpX,  6}, {kDcp, kZpX,  6},  // D4
    {kCld, kImpl, 2}, {kCmp, kAbsY, 4}, {kNop, kImpl, 2}, {kDcp, kAbsY, 7},  // D8
    {kNop, kAbsX, 4}, {kCmp, kAbsX, 4}, {kDec, kAbsX, 7}, {kDcp, kAbsX, 7},  // DC
    {kCpx, kImm,  2}, {kSbc, kIndX, 6}, {kNop, kImm,  2}, {kIsb, kIndX, 8},  // E0
    {kCpx, kZp,   3}, {kSbc, kZp,   3}, {kInc, kZp,   5}, {kIsb, kZp,   5},  // E4
    {kInx, kImpl, 2}, {kSbc, kImm,  2}, {kNop, kImpl, 2}, {kSbc, kImm,  2},  // E8
    {kCpx, kAbs,  4}, {kSbc, kAbs,  4}, {kInc, kAbs,  6}, {kIsb, kAbs,  6},  // EC
    {kBeq, kRel,  2}, {kSbc, kIndY, 5}, {kJam, kImpl, 2}, {kIsb, kIndY, 8},  // F0
    {kNop, kZpX,  4}, {kSbc, kZpX,  4}, {kInc, kZpX,  6}, {kIsb, kZpX,  6},  // F4
    {kSed, kImpl, 2}, {kSbc, kAbsY, 4}, {kNop, kImpl, 2}, {kIsb, kAbsY, 7},  // F8
    {kNop, kAbsX, 4}, {kSbc, kAbsX, 4}, {kInc, kAbsX, 7}, {kIsb, kAbsX, 7},  // FC
}};
// clang-format on
}  // namespace detail

inline constexpr const std::array<Instruction, 256>& kInstructions = detail::kInstructionTable;

// Bytes of an instruction, the opcode included. BRK has a byte of padding, which it reads.
constexpr int length(const Instruction& instruction) {
  switch (instruction.mode) {
    case Mode::kImpl:
    case Mode::kAcc:
      return instruction.op == Op::kBrk ? 2 : 1;
    case Mode::kAbs:
    case Mode::kAbsX:
    case Mode::kAbsY:
    case Mode::kInd:
      return 3;
    default:
      return 2;
  }
}

}  // namespace pp::atari
