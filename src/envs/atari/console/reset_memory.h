// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Remembers the results of resets. A reset is a function of its inputs, so a reset with the same
// inputs as an earlier one in this process need not be emulated again.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "atari/games/game.h"
#include "machine.h"

namespace pp::atari {

using ImageBytes = std::shared_ptr<const std::vector<std::uint8_t>>;
using RamBytes = std::array<std::uint8_t, Machine::kRamBytes>;

// The run that finds out the television's format.
struct Detection {
  RamBytes ram;  // afterwards
  bool frame_finished;
  Television television;
};

// All that a reset may depend on, if neither the cartridge's chips nor the environment's generator
// have a part in it.
struct ResetStart {
  int mode;
  int difficulty;
  bool frame_finished;
  GameState rules;
  // The program sees as much of these as it likes.
  std::uint8_t timer;
  RamBytes ram;
};

struct ResetEnd {
  Machine::Snapshot machine;
  GameState rules;
  std::int64_t frames;  // by which the frame numbers have grown
  RamHistory history;
  bool timer_matters;
};

// Whether a reset from `start` goes as one did that has begun at `before` and led to `end`.
bool repeats(const ResetStart& start, const ResetStart& before, const ResetEnd& end);

// For all threads.
class ResetMemory {
 public:
  static ResetMemory& instance();

  std::optional<Detection> detection(const Game& game, const ImageBytes& image);
  void add(const Game& game, const ImageBytes& image, const Detection& detection);

  std::shared_ptr<const ResetEnd> find(const Game& game, const ImageBytes& image,
                                       const ResetStart& start);
  // Forgets the oldest where there are too many.
  void add(const Game& game, const ImageBytes& image, const ResetStart& start, ResetEnd end);

  // Forgets all resets of this process.
  void forget();

 private:
  struct Entry {
    ResetStart start;
    std::shared_ptr<const ResetEnd> end;
  };
  struct Known {
    const Game* game;
    ImageBytes image;
    std::optional<Detection> detection;
    std::vector<Entry> entries;
    std::size_t next = 0;  // the entry to be replaced
  };
  Known& known(const Game& game, const ImageBytes& image);

  std::vector<std::unique_ptr<Known>> all_;
};

}  // namespace pp::atari
