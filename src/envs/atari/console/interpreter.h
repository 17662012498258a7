// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The 6507's arithmetic, flags and jumps. An Interpreter is a local variable of Cpu::run, so that
// the registers of the 6507 become registers of the processor that this runs on: hence all is
// inlined there.
#pragma once

#include <algorithm>
#include <cstdint>

#include "addressing.h"
#include "alu.h"
#include "cpu.h"
#include "opcodes.h"

namespace pp::atari {

template <bool kTracks>
class Interpreter : public Addressing<kTracks> {
  using Base = Addressing<kTracks>;

 public:
  Interpreter(Machine& machine, int limit) : Base(machine, limit) {
    a_ = cpu().a_;
    set_status(cpu().status_);
  }

  void store() const {
    cpu().pc_ = pc();
    cpu().a_ = a_;
    cpu().x_ = x_;
    cpu().y_ = y_;
    cpu().status_ = status();
    cpu().bus_ = bus_;
    cpu().cycles_ = cycles();
  }

  template <int kOpcode>
  [[gnu::always_inline]] void execute() {
    constexpr Mode kMode = kInstructions[kOpcode].mode;
    execute_as<kOpcode, kMode>();
  }
  // One of the instructions of a code of decoding.h. Without any, the code leads out of the window.
  template <std::size_t kCode, std::size_t kPart>
  [[gnu::always_inline]] void execute_part() {
    constexpr Parts kParts = parts_of(kCode);
    if constexpr (kPart < kParts.count) {
      constexpr Variant kThis = kParts.instructions[kPart];
      execute_as<kThis.opcode, kThis.mode>();
    } else if constexpr (kParts.count == 0) {
      Base::lose_bus();
      leave();
    }
  }

 private:
  using Base::advance;
  using Base::bus_;
  using Base::cell;
  using Base::code_;
  using Base::cpu;
  using Base::cycles;
  using Base::instructions;
  using Base::is_low;
  using Base::jump;
  using Base::leave;
  using Base::left_;
  using Base::limit_;
  using Base::look;
  using Base::m_;
  using Base::must_count;
  using Base::operand;
  using Base::operand16;
  using Base::outside;
  using Base::pc;
  using Base::pull;
  using Base::push;
  using Base::push_in_turn;
  using Base::ram;
  using Base::read;
  using Base::read_low;
  using Base::read_stack;
  using Base::slow;
  using Base::time_;
  using Base::write;
  using Base::write_low;
  using Base::x_;
  using Base::y_;

  template <int kOpcode, Mode kMode>
  [[gnu::always_inline]] void execute_as() {
    constexpr Instruction kThis = kInstructions[kOpcode];
    left_ = false;
    bus_ = kOpcode;
    time_ += kThis.cycles * kCycle + kInstruction;
    perform<kThis.op, kMode>();
  }

  // What a shift, a rotation or a count makes of a byte.
  enum class Change { kShiftLeft, kShiftRight, kRotateLeft, kRotateRight, kIncrement, kDecrement };

  template <Change kChange>
  [[gnu::always_inline]] std::uint8_t change(std::uint8_t m) {
    if constexpr (kChange == Change::kShiftLeft) return shift_left(m);
    if constexpr (kChange == Change::kShiftRight) return shift_right(m);
    if constexpr (kChange == Change::kRotateLeft) return rotate_left(m);
    if constexpr (kChange == Change::kRotateRight) return rotate_right(m);
    return static_cast<std::uint8_t>(kChange == Change::kIncrement ? m + 1 : m - 1);
  }

  // Reads, changes and writes a byte; returns what was written. (A template instead of a function
  // object: that would hold a pointer to the Interpreter, which must not have an address.)
  template <Mode kMode, Change kChange>
  [[gnu::always_inline]] std::uint8_t modify() {
    if constexpr (kMode == Mode::kAcc) {
      advance(1);
      return a_ = change<kChange>(a_);
    } else if constexpr (kMode == Mode::kRam) {
      std::uint8_t& byte = ram(static_cast<std::uint8_t>(Base::template address<kMode, false>()));
      return bus_ = byte = change<kChange>(byte);
    } else {
      const std::uint16_t at = Base::template address<kMode, false>();
      if constexpr (is_low(kMode)) {
        const auto low = static_cast<std::uint8_t>(at);
        const std::uint8_t result = change<kChange>(read_low(low));
        write_low(low, result);
        return result;
      } else {
        const std::uint8_t result = change<kChange>(read(at));
        write(at, result);
        return result;
      }
    }
  }

  // --- Flags ---

  [[gnu::always_inline]] std::uint8_t status() const {
    return static_cast<std::uint8_t>(((nz_ | nz_ >> 8) & 0x80) | (cpu().overflow_ >> 1 & 0x40) |
                                     cpu().modes_ | ((nz_ & 0xff) == 0) << 1 | carry_);
  }
  [[gnu::always_inline]] void set_status(std::uint8_t bits) {
    // Zero shows in the low byte, minus in bit 7 of either byte.
    nz_ = static_cast<std::uint16_t>((bits & 0x80) << 8 | ((bits & 2) == 0));
    cpu().overflow_ = static_cast<std::uint8_t>(bits << 1);
    cpu().modes_ = bits & (Cpu::kDecimal | Cpu::kInterrupt);
    carry_ = (bits & 1) != 0;
  }

  [[gnu::always_inline]] bool overflow() const { return (cpu().overflow_ & 0x80) != 0; }
  [[gnu::always_inline]] bool decimal() const { return (cpu().modes_ & Cpu::kDecimal) != 0; }

  // --- Operations ---

  [[gnu::always_inline]] void set(std::uint8_t& target, std::uint8_t value) {
    target = value;
    nz_ = value;
  }

  [[gnu::always_inline]] void adc(std::uint8_t m) {
    take(decimal() ? add_decimal(a_, m, carry_) : add(a_, m, carry_));
  }
  [[gnu::always_inline]] void sbc(std::uint8_t m) {
    take(decimal() ? subtract_decimal(a_, m, carry_) : subtract(a_, m, carry_));
  }
  [[gnu::always_inline]] void take(const Sum& sum) {
    set(a_, sum.value);
    carry_ = sum.carry;
    cpu().overflow_ = sum.overflow;
  }

  [[gnu::always_inline]] void compare(std::uint8_t with, std::uint8_t m) {
    nz_ = static_cast<std::uint8_t>(with - m);
    carry_ = with >= m;
  }

  [[gnu::always_inline]] std::uint8_t shift_left(std::uint8_t m) {
    carry_ = m >> 7;
    return static_cast<std::uint8_t>(m << 1);
  }
  [[gnu::always_inline]] std::uint8_t shift_right(std::uint8_t m) {
    carry_ = m & 1;
    return m >> 1;
  }
  [[gnu::always_inline]] std::uint8_t rotate_left(std::uint8_t m) {
    const auto result = static_cast<std::uint8_t>(m << 1 | carry_);
    carry_ = m >> 7;
    return result;
  }
  [[gnu::always_inline]] std::uint8_t rotate_right(std::uint8_t m) {
    const auto result = static_cast<std::uint8_t>(m >> 1 | carry_ << 7);
    carry_ = m & 1;
    return result;
  }

  // A code's forward branch stays in the window; after an opcode's, the loop of opcodes asks.
  template <Mode kMode>
  [[gnu::always_inline]] void branch(bool taken) {
    const auto offset = static_cast<std::int8_t>(operand());
    advance(2);
    if (!taken) return;
    const std::uintptr_t next = code_;
    advance(offset);
    if constexpr (kMode != Mode::kRel) {
      time_ += kCycle;
      if (kMode == Mode::kBackward && must_count()) [[unlikely]]
        leave();
      return;
    }
    time_ += crosses(next, code_) ? 2 * kCycle : kCycle;
    if (offset < 0) look();
  }

  // Whether two cells lie in different pages of 256.
  static constexpr bool crosses(std::uintptr_t a, std::uintptr_t b) {
    return (a ^ b) >= 256 * sizeof(Cell);
  }

  // BNE, BPL and BMI, which close most loops that wait. Passes through them that change nothing
  // else are counted instead of executed; the last one is left to be executed.
  template <Op kBranch, Mode kMode>
  [[gnu::always_inline]] void branch_and_wait(bool taken) {
    branch<kMode>(taken);
    if (kMode == Mode::kRel && taken && bus_ >= 0xfb && !outside()) {
      wait<kBranch>();
      if (must_count()) [[unlikely]]
        leave();
    }
  }

  template <Op kBranch>
  [[gnu::always_inline]] void wait() {
    if (bus_ == 0xfb && cell().bytes[1] == 0x02) {
      wait_for_timer<kBranch>();
    } else if (kBranch != Op::kBmi && bus_ == 0xfd && Base::opcode() == 0xca) {
      x_ = count_down(x_);
    } else if (kBranch != Op::kBmi && bus_ == 0xfd && Base::opcode() == 0x88) {
      y_ = count_down(y_);
    }
  }

  // A load of INTIM, or of the register that tells of the timer's expiry, and the branch.
  template <Op kBranch>
  [[gnu::always_inline]] void wait_for_timer() {
    const std::uint8_t reads = Base::opcode();
    const bool loads = reads == 0xad || reads == 0xae || reads == 0xac;
    constexpr bool kBplWaits = kBranch == Op::kBpl;
    int least = 0;  // what the timer shows as long as the branch is taken
    if (loads && cell().bytes[0] == 0x84) {
      least = kBranch == Op::kBmi ? 0x80 : 1;
    } else if (!kBplWaits || cell().bytes[0] != 0x85 || !(loads || reads == 0x2c)) {
      return;
    }
    const int pass =
        7 + crosses(code_, code_ + 5 * sizeof(Cell));  // cycles of the load and the branch
    const std::int64_t passes = m_.riot_.reads_from(least, cycles() + 4, pass);
    skip(std::min<std::int64_t>(passes, (limit_ - instructions() - 1) / 2), pass);
  }

  // DEX or DEY, and BNE or BPL: what the counter is before the last pass that BNE would make.
  [[gnu::always_inline]] std::uint8_t count_down(std::uint8_t counter) {
    const int passes = std::min(counter - 1, (limit_ - instructions() - 1) / 2);
    if (passes <= 0) return counter;
    skip(passes, 5 + crosses(code_, code_ + 3 * sizeof(Cell)));
    return static_cast<std::uint8_t>(nz_ = static_cast<std::uint8_t>(counter - passes));
  }

  [[gnu::always_inline]] void skip(std::int64_t passes, int cycles) {
    if (passes <= 0) return;
    time_ += passes * (cycles * kCycle + 2 * kInstruction);
  }

  [[gnu::always_inline]] void flag(bool& which, bool value) {
    which = value;
    advance(1);
  }
  [[gnu::always_inline]] void mode(std::uint8_t which, bool value) {
    const std::uint8_t others = cpu().modes_ & static_cast<std::uint8_t>(~which);
    cpu().modes_ = value ? others | which : others;
    advance(1);
  }

  [[gnu::always_inline]] void transfer(std::uint8_t from, std::uint8_t& to) {
    set(to, from);
    advance(1);
  }

  template <Mode kMode>
  [[gnu::always_inline]] void store_high(std::uint8_t stored) {
    const std::uint16_t at = Base::template address<kMode, false>();
    write(at, static_cast<std::uint8_t>(stored & ((at >> 8) + 1)));
  }

  [[gnu::always_inline]] void push_pc(std::uint16_t pc) {
    push_in_turn(pc >> 8, true);
    push_in_turn(pc & 0xff, false);
  }

  [[gnu::always_inline]] void brk() {
    operand();
    push_pc(pc() + 2);
    push_in_turn(status() | 0x30, false);
    cpu().modes_ |= Cpu::kInterrupt;
    const std::uint8_t low = read(0xfffe);
    jump(static_cast<std::uint16_t>(low | read(0xffff) << 8));
  }

  [[gnu::always_inline]] void jsr() {
    const std::uint8_t low = operand();
    const auto last = static_cast<std::uint16_t>(pc() + 2);
    read_stack();
    push_pc(last);
    const std::uint8_t high = slow() ? read(last) : bus_ = cell().bytes[1];
    jump(static_cast<std::uint16_t>(low | high << 8));
  }

  [[gnu::always_inline]] std::uint16_t pull_address() {
    const std::uint8_t low = pull();
    return static_cast<std::uint16_t>(low | pull() << 8);
  }

  [[gnu::always_inline]] void arr(std::uint8_t m) {
    const std::uint8_t masked = a_ & m;
    const auto rotated = static_cast<std::uint8_t>(masked >> 1 | carry_ << 7);
    nz_ = rotated;
    if (decimal()) {
      take_keeping_nz(and_rotate_decimal(masked, carry_));
    } else {
      take_keeping_nz({rotated, (rotated & 0x40) != 0,
                       static_cast<std::uint8_t>((rotated ^ rotated << 1) << 1)});
    }
  }
  [[gnu::always_inline]] void take_keeping_nz(const Sum& sum) {
    a_ = sum.value;
    carry_ = sum.carry;
    cpu().overflow_ = sum.overflow;
  }

  template <Op kOp, Mode kMode>
  [[gnu::always_inline]] inline void perform();

  std::uint8_t a_;
  bool carry_ = false;
  std::uint16_t nz_ = 0;  // zero shows in the low byte, minus in bit 7 of either byte
};

}  // namespace pp::atari
