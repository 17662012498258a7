// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The 6507 processor.
#pragma once

#include <cstdint>

namespace pp::atari {

class Machine;

class Cpu {
 public:
  // As after RESET, which then takes the program counter from the vector at $FFFC.
  void reset(std::uint16_t program_counter, std::uint8_t bus) {
    *this = Cpu();
    pc_ = program_counter;
    bus_ = bus;
  }

  // Executes instructions until the TIA has finished its frame, but no more than `limit`.
  void run(Machine& machine, int limit);
  // The same; the machine's RamHistory is told of what happens to RAM.
  void run_tracked(Machine& machine, int limit);

  // Cycles since the start of the frame or the reset.
  std::int64_t cycles() const { return cycles_; }
  void rebase(std::int64_t cycles) { cycles_ -= cycles; }

  template <class Io>
  void serialize(Io& io) {
    bool overflow = (overflow_ & 0x80) != 0;
    bool decimal = (modes_ & kDecimal) != 0;
    bool interrupt = (modes_ & kInterrupt) != 0;
    io(pc_, a_, x_, y_, sp_, status_, overflow, decimal, interrupt, bus_, frozen_, cycles_);
    overflow_ = overflow ? 0x80 : 0;
    modes_ = static_cast<std::uint8_t>((decimal ? kDecimal : 0) | (interrupt ? kInterrupt : 0));
    // A frame of the TIA ends long before.
    constexpr std::int64_t kFar = std::int64_t{1} << 44;
    if (cycles_ < 0 || cycles_ > kFar) cycles_ = 0;
  }

 private:
  static constexpr std::uint8_t kDecimal = 8;
  static constexpr std::uint8_t kInterrupt = 4;

  template <bool kTracks>
  friend class Addressing;
  template <bool kTracks>
  friend class Interpreter;

  template <bool kTracks>
  void interpret(Machine& machine, int limit);

  std::uint16_t pc_ = 0;
  std::uint8_t a_ = 0;
  std::uint8_t x_ = 0;
  std::uint8_t y_ = 0;
  std::uint8_t sp_ = 0xff;
  std::uint8_t status_ = 0;    // N - - - - - Z C, and the following
  std::uint8_t overflow_ = 0;  // V is its bit 7
  std::uint8_t modes_ = 0;     // D and I, where the status has them
  std::uint8_t bus_ = 0;       // the byte read or written last
  bool frozen_ = false;        // by an opcode that hangs the processor until a reset
  std::int64_t cycles_ = 0;

  // The window that instructions are executed from, while `run` is at it: where it begins, its
  // size, and where address 0 would be.
  std::uintptr_t begin_ = 0;
  std::uintptr_t size_ = 0;
  std::uintptr_t origin_ = 0;
  std::uintptr_t ready_end_ = 0;  // before this, nothing is to be looked at; 0 if something is
};

}  // namespace pp::atari
