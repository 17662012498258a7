// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The corridor of an episode: walls that leave a way on one side, or platforms with gaps between
// them. Their sizes are drawn as dm_control's arenas/corridors.py draws them.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "facts.h"

namespace pp::locomotion {

// Writes numbers as a model's text has them: so many digits that reading gives the same bits.
void append(std::string& text, std::span<const double> numbers);

struct Range {
  double low, high;
};

struct CorridorRules {
  enum class Kind { kWalls, kGaps } kind;
  double length, width;  // meters
  Range size;            // of walls along the corridor's width, or of platforms along its length
  Range gap;             // between platforms
  double spawn;          // where a walker begins
  double speed;          // that is wanted, in meters per second
  double lowest;         // an episode ends with an end effector below this height
  bool may_fall;         // whether parts other than the feet may touch the ground
};

class Corridor {
 public:
  explicit Corridor(const CorridorRules& rules) : rules_(&rules) {}

  void draw(RandomState& random);
  // The text of a model with this corridor.
  std::string text(const ArenaFacts& arena) const;
  // Returns whether there is another corridor now.
  bool serialize(StateIO& io);
  bool is_drawn() const { return !drawn_.empty(); }

 private:
  template <class Next, class Put>
  static void lay_out(const CorridorRules& rules, Next next, Put put);
  bool is_possible(const std::vector<double>& drawn) const;

  const CorridorRules* rules_;
  std::vector<double> drawn_;  // the sizes, in the order in which they were drawn
};

}  // namespace pp::locomotion
