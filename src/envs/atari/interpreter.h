// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The 6507's instructions. An Interpreter is a local variable of Cpu::run, so that the registers
// of the 6507 become registers of the processor that this runs on: hence all is inlined there.
#pragma once

#include <algorithm>
#include <cstdint>

#include "alu.h"
#include "cpu.h"
#include "machine.h"
#include "opcodes.h"

namespace pp::atari {

class Interpreter {
 public:
  Interpreter(Machine& machine, Cpu& cpu, int limit)
      : m_(machine),
        c_(cpu),
        a_(cpu.a_),
        x_(cpu.x_),
        y_(cpu.y_),
        cycles_(cpu.cycles_),
        left_(limit) {
    set_status(cpu.status_);
    c_.size_ = c_.origin_ = 0;
    jump(cpu.pc_);
  }

  void store() const {
    c_.pc_ = pc();
    c_.a_ = a_;
    c_.x_ = x_;
    c_.y_ = y_;
    c_.status_ = status();
    c_.cycles_ = cycles_;
  }

  // Counts an instruction; false when there is to be no further one.
  [[gnu::always_inline]] bool proceed() { return --left_ >= 0; }

  // The opcode at the program counter. What follows it is read when it is needed.
  [[gnu::always_inline]] std::uint8_t fetch() {
    if (code_ - c_.begin_ >= c_.size_) [[unlikely]]
      enter(pc());
    return at(0);
  }

  template <int kOpcode>
  [[gnu::always_inline]] void execute() {
    constexpr Instruction kInstruction = kInstructions[kOpcode];
    c_.bus_ = kOpcode;
    cycles_ += kInstruction.cycles;
    perform<kInstruction.op, kInstruction.mode>();
  }

 private:
  // --- The program ---
  // code_ points at the instruction in this machine's memory. While it lies in the window, the
  // 6507's program counter is its distance from c_.origin_.

  [[gnu::always_inline]] std::uint16_t pc() const {
    return static_cast<std::uint16_t>(code_ - c_.origin_);
  }
  [[gnu::always_inline]] std::uint8_t at(int offset) const {
    return reinterpret_cast<const std::uint8_t*>(code_)[offset];
  }
  // Whether the instruction's bytes were read over the bus.
  [[gnu::always_inline]] bool slow() const { return c_.size_ == 0; }

  // Goes on at an address, wherever it is: `fetch` looks.
  [[gnu::always_inline]] void jump(std::uint16_t address) { code_ = c_.origin_ + address; }

  [[gnu::always_inline]] void enter(std::uint16_t address) {
    const CodeWindow window = open(m_, address);
    c_.begin_ = reinterpret_cast<std::uintptr_t>(window.begin);
    c_.size_ = static_cast<std::uintptr_t>(window.size);
    c_.origin_ = c_.begin_ - window.at;
    code_ = c_.origin_ + address;
    if (slow()) fetch_slowly(m_, address, c_.bus_, cycles_);
  }

  // A window that holds the instruction at this address, or an empty one at slow_code_.
  [[gnu::noinline]] static CodeWindow open(Machine& m, std::uint16_t address) {
    if ((address & 0x1000) != 0) {
      const CodeWindow window = m.board_.window(address);
      if (address >= window.at && address - window.at < window.size) return window;
    }
    return {m.slow_code(address & 0xff), 0, address};
  }

  // Where reads have effects, or the next page lies elsewhere: byte by byte, over the bus.
  [[gnu::noinline]] static void fetch_slowly(Machine& m, std::uint16_t pc, std::uint8_t bus,
                                             std::int64_t cycles) {
    std::uint8_t* const code = m.slow_code(pc & 0xff);
    code[0] = bus = read_bus(m, pc, bus, cycles);
    const Instruction& instruction = kInstructions[code[0]];
    // JSR reads its last byte late.
    const int bytes = instruction.op == Op::kJsr ? 2 : length(instruction);
    for (int i = 1; i < bytes; ++i) {
      const auto address = static_cast<std::uint16_t>(pc + i);
      code[i] = bus = read_bus(m, address, bus, cycles + instruction.cycles);
    }
  }

  // After an access that may have switched banks: the window may show something else now.
  [[gnu::always_inline]] void leave_window() { c_.size_ = 0; }

  [[gnu::always_inline]] std::uint8_t operand() { return c_.bus_ = at(1); }
  [[gnu::always_inline]] std::uint16_t operand16() {
    c_.bus_ = at(2);
    return static_cast<std::uint16_t>(at(1) | at(2) << 8);
  }

  // --- Bus ---

  static std::uint8_t read_bus(Machine& m, std::uint16_t address, std::uint8_t bus,
                               std::int64_t cycles) {
    const std::uint8_t* const page = m.pages_.read[page_of(address)];
    return page != nullptr ? page[address % kPageBytes] : m.read(address, bus, cycles);
  }

  [[gnu::always_inline]] std::uint8_t read(std::uint16_t address) {
    const std::uint8_t* const page = m_.pages_.read[page_of(address)];
    if (page != nullptr) [[likely]]
      return c_.bus_ = page[address % kPageBytes];
    c_.bus_ = m_.read(address, c_.bus_, cycles_);
    if ((address & 0x1000) != 0) leave_window();
    return c_.bus_;
  }

  // Page 0 and, through its mirror, page 1 are the TIA and the RAM.
  [[gnu::always_inline]] std::uint8_t read_low(int page, std::uint8_t address) {
    if (address & 0x80) [[likely]]
      return c_.bus_ = m_.ram_[address & 0x7f];
    return c_.bus_ = m_.read(static_cast<std::uint16_t>(page | address), c_.bus_, cycles_);
  }

  [[gnu::always_inline]] void after_write() {
    if (m_.tia_.finished()) left_ = 0;
  }

  [[gnu::always_inline]] void write(std::uint16_t address, std::uint8_t value) {
    c_.bus_ = value;
    std::uint8_t* const page = m_.pages_.write[page_of(address)];
    if (page != nullptr) {
      page[address % kPageBytes] = value;
    } else {
      cycles_ = m_.write(address, value, cycles_);
      if ((address & 0x1000) != 0) leave_window();
      after_write();
    }
  }

  [[gnu::always_inline]] void write_low(std::uint8_t address, std::uint8_t value,
                                        bool after_read = true) {
    c_.bus_ = value;
    if (address & 0x80) {
      m_.ram_[address & 0x7f] = value;
    } else if ((address & 63) == Tia::kWsync) {
      cycles_ = m_.tia_.wait_for_line(cycles_, after_read);
      after_write();
    } else {
      m_.tia_.write(address & 63, value, cycles_);
      after_write();
    }
  }

  [[gnu::always_inline]] void push(std::uint8_t value, bool after_read = true) {
    write_low(c_.sp_--, value, after_read);
  }
  [[gnu::always_inline]] std::uint8_t read_stack() { return read_low(0x100, c_.sp_); }
  [[gnu::always_inline]] std::uint8_t pull() {
    ++c_.sp_;
    return read_stack();
  }

  // --- Addressing ---

  [[gnu::always_inline]] std::uint16_t pointer(std::uint8_t at) {
    const std::uint8_t low = read_low(0, at);
    // The high byte of a pointer at $FF lies at $100.
    const std::uint8_t high = at == 0xff ? read(0x100) : read_low(0, at + 1);
    return static_cast<std::uint16_t>(low | high << 8);
  }

  // Reads take a cycle more where the index leads into another page.
  template <bool kPays>
  [[gnu::always_inline]] std::uint16_t indexed(std::uint16_t base, std::uint8_t index) {
    const auto sum = static_cast<std::uint16_t>(base + index);
    if (kPays && ((base ^ sum) & 0xff00) != 0) ++cycles_;
    return sum;
  }

  // The operand's address; goes on to the next instruction.
  template <Mode kMode, bool kPays>
  [[gnu::always_inline]] std::uint16_t address() {
    if constexpr (is_long(kMode)) {
      const std::uint16_t base = operand16();
      code_ += 3;
      if constexpr (kMode == Mode::kAbsX) return indexed<kPays>(base, x_);
      if constexpr (kMode == Mode::kAbsY) return indexed<kPays>(base, y_);
      return base;
    } else {
      const std::uint8_t base = operand();
      code_ += 2;
      if constexpr (kMode == Mode::kZpX) return static_cast<std::uint8_t>(base + x_);
      if constexpr (kMode == Mode::kZpY) return static_cast<std::uint8_t>(base + y_);
      if constexpr (kMode == Mode::kIndX) return pointer(static_cast<std::uint8_t>(base + x_));
      if constexpr (kMode == Mode::kIndY) return indexed<kPays>(pointer(base), y_);
      return base;
    }
  }

  static constexpr bool is_long(Mode mode) {
    return mode == Mode::kAbs || mode == Mode::kAbsX || mode == Mode::kAbsY;
  }
  static constexpr bool is_low(Mode mode) {
    return mode == Mode::kZp || mode == Mode::kZpX || mode == Mode::kZpY;
  }

  template <Mode kMode>
  [[gnu::always_inline]] std::uint8_t value() {
    if constexpr (kMode == Mode::kImm) {
      code_ += 2;
      return c_.bus_ = at(-1);
    } else if constexpr (is_low(kMode)) {
      return read_low(0, static_cast<std::uint8_t>(address<kMode, true>()));
    } else {
      return read(address<kMode, true>());
    }
  }

  template <Mode kMode>
  [[gnu::always_inline]] void put(std::uint8_t stored) {
    const std::uint16_t at = address<kMode, false>();
    if constexpr (is_low(kMode)) {
      write_low(static_cast<std::uint8_t>(at), stored);
    } else {
      write(at, stored);
    }
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
      code_ += 1;
      return a_ = change<kChange>(a_);
    } else {
      const std::uint16_t at = address<kMode, false>();
      if constexpr (is_low(kMode)) {
        const auto low = static_cast<std::uint8_t>(at);
        const std::uint8_t result = change<kChange>(read_low(0, low));
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
    return static_cast<std::uint8_t>(((nz_ & 0x8080) != 0) << 7 | c_.overflow_ << 6 |
                                     c_.decimal_ << 3 | c_.interrupt_ << 2 |
                                     ((nz_ & 0xff) == 0) << 1 | carry_);
  }
  [[gnu::always_inline]] void set_status(std::uint8_t bits) {
    // Zero shows in the low byte, minus in bit 7 of either byte.
    nz_ = static_cast<std::uint16_t>((bits & 0x80) << 8 | ((bits & 2) == 0));
    c_.overflow_ = (bits & 0x40) != 0;
    c_.decimal_ = (bits & 8) != 0;
    c_.interrupt_ = (bits & 4) != 0;
    carry_ = (bits & 1) != 0;
  }

  // --- Operations ---

  [[gnu::always_inline]] void set(std::uint8_t& target, std::uint8_t value) {
    target = value;
    nz_ = value;
  }

  [[gnu::always_inline]] void adc(std::uint8_t m) {
    take(c_.decimal_ ? add_decimal(a_, m, carry_) : add(a_, m, carry_));
  }
  [[gnu::always_inline]] void sbc(std::uint8_t m) {
    take(c_.decimal_ ? subtract_decimal(a_, m, carry_) : subtract(a_, m, carry_));
  }
  [[gnu::always_inline]] void take(const Sum& sum) {
    set(a_, sum.value);
    carry_ = sum.carry;
    c_.overflow_ = sum.overflow;
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

  [[gnu::always_inline]] void branch(bool taken) {
    const auto offset = static_cast<std::int8_t>(operand());
    code_ += 2;
    if (!taken) return;
    const std::uintptr_t next = code_;
    code_ += static_cast<std::intptr_t>(offset);
    cycles_ += crosses(next, code_) ? 2 : 1;
  }

  // Whether two places in the program lie in different pages of 256 bytes.
  static constexpr bool crosses(std::uintptr_t a, std::uintptr_t b) { return ((a ^ b) >> 8) != 0; }

  // BNE and BPL, which close most loops that wait. Passes through them that change nothing else are
  // counted instead of executed; the last one is left to be executed.
  [[gnu::always_inline]] void branch_and_wait(bool taken) {
    branch(taken);
    if (taken && c_.bus_ >= 0xfb && code_ - c_.begin_ < c_.size_) wait();
  }

  [[gnu::always_inline]] void wait() {
    const auto loads_intim = [](std::uint8_t opcode, std::uint8_t low, std::uint8_t high) {
      return (opcode == 0xad || opcode == 0xae || opcode == 0xac) && low == 0x84 && high == 0x02;
    };
    if (c_.bus_ == 0xfb && loads_intim(at(0), at(1), at(2))) {
      const int pass = 7 + crosses(code_, code_ + 5);  // cycles of the load and the branch
      const std::int64_t passes = m_.riot_.reads_before_zero(cycles_ + 4, pass);
      skip(std::min<std::int64_t>(passes, (left_ - 1) / 2), pass);
    } else if (c_.bus_ == 0xfd && at(0) == 0xca) {
      x_ = count_down(x_);
    } else if (c_.bus_ == 0xfd && at(0) == 0x88) {
      y_ = count_down(y_);
    }
  }

  // DEX or DEY, and BNE or BPL: what the counter is before the last pass that BNE would make.
  [[gnu::always_inline]] std::uint8_t count_down(std::uint8_t counter) {
    const int passes = std::min(counter - 1, (left_ - 1) / 2);
    if (passes <= 0) return counter;
    skip(passes, 5 + crosses(code_, code_ + 3));
    return static_cast<std::uint8_t>(nz_ = static_cast<std::uint8_t>(counter - passes));
  }

  [[gnu::always_inline]] void skip(std::int64_t passes, int cycles) {
    if (passes <= 0) return;
    cycles_ += passes * cycles;
    left_ -= static_cast<int>(2 * passes);
  }

  [[gnu::always_inline]] void flag(bool& which, bool value) {
    which = value;
    code_ += 1;
  }

  [[gnu::always_inline]] void transfer(std::uint8_t from, std::uint8_t& to) {
    set(to, from);
    code_ += 1;
  }

  template <Mode kMode>
  [[gnu::always_inline]] void store_high(std::uint8_t stored) {
    const std::uint16_t at = address<kMode, false>();
    write(at, static_cast<std::uint8_t>(stored & ((at >> 8) + 1)));
  }

  [[gnu::always_inline]] void push_pc(std::uint16_t pc) {
    push(pc >> 8);
    push(pc & 0xff, false);
  }

  [[gnu::always_inline]] void brk() {
    operand();
    push_pc(pc() + 2);
    push(status() | 0x30, false);
    c_.interrupt_ = true;
    const std::uint8_t low = read(0xfffe);
    jump(static_cast<std::uint16_t>(low | read(0xffff) << 8));
  }

  [[gnu::always_inline]] void jsr() {
    const std::uint8_t low = operand();
    const auto last = static_cast<std::uint16_t>(pc() + 2);
    read_stack();
    push_pc(last);
    const std::uint8_t high = slow() ? read(last) : c_.bus_ = at(2);
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
    if (c_.decimal_) {
      take_keeping_nz(and_rotate_decimal(masked, carry_));
    } else {
      take_keeping_nz({rotated, (rotated & 0x40) != 0, ((rotated ^ rotated << 1) & 0x40) != 0});
    }
  }
  [[gnu::always_inline]] void take_keeping_nz(const Sum& sum) {
    a_ = sum.value;
    carry_ = sum.carry;
    c_.overflow_ = sum.overflow;
  }

  template <Op kOp, Mode kMode>
  [[gnu::always_inline]] inline void perform();

  // What most instructions need is here; the rest is left in the Cpu.
  Machine& m_;
  Cpu& c_;
  std::uintptr_t code_ = 0;  // the instruction's bytes
  std::uint8_t a_;
  std::uint8_t x_;
  std::uint8_t y_;
  bool carry_ = false;
  std::uint16_t nz_ = 0;
  std::int64_t cycles_;
  int left_;  // instructions that may still be executed
};

template <Op kOp, Mode kMode>
[[gnu::always_inline]] inline void Interpreter::perform() {
  using enum Op;
  // clang-format off
  switch (kOp) {
    case kLda: return set(a_, value<kMode>());
    case kLdx: return set(x_, value<kMode>());
    case kLdy: return set(y_, value<kMode>());
    case kSta: return put<kMode>(a_);
    case kStx: return put<kMode>(x_);
    case kSty: return put<kMode>(y_);
    case kTax: return transfer(a_, x_);
    case kTay: return transfer(a_, y_);
    case kTsx: return transfer(c_.sp_, x_);
    case kTxa: return transfer(x_, a_);
    case kTya: return transfer(y_, a_);
    case kTxs: c_.sp_ = x_; code_ += 1; return;

    case kAdc: return adc(value<kMode>());
    case kSbc: return sbc(value<kMode>());
    case kAnd: return set(a_, a_ & value<kMode>());
    case kOra: return set(a_, a_ | value<kMode>());
    case kEor: return set(a_, a_ ^ value<kMode>());
    case kCmp: return compare(a_, value<kMode>());
    case kCpx: return compare(x_, value<kMode>());
    case kCpy: return compare(y_, value<kMode>());
    case kBit: {
      const std::uint8_t m = value<kMode>();
      nz_ = static_cast<std::uint16_t>((m & 0x80) << 8 | (a_ & m));
      c_.overflow_ = (m & 0x40) != 0;
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

    case kBcc: return branch(!carry_);
    case kBcs: return branch(carry_);
    case kBeq: return branch((nz_ & 0xff) == 0);
    case kBne: return branch_and_wait((nz_ & 0xff) != 0);
    case kBmi: return branch((nz_ & 0x8080) != 0);
    case kBpl: return branch_and_wait((nz_ & 0x8080) == 0);
    case kBvc: return branch(!c_.overflow_);
    case kBvs: return branch(c_.overflow_);

    case kClc: return flag(carry_, false);
    case kSec: return flag(carry_, true);
    case kCld: return flag(c_.decimal_, false);
    case kSed: return flag(c_.decimal_, true);
    case kCli: return flag(c_.interrupt_, false);
    case kSei: return flag(c_.interrupt_, true);
    case kClv: return flag(c_.overflow_, false);

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
    case kPha: code_ += 1; return push(a_);
    case kPhp: code_ += 1; return push(status() | 0x30);
    case kPla: code_ += 1; read_stack(); return set(a_, pull());
    case kPlp: code_ += 1; read_stack(); return set_status(pull());

    case kNop:
      if constexpr (kMode == Mode::kImpl) { code_ += 1; } else { value<kMode>(); }
      return;
    case kJam: c_.frozen_ = true; left_ = 0; return;
    case kSlo: set(a_, a_ | modify<kMode, Change::kShiftLeft>()); return;
    case kRla: set(a_, a_ & modify<kMode, Change::kRotateLeft>()); return;
    case kSre: set(a_, a_ ^ modify<kMode, Change::kShiftRight>()); return;
    case kRra: return adc(modify<kMode, Change::kRotateRight>());
    case kDcp: return compare(a_, modify<kMode, Change::kDecrement>());
    case kIsb: return sbc(modify<kMode, Change::kIncrement>());
    case kLax: set(a_, value<kMode>()); x_ = a_; return;
    case kSax: return put<kMode>(a_ & x_);
    case kAnc: set(a_, a_ & value<kMode>()); carry_ = a_ >> 7; return;
    case kAsr: return set(a_, shift_right(a_ & value<kMode>()));
    case kArr: return arr(value<kMode>());
    case kAne: return set(a_, (a_ | 0xee) & x_ & value<kMode>());
    case kLxa: set(a_, (a_ | 0xee) & value<kMode>()); x_ = a_; return;
    case kSbx: {
      const std::uint8_t m = value<kMode>();
      compare(a_ & x_, m);
      x_ = static_cast<std::uint8_t>((a_ & x_) - m);
      return;
    }
    case kLas: c_.sp_ &= value<kMode>(); set(a_, c_.sp_); x_ = c_.sp_; return;
    case kSha: return store_high<kMode>(a_ & x_);
    case kShx: return store_high<kMode>(x_);
    case kShy: return store_high<kMode>(y_);
    case kShs: c_.sp_ = a_ & x_; return store_high<kMode>(c_.sp_);
  }
  // clang-format on
}

}  // namespace pp::atari
