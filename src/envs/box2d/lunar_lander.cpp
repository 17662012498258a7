// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "lunar_lander.h"

#include "doubles.h"

namespace pp::box2d {

namespace {

constexpr double kFramesPerSecond = 50;
constexpr double kScale = 30.0;  // pixels per metre
constexpr double kWidth = 600 / kScale;
constexpr double kHeight = 400 / kScale;
constexpr double kPadHeight = kHeight / 4;
constexpr double kMainEnginePower = 13.0;
constexpr double kSideEnginePower = 0.6;
constexpr double kInitialForce = 1000.0;
constexpr double kLegAway = 20;
constexpr double kLegDown = 18;
constexpr double kSideEngineHeight = 14;
constexpr double kSideEngineAway = 12;
constexpr double kMainEngineHeight = 4;
constexpr std::array<std::array<double, 2>, 6> kLander{
    {{-14, 17}, {-17, 0}, {-17, -10}, {17, -10}, {17, 0}, {14, 17}}};

constexpr std::int64_t kLastGust = StateIO::kMostCount;  // that a state may hold

// The strength of the wind at a moment, in (-1, 1): never periodic.
double gust(std::int64_t index) {
  const auto i = static_cast<double>(index);
  return std::tanh(std::sin(0.02 * i) + std::sin(std::numbers::pi * 0.01 * i));
}

}  // namespace

void LunarLanderConfig::validate() const {
  if (!(-12.0 < gravity && gravity < 0.0)) {
    throw std::invalid_argument("gravity must lie between -12 and 0, exclusive, got " +
                                std::to_string(gravity));
  }
  if (!std::isfinite(wind_power)) {
    throw std::invalid_argument("wind_power must be finite, got " + std::to_string(wind_power));
  }
  if (!std::isfinite(turbulence_power)) {
    throw std::invalid_argument("turbulence_power must be finite, got " +
                                std::to_string(turbulence_power));
  }
}

LunarLanderRules::LunarLanderRules(const LunarLanderConfig& config)
    : config_(config), world_(rounded(0.0, config.gravity)) {
  config.validate();
}

const StepSize& LunarLanderRules::step_size() {
  static constexpr StepSize size{static_cast<float>(1.0 / kFramesPerSecond), 6 * 30, 2 * 30};
  return size;
}

void LunarLanderRules::reset(Rng& rng) {
  world_.clear();
  crashed_ = has_shaping_ = false;
  leg_touches_ = {};
  create_terrain(rng);
  create_lander(rng);
  step({}, rng);
}

void LunarLanderRules::create_terrain(Rng& rng) {
  std::array<double, kPoints + 1> height;
  for (double& h : height) h = rng.uniform(0, kHeight / 2);
  for (std::size_t i = 3; i <= 7; ++i) height[i] = kPadHeight;
  const Id moon = world_.create_body({.is_dynamic = false});
  world_.add_fixture(moon, {.shape = Shape::edge({0.0f, 0.0f}, rounded(kWidth, 0.0))});
  for (std::size_t i = 0; i < kPoints; ++i) {
    const double left = height[i == 0 ? kPoints : i - 1];  // the last draw serves the first point
    terrain_[i] = 0.33 * (left + height[i] + height[i + 1]);
  }
  for (std::size_t i = 0; i + 1 < kPoints; ++i) {
    constexpr double step = kWidth / (kPoints - 1);
    const auto x = static_cast<double>(i);
    world_.add_fixture(moon, {.shape = Shape::edge(rounded(step * x, terrain_[i]),
                                                   rounded(step * (x + 1), terrain_[i + 1])),
                              .friction = 0.1f});
  }
}

void LunarLanderRules::create_lander(Rng& rng) {
  std::array<Vec2, kLander.size()> points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = rounded(kLander[i][0] / kScale, kLander[i][1] / kScale);
  }
  lander_ = world_.create_body({.position = rounded(kWidth / 2, kHeight)});
  world_.add_fixture(lander_, {.shape = Shape::polygon(points),
                               .density = 5.0f,
                               .friction = 0.1f,
                               .category = 0x0010,
                               .mask = 0x0001});
  const double x = rng.uniform(-kInitialForce, kInitialForce);
  const double y = rng.uniform(-kInitialForce, kInitialForce);
  world_.body(lander_).apply_force(rounded(x, y));
  if (config_.enable_wind) {
    wind_index_ = rng.integers<std::int64_t>(-9999, 9999);
    torque_index_ = rng.integers<std::int64_t>(-9999, 9999);
  }
  for (std::size_t leg = 0; leg < 2; ++leg) create_leg(leg);
}

void LunarLanderRules::create_leg(std::size_t leg) {
  const double side = leg == 0 ? -1 : 1;
  legs_[leg] =
      world_.create_body({.position = rounded(kWidth / 2 - side * kLegAway / kScale, kHeight),
                          .angle = static_cast<float>(side * 0.05)});
  world_.add_fixture(legs_[leg], {.shape = Shape::box(static_cast<float>(2 / kScale),
                                                      static_cast<float>(8 / kScale)),
                                  .density = 1.0f,
                                  .category = 0x0020,
                                  .mask = 0x0001});
  world_.create_joint({.body_a = lander_,
                       .body_b = legs_[leg],
                       .local_anchor_b = rounded(side * kLegAway / kScale, kLegDown / kScale),
                       .lower_angle = static_cast<float>(leg == 0 ? 0.9 - 0.5 : -0.9),
                       .upper_angle = static_cast<float>(leg == 0 ? 0.9 : -0.9 + 0.5),
                       .max_motor_torque = 40.0f,
                       .motor_speed = static_cast<float>(0.3 * side)});
}

void LunarLanderRules::begin_contact(const Contact& contact) {
  if (contact.has(lander_)) crashed_ = true;
  for (std::size_t leg = 0; leg < 2; ++leg) {
    if (contact.has(legs_[leg])) leg_touches_[leg] = true;
  }
}

// The end of one contact counts for the leg, though it may still touch another part of the ground.
void LunarLanderRules::end_contact(const Contact& contact) {
  for (std::size_t leg = 0; leg < 2; ++leg) {
    if (contact.has(legs_[leg])) leg_touches_[leg] = false;
  }
}

void LunarLanderRules::blow() {
  if (!config_.enable_wind || leg_touches_[0] || leg_touches_[1]) return;
  Body& lander = world_.body(lander_);
  lander.apply_force(rounded(gust(wind_index_++) * config_.wind_power, 0.0));
  lander.apply_torque(static_cast<float>(gust(torque_index_++) * config_.turbulence_power));
}

// The engines push with a random spread, which is drawn whether they burn or not.
void LunarLanderRules::burn(const Thrust& thrust, Rng& rng) {
  Body& lander = world_.body(lander_);
  const double angle = lander.sweep.angle;
  const double spread0 = rng.uniform(-1.0, 1.0) / kScale;
  const double spread1 = rng.uniform(-1.0, 1.0) / kScale;
  main_power_ = thrust.main;
  side_power_ = thrust.side;
  if (!(main_power_ > 0.0) && !(side_power_ > 0.0)) return;
  const double sine = std::sin(angle);
  const double cosine = std::cos(angle);
  const double x = lander.transform.position.x;
  const double y = lander.transform.position.y;
  if (main_power_ > 0.0) {
    const double out = kMainEngineHeight / kScale + 2 * spread0;
    const double ox = sine * out + -cosine * spread1;
    const double oy = -cosine * out - sine * spread1;
    lander.apply_impulse(
        rounded(-ox * kMainEnginePower * main_power_, -oy * kMainEnginePower * main_power_),
        rounded(x + ox, y + oy));
  }
  if (side_power_ > 0.0) {
    const double out = 3 * spread1 + thrust.direction * kSideEngineAway / kScale;
    const double ox = sine * spread0 + -cosine * out;
    const double oy = -cosine * spread0 - sine * out;
    lander.apply_impulse(
        rounded(-ox * kSideEnginePower * side_power_, -oy * kSideEnginePower * side_power_),
        rounded(x + ox - sine * 17 / kScale, y + oy + cosine * kSideEngineHeight / kScale));
  }
}

Transition LunarLanderRules::step(const Thrust& thrust, Rng& rng) {
  Island* island = begin_step(thrust, rng);
  if (island != nullptr) island->solve_velocities(step_size().velocity_iterations);
  return end_step();
}

Island* LunarLanderRules::begin_step(const Thrust& thrust, Rng& rng) {
  if (!has_begun()) return nullptr;
  blow();
  burn(thrust, rng);
  return world_.begin_step(step_size(), *this);
}

// Returns how good the state is.
double LunarLanderRules::find_state() {
  const Body& lander = world_.body(lander_);
  const Vec2 at = lander.transform.position;
  const Vec2 velocity = lander.velocity;
  state_ = {(at.x - kWidth / 2) / (kWidth / 2),
            (at.y - (kPadHeight + kLegDown / kScale)) / (kHeight / 2),
            velocity.x * (kWidth / 2) / kFramesPerSecond,
            velocity.y * (kHeight / 2) / kFramesPerSecond,
            lander.sweep.angle,
            20.0 * lander.angular_velocity / kFramesPerSecond,
            leg_touches_[0] ? 1.0 : 0.0,
            leg_touches_[1] ? 1.0 : 0.0};
  const auto& s = state_;
  return -100 * std::sqrt(s[0] * s[0] + s[1] * s[1]) - 100 * std::sqrt(s[2] * s[2] + s[3] * s[3]) -
         100 * std::abs(s[4]) + 10 * s[6] + 10 * s[7];
}

Transition LunarLanderRules::end_step() {
  if (!has_begun()) return {.terminated = true};
  world_.end_step(step_size(), *this);
  const double shaping = find_state();
  double reward = has_shaping_ ? shaping - shaping_ : 0.0;
  shaping_ = shaping;
  has_shaping_ = true;
  reward -= main_power_ * 0.30;
  reward -= side_power_ * 0.03;
  const bool is_lost = crashed_ || std::abs(state_[0]) >= 1.0;
  const bool has_landed = !world_.body(lander_).is_awake;
  if (is_lost) reward = -100;
  if (has_landed) reward = 100;
  return {.reward = reward, .terminated = is_lost || has_landed};
}

void LunarLanderRules::render_state(RenderState& out) const {
  if (!has_begun()) throw Error(ErrorKind::kState, "the state holds no lander to be rendered");
  for (std::size_t i = 0; i < kPoints; ++i) out.terrain[i] = terrain_[i];
  const std::array<Id, 3> ids{lander_, legs_[0], legs_[1]};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Body& body = world_.body(ids[i]);
    out.poses[3 * i] = body.transform.position.x;
    out.poses[3 * i + 1] = body.transform.position.y;
    out.poses[3 * i + 2] = body.sweep.angle;
  }
}

void LunarLanderRules::serialize(StateIO& io) {
  io(world_, lander_, legs_, terrain_, state_, leg_touches_, crashed_, has_shaping_, shaping_);
  io.within(wind_index_, -kLastGust, kLastGust, "time of the wind");
  io.within(torque_index_, -kLastGust, kLastGust, "time of the turbulence");
  if (io.checks()) check();
}

void LunarLanderRules::check() const {
  world_.check();
  // The moon has a fixture for each side of the terrain, and one below it.
  const World::Counts counts =
      has_begun() ? World::Counts{.bodies = 4, .fixtures = kPoints + 3, .joints = 2}
                  : World::Counts{};
  if (world_.counts() == counts &&
      (!has_begun() || world_.has_bodies({lander_, legs_[0], legs_[1]}, true))) {
    return;
  }
  throw std::invalid_argument("the state holds no lander");
}

}  // namespace pp::box2d
