// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "car_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <numbers>
#include <stdexcept>
#include <string>

#include "canvas.h"
#include "car_racing.h"

namespace pp::box2d {

namespace {

constexpr double kScale = Track::kScale;
constexpr double kZoom = 2.7;
constexpr double kGrass = Track::kField / 20.0;  // the side of a square
constexpr double kWidth = Canvas::kWidth;
constexpr double kHeight = Canvas::kHeight;

struct Point {
  double x, y;
};

// As pygame's Vector2.rotate_rad: near a quarter turn coordinates are only swapped.
class Rotator {
 public:
  explicit Rotator(double angle) {
    constexpr double pi = std::numbers::pi;
    constexpr double epsilon = 1e-6;
    angle = std::fmod(angle, 2 * pi);
    if (angle < 0) angle += 2 * pi;
    if (std::fmod(angle + epsilon, pi / 2) < 2 * epsilon) {
      quarter_ = static_cast<int>((angle + epsilon) / (pi / 2)) % 4;
    } else {
      sine_ = std::sin(angle);
      cosine_ = std::cos(angle);
    }
  }
  Point operator()(Point p) const {
    switch (quarter_) {
      case 0:
        return p;
      case 1:
        return {-p.y, p.x};
      case 2:
        return {-p.x, -p.y};
      case 3:
        return {p.y, -p.x};
      default:
        return {cosine_ * p.x - sine_ * p.y, sine_ * p.x + cosine_ * p.y};
    }
  }

 private:
  int quarter_ = -1;
  double sine_ = 0;
  double cosine_ = 1;
};

// From the field to the canvas.
class Camera {
 public:
  explicit Camera(const CarRacingRules& rules)
      : rotate_(-double{rules.world().body(rules.car().hull).sweep.angle}) {
    const double t = rules.time();
    zoom_ = 0.1 * kScale * std::max(1 - t, 0.0) + kZoom * kScale * std::min(t, 1.0);
    const Vec2 at = rules.world().body(rules.car().hull).transform.position;
    const Point scroll = rotate_({-double{at.x} * zoom_, -double{at.y} * zoom_});
    shift_ = {kWidth / 2 + scroll.x, kHeight / 4 + scroll.y};
  }
  Point operator()(Point p) const {
    const Point r = rotate_(p);
    return {r.x * zoom_ + shift_.x, r.y * zoom_ + shift_.y};
  }

 private:
  Rotator rotate_;
  double zoom_;
  Point shift_;
};

Pixel narrowed(Point p) {
  return {static_cast<std::int16_t>(static_cast<std::int64_t>(p.x)),
          static_cast<std::int16_t>(static_cast<std::int64_t>(p.y))};
}
// In a forged state parts of the car may lie anywhere, and at NaN: these are drawn beside the canvas.
int truncated(double x) {
  constexpr double beyond = 30'000;
  return static_cast<int>(std::max(-beyond, std::min(beyond, x)));
}
Pixel truncated(Point p) { return {truncated(p.x), truncated(p.y)}; }

Color truncated(const CarRacingRules::Rgb& c) {
  return color_of(static_cast<int>(c[0]), static_cast<int>(c[1]), static_cast<int>(c[2]));
}

// Corners further from the canvas than the greatest shape is wide belong to shapes out of sight.
bool is_near(Point p) {
  static const double margin =
      std::max({kGrass, 40 / kScale, 21 / kScale}) * std::sqrt(2.0) * kZoom * kScale;
  return -margin <= p.x && p.x <= kWidth + margin && -margin <= p.y && p.y <= kHeight + margin;
}

class Painter {
 public:
  Painter(const CarRacingRules& rules, Canvas& canvas)
      : rules_(rules), canvas_(canvas), camera_(rules) {}

  void paint() {
    canvas_.flip(true);
    canvas_.hide_rows_from(kBarTop);
    paint_field();
    paint_road();
    paint_car();
    canvas_.flip(false);
    canvas_.hide_rows_from(Canvas::kHeight);
    paint_instruments();
  }

 private:
  void paint_smooth(const Quad& quad, Color color, bool always = false) {
    std::array<Pixel, 4> corners;
    bool is_seen = always;
    for (std::size_t i = 0; i < 4; ++i) {
      const Point p = camera_({quad[i][0], quad[i][1]});
      is_seen = is_seen || is_near(p);
      corners[i] = narrowed(p);
    }
    if (!is_seen) return;
    canvas_.draw_smooth_polygon(corners, color);
  }

  void paint_field() {
    constexpr double b = Track::kField;
    paint_smooth({{{b, b}, {b, -b}, {-b, -b}, {-b, b}}}, truncated(rules_.field_color()), true);
    const Color color = truncated(rules_.grass_color());
    for (int i = -20; i < 20; i += 2) {
      for (int j = -20; j < 20; j += 2) {
        const double x = kGrass * i;
        const double y = kGrass * j;
        paint_smooth(
            {{{x + kGrass, y + 0}, {x + 0, y + 0}, {x + 0, y + kGrass}, {x + kGrass, y + kGrass}}},
            color);
      }
    }
  }

  void paint_road() {
    const Track& track = rules_.track();
    for (std::size_t i = 0; i < track.tiles.size(); ++i) {
      paint_smooth(track.tiles[i], truncated(rules_.tiles()[i].color));
      if (track.border_of[i] < 0) continue;
      const Color color = i % 2 == 0 ? color_of(255, 255, 255) : color_of(255, 0, 0);
      paint_smooth(track.borders[static_cast<std::size_t>(track.border_of[i])], color);
    }
  }

  void fill(const Transform& at, std::span<const Vec2> points, Color color) {
    std::array<Pixel, Shape::kMaxVertices> corners;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2 p = apply(at, points[i]);
      corners[i] = truncated(camera_({p.x, p.y}));
    }
    canvas_.fill(std::span(corners).first(points.size()), color);
  }

  void paint_car() {
    for (const Wheel& wheel : rules_.car().wheels) {
      const Body& body = rules_.world().body(wheel.body);
      fill(body.transform, rules_.world().fixture(body.first_fixture).shape.points(), 0);
      paint_stripe(wheel, body.transform);
    }
    const Body& hull = rules_.world().body(rules_.car().hull);
    for (Id f = hull.first_fixture; f != kNoId; f = rules_.world().fixture(f).next) {
      fill(hull.transform, rules_.world().fixture(f).shape.points(),
           color_of(static_cast<int>(0.8 * 255), 0, 0));
    }
  }

  // The part of the tread that is lighter shows how a wheel rolls.
  void paint_stripe(const Wheel& wheel, const Transform& at) {
    const double s1 = std::sin(wheel.phase);
    const double s2 = std::sin(wheel.phase + 1.2);
    double c1 = std::cos(wheel.phase);
    double c2 = std::cos(wheel.phase + 1.2);
    const auto sign = [](double c) { return c > 0 ? 1.0 : c < 0 ? -1.0 : 0.0; };
    if (s1 > 0 && s2 > 0) return;
    if (s1 > 0) c1 = sign(c1);
    if (s2 > 0) c2 = sign(c2);
    constexpr auto x = static_cast<float>(Car::kWheelWidth * Car::kSize);
    const auto y1 = static_cast<float>(Car::kWheelRadius * c1 * Car::kSize);
    const auto y2 = static_cast<float>(Car::kWheelRadius * c2 * Car::kSize);
    const std::array<Vec2, 4> stripe{{{-x, y1}, {x, y1}, {x, y2}, {-x, y2}}};
    fill(at, stripe, color_of(77, 77, 77));
  }

  void fill_box(double left, double top, double right, double bottom, Color color) {
    const std::array<Pixel, 4> corners{truncated(Point{left, top}), truncated(Point{right, top}),
                                       truncated(Point{right, bottom}),
                                       truncated(Point{left, bottom})};
    canvas_.fill(corners, color);
  }

  static constexpr int kBarTop = Canvas::kHeight * 35 / 40;
  static constexpr double kUnitX = kWidth / 40.0;
  static constexpr double kUnitY = kHeight / 40.0;

  void paint_column(int place, double value, double height, Color color) {
    if (!(std::abs(value) > 1e-4)) return;
    fill_box(place * kUnitX, kHeight - (kUnitY + kUnitY * height), (place + 1) * kUnitX,
             kHeight - kUnitY, color);
  }
  void paint_bar(int place, double value, double width, Color color) {
    if (!(std::abs(value) > 1e-4)) return;
    fill_box((place + 0) * kUnitX, kHeight - 4 * kUnitY, (place + width) * kUnitX,
             kHeight - 2 * kUnitY, color);
  }

  void paint_instruments() {
    fill_box(0, kHeight - 5 * kUnitY, kWidth, kHeight, 0);
    const World& world = rules_.world();
    const Body& hull = world.body(rules_.car().hull);
    const double vx = hull.velocity.x;
    const double vy = hull.velocity.y;
    const double speed = std::sqrt(vx * vx + vy * vy);
    paint_column(5, speed, 0.02 * speed, color_of(255, 255, 255));
    const auto& wheels = rules_.car().wheels;
    for (int i = 0; i < 4; ++i) {
      const double omega = wheels[static_cast<std::size_t>(i)].omega;
      paint_column(7 + i, omega, 0.01 * omega, color_of(i < 2 ? 0 : 51, 0, 255));
    }
    const double steer = world.joint_angle(wheels[0].joint);
    paint_bar(20, steer, -10.0 * steer, color_of(0, 255, 0));
    const double turn = hull.angular_velocity;
    paint_bar(30, turn, -0.8 * turn, color_of(255, 0, 0));
  }

  const CarRacingRules& rules_;
  Canvas& canvas_;
  Camera camera_;
};

// The part of the picture that texts cover: no instrument reaches into it.
constexpr int kTextWidth = 11;
constexpr int kTextTop = 87;
constexpr int kTextHeight = 6;
using ShownText = std::array<std::uint8_t, 3 * kTextWidth * kTextHeight>;

struct ShownTexts {
  int lowest = 0;
  std::vector<ShownText> texts;
};

std::shared_ptr<const ShownTexts>& shown_texts() {
  static std::shared_ptr<const ShownTexts> texts;
  return texts;
}

const ShownText& text_of(double reward) {
  const ShownTexts* shown = shown_texts().get();
  if (shown == nullptr) throw std::runtime_error("the texts of CarRacing's picture are missing");
  const double whole = std::nearbyint(reward);
  const auto count = static_cast<double>(shown->texts.size());
  if (whole == 0 && std::signbit(reward)) return shown->texts.back();
  const double index = whole - shown->lowest;
  if (!(index >= 0 && index < count - 1)) {
    throw std::runtime_error("CarRacing's picture shows rewards from " +
                             std::to_string(shown->lowest) + " to " +
                             std::to_string(shown->lowest + static_cast<int>(count) - 2) +
                             ", got " + std::to_string(reward));
  }
  return shown->texts[static_cast<std::size_t>(index)];
}

// Coordinates have 16 bits, and the camera follows the car. A forged state may place it anywhere.
void check_in_sight(const Body& hull) {
  constexpr double furthest = Track::kField + 100;
  const Vec2 at = hull.transform.position;
  if (std::abs(at.x) <= furthest && std::abs(at.y) <= furthest && std::isfinite(hull.sweep.angle)) {
    return;
  }
  throw std::runtime_error("CarRacing's picture can only show a car on the field, got one at " +
                           std::to_string(at.x) + ", " + std::to_string(at.y));
}

Canvas& own_canvas() {
  static thread_local const auto canvas = std::make_unique<Canvas>();
  canvas->clear();
  return *canvas;
}

}  // namespace

void set_reward_texts(int lowest, std::span<const RewardText> texts) {
  auto shown = std::make_shared<ShownTexts>();
  shown->lowest = lowest;
  std::array<std::uint8_t, 3 * Canvas::kShownSize * kTextHeight> picture;
  for (const RewardText& text : texts) {
    Canvas& canvas = own_canvas();
    canvas.draw_grey(text.left, text.top, text.width, text.height, text.grey.data());
    canvas.show(picture.data(), kTextTop, kTextTop + kTextHeight);
    ShownText& part = shown->texts.emplace_back();
    for (int y = 0; y < kTextHeight; ++y) {
      std::memcpy(&part[static_cast<std::size_t>(3 * kTextWidth * y)],
                  &picture[static_cast<std::size_t>(3 * Canvas::kShownSize * y)], 3 * kTextWidth);
    }
  }
  shown_texts() = std::move(shown);
}

bool has_reward_texts() { return shown_texts() != nullptr; }

void draw(const CarRacingRules& rules, std::uint8_t* out) {
  if (!rules.car().exists()) throw Error(ErrorKind::kState, "the state holds no car to be shown");
  check_in_sight(rules.world().body(rules.car().hull));
  const ShownText& text = text_of(rules.shown_reward());
  Canvas& canvas = own_canvas();
  Painter(rules, canvas).paint();
  canvas.show(out);
  for (int y = 0; y < kTextHeight; ++y) {
    std::memcpy(out + 3 * Canvas::kShownSize * (kTextTop + y),
                &text[static_cast<std::size_t>(3 * kTextWidth * y)], 3 * kTextWidth);
  }
}

}  // namespace pp::box2d
