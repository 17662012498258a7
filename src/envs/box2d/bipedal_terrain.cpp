// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "bipedal_terrain.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doubles.h"

namespace pp::box2d {

namespace {

constexpr float kFriction = 2.5f;

Shape shape_of(const BipedalTerrain::Corners& c) {
  const std::array<Vec2, 4> points{rounded(c[0], c[1]), rounded(c[2], c[3]), rounded(c[4], c[5]),
                                   rounded(c[6], c[7])};
  return Shape::polygon(points);
}

enum class Ground { kGrass, kStump, kStairs, kPit };

// Lays the ground from step to step. One kind follows the other; `counter_` steps of it are left. An
// obstacle is made in the first step of its ground.
template <class AddObstacle>
class GroundMaker {
 public:
  GroundMaker(Rng& rng, bool hardcore, AddObstacle add)
      : rng_(rng), hardcore_(hardcore), add_(std::move(add)) {}

  // The height at the i-th step; steps are asked for in order.
  double next(std::size_t i) {
    const double x = static_cast<double>(i) * kStep;
    if (is_first_ && ground_ != Ground::kGrass) {
      begin(x);
    } else if (!is_first_) {
      go_on(i);
    }
    is_first_ = false;
    const double height = y_;
    if (--counter_ == 0) change_ground();
    return height;
  }

 private:
  static constexpr double kStep = BipedalTerrain::kStep;
  using Corners = BipedalTerrain::Corners;

  void begin(double x) {
    if (ground_ == Ground::kPit) dig_pit(x);
    if (ground_ == Ground::kStump) raise_stump(x);
    if (ground_ == Ground::kStairs) build_stairs(x);
  }

  void go_on(std::size_t i) {
    if (ground_ == Ground::kGrass) {
      velocity_ = 0.8 * velocity_ + 0.01 * sign(BipedalTerrain::kHeight - y_);
      if (i > BipedalTerrain::kStartPad) {
        velocity_ += rng_.uniform(-1, 1) / BipedalTerrain::kScale;
      }
      y_ += velocity_;
    } else if (ground_ == Ground::kPit) {
      y_ = original_y_;
      if (counter_ > 1) y_ -= 4 * kStep;
    } else if (ground_ == Ground::kStairs) {
      const std::int64_t s = stair_steps_ * stair_width_ - counter_ - stair_height_;
      const double n = static_cast<double>(s) / static_cast<double>(stair_width_);
      y_ = original_y_ + (n * static_cast<double>(stair_height_)) * kStep;
    }
  }

  // Two walls with nothing in between.
  void dig_pit(double x) {
    counter_ = rng_.integers<std::int64_t>(3, 5);
    const Corners wall{x, y_, x + kStep, y_, x + kStep, y_ - 4 * kStep, x, y_ - 4 * kStep};
    add_(wall);
    Corners far = wall;
    for (std::size_t c = 0; c < 8; c += 2) far[c] += kStep * static_cast<double>(counter_);
    add_(far);
    counter_ += 2;
    original_y_ = y_;
  }

  void raise_stump(double x) {
    counter_ = rng_.integers<std::int64_t>(1, 3);
    const double size = static_cast<double>(counter_) * kStep;
    add_({x, y_, x + size, y_, x + size, y_ + size, x, y_ + size});
  }

  void build_stairs(double x) {
    stair_height_ = rng_.random() > 0.5 ? 1 : -1;
    stair_width_ = rng_.integers<std::int64_t>(4, 5);
    stair_steps_ = rng_.integers<std::int64_t>(3, 5);
    original_y_ = y_;
    for (std::int64_t s = 0; s < stair_steps_; ++s) {
      const double left = x + static_cast<double>(s * stair_width_) * kStep;
      const double right = x + static_cast<double>((1 + s) * stair_width_) * kStep;
      const double top = y_ + static_cast<double>(s * stair_height_) * kStep;
      const double bottom = y_ + static_cast<double>(-1 + s * stair_height_) * kStep;
      add_({left, top, right, top, right, bottom, left, bottom});
    }
    counter_ = stair_steps_ * stair_width_;
  }

  void change_ground() {
    counter_ = rng_.integers<std::int64_t>(BipedalTerrain::kGrass / 2, BipedalTerrain::kGrass);
    const bool ends_grass = ground_ == Ground::kGrass && hardcore_;
    ground_ = ends_grass ? static_cast<Ground>(rng_.integers<std::int64_t>(1, 4)) : Ground::kGrass;
    is_first_ = true;
  }

  Rng& rng_;
  bool hardcore_;
  AddObstacle add_;
  Ground ground_ = Ground::kGrass;
  bool is_first_ = false;
  double velocity_ = 0.0;
  double y_ = BipedalTerrain::kHeight;
  double original_y_ = 0.0;
  std::int64_t counter_ = BipedalTerrain::kStartPad;
  std::int64_t stair_steps_ = 0, stair_width_ = 0, stair_height_ = 0;
};

}  // namespace

void BipedalTerrain::create(World& world, Rng& rng, bool hardcore) {
  corners_.clear();
  bodies_.clear();
  obstacles_.clear();
  create_heights(world, rng, hardcore);
  create_edges(world);
  create_clouds(rng);
}

// From the newest body to the oldest, as Gymnasium keeps them.
void BipedalTerrain::destroy(World& world) {
  for (std::size_t i = bodies_.size(); i-- > 0;) world.destroy_body(bodies_[i]);
  bodies_.clear();
}

void BipedalTerrain::create_obstacle(World& world, const Corners& corners) {
  corners_.push_back(corners);
  obstacles_.push_back(shape_of(corners));
  bodies_.push_back(world.create_body({.is_dynamic = false}));
  world.add_fixture(bodies_.back(), {.shape = obstacles_.back(), .friction = kFriction});
}

void BipedalTerrain::create_heights(World& world, Rng& rng, bool hardcore) {
  GroundMaker ground(rng, hardcore,
                     [&](const Corners& corners) { create_obstacle(world, corners); });
  for (std::size_t i = 0; i < kPoints; ++i) heights_[i] = ground.next(i);
}

void BipedalTerrain::keep_shapes() {
  for (std::size_t i = 0; i < kPoints; ++i) {
    points_[i] = rounded(static_cast<double>(i) * kStep, heights_[i]);
  }
  obstacles_.clear();
  for (const Corners& corners : corners_) obstacles_.push_back(shape_of(corners));
}

void BipedalTerrain::create_edges(World& world) {
  keep_shapes();
  for (std::size_t i = 0; i + 1 < kPoints; ++i) {
    bodies_.push_back(world.create_body({.is_dynamic = false}));
    world.add_fixture(bodies_.back(),
                      {.shape = Shape::edge(points_[i], points_[i + 1]), .friction = kFriction});
  }
}

void BipedalTerrain::create_clouds(Rng& rng) {
  for (auto& cloud : clouds_) {
    const double x = rng.uniform(0, kPoints) * kStep;
    constexpr double y = 400 / kScale * 3 / 4;
    for (int corner = 0; corner < 5; ++corner) {
      const double angle = 3.14 * 2 * corner / 5;
      const double dx = rng.uniform(0, 5 * kStep);
      cloud[2 * corner] = x + 15 * kStep * std::sin(angle) + dx;
      const double dy = rng.uniform(0, 5 * kStep);
      cloud[2 * corner + 1] = y + 5 * kStep * std::cos(angle) + dy;
    }
  }
}

namespace {

// On which side of a ray a point lies, and how far, times the length of the ray.
float side_of(const Ray& ray, Vec2 point) { return cross(ray.to - ray.from, point - ray.from); }

// What lies further than this to one side of a ray is not hit, however numbers are rounded.
constexpr float kClear = 0.01f;

// The ground's bodies all lie at the origin.
void cast_at(const Shape& shape, Ray& ray) {
  const float fraction = shape.cast(ray, Transform{});
  if (fraction >= 0.0f) ray.max_fraction = fraction;
}

void cast_at_obstacle(const Shape& obstacle, Ray& ray) {
  float low = kFloatMax;
  float high = -kFloatMax;
  for (const Vec2 corner : obstacle.points()) {
    const float side = side_of(ray, corner);
    low = min(low, side);
    high = max(high, side);
  }
  if (low <= kClear && high >= -kClear) cast_at(obstacle, ray);
}

}  // namespace

// Only edges below the ray can be hit.
void BipedalTerrain::cast_at_edges(Ray& ray) const {
  constexpr double last = kPoints - 2;
  const double left = ray.from.x / kStep - 0.01;
  const double right = ray.to.x / kStep + 0.01;
  if (!(right >= 0 && left <= last + 1)) return;
  const auto begin = static_cast<std::size_t>(std::clamp(left, 0.0, last));
  const auto end = static_cast<std::size_t>(std::clamp(right, 0.0, last));
  float side = side_of(ray, points_[begin]);
  for (std::size_t i = begin; i <= end; ++i) {
    const float before = side;
    side = side_of(ray, points_[i + 1]);
    const bool is_clear = min(before, side) > kClear || max(before, side) < -kClear;
    if (!is_clear) cast_at(Shape::edge(points_[i], points_[i + 1]), ray);
  }
}

void BipedalTerrain::cast_rays(Vec2 from, std::span<const Vec2> ends,
                               std::span<float> fractions) const {
  float furthest = from.x;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    Ray ray{from, ends[i], 1.0f};
    cast_at_edges(ray);
    fractions[i] = ray.max_fraction;
    furthest = max(furthest, ends[i].x);
  }
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    const double left = corners_[k][0] - 0.01;
    const double right = corners_[k][2] + 0.01;
    if (right < from.x || left > furthest) continue;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      Ray ray{from, ends[i], fractions[i]};
      cast_at_obstacle(obstacles_[k], ray);
      fractions[i] = ray.max_fraction;
    }
  }
}

}  // namespace pp::box2d
