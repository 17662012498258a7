// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ground that BipedalWalker walks on: grass, and in the hardcore version pits, stumps and
// stairs; and the clouds above it.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/world.h"

namespace pp::box2d {

class BipedalTerrain {
 public:
  static constexpr std::size_t kPoints = 200;
  static constexpr std::size_t kMaxObstacles = 128;
  static constexpr double kScale = 30.0;  // pixels per metre
  static constexpr double kStep = 14 / kScale;
  static constexpr double kHeight = 400 / kScale / 4;
  static constexpr int kStartPad = 20;  // steps of level ground
  static constexpr int kGrass = 10;     // steps of grass beyond the goal
  static constexpr std::size_t kClouds = 10;

  // Takes the place of what was created before.
  void create(World& world, Rng& rng, bool hardcore);
  void destroy(World& world);

  // The fraction of each ray at which it meets the ground; 1 if it does not. Rays point down, or to
  // the right.
  void cast_rays(Vec2 from, std::span<const Vec2> ends, std::span<float> fractions) const;

  const std::array<double, kPoints>& heights() const { return heights_; }
  // Of one fixture each.
  const std::vector<Id>& bodies() const { return bodies_; }
  // Four corners of each obstacle as x, y pairs.
  using Corners = std::array<double, 8>;
  const std::vector<Corners>& obstacles() const { return corners_; }
  // Five corners of each cloud as x, y pairs.
  const std::array<std::array<double, 10>, kClouds>& clouds() const { return clouds_; }

  template <class Io>
  void serialize(Io& io) {
    io(heights_, corners_, clouds_, bodies_);
    if (io.reading()) keep_shapes();
  }

 private:
  void create_heights(World& world, Rng& rng, bool hardcore);
  void create_obstacle(World& world, const Corners& corners);
  void create_edges(World& world);
  void create_clouds(Rng& rng);
  void keep_shapes();
  void cast_at_edges(Ray& ray) const;

  std::array<double, kPoints> heights_{};
  std::vector<Corners> corners_;
  std::array<std::array<double, 10>, kClouds> clouds_{};
  std::vector<Id> bodies_;            // obstacles and edges in the order of their creation
  std::array<Vec2, kPoints> points_;  // where edges meet
  std::vector<Shape> obstacles_;
};

}  // namespace pp::box2d
