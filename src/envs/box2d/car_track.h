// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The closed road of CarRacing: a random loop through twelve checkpoints, cut into tiles.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <vector>

namespace pp::box2d {

// A point of the road: where it is, and the direction across it.
struct TrackPoint {
  double alpha;  // its angle as seen from the middle of the field
  double beta;
  double x, y;

  template <class Io>
  void serialize(Io& io) {
    io(alpha, beta, x, y);
  }
};

// Four corners.
using Quad = std::array<std::array<double, 2>, 4>;

struct Track {
  static constexpr double kScale = 6.0;
  static constexpr double kField = 2000 / kScale;  // its half width

  std::vector<TrackPoint> points;
  std::vector<Quad> tiles;     // one for each point
  std::vector<Quad> borders;   // in sharp bends
  std::vector<int> border_of;  // for each tile: the number of its border, or -1

  // Draws until a road closes.
  void create(Rng& rng);

  template <class Io>
  void serialize(Io& io) {
    io(points);
    if (io.checks()) check();
    if (io.reading()) create_tiles();
  }

 private:
  void check() const;
  bool try_points(Rng& rng);
  bool keep_one_lap();
  void find_sharp_bends();
  void create_tiles();
  // Numbers below 0 count from the end.
  std::size_t index(std::ptrdiff_t i) const {
    const auto count = static_cast<std::ptrdiff_t>(points.size());
    return static_cast<std::size_t>((i + 2 * count) % count);
  }
  const TrackPoint& point(std::ptrdiff_t i) const { return points[index(i)]; }

  std::vector<char> is_sharp_;
};

}  // namespace pp::box2d
