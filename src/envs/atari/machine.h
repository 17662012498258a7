// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The console: processor, RAM, RIOT, TIA and cartridge on one bus.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include <parallel_pool/mt19937.h>

#include "board.h"
#include "cpu.h"
#include "games/rom.h"
#include "page_map.h"
#include "riot.h"
#include "tia.h"

namespace pp::atari {

class Machine {
 public:
  static constexpr int kRamBytes = 128;

  // Draws the contents of the RAM from `random`, which every reset uses too.
  // The television is an NTSC one.
  Machine(const Rom& rom, std::span<const std::uint8_t> image, Mt19937& random);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // To be followed by a reset.
  void set_television(Television television);

  // Switches the console off and on. RAM keeps its contents.
  void reset(Mt19937& random);

  // One call of the frame routine: the rest of the frame that is being drawn, as a rule all of it.
  // It may be cut short when the program executes very many instructions without ending the frame.
  void run_frame(const Inputs& inputs);

  const std::array<std::uint8_t, kRamBytes>& ram() const { return ram_; }
  std::array<std::uint8_t, kRamBytes>& ram() { return ram_; }
  Board& board() { return board_; }
  const Board& board() const { return board_; }
  Tia& tia() { return tia_; }
  const Tia& tia() const { return tia_; }
  const Cpu& cpu() const { return cpu_; }
  bool frame_finished() const { return tia_.finished(); }
  // Scanlines of the frame that the last call finished.
  int scanlines() const { return tia_.scanlines(); }

  // Everything but the pictures.
  template <class Io>
  void serialize(Io& io) {
    io(cpu_, ram_, riot_, tia_, board_, inputs_);
    if (io.reading()) board_.map(pages_);
  }

 private:
  friend class Interpreter;

  // Accesses of addresses whose page is not mapped. `bus` is the byte that was on the bus before.
  std::uint8_t read(std::uint16_t address, std::uint8_t bus, std::int64_t cycles);
  // Returns the new time.
  std::int64_t write(std::uint16_t address, std::uint8_t value, std::int64_t cycles);
  std::uint8_t read_vector(std::uint16_t address);

  const Rom& rom_;
  Cpu cpu_;
  PageMap pages_;
  // An instruction whose bytes were read over the bus, where its low address byte says.
  alignas(256) std::uint8_t slow_code_[256 + 2] = {};
  std::array<std::uint8_t, kRamBytes> ram_;
  Inputs inputs_;
  Riot riot_;
  Board board_;
  std::unique_ptr<FrameBuffers> buffers_;
  Tia tia_;
};

}  // namespace pp::atari
