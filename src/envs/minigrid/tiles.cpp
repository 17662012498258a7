// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Drawing tiles as Minigrid does: shapes tested at the pixel centres of a picture of three times
// the size, then the mean of three by three pixels. The operations and their order are the
// reference's, among them the constants that it rounds to single precision.
#include "tiles.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace pp::minigrid {
namespace {

constexpr std::int32_t kSamples = 3;  // by pixel and axis

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
};

constexpr std::array<Rgb, 6> kRgb = {Rgb{255, 0, 0},    Rgb{0, 255, 0},   Rgb{0, 0, 255},
                                     Rgb{112, 39, 195}, Rgb{255, 255, 0}, Rgb{100, 100, 100}};
constexpr Rgb kBlack = {};

Rgb scaled(Rgb color, double factor) {
  const auto part = [&](std::uint8_t value) { return static_cast<std::uint8_t>(factor * value); };
  return {part(color.r), part(color.g), part(color.b)};
}

// --- Shapes: whether they hold a point of the unit square -----------------------------------

struct Rectangle {
  double x0, x1, y0, y1;
  bool operator()(double x, double y) const { return x >= x0 && x <= x1 && y >= y0 && y <= y1; }
};

struct Circle {
  double cx, cy, r;
  bool operator()(double x, double y) const {
    return (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r;
  }
};

class Line {
 public:
  Line(double x0, double y0, double x1, double y1, double r)
      : r_(r),
        bounds_{std::min(x0, x1) - r, std::max(x0, x1) + r, std::min(y0, y1) - r,
                std::max(y0, y1) + r},
        x0_(static_cast<float>(x0)),
        y0_(static_cast<float>(y0)) {
    const float dx = static_cast<float>(x1) - x0_;
    const float dy = static_cast<float>(y1) - y0_;
    length_ = std::sqrt(dx * dx + dy * dy);
    dx_ = dx / length_;
    dy_ = dy / length_;
  }
  bool operator()(double x, double y) const {
    if (!bounds_(x, y)) return false;
    const double along = (x - x0_) * dx_ + (y - y0_) * dy_;
    const double at = std::clamp(along, 0.0, static_cast<double>(length_));
    const double px = x - (x0_ + at * dx_);
    const double py = y - (y0_ + at * dy_);
    return std::sqrt(px * px + py * py) <= r_;
  }

 private:
  double r_;
  Rectangle bounds_;
  float x0_, y0_, length_, dx_, dy_;
};

// The agent, turned about the centre.
class Arrow {
 public:
  explicit Arrow(std::uint32_t heading)
      : cos_(std::cos(-(0.5 * std::numbers::pi * heading))),
        sin_(std::sin(-(0.5 * std::numbers::pi * heading))) {}

  bool operator()(double x, double y) const {
    const double cx = x - 0.5;
    const double cy = y - 0.5;
    return holds(0.5 + cx * cos_ - cy * sin_, 0.5 + cy * cos_ + cx * sin_);
  }

 private:
  // By barycentric coordinates.
  static bool holds(double x, double y) {
    constexpr float kAx = 0.12f, kAy = 0.19f, kBx = 0.87f, kBy = 0.50f, kCx = 0.12f, kCy = 0.81f;
    constexpr float kV0x = kCx - kAx, kV0y = kCy - kAy, kV1x = kBx - kAx, kV1y = kBy - kAy;
    constexpr float k00 = kV0x * kV0x + kV0y * kV0y;
    constexpr float k01 = kV0x * kV1x + kV0y * kV1y;
    constexpr float k11 = kV1x * kV1x + kV1y * kV1y;
    constexpr float kInverse = 1.0f / (k00 * k11 - k01 * k01);
    const double v2x = x - kAx;
    const double v2y = y - kAy;
    const double d02 = kV0x * v2x + kV0y * v2y;
    const double d12 = kV1x * v2x + kV1y * v2y;
    const double u = (k11 * d02 - k01 * d12) * kInverse;
    const double v = (k00 * d12 - k01 * d02) * kInverse;
    return u >= 0 && v >= 0 && u + v < 1;
  }

  double cos_, sin_;
};

// --- The picture of one tile before it is made smaller ----------------------------------------

class Canvas {
 public:
  explicit Canvas(std::int32_t size)
      : side_(size * kSamples), pixels_(static_cast<std::size_t>(side_ * side_)) {}

  template <class Shape>
  void fill(const Shape& shape, Rgb color) {
    const auto side = static_cast<double>(side_);
    for (std::int32_t row = 0; row < side_; ++row) {
      const double y = (row + 0.5) / side;
      for (std::int32_t column = 0; column < side_; ++column) {
        if (shape((column + 0.5) / side, y)) pixels_[row * side_ + column] = color;
      }
    }
  }

  void highlight() {
    const auto lighter = [](std::uint8_t value) {
      return static_cast<std::uint8_t>(value + 0.30 * (255 - value));
    };
    for (Rgb& pixel : pixels_) pixel = {lighter(pixel.r), lighter(pixel.g), lighter(pixel.b)};
  }

  // The means of three by three pixels, along rows first.
  void write(std::uint8_t* out) const {
    const auto mean = [](double a, double b, double c) { return (a + b + c) / 3.0; };
    for (std::int32_t y = 0; y < side_; y += kSamples) {
      for (std::int32_t x = 0; x < side_; x += kSamples) {
        for (std::uint8_t Rgb::* part : {&Rgb::r, &Rgb::g, &Rgb::b}) {
          const auto along = [&](std::int32_t row) {
            const Rgb* const first = &pixels_[(y + row) * side_ + x];
            return mean(first[0].*part, first[1].*part, first[2].*part);
          };
          *out++ = static_cast<std::uint8_t>(mean(along(0), along(1), along(2)));
        }
      }
    }
  }

 private:
  std::int32_t side_;
  std::vector<Rgb> pixels_;
};

void draw_lava(Canvas& canvas) {
  canvas.fill(Rectangle{0, 1, 0, 1}, {255, 128, 0});
  for (int i = 0; i < 3; ++i) {
    const double low = 0.3 + 0.2 * i;
    const double high = 0.4 + 0.2 * i;
    canvas.fill(Line(0.1, low, 0.3, high, 0.03), kBlack);
    canvas.fill(Line(0.3, high, 0.5, low, 0.03), kBlack);
    canvas.fill(Line(0.5, low, 0.7, high, 0.03), kBlack);
    canvas.fill(Line(0.7, high, 0.9, low, 0.03), kBlack);
  }
}

void draw_door(Canvas& canvas, Kind kind, Rgb color) {
  if (kind == Kind::kOpenDoor) {
    canvas.fill(Rectangle{0.88, 1.00, 0.00, 1.00}, color);
    canvas.fill(Rectangle{0.92, 0.96, 0.04, 0.96}, kBlack);
    return;
  }
  canvas.fill(Rectangle{0.00, 1.00, 0.00, 1.00}, color);
  if (kind == Kind::kLockedDoor) {
    canvas.fill(Rectangle{0.06, 0.94, 0.06, 0.94}, scaled(color, 0.45));
    canvas.fill(Rectangle{0.52, 0.75, 0.50, 0.56}, color);
    return;
  }
  canvas.fill(Rectangle{0.04, 0.96, 0.04, 0.96}, kBlack);
  canvas.fill(Rectangle{0.08, 0.92, 0.08, 0.92}, color);
  canvas.fill(Rectangle{0.12, 0.88, 0.12, 0.88}, kBlack);
  canvas.fill(Circle{0.75, 0.50, 0.08}, color);
}

void draw_key(Canvas& canvas, Rgb color) {
  canvas.fill(Rectangle{0.50, 0.63, 0.31, 0.88}, color);
  canvas.fill(Rectangle{0.38, 0.50, 0.59, 0.66}, color);
  canvas.fill(Rectangle{0.38, 0.50, 0.81, 0.88}, color);
  canvas.fill(Circle{0.56, 0.28, 0.190}, color);
  canvas.fill(Circle{0.56, 0.28, 0.064}, kBlack);
}

void draw_box(Canvas& canvas, Rgb color) {
  canvas.fill(Rectangle{0.12, 0.88, 0.12, 0.88}, color);
  canvas.fill(Rectangle{0.18, 0.82, 0.18, 0.82}, kBlack);
  canvas.fill(Rectangle{0.16, 0.84, 0.47, 0.53}, color);
}

void draw_cell(Canvas& canvas, Cell cell) {
  const Rgb color = kRgb[static_cast<std::size_t>(color_of(cell))];
  switch (kind_of(cell)) {
    case Kind::kWall:
    case Kind::kGoal:
      return canvas.fill(Rectangle{0, 1, 0, 1}, color);
    case Kind::kLava:
      return draw_lava(canvas);
    case Kind::kKey:
      return draw_key(canvas, color);
    case Kind::kBall:
      return canvas.fill(Circle{0.5, 0.5, 0.31}, color);
    case Kind::kBox:
      return draw_box(canvas, color);
    case Kind::kOpenDoor:
    case Kind::kClosedDoor:
    case Kind::kLockedDoor:
      return draw_door(canvas, kind_of(cell), color);
    default:
      return;
  }
}

// Copies a tile into a picture that is `columns` tiles wide.
void copy_tile(const std::uint8_t* tile, std::int32_t size, std::int32_t x, std::int32_t y,
               std::int32_t columns, std::uint8_t* out) {
  const auto bytes = static_cast<std::size_t>(size) * 3;
  const std::size_t pitch = bytes * static_cast<std::size_t>(columns);
  out += static_cast<std::size_t>(y * size) * pitch + static_cast<std::size_t>(x) * bytes;
  for (std::int32_t row = 0; row < size; ++row, out += pitch, tile += bytes) {
    std::memcpy(out, tile, bytes);
  }
}

}  // namespace

Tiles::Tiles(std::int32_t size) : size_(size) {
  add_both(kEmpty, {});  // first: what has no tile of its own looks like it
  for (const Cell cell : {kWall, kGoal, kLava}) add_both(cell, {});
  for (const Color color : kColors) {
    for (const Kind kind : {Kind::kOpenDoor, Kind::kClosedDoor, Kind::kLockedDoor, Kind::kKey,
                            Kind::kBall, Kind::kBox}) {
      add_both(make_cell(kind, color), {});
    }
    // The agent is shown looking up over what it carries.
    for (const Kind kind : kObjectKinds) add_both(make_cell(kind, color), 3);
  }
  for (std::uint32_t heading = 0; heading < 4; ++heading) {
    for (const Cell cell : {kEmpty, kGoal, kLava}) add_both(cell, heading);
    for (const Color color : kColors) add_both(make_cell(Kind::kOpenDoor, color), heading);
  }
}

void Tiles::add(Cell cell, std::optional<std::uint32_t> heading, bool highlight) {
  Canvas canvas(size_);
  constexpr Rgb kLines = {100, 100, 100};
  canvas.fill(Rectangle{0, 0.031, 0, 1}, kLines);
  canvas.fill(Rectangle{0, 1, 0, 0.031}, kLines);
  draw_cell(canvas, cell);
  if (heading) canvas.fill(Arrow(*heading), kRgb[0]);
  if (highlight) canvas.highlight();
  places_[cell][heading ? 1 + *heading : 0][highlight ? 1 : 0] = pixels_.size();
  pixels_.resize(pixels_.size() + static_cast<std::size_t>(size_ * size_) * 3);
  canvas.write(&pixels_[places_[cell][heading ? 1 + *heading : 0][highlight ? 1 : 0]]);
}

void draw_grid(const World& world, const Tiles& tiles, std::int32_t view_size, bool highlight,
               std::uint8_t* out) {
  std::vector<bool> seen(static_cast<std::size_t>(world.width() * world.height()));
  if (highlight) {
    const View view(world, view_size);
    const Position forward = kHeadings[world.direction];
    const Position right = {-forward.y, forward.x};
    for (std::int32_t i = 0; i < view_size; ++i) {
      for (std::int32_t j = 0; j < view_size; ++j) {
        const std::int32_t ahead = view_size - 1 - j;
        const std::int32_t aside = i - view_size / 2;
        const Position p = {world.agent.x + ahead * forward.x + aside * right.x,
                            world.agent.y + ahead * forward.y + aside * right.y};
        if (!world.contains(p) || view.at(i, j) == kUnseen) continue;
        seen[static_cast<std::size_t>(p.y * world.width() + p.x)] = true;
      }
    }
  }
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      const Position p = {x, y};
      const auto heading =
          p == world.agent ? std::optional(world.direction) : std::optional<std::uint32_t>();
      const bool is_seen = seen[static_cast<std::size_t>(y * world.width() + x)];
      copy_tile(tiles.tile(world.at(p), heading, is_seen), tiles.size(), x, y, world.width(), out);
    }
  }
}

void draw_view(const World& world, const Tiles& tiles, std::int32_t view_size, std::uint8_t* out) {
  const View view(world, view_size);
  for (std::int32_t j = 0; j < view_size; ++j) {
    for (std::int32_t i = 0; i < view_size; ++i) {
      const bool is_agent = i == view_size / 2 && j == view_size - 1;
      const auto heading = is_agent ? std::optional<std::uint32_t>(3) : std::nullopt;
      const Cell cell = view.at(i, j);
      copy_tile(tiles.tile(cell == kUnseen ? kEmpty : cell, heading, cell != kUnseen), tiles.size(),
                i, j, view_size, out);
    }
  }
}

}  // namespace pp::minigrid
