// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The processor's loop. Each opcode goes straight on to the next one, so that the processor that
// this runs on can learn from each place what tends to follow there.
#include "cpu.h"

#include <array>
#include <utility>

#include "instructions.h"

namespace pp::atari {

// Labels as values are an extension that GCC and Clang have. Under sanitizers so large a function
// takes them too long.
#if !defined(__GNUC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

namespace {

template <bool kTracks, int kOpcode>
void execute(Interpreter<kTracks>& i) {
  i.template execute<kOpcode>();
}

template <bool kTracks, int... kOpcodes>
constexpr auto table(std::integer_sequence<int, kOpcodes...>) {
  return std::array{&execute<kTracks, kOpcodes>...};
}

}  // namespace

template <bool kTracks>
void Cpu::interpret(Machine& machine, int limit) {
  static constexpr auto kOperations = table<kTracks>(std::make_integer_sequence<int, 256>());
  if (frozen_) return;
  Interpreter<kTracks> i(machine, limit);
  while (i.ready() || i.resume()) kOperations[i.opcode()](i);
  i.store();
}

#else

template <bool kTracks>
void Cpu::interpret(Machine& machine, int limit) {
  // clang-format off
  static const void* const kLabels[256] = {
    &&op_00, &&op_01, &&op_02, &&op_03, &&op_04, &&op_05, &&op_06, &&op_07,
    &&op_08, &&op_09, &&op_0a, &&op_0b, &&op_0c, &&op_0d, &&op_0e, &&op_0f,
    &&op_10, &&op_11, &&op_12, &&op_13, &&op_14, &&op_15, &&op_16, &&op_17,
    &&op_18, &&op_19, &&op_1a, &&op_1b, &&op_1c, &&op_1d, &&op_1e, &&op_1f,
    &&op_20, &&op_21, &&op_22, &&op_23, &&op_24, &&op_25, &&op_26, &&op_27,
    &&op_28, &&op_29, &&op_2a, &&op_2b, &&op_2c, &&op_2d, &&op_2e, &&op_2f,
    &&op_30, &&op_31, &&op_32, &&op_33, &&op_34, &&op_35, &&op_36, &&op_37,
    &&op_38, &&op_39, &&op_3a, &&op_3b, &&op_3c, &&op_3d, &&op_3e, &&op_3f,
    &&op_40, &&op_41, &&op_42, &&op_43, &&op_44, &&op_45, &&op_46, &&op_47,
    &&op_48, &&op_49, &&op_4a, &&op_4b, &&op_4c, &&op_4d, &&op_4e, &&op_4f,
    &&op_50, &&op_51, &&op_52, &&op_53, &&op_54, &&op_55, &&op_56, &&op_57,
    &&op_58, &&op_59, &&op_5a, &&op_5b, &&op_5c, &&op_5d, &&op_5e, &&op_5f,
    &&op_60, &&op_61, &&op_62, &&op_63, &&op_64, &&op_65, &&op_66, &&op_67,
    &&op_68, &&op_69, &&op_6a, &&op_6b, &&op_6c, &&op_6d, &&op_6e, &&op_6f,
    &&op_70, &&op_71, &&op_72, &&op_73, &&op_74, &&op_75, &&op_76, &&op_77,
    &&op_78, &&op_79, &&op_7a, &&op_7b, &&op_7c, &&op_7d, &&op_7e, &&op_7f,
    &&op_80, &&op_81, &&op_82, &&op_83, &&op_84, &&op_85, &&op_86, &&op_87,
    &&op_88, &&op_89, &&op_8a, &&op_8b, &&op_8c, &&op_8d, &&op_8e, &&op_8f,
    &&op_90, &&op_91, &&op_92, &&op_93, &&op_94, &&op_95, &&op_96, &&op_97,
    &&op_98, &&op_99, &&op_9a, &&op_9b, &&op_9c, &&op_9d, &&op_9e, &&op_9f,
    &&op_a0, &&op_a1, &&op_a2, &&op_a3, &&op_a4, &&op_a5, &&op_a6, &&op_a7,
    &&op_a8, &&op_a9, &&op_aa, &&op_ab, &&op_ac, &&op_ad, &&op_ae, &&op_af,
    &&op_b0, &&op_b1, &&op_b2, &&op_b3, &&op_b4, &&op_b5, &&op_b6, &&op_b7,
    &&op_b8, &&op_b9, &&op_ba, &&op_bb, &&op_bc, &&op_bd, &&op_be, &&op_bf,
    &&op_c0, &&op_c1, &&op_c2, &&op_c3, &&op_c4, &&op_c5, &&op_c6, &&op_c7,
    &&op_c8, &&op_c9, &&op_ca, &&op_cb, &&op_cc, &&op_cd, &&op_ce, &&op_cf,
    &&op_d0, &&op_d1, &&op_d2, &&op_d3, &&op_d4, &&op_d5, &&op_d6, &&op_d7,
    &&op_d8, &&op_d9, &&op_da, &&op_db, &&op_dc, &&op_dd, &&op_de, &&op_df,
    &&op_e0, &&op_e1, &&op_e2, &&op_e3, &&op_e4, &&op_e5, &&op_e6, &&op_e7,
    &&op_e8, &&op_e9, &&op_ea, &&op_eb, &&op_ec, &&op_ed, &&op_ee, &&op_ef,
    &&op_f0, &&op_f1, &&op_f2, &&op_f3, &&op_f4, &&op_f5, &&op_f6, &&op_f7,
    &&op_f8, &&op_f9, &&op_fa, &&op_fb, &&op_fc, &&op_fd, &&op_fe, &&op_ff,
  };
  if (frozen_) return;
  Interpreter<kTracks> i(machine, limit);
resume:
  if (!i.resume()) goto done;
  goto *kLabels[i.opcode()];

  op_00: i.template execute<0x00>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_01: i.template execute<0x01>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_02: i.template execute<0x02>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_03: i.template execute<0x03>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_04: i.template execute<0x04>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_05: i.template execute<0x05>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_06: i.template execute<0x06>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_07: i.template execute<0x07>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_08: i.template execute<0x08>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_09: i.template execute<0x09>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_0a: i.template execute<0x0a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_0b: i.template execute<0x0b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_0c: i.template execute<0x0c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_0d: i.template execute<0x0d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_0e: i.template execute<0x0e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_0f: i.template execute<0x0f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_10: i.template execute<0x10>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_11: i.template execute<0x11>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_12: i.template execute<0x12>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_13: i.template execute<0x13>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_14: i.template execute<0x14>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_15: i.template execute<0x15>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_16: i.template execute<0x16>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_17: i.template execute<0x17>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_18: i.template execute<0x18>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_19: i.template execute<0x19>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_1a: i.template execute<0x1a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_1b: i.template execute<0x1b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_1c: i.template execute<0x1c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_1d: i.template execute<0x1d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_1e: i.template execute<0x1e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_1f: i.template execute<0x1f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_20: i.template execute<0x20>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_21: i.template execute<0x21>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_22: i.template execute<0x22>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_23: i.template execute<0x23>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_24: i.template execute<0x24>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_25: i.template execute<0x25>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_26: i.template execute<0x26>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_27: i.template execute<0x27>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_28: i.template execute<0x28>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_29: i.template execute<0x29>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_2a: i.template execute<0x2a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_2b: i.template execute<0x2b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_2c: i.template execute<0x2c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_2d: i.template execute<0x2d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_2e: i.template execute<0x2e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_2f: i.template execute<0x2f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_30: i.template execute<0x30>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_31: i.template execute<0x31>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_32: i.template execute<0x32>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_33: i.template execute<0x33>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_34: i.template execute<0x34>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_35: i.template execute<0x35>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_36: i.template execute<0x36>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_37: i.template execute<0x37>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_38: i.template execute<0x38>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_39: i.template execute<0x39>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_3a: i.template execute<0x3a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_3b: i.template execute<0x3b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_3c: i.template execute<0x3c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_3d: i.template execute<0x3d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_3e: i.template execute<0x3e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_3f: i.template execute<0x3f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_40: i.template execute<0x40>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_41: i.template execute<0x41>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_42: i.template execute<0x42>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_43: i.template execute<0x43>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_44: i.template execute<0x44>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_45: i.template execute<0x45>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_46: i.template execute<0x46>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_47: i.template execute<0x47>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_48: i.template execute<0x48>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_49: i.template execute<0x49>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_4a: i.template execute<0x4a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_4b: i.template execute<0x4b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_4c: i.template execute<0x4c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_4d: i.template execute<0x4d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_4e: i.template execute<0x4e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_4f: i.template execute<0x4f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_50: i.template execute<0x50>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_51: i.template execute<0x51>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_52: i.template execute<0x52>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_53: i.template execute<0x53>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_54: i.template execute<0x54>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_55: i.template execute<0x55>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_56: i.template execute<0x56>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_57: i.template execute<0x57>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_58: i.template execute<0x58>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_59: i.template execute<0x59>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_5a: i.template execute<0x5a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_5b: i.template execute<0x5b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_5c: i.template execute<0x5c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_5d: i.template execute<0x5d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_5e: i.template execute<0x5e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_5f: i.template execute<0x5f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_60: i.template execute<0x60>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_61: i.template execute<0x61>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_62: i.template execute<0x62>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_63: i.template execute<0x63>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_64: i.template execute<0x64>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_65: i.template execute<0x65>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_66: i.template execute<0x66>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_67: i.template execute<0x67>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_68: i.template execute<0x68>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_69: i.template execute<0x69>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_6a: i.template execute<0x6a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_6b: i.template execute<0x6b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_6c: i.template execute<0x6c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_6d: i.template execute<0x6d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_6e: i.template execute<0x6e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_6f: i.template execute<0x6f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_70: i.template execute<0x70>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_71: i.template execute<0x71>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_72: i.template execute<0x72>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_73: i.template execute<0x73>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_74: i.template execute<0x74>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_75: i.template execute<0x75>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_76: i.template execute<0x76>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_77: i.template execute<0x77>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_78: i.template execute<0x78>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_79: i.template execute<0x79>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_7a: i.template execute<0x7a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_7b: i.template execute<0x7b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_7c: i.template execute<0x7c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_7d: i.template execute<0x7d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_7e: i.template execute<0x7e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_7f: i.template execute<0x7f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_80: i.template execute<0x80>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_81: i.template execute<0x81>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_82: i.template execute<0x82>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_83: i.template execute<0x83>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_84: i.template execute<0x84>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_85: i.template execute<0x85>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_86: i.template execute<0x86>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_87: i.template execute<0x87>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_88: i.template execute<0x88>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_89: i.template execute<0x89>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_8a: i.template execute<0x8a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_8b: i.template execute<0x8b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_8c: i.template execute<0x8c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_8d: i.template execute<0x8d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_8e: i.template execute<0x8e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_8f: i.template execute<0x8f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_90: i.template execute<0x90>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_91: i.template execute<0x91>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_92: i.template execute<0x92>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_93: i.template execute<0x93>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_94: i.template execute<0x94>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_95: i.template execute<0x95>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_96: i.template execute<0x96>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_97: i.template execute<0x97>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_98: i.template execute<0x98>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_99: i.template execute<0x99>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_9a: i.template execute<0x9a>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_9b: i.template execute<0x9b>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_9c: i.template execute<0x9c>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_9d: i.template execute<0x9d>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_9e: i.template execute<0x9e>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_9f: i.template execute<0x9f>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a0: i.template execute<0xa0>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a1: i.template execute<0xa1>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a2: i.template execute<0xa2>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a3: i.template execute<0xa3>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a4: i.template execute<0xa4>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a5: i.template execute<0xa5>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a6: i.template execute<0xa6>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a7: i.template execute<0xa7>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a8: i.template execute<0xa8>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_a9: i.template execute<0xa9>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_aa: i.template execute<0xaa>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ab: i.template execute<0xab>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ac: i.template execute<0xac>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ad: i.template execute<0xad>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ae: i.template execute<0xae>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_af: i.template execute<0xaf>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b0: i.template execute<0xb0>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b1: i.template execute<0xb1>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b2: i.template execute<0xb2>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b3: i.template execute<0xb3>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b4: i.template execute<0xb4>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b5: i.template execute<0xb5>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b6: i.template execute<0xb6>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b7: i.template execute<0xb7>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b8: i.template execute<0xb8>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_b9: i.template execute<0xb9>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ba: i.template execute<0xba>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_bb: i.template execute<0xbb>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_bc: i.template execute<0xbc>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_bd: i.template execute<0xbd>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_be: i.template execute<0xbe>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_bf: i.template execute<0xbf>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c0: i.template execute<0xc0>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c1: i.template execute<0xc1>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c2: i.template execute<0xc2>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c3: i.template execute<0xc3>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c4: i.template execute<0xc4>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c5: i.template execute<0xc5>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c6: i.template execute<0xc6>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c7: i.template execute<0xc7>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c8: i.template execute<0xc8>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_c9: i.template execute<0xc9>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ca: i.template execute<0xca>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_cb: i.template execute<0xcb>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_cc: i.template execute<0xcc>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_cd: i.template execute<0xcd>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ce: i.template execute<0xce>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_cf: i.template execute<0xcf>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d0: i.template execute<0xd0>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d1: i.template execute<0xd1>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d2: i.template execute<0xd2>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d3: i.template execute<0xd3>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d4: i.template execute<0xd4>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d5: i.template execute<0xd5>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d6: i.template execute<0xd6>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d7: i.template execute<0xd7>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d8: i.template execute<0xd8>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_d9: i.template execute<0xd9>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_da: i.template execute<0xda>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_db: i.template execute<0xdb>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_dc: i.template execute<0xdc>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_dd: i.template execute<0xdd>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_de: i.template execute<0xde>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_df: i.template execute<0xdf>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e0: i.template execute<0xe0>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e1: i.template execute<0xe1>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e2: i.template execute<0xe2>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e3: i.template execute<0xe3>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e4: i.template execute<0xe4>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e5: i.template execute<0xe5>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e6: i.template execute<0xe6>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e7: i.template execute<0xe7>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e8: i.template execute<0xe8>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_e9: i.template execute<0xe9>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ea: i.template execute<0xea>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_eb: i.template execute<0xeb>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ec: i.template execute<0xec>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ed: i.template execute<0xed>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ee: i.template execute<0xee>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ef: i.template execute<0xef>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f0: i.template execute<0xf0>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f1: i.template execute<0xf1>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f2: i.template execute<0xf2>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f3: i.template execute<0xf3>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f4: i.template execute<0xf4>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f5: i.template execute<0xf5>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f6: i.template execute<0xf6>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f7: i.template execute<0xf7>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f8: i.template execute<0xf8>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_f9: i.template execute<0xf9>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_fa: i.template execute<0xfa>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_fb: i.template execute<0xfb>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_fc: i.template execute<0xfc>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_fd: i.template execute<0xfd>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_fe: i.template execute<0xfe>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  op_ff: i.template execute<0xff>(); if (!i.ready()) goto resume; goto *kLabels[i.opcode()];
  // clang-format on

done:
  i.store();
}

#endif

void Cpu::run(Machine& machine, int limit) { interpret<false>(machine, limit); }
void Cpu::run_tracked(Machine& machine, int limit) { interpret<true>(machine, limit); }

}  // namespace pp::atari
