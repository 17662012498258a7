// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A map with a building in its middle, and how many pursuers and evaders are on each square, laid
// out so that what an agent sees around it is a few runs of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pp::sisl {

struct Square {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend bool operator==(Square, Square) = default;
};

class Board {
 public:
  enum Layer : std::size_t { kWalls, kPursuers, kEvaders, kLayers };

  // With a margin of walls as wide as agents see.
  Board(std::int32_t width, std::int32_t height, std::int32_t margin)
      : width_(width),
        height_(height),
        margin_(margin),
        stride_(static_cast<std::size_t>(width + 2 * margin) * kLayers),
        values_(stride_ * static_cast<std::size_t>(height + 2 * margin)) {
    clear();
  }

  std::int32_t width() const { return width_; }
  std::int32_t height() const { return height_; }

  bool holds(Square square) const {
    return 0 <= square.x && square.x < width_ && 0 <= square.y && square.y < height_;
  }
  bool is_wall(Square square) const { return values_[at(square) + kWalls] == 1.0f; }
  // Squares beyond the map count as those at its edge.
  int count(Layer layer, Square square) const {
    square.x = std::clamp(square.x, 0, width_ - 1);
    square.y = std::clamp(square.y, 0, height_ - 1);
    return static_cast<int>(values_[at(square) + layer]);
  }
  void add(Layer layer, Square square, float number) { values_[at(square) + layer] += number; }

  void clear() {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = i % kLayers == kWalls ? 1.0f : 0;
    for (std::int32_t y = 0; y < height_; ++y) {
      for (std::int32_t x = 0; x < width_; ++x) {
        const bool is_built = is_inner(x, width_, 0.3) && is_inner(y, height_, 0.2);
        if (!is_built) values_[at({x, y}) + kWalls] = 0.0f;
      }
    }
  }

  // Writes all squares of the map, row by row.
  void show(float* out) const {
    for (std::int32_t y = 0; y < height_; ++y) {
      out = std::copy_n(&values_[at({0, y})], static_cast<std::size_t>(width_) * kLayers, out);
    }
  }

  // Writes the squares within the margin around one, row by row, into rows of `range` squares.
  void look(Square around, std::int32_t range, float* out) const {
    const auto seen = static_cast<std::size_t>(2 * margin_ + 1) * kLayers;
    const auto row = static_cast<std::size_t>(range) * kLayers;
    const float* from = &values_[at({around.x - margin_, around.y - margin_})];
    if (seen < row) {  // of an even range, the last row and column lie behind walls
      for (std::size_t i = 0; i < row * static_cast<std::size_t>(range); ++i) {
        out[i] = i % kLayers == kWalls ? 1.0f : 0.0f;
      }
    }
    for (std::int32_t y = 0; y <= 2 * margin_; ++y) {
      std::copy_n(from, seen, out);
      from += stride_;
      out += row;
    }
  }

 private:
  static bool is_inner(std::int32_t i, std::int32_t size, double edge) {
    const double share = static_cast<double>(i) / size;
    return share > edge && share < 1.0 - edge;
  }

  std::size_t at(Square square) const {
    return static_cast<std::size_t>(square.y + margin_) * stride_ +
           static_cast<std::size_t>(square.x + margin_) * kLayers;
  }

  std::int32_t width_, height_, margin_;
  std::size_t stride_;
  std::vector<float> values_;
};

}  // namespace pp::sisl
