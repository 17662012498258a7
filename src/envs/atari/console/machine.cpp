// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The console's address decoding, reset and frame routine.
#include "machine.h"

#include <cstring>
#include <utility>

namespace pp::atari {
namespace {

constexpr int kInstructionsPerCall = 25000;

// The timer starts anywhere in this range.
std::uint32_t random_timer(Mt19937& random) { return 25 + random.next32() % 75; }

constexpr bool is_cartridge(int address) { return (address & 0x1000) != 0; }
constexpr bool is_tia(int address) { return (address & 0x1080) == 0; }

TiaOptions tia_options(const Rom& rom, Television television, int height) {
  const bool both = rom.controllers == Controllers::kSwappedPaddlesBoth ||
                    rom.controllers == Controllers::kPaddlesBoth;
  return {.first_row = rom.first_line,
          .height = height,
          .television = television,
          .hmove_blanks = rom.hmove_blanks,
          .paddles = {both || rom.controllers == Controllers::kPaddlesLeft, both}};
}

// Appends a picture: before each row, whether it repeats the row above.
void append_picture(std::string& bytes, const Picture& picture) {
  for (int y = 0; y < kBufferRows; ++y) {
    const std::uint8_t* const row = picture.rows + y * kWidth;
    const bool repeats = y > 0 && std::memcmp(row, row - kWidth, kWidth) == 0;
    bytes += static_cast<char>(repeats);
    if (!repeats) bytes.append(reinterpret_cast<const char*>(row), kWidth);
  }
}

// Reads a picture, and returns what is behind it. Writes only rows that differ, see FrameBuffers.
const char* read_picture(const char* bytes, Picture& picture) {
  const char* above = bytes;
  for (int y = 0; y < kBufferRows; ++y) {
    const bool repeats = *bytes++ != 0;
    const char* const from = repeats ? above : bytes;
    if (!repeats) bytes += kWidth;
    std::uint8_t* const row = picture.rows + y * kWidth;
    if (std::memcmp(row, from, kWidth) != 0) std::memcpy(row, from, kWidth);
    above = from;
  }
  return bytes;
}

}  // namespace

Machine::Machine(const Rom& rom, std::span<const std::uint8_t> image, Mt19937& random)
    : rom_(rom),
      board_(rom.cartridge, image),
      buffers_(FrameBuffers::make()),
      tia_(tia_options(rom, Television::kNtsc, kNtscHeight), *buffers_) {
  for (std::uint8_t& byte : ram_) byte = static_cast<std::uint8_t>(random.next32());
  riot_.reset(random_timer(random));
  for (int page = 0; page < kPages; ++page) {
    const int address = page << kPageBits;
    if (is_ram(address)) pages_.read[page] = pages_.write[page] = &ram_[address & 0x7f];
  }
  board_.map(pages_);
}

void Machine::set_television(Television television) {
  const int height =
      television == Television::kPal && rom_.height == kNtscHeight ? kPalHeight : rom_.height;
  tia_.set_options(tia_options(rom_, television, height));
}

void Machine::reset(Mt19937& random) {
  board_.rebase(cpu_.cycles());
  riot_.reset(random_timer(random));
  tia_.reset();
  for (std::optional<Undrawn>& frame : undrawn_) frame.reset();
  board_.reset();
  if (board_.has_ram()) {
    for (std::uint8_t& byte : board_.ram()) byte = static_cast<std::uint8_t>(random.next32());
  }
  board_.map(pages_);
  const std::uint8_t low = read_vector(0xfffc);
  const std::uint8_t high = read_vector(0xfffd);
  cpu_.reset(static_cast<std::uint16_t>(low | high << 8), high);
}

std::uint8_t Machine::read_vector(std::uint16_t address) {
  const std::uint8_t* page = pages_.read[page_of(address)];
  return page != nullptr ? page[address % kPageBytes] : read(address, 0, 0);
}

void Machine::run_frame(const Inputs& inputs, bool draw) {
  const bool starts = tia_.finished();
  const int target = starts ? buffers_->current ^ 1 : buffers_->current;
  std::optional<Undrawn>& before = undrawn_[target];  // what the picture shows until now
  const Moment start = moment();
  const bool ran = run(inputs, draw, may_stop_);
  may_stop_ = !ran || !tia_.picture_complete();
  if (ran && draw && !before) return;
  if (ran && starts && tia_.finished() && tia_.picture_complete()) {
    before.reset();
    if (!draw) before.emplace(start, inputs);
    return;
  }
  // Rows that this frame leaves alone show the frame before.
  if (before) {
    this->draw(*before);
    before.reset();
  }
  go_back(start);
  run(inputs, true, true);
}

bool Machine::run(const Inputs& inputs, bool draw, bool may_stop) {
  inputs_ = inputs;
  tia_.set_drawing(draw);
  tia_.set_may_stop(may_stop);
  if (tia_.finished()) {
    const std::int64_t cycles = cpu_.cycles();
    tia_.start_frame(cycles);
    riot_.rebase(cycles);
    board_.rebase(cycles);
    cpu_.rebase(cycles);
  }
  tia_.continue_frame();
  if (history_ == nullptr || history_->complete()) {
    cpu_.run(*this, kInstructionsPerCall);
  } else {
    cpu_.run_tracked(*this, kInstructionsPerCall);
  }
  if (!may_stop && !tia_.will_be_complete()) return false;
  tia_.end_call(cpu_.cycles());
  return true;
}

const std::uint8_t* Machine::picture() {
  if (undrawn_[buffers_->current]) draw_pictures();
  return tia_.picture();
}

void Machine::draw_pictures() {
  if (!undrawn_[0] && !undrawn_[1]) return;
  const Moment now = moment();
  for (std::optional<Undrawn>& frame : undrawn_) {
    if (frame) draw(*frame);
    frame.reset();
  }
  go_back(now);
}

void Machine::draw(const Undrawn& frame) {
  go_back(frame.start);
  run(frame.inputs, true, false);  // its picture is complete
}

Machine::Moment Machine::moment() const {
  return {cpu_, ram_, inputs_, riot_, board_, tia_, buffers_->current};
}

void Machine::go_back(const Moment& moment) {
  cpu_ = moment.cpu;
  ram_ = moment.ram;
  inputs_ = moment.inputs;
  riot_ = moment.riot;
  board_ = moment.board;
  tia_.go_back(moment.tia);
  buffers_->current = moment.current;
  board_.map(pages_);
}

Machine::Snapshot Machine::snapshot() const {
  std::string drawn;
  for (int i = 0; i < 2; ++i) {
    if (!undrawn_[i]) append_picture(drawn, buffers_->pictures[i]);
  }
  return {moment(), {undrawn_[0], undrawn_[1]}, std::move(drawn)};
}

void Machine::restore(const Snapshot& snapshot, const RamHistory& history) {
  const auto before = ram_;
  const auto keep = [&](std::array<std::uint8_t, kRamBytes>& ram) {
    for (std::size_t i = 0; i < ram.size(); ++i) {
      if (history.untouched(i)) ram[i] = before[i];
    }
  };
  go_back(snapshot.now);
  keep(ram_);
  const char* drawn = snapshot.drawn.data();
  for (int i = 0; i < 2; ++i) {
    undrawn_[i] = snapshot.undrawn[i];
    if (undrawn_[i]) {
      keep(undrawn_[i]->start.ram);
    } else {
      drawn = read_picture(drawn, buffers_->pictures[i]);
      buffers_->forget_keys(i);
    }
  }
}

std::uint8_t Machine::read(std::uint16_t address, std::uint8_t bus, std::int64_t cycles) {
  if (is_cartridge(address)) return board_.read(address, cycles, pages_);
  if (is_tia(address)) return read_tia(address, bus, cycles);
  if (is_ram(address)) return ram_[address & 0x7f];
  return riot_.read(address, cycles, inputs_);
}

std::int64_t Machine::write(std::uint16_t address, std::uint8_t value, std::int64_t cycles) {
  if (is_cartridge(address)) {
    board_.write(address, value, pages_);
  } else if (is_tia(address)) {
    if ((address & 63) == kWsync) return tia_.wait_for_line(cycles, true);
    tia_.write(address & 63, value, cycles * kCycle);
  } else if (is_ram(address)) {
    ram_[address & 0x7f] = value;
  } else {
    riot_.write(address, value, cycles);
  }
  return cycles;
}

}  // namespace pp::atari
