// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rectangles of whole pixels, with the arithmetic of pygame's Rect.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstdint>

namespace pp::butterfly {

struct Rect {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t w = 0;
  std::int32_t h = 0;

  static Rect centered(std::int32_t x, std::int32_t y, std::int32_t w, std::int32_t h) {
    return {x - w / 2, y - h / 2, w, h};
  }

  std::int32_t right() const { return x + w; }
  std::int32_t bottom() const { return y + h; }
  std::int32_t center_x() const { return x + w / 2; }
  std::int32_t center_y() const { return y + h / 2; }

  // Whether they share a pixel.
  bool overlaps(const Rect& other) const {
    return w > 0 && h > 0 && other.w > 0 && other.h > 0 && x < other.right() &&
           y < other.bottom() && other.x < right() && other.y < bottom();
  }
  bool contains(const Rect& other) const {
    return x <= other.x && y <= other.y && right() >= other.right() && bottom() >= other.bottom() &&
           right() > other.x && bottom() > other.y;
  }

  void serialize(StateIO& io) {
    serialize_place(io);
    io.within(w, -kFar, kFar, "width");
    io.within(h, -kFar, kFar, "height");
  }
  // The same of a thing whose size is fixed.
  void serialize_place(StateIO& io) {
    io.within(x, -kFar, kFar, "column");
    io.within(y, -kFar, kFar, "row");
  }

 private:
  static constexpr std::int32_t kFar = 100'000;  // from the screen
};

}  // namespace pp::butterfly
