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

template <int kOpcode>
void execute(Interpreter& i) {
  i.execute<kOpcode>();
}

template <int... kOpcodes>
constexpr auto table(std::integer_sequence<int, kOpcodes...>) {
  return std::array{&execute<kOpcodes>...};
}

}  // namespace

void Cpu::run(Machine& machine, int limit) {
  static constexpr auto kOperations = table(std::make_integer_sequence<int, 256>());
  if (frozen_) return;
  Interpreter i(machine, *this, limit);
  while (i.proceed()) kOperations[i.fetch()](i);
  i.store();
}

#else

void Cpu::run(Machine& machine, int limit) {
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
  Interpreter i(machine, *this, limit);
  if (!i.proceed()) goto done;
  goto *kLabels[i.fetch()];

  op_00: i.execute<0x00>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_01: i.execute<0x01>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_02: i.execute<0x02>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_03: i.execute<0x03>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_04: i.execute<0x04>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_05: i.execute<0x05>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_06: i.execute<0x06>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_07: i.execute<0x07>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_08: i.execute<0x08>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_09: i.execute<0x09>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_0a: i.execute<0x0a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_0b: i.execute<0x0b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_0c: i.execute<0x0c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_0d: i.execute<0x0d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_0e: i.execute<0x0e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_0f: i.execute<0x0f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_10: i.execute<0x10>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_11: i.execute<0x11>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_12: i.execute<0x12>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_13: i.execute<0x13>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_14: i.execute<0x14>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_15: i.execute<0x15>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_16: i.execute<0x16>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_17: i.execute<0x17>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_18: i.execute<0x18>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_19: i.execute<0x19>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_1a: i.execute<0x1a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_1b: i.execute<0x1b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_1c: i.execute<0x1c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_1d: i.execute<0x1d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_1e: i.execute<0x1e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_1f: i.execute<0x1f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_20: i.execute<0x20>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_21: i.execute<0x21>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_22: i.execute<0x22>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_23: i.execute<0x23>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_24: i.execute<0x24>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_25: i.execute<0x25>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_26: i.execute<0x26>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_27: i.execute<0x27>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_28: i.execute<0x28>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_29: i.execute<0x29>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_2a: i.execute<0x2a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_2b: i.execute<0x2b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_2c: i.execute<0x2c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_2d: i.execute<0x2d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_2e: i.execute<0x2e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_2f: i.execute<0x2f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_30: i.execute<0x30>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_31: i.execute<0x31>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_32: i.execute<0x32>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_33: i.execute<0x33>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_34: i.execute<0x34>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_35: i.execute<0x35>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_36: i.execute<0x36>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_37: i.execute<0x37>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_38: i.execute<0x38>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_39: i.execute<0x39>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_3a: i.execute<0x3a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_3b: i.execute<0x3b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_3c: i.execute<0x3c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_3d: i.execute<0x3d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_3e: i.execute<0x3e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_3f: i.execute<0x3f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_40: i.execute<0x40>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_41: i.execute<0x41>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_42: i.execute<0x42>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_43: i.execute<0x43>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_44: i.execute<0x44>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_45: i.execute<0x45>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_46: i.execute<0x46>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_47: i.execute<0x47>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_48: i.execute<0x48>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_49: i.execute<0x49>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_4a: i.execute<0x4a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_4b: i.execute<0x4b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_4c: i.execute<0x4c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_4d: i.execute<0x4d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_4e: i.execute<0x4e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_4f: i.execute<0x4f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_50: i.execute<0x50>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_51: i.execute<0x51>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_52: i.execute<0x52>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_53: i.execute<0x53>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_54: i.execute<0x54>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_55: i.execute<0x55>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_56: i.execute<0x56>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_57: i.execute<0x57>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_58: i.execute<0x58>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_59: i.execute<0x59>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_5a: i.execute<0x5a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_5b: i.execute<0x5b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_5c: i.execute<0x5c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_5d: i.execute<0x5d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_5e: i.execute<0x5e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_5f: i.execute<0x5f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_60: i.execute<0x60>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_61: i.execute<0x61>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_62: i.execute<0x62>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_63: i.execute<0x63>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_64: i.execute<0x64>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_65: i.execute<0x65>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_66: i.execute<0x66>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_67: i.execute<0x67>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_68: i.execute<0x68>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_69: i.execute<0x69>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_6a: i.execute<0x6a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_6b: i.execute<0x6b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_6c: i.execute<0x6c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_6d: i.execute<0x6d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_6e: i.execute<0x6e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_6f: i.execute<0x6f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_70: i.execute<0x70>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_71: i.execute<0x71>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_72: i.execute<0x72>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_73: i.execute<0x73>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_74: i.execute<0x74>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_75: i.execute<0x75>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_76: i.execute<0x76>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_77: i.execute<0x77>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_78: i.execute<0x78>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_79: i.execute<0x79>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_7a: i.execute<0x7a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_7b: i.execute<0x7b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_7c: i.execute<0x7c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_7d: i.execute<0x7d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_7e: i.execute<0x7e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_7f: i.execute<0x7f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_80: i.execute<0x80>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_81: i.execute<0x81>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_82: i.execute<0x82>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_83: i.execute<0x83>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_84: i.execute<0x84>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_85: i.execute<0x85>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_86: i.execute<0x86>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_87: i.execute<0x87>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_88: i.execute<0x88>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_89: i.execute<0x89>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_8a: i.execute<0x8a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_8b: i.execute<0x8b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_8c: i.execute<0x8c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_8d: i.execute<0x8d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_8e: i.execute<0x8e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_8f: i.execute<0x8f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_90: i.execute<0x90>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_91: i.execute<0x91>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_92: i.execute<0x92>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_93: i.execute<0x93>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_94: i.execute<0x94>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_95: i.execute<0x95>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_96: i.execute<0x96>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_97: i.execute<0x97>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_98: i.execute<0x98>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_99: i.execute<0x99>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_9a: i.execute<0x9a>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_9b: i.execute<0x9b>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_9c: i.execute<0x9c>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_9d: i.execute<0x9d>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_9e: i.execute<0x9e>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_9f: i.execute<0x9f>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a0: i.execute<0xa0>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a1: i.execute<0xa1>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a2: i.execute<0xa2>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a3: i.execute<0xa3>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a4: i.execute<0xa4>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a5: i.execute<0xa5>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a6: i.execute<0xa6>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a7: i.execute<0xa7>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a8: i.execute<0xa8>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_a9: i.execute<0xa9>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_aa: i.execute<0xaa>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ab: i.execute<0xab>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ac: i.execute<0xac>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ad: i.execute<0xad>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ae: i.execute<0xae>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_af: i.execute<0xaf>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b0: i.execute<0xb0>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b1: i.execute<0xb1>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b2: i.execute<0xb2>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b3: i.execute<0xb3>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b4: i.execute<0xb4>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b5: i.execute<0xb5>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b6: i.execute<0xb6>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b7: i.execute<0xb7>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b8: i.execute<0xb8>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_b9: i.execute<0xb9>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ba: i.execute<0xba>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_bb: i.execute<0xbb>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_bc: i.execute<0xbc>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_bd: i.execute<0xbd>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_be: i.execute<0xbe>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_bf: i.execute<0xbf>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c0: i.execute<0xc0>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c1: i.execute<0xc1>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c2: i.execute<0xc2>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c3: i.execute<0xc3>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c4: i.execute<0xc4>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c5: i.execute<0xc5>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c6: i.execute<0xc6>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c7: i.execute<0xc7>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c8: i.execute<0xc8>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_c9: i.execute<0xc9>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ca: i.execute<0xca>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_cb: i.execute<0xcb>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_cc: i.execute<0xcc>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_cd: i.execute<0xcd>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ce: i.execute<0xce>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_cf: i.execute<0xcf>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d0: i.execute<0xd0>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d1: i.execute<0xd1>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d2: i.execute<0xd2>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d3: i.execute<0xd3>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d4: i.execute<0xd4>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d5: i.execute<0xd5>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d6: i.execute<0xd6>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d7: i.execute<0xd7>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d8: i.execute<0xd8>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_d9: i.execute<0xd9>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_da: i.execute<0xda>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_db: i.execute<0xdb>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_dc: i.execute<0xdc>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_dd: i.execute<0xdd>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_de: i.execute<0xde>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_df: i.execute<0xdf>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e0: i.execute<0xe0>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e1: i.execute<0xe1>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e2: i.execute<0xe2>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e3: i.execute<0xe3>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e4: i.execute<0xe4>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e5: i.execute<0xe5>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e6: i.execute<0xe6>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e7: i.execute<0xe7>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e8: i.execute<0xe8>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_e9: i.execute<0xe9>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ea: i.execute<0xea>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_eb: i.execute<0xeb>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ec: i.execute<0xec>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ed: i.execute<0xed>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ee: i.execute<0xee>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ef: i.execute<0xef>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f0: i.execute<0xf0>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f1: i.execute<0xf1>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f2: i.execute<0xf2>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f3: i.execute<0xf3>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f4: i.execute<0xf4>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f5: i.execute<0xf5>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f6: i.execute<0xf6>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f7: i.execute<0xf7>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f8: i.execute<0xf8>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_f9: i.execute<0xf9>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_fa: i.execute<0xfa>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_fb: i.execute<0xfb>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_fc: i.execute<0xfc>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_fd: i.execute<0xfd>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_fe: i.execute<0xfe>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  op_ff: i.execute<0xff>(); if (!i.proceed()) goto done; goto *kLabels[i.fetch()];
  // clang-format on

done:
  i.store();
}

#endif

}  // namespace pp::atari
