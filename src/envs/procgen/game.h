// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A game of the library's: levels one after the other, drawn from a seed.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <mutex>
#include <vector>

#include "library.h"

namespace pp::procgen {

// What all games of a pool share.
class Games {
 public:
  // Wants the GIL.
  explicit Games(const Config& config);

  const Library& library() const { return library_; }
  const GameOptions& options() const { return options_; }
  // Where games draw large pictures, one at a time.
  std::uint8_t* picture() const { return picture_.data(); }
  std::mutex& drawing() const { return drawing_; }

 private:
  GameOptions options_;
  const Library& library_;
  mutable std::vector<std::uint8_t> picture_;
  mutable std::mutex drawing_;
};

class Game {
 public:
  explicit Game(const Games& games) : games_(games) {}
  ~Game() { close(); }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  // Makes a game that plays the levels of a seed, and begins the first.
  void begin(std::int32_t seed);
  // Leaves the level, unless it has just begun, and begins another.
  void begin_level();
  void step(std::int32_t action);

  const Buffers& results() const { return buffers_; }
  // Writes kPictureBytes.
  void draw(std::uint8_t* out) const;

  void serialize(StateIO& io);

 private:
  void close();

  const Games& games_;
  RawGame* raw_ = nullptr;
  Buffers buffers_;
};

}  // namespace pp::procgen
