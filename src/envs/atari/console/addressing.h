// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Where the 6507's instructions and operands come from and go to: the program counter, the bus, and
// the addressing modes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "cpu.h"
#include "decoding.h"
#include "machine.h"
#include "opcodes.h"

namespace pp::atari {

// With kTracks, notes in the machine's RamHistory what happens to RAM.
template <bool kTracks>
class Addressing {
 public:
  // Whether the instruction at the program counter can be executed at once: if not, `resume`.
  [[gnu::always_inline]] bool ready() const { return code_ < cpu().ready_end_; }

  // Goes on where the window ends or something else has happened; false if the processor is to
  // stop.
  [[gnu::always_inline]] bool resume() {
    if (m_.tia_.finished() || cpu().frozen_ || instructions() >= limit_) return false;
    if (outside()) enter(pc());
    cpu().ready_end_ = must_count() ? 0 : cpu().begin_ + cpu().size_;
    return true;
  }

  [[gnu::always_inline]] std::uint8_t opcode() const { return cell().byte(); }
  // The code of decoding.h; only within a window.
  [[gnu::always_inline]] Code code() const { return cell().code; }
  [[gnu::always_inline]] Code next() const { return kTracks ? opcode() : code(); }
  // Within a window no instruction depends on the byte that the one before has left on the bus.
  [[gnu::always_inline]] void lose_bus() { bus_ = 0; }
  // Whether the instruction has left the window, or must be the last one.
  [[gnu::always_inline]] bool left() const { return left_; }

 protected:
  Addressing(Machine& machine, int limit) : m_(machine), limit_(limit) {
    x_ = cpu().x_;
    y_ = cpu().y_;
    bus_ = cpu().bus_;
    time_ = cpu().cycles_ * kCycle;
    cpu().size_ = cpu().origin_ = 0;
    jump(cpu().pc_);
  }

  // --- Time ---
  [[gnu::always_inline]] std::int64_t cycles() const { return cycles_of(time_); }
  [[gnu::always_inline]] int instructions() const { return instructions_of(time_); }
  [[gnu::always_inline]] void wait_until(std::int64_t cycles) {
    time_ = cycles * kCycle + instructions();
  }
  // Jumps notice that the limit is near: no window has more instructions than this in a row.
  // From then on `resume` counts each of them.
  [[gnu::always_inline]] bool must_count() const {
    constexpr int kMostInARow = 4096;
    return instructions() >= limit_ - kMostInARow;
  }

  // --- The program ---
  // code_ points at the instruction's cell. While it lies in the window, the 6507's program counter
  // is its distance from cpu().origin_.

  [[gnu::always_inline]] std::uint16_t pc() const {
    return static_cast<std::uint16_t>((code_ - cpu().origin_) / sizeof(Cell));
  }
  [[gnu::always_inline]] const Cell& cell() const { return *reinterpret_cast<const Cell*>(code_); }
  [[gnu::always_inline]] void advance(int bytes) {
    code_ += static_cast<std::intptr_t>(bytes) * static_cast<std::intptr_t>(sizeof(Cell));
  }
  [[gnu::always_inline]] bool outside() const { return code_ - cpu().begin_ >= cpu().size_; }
  // Whether the instruction's bytes were read over the bus.
  [[gnu::always_inline]] bool slow() const { return cpu().size_ == 0; }

  // Goes on at an address, wherever it is.
  [[gnu::always_inline]] void jump(std::uint16_t address) {
    code_ = cpu().origin_ + address * sizeof(Cell);
    look();
  }
  // After a jump: may it have left the window, or be the last one?
  [[gnu::always_inline]] void look() {
    if (outside() || must_count()) [[unlikely]]
      leave();
  }
  [[gnu::always_inline]] void leave() {
    cpu().ready_end_ = 0;
    left_ = true;
  }

  [[gnu::always_inline]] void enter(std::uint16_t address) {
    const CodeWindow window = open(m_, address);
    cpu().begin_ = reinterpret_cast<std::uintptr_t>(window.begin);
    cpu().size_ = static_cast<std::uintptr_t>(window.size) * sizeof(Cell);
    cpu().origin_ = cpu().begin_ - window.at * sizeof(Cell);
    code_ = cpu().origin_ + address * sizeof(Cell);
    if (slow()) fetch_slowly(m_, address, bus_, cycles());
  }

  // A window that holds the instruction at this address, or an empty one at a slow cell.
  [[gnu::noinline]] static CodeWindow open(Machine& m, std::uint16_t address) {
    if ((address & 0x1000) != 0) {
      const CodeWindow window = m.board_.window(address);
      if (address >= window.at && address - window.at < window.size) return window;
    }
    return {m.slow_cell(address & 0xff), 0, address};
  }

  // Where reads have effects, or the next page lies elsewhere: byte by byte, over the bus.
  [[gnu::noinline]] static void fetch_slowly(Machine& m, std::uint16_t pc, std::uint8_t bus,
                                             std::int64_t cycles) {
    m.tia_.touch_quietly();
    Cell& cell = *m.slow_cell(pc & 0xff);
    (&cell - 1)->bytes[0] = bus = read_bus(m, pc, bus, cycles);
    const Instruction& instruction = kInstructions[cell.byte()];
    // JSR reads its last byte late.
    const int bytes = instruction.op == Op::kJsr ? 2 : length(instruction);
    for (int i = 1; i < bytes; ++i) {
      const auto address = static_cast<std::uint16_t>(pc + i);
      cell.bytes[i - 1] = bus = read_bus(m, address, bus, cycles + instruction.cycles);
    }
  }

  // After an access that may have switched banks: the window may show something else now.
  [[gnu::always_inline]] void leave_window() {
    cpu().size_ = 0;
    leave();
  }

  // Two bytes, the low one first.
  [[gnu::always_inline]] static std::uint16_t word(const std::uint8_t* bytes) {
    if constexpr (std::endian::native == std::endian::little) {
      std::uint16_t both;
      std::memcpy(&both, bytes, sizeof both);
      return both;
    }
    return static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
  }
  [[gnu::always_inline]] std::uint8_t operand() { return bus_ = cell().bytes[0]; }
  [[gnu::always_inline]] std::uint16_t operand16() {
    const std::uint16_t both = word(cell().bytes);
    bus_ = both >> 8;
    return both;
  }

  // --- Bus ---

  static std::uint8_t read_bus(Machine& m, std::uint16_t address, std::uint8_t bus,
                               std::int64_t cycles) {
    if (kTracks && Machine::is_ram(address)) m.history_->read(address & 0x7f);
    const std::uint8_t* const page = m.pages_.read[page_of(address)];
    return page != nullptr ? page[address % kPageBytes] : m.read(address, bus, cycles);
  }

  [[gnu::always_inline]] std::uint8_t read(std::uint16_t address) {
    // Most data lie where the program does.
    const std::uintptr_t near = cpu().origin_ + address * sizeof(Cell);
    if (near - cpu().begin_ < cpu().size_) [[likely]]
      return bus_ = reinterpret_cast<const Cell*>(near)->byte();
    if (kTracks && Machine::is_ram(address)) m_.history_->read(address & 0x7f);
    const std::uint8_t* const page = m_.pages_.read[page_of(address)];
    if (page != nullptr) [[likely]]
      return bus_ = page[address % kPageBytes];
    bus_ = m_.read(address, bus_, cycles());
    if (Board::may_switch(address)) leave_window();
    return bus_;
  }

  // Page 0 and, through its mirror, page 1 are the TIA and the RAM.
  [[gnu::always_inline]] std::uint8_t read_low(std::uint8_t address) {
    if (address & 0x80) [[likely]] {
      if (kTracks) m_.history_->read(address & 0x7f);
      return bus_ = m_.ram_[address & 0x7f];
    }
    return bus_ = m_.read_tia(address, bus_, cycles());
  }

  [[gnu::always_inline]] void after_write() {
    if (m_.tia_.finished()) leave();
  }

  [[gnu::always_inline]] void write(std::uint16_t address, std::uint8_t value) {
    bus_ = value;
    if (kTracks && Machine::is_ram(address)) m_.history_->write(address & 0x7f);
    std::uint8_t* const page = m_.pages_.write[page_of(address)];
    if (page != nullptr) {
      page[address % kPageBytes] = value;
    } else {
      wait_until(m_.write(address, value, cycles()));
      if (Board::may_switch(address)) leave_window();
      after_write();
    }
  }

  [[gnu::always_inline]] void write_low(std::uint8_t address, std::uint8_t value) {
    bus_ = value;
    if (address & 0x80) {
      if (kTracks) m_.history_->write(address & 0x7f);
      m_.ram_[address & 0x7f] = value;
    } else {
      write_register(address & 0x3fu, value);
    }
  }
  [[gnu::always_inline]] void write_register(unsigned place, std::uint8_t value) {
    if (!m_.tia_.write_quietly(place, value, time_)) write_tia(place, value, true);
  }
  [[gnu::always_inline]] void sync() {
    if (m_.tia_.wait_quietly(time_)) return;
    write_tia(kWsync, 0, true);
  }
  [[gnu::always_inline]] void write_tia(unsigned place, std::uint8_t value, bool after_read) {
    if (place == kWsync) {
      wait_until(m_.tia_.wait_for_line(cycles(), after_read));
    } else {
      m_.tia_.write(place, value, time_);
    }
    after_write();
  }

  [[gnu::always_inline]] void push(std::uint8_t value) { write_low(cpu().sp_--, value); }
  // One of several bytes.
  [[gnu::always_inline]] void push_in_turn(std::uint8_t value, bool after_read) {
    const std::uint8_t address = cpu().sp_--;
    bus_ = value;
    if (address & 0x80) [[likely]] {
      if (kTracks) m_.history_->write(address & 0x7f);
      m_.ram_[address & 0x7f] = value;
    } else {
      write_tia(address & 0x3fu, value, after_read);
    }
  }
  [[gnu::always_inline]] std::uint8_t read_stack() { return read_low(cpu().sp_); }
  [[gnu::always_inline]] std::uint8_t pull() {
    ++cpu().sp_;
    return read_stack();
  }

  // --- Addressing ---

  // RAM in page 0, at $80 or later.
  [[gnu::always_inline]] std::uint8_t& ram(std::uint8_t at) {
    return m_.ram_[static_cast<std::size_t>(at) - 0x80];
  }

  [[gnu::always_inline]] std::uint16_t ram_pointer(std::uint8_t at) {
    const std::uint16_t address = word(&ram(at));
    bus_ = address >> 8;
    return address;
  }
  [[gnu::always_inline]] std::uint16_t pointer(std::uint8_t at) {
    if (!kTracks && at >= 0x80 && at != 0xff) [[likely]]
      return ram_pointer(at);
    const std::uint8_t low = read_low(at);
    // The high byte of a pointer at $FF lies at $100.
    const std::uint8_t high = at == 0xff ? read(0x100) : read_low(at + 1);
    return static_cast<std::uint16_t>(low | high << 8);
  }

  // Reads take a cycle more where the index leads into another page.
  template <bool kPays>
  [[gnu::always_inline]] std::uint16_t indexed(std::uint16_t base, std::uint8_t index) {
    const auto sum = static_cast<std::uint16_t>(base + index);
    // The sum has another bit 8 then.
    if (kPays) time_ += ((base ^ sum) & 0x100) * (kCycle >> 8);
    return sum;
  }

  // The operand's address; goes on to the next instruction.
  template <Mode kMode, bool kPays>
  [[gnu::always_inline]] std::uint16_t address() {
    if constexpr (is_long(kMode)) {
      const std::uint16_t base = operand16();
      advance(3);
      if constexpr (kMode == Mode::kAbsX) return indexed<kPays>(base, x_);
      if constexpr (kMode == Mode::kAbsY) return indexed<kPays>(base, y_);
      return base;
    } else {
      const std::uint8_t base = operand();
      advance(2);
      if constexpr (kMode == Mode::kZpX) return static_cast<std::uint8_t>(base + x_);
      if constexpr (kMode == Mode::kZpY) return static_cast<std::uint8_t>(base + y_);
      if constexpr (kMode == Mode::kIndX) return pointer(static_cast<std::uint8_t>(base + x_));
      if constexpr (kMode == Mode::kIndY) return indexed<kPays>(pointer(base), y_);
      if constexpr (kMode == Mode::kRamY) return indexed<kPays>(ram_pointer(base), y_);
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
      operand();
      advance(2);
      return bus_;
    } else if constexpr (kMode == Mode::kRam) {
      return bus_ = ram(static_cast<std::uint8_t>(address<kMode, true>()));
    } else if constexpr (is_low(kMode)) {
      return read_low(static_cast<std::uint8_t>(address<kMode, true>()));
    } else {
      return read(address<kMode, true>());
    }
  }

  template <Mode kMode>
  [[gnu::always_inline]] void put(std::uint8_t stored) {
    const std::uint16_t at = address<kMode, false>();
    if constexpr (kMode == Mode::kRam) {
      ram(static_cast<std::uint8_t>(at)) = bus_ = stored;
    } else if constexpr (kMode == Mode::kTia) {
      bus_ = stored;
      if (!m_.tia_.write_quietly(at, stored, time_)) {
        m_.tia_.write(at, stored, time_);
        after_write();
      }
    } else if constexpr (kMode == Mode::kSync) {
      bus_ = stored;
      sync();
    } else if constexpr (is_low(kMode)) {
      write_low(static_cast<std::uint8_t>(at), stored);
    } else {
      write(at, stored);
    }
  }

  [[gnu::always_inline]] Cpu& cpu() const { return m_.cpu_; }

  // What most instructions need is here; the rest is left in the Cpu.
  Machine& m_;
  std::uintptr_t code_ = 0;  // the instruction's cell
  std::uint8_t x_;
  std::uint8_t y_;
  std::uint8_t bus_;  // the byte read or written last
  Instant time_;
  int limit_;  // of instructions
  bool left_ = false;
};

}  // namespace pp::atari
