// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The console: processor, RAM, RIOT, TIA and cartridge on one bus.
#pragma once

#include <parallel_pool/random.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "board.h"
#include "cpu.h"
#include "page_map.h"
#include "ram_history.h"
#include "riot.h"
#include "rom.h"
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
  // Pixels of a frame that nobody is expected to look at need not be drawn: `picture` makes up for
  // it if somebody does.
  void run_frame(const Inputs& inputs, bool draw = true);

  // The picture after the last call: palette indices, `height` rows of 160.
  const std::uint8_t* picture();
  int height() const { return tia_.height(); }
  // The picture of the frame before.
  const std::uint8_t* picture_before() {
    draw_pictures();
    return buffers_->pictures[buffers_->current ^ 1].rows;
  }
  // The same as `picture`, for a reader that copies what has changed.
  struct View {
    int number;  // of the console's two pictures, which frames are drawn into by turns
    const std::uint8_t* pixels;
    RowSet* changed;  // since the reader has removed them
  };
  View view() {
    const std::uint8_t* const pixels = picture();
    return {buffers_->current, pixels, &buffers_->changed[buffers_->current]};
  }

  const std::array<std::uint8_t, kRamBytes>& ram() const { return ram_; }
  std::array<std::uint8_t, kRamBytes>& ram() { return ram_; }
  Board& board() { return board_; }
  const Board& board() const { return board_; }
  void set_compose(Compose compose) { tia_.set_compose(compose); }
  const Tia& tia() const { return tia_; }
  const Cpu& cpu() const { return cpu_; }
  bool frame_finished() const { return tia_.finished(); }
  void set_frame_finished(bool finished) { tia_.set_finished(finished); }
  // Scanlines of the frame so far.
  std::int64_t lines() const { return tia_.lines(); }

  // From now on notes what happens to RAM, or no longer if null.
  void track(RamHistory* history) { history_ = history; }
  RamHistory* history() const { return history_; }
  // Whether anything depends on what the last reset has set the timer to.
  bool timer_matters() const { return riot_.start_matters(); }

  // What the random numbers of a reset have chosen for the timer.
  std::uint8_t timer() const { return riot_.start(); }

  // The machine at some moment, without pictures.
  struct Moment {
    Cpu cpu;
    std::array<std::uint8_t, kRamBytes> ram;
    Inputs inputs;
    Riot riot;
    Board board;
    Tia tia;
    int current;  // the picture that is drawn into
  };
  // A frame that was not drawn, though it covers its whole picture: how to do it after all.
  struct Undrawn {
    Moment start;
    Inputs inputs;
  };
  // All of a machine.
  struct Snapshot {
    Moment now;
    std::optional<Undrawn> undrawn[2];
    std::string drawn;  // the pictures that are not undrawn, without rows that repeat
  };
  Snapshot snapshot() const;
  // From a machine with an equal ROM. Bytes of RAM that it has not touched keep what they are.
  void restore(const Snapshot& snapshot, const RamHistory& history);

  // Everything, with drawn pictures.
  template <class Io>
  void serialize(Io& io) {
    if (!io.reading()) draw_pictures();
    io(cpu_, ram_, riot_, tia_, board_, inputs_, buffers_->current);
    for (auto& picture : buffers_->pictures) io.rows(picture.rows, kBufferRows, kWidth);
    if (io.reading()) {
      buffers_->current &= 1;
      undrawn_[0].reset();
      undrawn_[1].reset();
      board_.map(pages_);
    }
  }

 private:
  template <bool kTracks>
  friend class Addressing;
  template <bool kTracks>
  friend class Interpreter;

  static constexpr bool is_ram(int address) { return (address & 0x1280) == 0x80; }

  // Accesses of addresses whose page is not mapped. `bus` is the byte that was on the bus before.
  std::uint8_t read(std::uint16_t address, std::uint8_t bus, std::int64_t cycles);
  [[gnu::noinline]] std::uint8_t read_tia(int address, std::uint8_t bus, std::int64_t cycles) {
    return tia_.read(address & 15, bus, cycles, inputs_);
  }
  // Returns the new time.
  std::int64_t write(std::uint16_t address, std::uint8_t value, std::int64_t cycles);
  std::uint8_t read_vector(std::uint16_t address);

  // False: the picture stays incomplete though it must not, so the call is to be made again.
  bool run(const Inputs& inputs, bool draw, bool may_stop);
  Moment moment() const;
  void go_back(const Moment& moment);
  void draw_pictures();
  void draw(const Undrawn& frame);

  const Rom& rom_;
  Cpu cpu_;
  PageMap pages_;
  // For an instruction whose bytes were read over the bus: where its low address byte says.
  Cell* slow_cell(int low) {
    const auto start = reinterpret_cast<std::uintptr_t>(slow_cells_) / sizeof(Cell);
    return slow_cells_ + (256 - start % 256) + low;
  }
  alignas(sizeof(Cell)) Cell slow_cells_[2 * 256] = {};
  std::array<std::uint8_t, kRamBytes> ram_;
  RamHistory* history_ = nullptr;
  Inputs inputs_;
  Riot riot_;
  Board board_;
  FrameBuffers::Pointer buffers_;
  Tia tia_;
  // By picture: its last frame, if that was not drawn.
  std::optional<Undrawn> undrawn_[2];
  bool may_stop_ = false;  // the last picture stayed incomplete: the next one probably will, too
};

}  // namespace pp::atari
