// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The processor's loop. Each opcode jumps directly to the next one, so the host's branch predictor
// learns for each opcode which ones tend to follow it.
#include "cpu.h"

#include <array>
#include <utility>

#include "instructions.h"

namespace pp::atari {

// Labels as values are an extension that GCC and Clang have; for Windows, the latter does not call
// itself the former. Under sanitizers so large a function takes them too long.
#if !(defined(__GNUC__) || defined(__clang__)) || defined(__SANITIZE_ADDRESS__) || \
    defined(__SANITIZE_THREAD__)

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

// The memory's history is of interest: opcode by opcode.
template <>
void Cpu::interpret<true>(Machine& machine, int limit) {
  static const void* const kLabels[256] = {
#include "cpu_labels.h"
  };
  static const auto& kNext = kLabels;
  if (frozen_) return;
  Interpreter<true> i(machine, limit);
resume:
  if (!i.resume()) goto done;
  goto* kLabels[i.opcode()];
#include "cpu_dispatch.h"
done:
  i.store();
}

template <>
void Cpu::interpret<false>(Machine& machine, int limit) {
  static const void* const kLabels[256] = {
#include "cpu_labels.h"
  };
  // clang-format off
  static const void* const kNext[256] = {
    &&code_00, &&code_01, &&code_02, &&code_03, &&code_04, &&code_05, &&code_06, &&code_07,
    &&code_08, &&code_09, &&code_0a, &&code_0b, &&code_0c, &&code_0d, &&code_0e, &&code_0f,
    &&code_10, &&code_11, &&code_12, &&code_13, &&code_14, &&code_15, &&code_16, &&code_17,
    &&code_18, &&code_19, &&code_1a, &&code_1b, &&code_1c, &&code_1d, &&code_1e, &&code_1f,
    &&code_20, &&code_21, &&code_22, &&code_23, &&code_24, &&code_25, &&code_26, &&code_27,
    &&code_28, &&code_29, &&code_2a, &&code_2b, &&code_2c, &&code_2d, &&code_2e, &&code_2f,
    &&code_30, &&code_31, &&code_32, &&code_33, &&code_34, &&code_35, &&code_36, &&code_37,
    &&code_38, &&code_39, &&code_3a, &&code_3b, &&code_3c, &&code_3d, &&code_3e, &&code_3f,
    &&code_40, &&code_41, &&code_42, &&code_43, &&code_44, &&code_45, &&code_46, &&code_47,
    &&code_48, &&code_49, &&code_4a, &&code_4b, &&code_4c, &&code_4d, &&code_4e, &&code_4f,
    &&code_50, &&code_51, &&code_52, &&code_53, &&code_54, &&code_55, &&code_56, &&code_57,
    &&code_58, &&code_59, &&code_5a, &&code_5b, &&code_5c, &&code_5d, &&code_5e, &&code_5f,
    &&code_60, &&code_61, &&code_62, &&code_63, &&code_64, &&code_65, &&code_66, &&code_67,
    &&code_68, &&code_69, &&code_6a, &&code_6b, &&code_6c, &&code_6d, &&code_6e, &&code_6f,
    &&code_70, &&code_71, &&code_72, &&code_73, &&code_74, &&code_75, &&code_76, &&code_77,
    &&code_78, &&code_79, &&code_7a, &&code_7b, &&code_7c, &&code_7d, &&code_7e, &&code_7f,
    &&code_80, &&code_81, &&code_82, &&code_83, &&code_84, &&code_85, &&code_86, &&code_87,
    &&code_88, &&code_89, &&code_8a, &&code_8b, &&code_8c, &&code_8d, &&code_8e, &&code_8f,
    &&code_90, &&code_91, &&code_92, &&code_93, &&code_94, &&code_95, &&code_96, &&code_97,
    &&code_98, &&code_99, &&code_9a, &&code_9b, &&code_9c, &&code_9d, &&code_9e, &&code_9f,
    &&code_a0, &&code_a1, &&code_a2, &&code_a3, &&code_a4, &&code_a5, &&code_a6, &&code_a7,
    &&code_a8, &&code_a9, &&code_aa, &&code_ab, &&code_ac, &&code_ad, &&code_ae, &&code_af,
    &&code_b0, &&code_b1, &&code_b2, &&code_b3, &&code_b4, &&code_b5, &&code_b6, &&code_b7,
    &&code_b8, &&code_b9, &&code_ba, &&code_bb, &&code_bc, &&code_bd, &&code_be, &&code_bf,
    &&code_c0, &&code_c1, &&code_c2, &&code_c3, &&code_c4, &&code_c5, &&code_c6, &&code_c7,
    &&code_c8, &&code_c9, &&code_ca, &&code_cb, &&code_cc, &&code_cd, &&code_ce, &&code_cf,
    &&code_d0, &&code_d1, &&code_d2, &&code_d3, &&code_d4, &&code_d5, &&code_d6, &&code_d7,
    &&code_d8, &&code_d9, &&code_da, &&code_db, &&code_dc, &&code_dd, &&code_de, &&code_df,
    &&code_e0, &&code_e1, &&code_e2, &&code_e3, &&code_e4, &&code_e5, &&code_e6, &&code_e7,
    &&code_e8, &&code_e9, &&code_ea, &&code_eb, &&code_ec, &&code_ed, &&code_ee, &&code_ef,
    &&code_f0, &&code_f1, &&code_f2, &&code_f3, &&code_f4, &&code_f5, &&code_f6, &&code_f7,
    &&code_f8, &&code_f9, &&code_fa, &&code_fb, &&code_fc, &&code_fd, &&code_fe, &&code_ff,
  };
  // clang-format on
  if (frozen_) return;
  Interpreter<false> i(machine, limit);
resume:
  if (!i.resume()) goto done;
  goto* kLabels[i.opcode()];
#include "cpu_codes.h"
#include "cpu_dispatch.h"
done:
  i.store();
}

#endif

void Cpu::run(Machine& machine, int limit) { interpret<false>(machine, limit); }
void Cpu::run_tracked(Machine& machine, int limit) { interpret<true>(machine, limit); }

}  // namespace pp::atari
