// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "bipedal_walker.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "doubles.h"
#include "step_in_lanes.h"

namespace pp::box2d {

namespace {

constexpr double kFramesPerSecond = 50;
constexpr double kScale = BipedalTerrain::kScale;
constexpr double kMotorTorque = 80;
constexpr double kHipSpeed = 4;
constexpr double kKneeSpeed = 6;
constexpr double kLidarRange = 160 / kScale;
constexpr double kInitialForce = 5;
constexpr double kLegDown = -8 / kScale;
constexpr double kLegWidth = 8 / kScale;
constexpr double kLegHeight = 34 / kScale;
constexpr double kStartX = BipedalTerrain::kStep * BipedalTerrain::kStartPad / 2;
constexpr double kStartY = BipedalTerrain::kHeight + 2 * kLegHeight;
constexpr std::size_t kRays = 10;
constexpr std::array<std::array<double, 2>, 5> kHull{
    {{-30, 9}, {6, 9}, {34, 1}, {34, -8}, {-30, -8}}};

struct Direction {
  double x, y;
};

// Where each ray ends, from where it starts.
const std::array<Direction, kRays>& rays() {
  static const auto directions = [] {
    std::array<Direction, kRays> all;
    for (std::size_t i = 0; i < kRays; ++i) {
      const double angle = 1.5 * static_cast<double>(i) / 10.0;
      all[i] = {std::sin(angle) * kLidarRange, std::cos(angle) * kLidarRange};
    }
    return all;
  }();
  return directions;
}

}  // namespace

Spec<BipedalWalker> BipedalWalker::spec(const Config&) {
  constexpr double pi = std::numbers::pi;
  double low[24] = {-pi, -5, -5, -5, -pi, -5, -pi, -5, -0.0, -pi, -5, -pi, -5, -0.0};
  double high[24] = {pi, 5, 5, 5, pi, 5, pi, 5, 5, pi, 5, pi, 5, 5};
  std::fill(low + 14, low + 24, -1.0);
  std::fill(high + 14, high + 24, 1.0);
  return {
      .observation = box(&Observation::state, low, high),
      .action = box(&Action::torque, -1.0, 1.0),
      .render_state = dict<RenderState>({{"terrain", value(&RenderState::terrain)},
                                         {"obstacles", value(&RenderState::obstacles)},
                                         {"obstacle_count", value(&RenderState::obstacle_count)},
                                         {"clouds", value(&RenderState::clouds)},
                                         {"poses", value(&RenderState::poses)},
                                         {"ray_ends", value(&RenderState::ray_ends)},
                                         {"pictures", value(&RenderState::pictures)}})};
}

const StepSize& BipedalWalker::step_size() {
  static constexpr StepSize size{static_cast<float>(1.0 / kFramesPerSecond), 6 * 30, 2 * 30};
  return size;
}

void BipedalWalker::reset(Rng& rng) {
  terrain_.destroy(world_);
  if (has_begun()) {
    world_.destroy_body(hull_);
    for (const Id leg : legs_) world_.destroy_body(leg);
  }
  crashed_ = has_shaping_ = false;
  leg_touches_ = {};
  pictures_ = 0;
  terrain_.create(world_, rng, hardcore_);
  create_walker(rng);
  Island* island = begin_step({});
  if (island != nullptr) island->solve_velocities(step_size().velocity_iterations);
  end_step();
}

void BipedalWalker::create_walker(Rng& rng) {
  std::array<Vec2, kHull.size()> points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = rounded(kHull[i][0] / kScale, kHull[i][1] / kScale);
  }
  hull_ = world_.create_body({.position = rounded(kStartX, kStartY)});
  world_.add_fixture(hull_, {.shape = Shape::polygon(points),
                             .density = 5.0f,
                             .friction = 0.1f,
                             .category = 0x0020,
                             .mask = 0x0001});
  world_.body(hull_).apply_force(rounded(rng.uniform(-kInitialForce, kInitialForce), 0.0));
  create_leg(0);
  create_leg(1);
}

Id BipedalWalker::create_part(bool upper, int side) {
  const double below = upper ? kLegHeight / 2 : kLegHeight * 3 / 2;
  const double half_width = upper ? kLegWidth / 2 : 0.8 * kLegWidth / 2;
  const Id part = world_.create_body({.position = rounded(kStartX, kStartY - below - kLegDown),
                                      .angle = static_cast<float>(side * 0.05)});
  world_.add_fixture(part, {.shape = Shape::box(static_cast<float>(half_width),
                                                static_cast<float>(kLegHeight / 2)),
                            .density = 1.0f,
                            .category = 0x0020,
                            .mask = 0x0001});
  return part;
}

void BipedalWalker::create_leg(int leg) {
  const int side = leg == 0 ? -1 : 1;
  const Id upper = legs_[2 * leg] = create_part(true, side);
  joints_[2 * leg] = world_.create_joint({.body_a = hull_,
                                          .body_b = upper,
                                          .local_anchor_a = rounded(0.0, kLegDown),
                                          .local_anchor_b = rounded(0.0, kLegHeight / 2),
                                          .lower_angle = -0.8f,
                                          .upper_angle = 1.1f,
                                          .max_motor_torque = static_cast<float>(kMotorTorque),
                                          .motor_speed = static_cast<float>(side)});
  const Id lower = legs_[2 * leg + 1] = create_part(false, side);
  joints_[2 * leg + 1] = world_.create_joint({.body_a = upper,
                                              .body_b = lower,
                                              .local_anchor_a = rounded(0.0, -kLegHeight / 2),
                                              .local_anchor_b = rounded(0.0, kLegHeight / 2),
                                              .lower_angle = -1.6f,
                                              .upper_angle = -0.1f,
                                              .max_motor_torque = static_cast<float>(kMotorTorque),
                                              .motor_speed = 1.0f});
}

void BipedalWalker::begin_contact(const Contact& contact) {
  if (contact.has(hull_)) crashed_ = true;
  for (std::size_t leg = 0; leg < 2; ++leg) {
    if (contact.has(legs_[2 * leg + 1])) leg_touches_[leg] = true;
  }
}

void BipedalWalker::end_contact(const Contact& contact) {
  for (std::size_t leg = 0; leg < 2; ++leg) {
    if (contact.has(legs_[2 * leg + 1])) leg_touches_[leg] = false;
  }
}

Island* BipedalWalker::begin_step(const std::array<float, 4>& torques) {
  if (!has_begun()) return nullptr;
  torques_ = torques;
  for (std::size_t i = 0; i < torques.size(); ++i) {
    const float torque = torques[i];
    const float sign = torque > 0.0f ? 1.0f : torque < 0.0f ? -1.0f : 0.0f;
    const double speed = i % 2 == 0 ? kHipSpeed : kKneeSpeed;
    const float strength = math::clip(std::abs(torque), 0.0f, 1.0f);
    world_.set_motor_speed(joints_[i], static_cast<float>(speed) * sign);
    world_.set_max_motor_torque(joints_[i], static_cast<float>(kMotorTorque) * strength);
  }
  return world_.begin_step(step_size(), *this);
}

Transition BipedalWalker::step(const Action& action) {
  Island* island =
      begin_step({action.torque[0], action.torque[1], action.torque[2], action.torque[3]});
  if (island != nullptr) island->solve_velocities(step_size().velocity_iterations);
  return end_step();
}

void BipedalWalker::step_group(std::span<BipedalWalker* const> envs,
                               std::span<const Action> actions, std::span<Rng* const>,
                               std::span<Transition> transitions) {
  step_in_lanes(envs, transitions, step_size(), [&](BipedalWalker& env, std::size_t i) {
    const auto& torque = actions[i].torque;
    return env.begin_step({torque[0], torque[1], torque[2], torque[3]});
  });
}

// Distances to the ground, straight down to nearly straight ahead.
void BipedalWalker::look() {
  const Vec2 eye = world_.body(hull_).transform.position;
  std::array<Vec2, kRays> ends;
  for (std::size_t i = 0; i < kRays; ++i) {
    ray_ends_[i] = {eye.x + rays()[i].x, eye.y - rays()[i].y};
    ends[i] = rounded(ray_ends_[i][0], ray_ends_[i][1]);
  }
  terrain_.cast_rays(eye, ends, fractions_);
  for (std::size_t i = 0; i < kRays; ++i) {
    const float fraction = fractions_[i];
    if (fraction == 1.0f) continue;
    const Vec2 hit = (1.0f - fraction) * eye + fraction * ends[i];
    ray_ends_[i] = {hit.x, hit.y};
  }
}

void BipedalWalker::find_state() {
  const Body& hull = world_.body(hull_);
  const double width = 600 / kScale;
  const double height = 400 / kScale;
  state_[0] = hull.sweep.angle;
  state_[1] = 2.0 * hull.angular_velocity / kFramesPerSecond;
  state_[2] = 0.3 * hull.velocity.x * width / kFramesPerSecond;
  state_[3] = 0.3 * hull.velocity.y * height / kFramesPerSecond;
  for (std::size_t leg = 0; leg < 2; ++leg) {
    const Id hip = joints_[2 * leg];
    const Id knee = joints_[2 * leg + 1];
    double* out = &state_[4 + 5 * leg];
    out[0] = world_.joint_angle(hip);
    out[1] = world_.joint_speed(hip) / kHipSpeed;
    out[2] = world_.joint_angle(knee) + 1.0;
    out[3] = world_.joint_speed(knee) / kKneeSpeed;
    out[4] = leg_touches_[leg] ? 1.0 : 0.0;
  }
  for (std::size_t i = 0; i < kRays; ++i) state_[14 + i] = fractions_[i];
}

// The cost of the torques turns the reward into a float32, as NumPy's rules have it.
Transition BipedalWalker::end_step() {
  if (!has_begun()) return {.terminated = true};
  world_.end_step(step_size(), *this);
  look();
  find_state();
  const double x = world_.body(hull_).transform.position.x;
  const double shaping = 130 * x / kScale - 5.0 * std::abs(state_[0]);
  float cheap = has_shaping_ ? static_cast<float>(shaping - shaping_) : 0.0f;
  shaping_ = shaping;
  has_shaping_ = true;
  constexpr auto cost = static_cast<float>(0.00035 * kMotorTorque);
  for (const float torque : torques_) cheap -= cost * math::clip(std::abs(torque), 0.0f, 1.0f);
  const bool is_lost = crashed_ || x < 0;
  constexpr double goal =
      (BipedalTerrain::kPoints - BipedalTerrain::kGrass) * BipedalTerrain::kStep;
  return {.reward = is_lost ? -100.0 : static_cast<double>(cheap),
          .terminated = is_lost || x > goal};
}

void BipedalWalker::render_state(RenderState& out) const {
  if (!has_begun()) throw Error(ErrorKind::kState, "the state holds no walker to be rendered");
  for (std::size_t i = 0; i < BipedalTerrain::kPoints; ++i) {
    out.terrain[i] = terrain_.heights()[i];
  }
  const auto& obstacles = terrain_.obstacles();
  const std::size_t count = std::min(obstacles.size(), BipedalTerrain::kMaxObstacles);
  std::fill(out.obstacles.begin(), out.obstacles.end(), 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    std::copy(obstacles[i].begin(), obstacles[i].end(), out.obstacles.begin() + 8 * i);
  }
  out.obstacle_count = static_cast<std::int64_t>(count);
  for (std::size_t i = 0; i < BipedalTerrain::kClouds; ++i) {
    const auto& cloud = terrain_.clouds()[i];
    std::copy(cloud.begin(), cloud.end(), out.clouds.begin() + 10 * i);
  }
  const std::array<Id, 5> ids{hull_, legs_[0], legs_[1], legs_[2], legs_[3]};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Body& body = world_.body(ids[i]);
    out.poses[3 * i] = body.transform.position.x;
    out.poses[3 * i + 1] = body.transform.position.y;
    out.poses[3 * i + 2] = body.sweep.angle;
  }
  for (std::size_t i = 0; i < kRays; ++i) {
    out.ray_ends[2 * i] = ray_ends_[i][0];
    out.ray_ends[2 * i + 1] = ray_ends_[i][1];
  }
  out.pictures = pictures_++;
}

void BipedalWalker::serialize(StateIO& io) {
  io(world_, terrain_, hull_, legs_, joints_, leg_touches_, crashed_, has_shaping_, shaping_,
     state_, fractions_, ray_ends_);
  io.count(pictures_, "number of pictures");
  if (io.checks()) check();
}

void BipedalWalker::check() const {
  world_.check();
  std::vector<Id> parts;
  if (has_begun()) parts = {hull_, legs_[0], legs_[1], legs_[2], legs_[3]};
  const std::size_t bodies = parts.size() + terrain_.bodies().size();
  const std::size_t joints = has_begun() ? joints_.size() : 0;
  bool is_whole = terrain_.obstacles().size() <= BipedalTerrain::kMaxObstacles &&
                  world_.counts() == World::Counts{bodies, bodies, joints} &&
                  world_.has_bodies(parts, true) && world_.has_bodies(terrain_.bodies(), false);
  if (has_begun()) {
    for (const Id joint : joints_) is_whole = is_whole && world_.has_joint(joint);
  }
  if (!is_whole) throw std::invalid_argument("the state holds no walker");
}

}  // namespace pp::box2d
