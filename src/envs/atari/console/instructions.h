// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What each of the 6507's instructions does, documented or not, a line each.
#pragma once

#include <cstdint>

#include "interpreter.h"
#include "opcodes.h"

namespace pp::atari {

template <bool kTracks>
template <Op kOp, Mode kMode>
[[gnu::always_inline]] inline void Interpreter<kTracks>::perform() {
  using enum Op;
  // clang-format off
  switch (kOp) {
    case kLda: return set(a_, Base::template value<kMode>());
    case kLdx: return set(x_, Base::template value<kMode>());
    case kLdy: return set(y_, Base::template value<kMode>());
    case kSta: return Base::template put<kMode>(a_);
    case kStx: return Base::template put<kMode>(x_);
    case kSty: return Base::template put<kMode>(y_);
    case kTax: return transfer(a_, x_);
    case kTay: return transfer(a_, y_);
    case kTsx: return transfer(cpu().sp_, x_);
    case kTxa: return transfer(x_, a_);
    case kTya: return transfer(y_, a_);
    case kTxs: cpu().sp_ = x_; advance(1); return;

    case kAdc: return adc(Base::template value<kMode>());
    case kSbc: return sbc(Base::template value<kMode>());
    case kAnd: return set(a_, a_ & Base::template value<kMode>());
    case kOra: return set(a_, a_ | Base::template value<kMode>());
    case kEor: return set(a_, a_ ^ Base::template value<kMode>());
    case kCmp: return compare(a_, Base::template value<kMode>());
    case kCpx: return compare(x_, Base::template value<kMode>());
    case kCpy: return compare(y_, Base::template value<kMode>());
    case kBit: {
      const std::uint8_t m = Base::template value<kMode>();
      nz_ = static_cast<std::uint16_t>((m & 0x80) << 8 | (a_ & m));
      cpu().overflow_ = static_cast<std::uint8_t>(m << 1);
      return;
    }

    case kAsl: nz_ = modify<kMode, Change::kShiftLeft>(); return;
    case kLsr: nz_ = modify<kMode, Change::kShiftRight>(); return;
    case kRol: nz_ = modify<kMode, Change::kRotateLeft>(); return;
    case kRor: nz_ = modify<kMode, Change::kRotateRight>(); return;
    case kInc: nz_ = modify<kMode, Change::kIncrement>(); return;
    case kDec: nz_ = modify<kMode, Change::kDecrement>(); return;
    case kInx: return transfer(x_ + 1, x_);
    case kIny: return transfer(y_ + 1, y_);
    case kDex: return transfer(x_ - 1, x_);
    case kDey: return transfer(y_ - 1, y_);

    case kBcc: return branch<kMode>(!carry_);
    case kBcs: return branch<kMode>(carry_);
    case kBeq: return branch<kMode>((nz_ & 0xff) == 0);
    case kBne: return branch_and_wait<kBne, kMode>((nz_ & 0xff) != 0);
    case kBmi: return branch_and_wait<kBmi, kMode>((nz_ & 0x8080) != 0);
    case kBpl: return branch_and_wait<kBpl, kMode>((nz_ & 0x8080) == 0);
    case kBvc: return branch<kMode>(!overflow());
    case kBvs: return branch<kMode>(overflow());

    case kClc: return flag(carry_, false);
    case kSec: return flag(carry_, true);
    case kCld: return mode(Cpu::kDecimal, false);
    case kSed: return mode(Cpu::kDecimal, true);
    case kCli: return mode(Cpu::kInterrupt, false);
    case kSei: return mode(Cpu::kInterrupt, true);
    case kClv: cpu().overflow_ = 0; advance(1); return;

    case kBrk: return brk();
    case kJsr: return jsr();
    case kJmp: {
      const std::uint16_t target = operand16();
      std::uint16_t to = target;
      if constexpr (kMode == Mode::kInd) {
        const std::uint8_t low = read(target);
        // The pointer's high byte comes from the same page.
        const auto next = static_cast<std::uint16_t>((target & 0xff00) | ((target + 1) & 0xff));
        to = static_cast<std::uint16_t>(low | read(next) << 8);
      }
      return jump(to);
    }
    case kRts: {
      read_stack();
      const std::uint16_t last = pull_address();
      read(last);
      return jump(last + 1);
    }
    case kRti:
      read_stack();
      set_status(pull());
      return jump(pull_address());
    case kPha: advance(1); return push(a_);
    case kPhp: advance(1); return push(status() | 0x30);
    case kPla: advance(1); read_stack(); return set(a_, pull());
    case kPlp: advance(1); read_stack(); return set_status(pull());

    case kNop:
      if constexpr (kMode == Mode::kImpl) { advance(1); } else { Base::template value<kMode>(); }
      return;
    case kJam: cpu().frozen_ = true; leave(); return;
    case kSlo: set(a_, a_ | modify<kMode, Change::kShiftLeft>()); return;
    case kRla: set(a_, a_ & modify<kMode, Change::kRotateLeft>()); return;
    case kSre: set(a_, a_ ^ modify<kMode, Change::kShiftRight>()); return;
    case kRra: return adc(modify<kMode, Change::kRotateRight>());
    case kDcp: return compare(a_, modify<kMode, Change::kDecrement>());
    case kIsb: return sbc(modify<kMode, Change::kIncrement>());
    case kLax: set(a_, Base::template value<kMode>()); x_ = a_; return;
    case kSax: return Base::template put<kMode>(a_ & x_);
    case kAnc: set(a_, a_ & Base::template value<kMode>()); carry_ = a_ >> 7; return;
    case kAsr: return set(a_, shift_right(a_ & Base::template value<kMode>()));
    case kArr: return arr(Base::template value<kMode>());
    case kAne: return set(a_, (a_ | 0xee) & x_ & Base::template value<kMode>());
    case kLxa: set(a_, (a_ | 0xee) & Base::template value<kMode>()); x_ = a_; return;
    case kSbx: {
      const std::uint8_t m = Base::template value<kMode>();
      compare(a_ & x_, m);
      x_ = static_cast<std::uint8_t>((a_ & x_) - m);
      return;
    }
    case kLas: cpu().sp_ &= Base::template value<kMode>(); set(a_, cpu().sp_); x_ = cpu().sp_; return;
    case kSha: return store_high<kMode>(a_ & x_);
    case kShx: return store_high<kMode>(x_);
    case kShy: return store_high<kMode>(y_);
    case kShs: cpu().sp_ = a_ & x_; return store_high<kMode>(cpu().sp_);
  }
  // clang-format on
}

}  // namespace pp::atari
