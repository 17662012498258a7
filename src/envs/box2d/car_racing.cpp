// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "car_racing.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "car_picture.h"

namespace pp::box2d {

namespace {

constexpr double kFramesPerSecond = 50;

}  // namespace

CarRacingRules::CarRacingRules(const CarRacingConfig& config)
    : config_(config), world_({0.0f, 0.0f}) {
  if (!(config.lap_complete_percent >= 0 && config.lap_complete_percent <= 1)) {
    throw std::invalid_argument("lap_complete_percent must be a fraction from 0 to 1, got " +
                                std::to_string(config.lap_complete_percent));
  }
}

const StepSize& CarRacingRules::step_size() {
  static constexpr StepSize size{static_cast<float>(1.0 / kFramesPerSecond), 6 * 30, 2 * 30};
  return size;
}

void CarRacingRules::draw_colors(Rng& rng) {
  for (double& c : road_color_) c = rng.uniform(0, 210);
  for (double& c : field_color_) c = rng.uniform(0, 210);
  grass_color_ = field_color_;
  grass_color_[static_cast<std::size_t>(rng.integers<std::int64_t>(0, 3))] += 20;
}

void CarRacingRules::reset(Rng& rng, const ResetOptions& options) {
  for (const Tile& tile : tiles_) world_.destroy_body(tile.body);
  if (car_.exists()) car_.destroy(world_);
  time_ = reward_ = reward_before_ = shown_reward_ = 0.0;
  visited_ = 0;
  has_lap_ = lap_finished_ = has_ended_ = false;
  if (config_.domain_randomize && options.randomize) draw_colors(rng);
  track_.create(rng);
  create_road();
  const TrackPoint& start = track_.points.front();
  car_.create(world_, start.beta, start.x, start.y);
  simulate_first_step();
}

void CarRacingRules::create_road() {
  tiles_.clear();
  tile_of_body_.clear();
  for (std::size_t i = 0; i < track_.tiles.size(); ++i) {
    std::array<Vec2, 4> corners;
    for (std::size_t k = 0; k < 4; ++k) {
      corners[k] = {static_cast<float>(track_.tiles[i][k][0]),
                    static_cast<float>(track_.tiles[i][k][1])};
    }
    Tile& tile = tiles_.emplace_back();
    tile.body = world_.create_body({.is_dynamic = false});
    world_.add_fixture(tile.body, {.shape = Shape::polygon(corners), .is_sensor = true});
    const double shade = 0.01 * static_cast<double>(i % 3) * 255;
    for (std::size_t c = 0; c < 3; ++c) tile.color[c] = road_color_[c] + shade;
    const auto body = static_cast<std::size_t>(tile.body);
    if (body >= tile_of_body_.size()) tile_of_body_.resize(body + 1, -1);
    tile_of_body_[body] = static_cast<std::int32_t>(i);
  }
}

CarRacingRules::Touch CarRacingRules::touch_of(const Contact& contact) const {
  const auto tile_of = [&](Id body) {
    const auto i = static_cast<std::size_t>(body);
    return i < tile_of_body_.size() ? tile_of_body_[i] : -1;
  };
  const std::int32_t on_a = tile_of(contact.body_a);
  if (on_a >= 0) return {on_a, contact.body_b};
  return {tile_of(contact.body_b), contact.body_a};
}

// Whatever touches a tile, or leaves it, gives it the road's own color. The first touch of a wheel
// is rewarded.
void CarRacingRules::touch(const Contact& contact, bool begins) {
  const auto [index, other] = touch_of(contact);
  if (index < 0) return;
  Tile& tile = tiles_[static_cast<std::size_t>(index)];
  tile.color = road_color_;
  for (Wheel& wheel : car_.wheels) {
    if (wheel.body != other) continue;
    wheel.tiles += begins ? 1 : -1;
    if (!begins || tile.is_visited) return;
    tile.is_visited = true;
    const auto count = static_cast<double>(tiles_.size());
    reward_ += 1000.0 / count;
    ++visited_;
    if (index == 0 && static_cast<double>(visited_) / count > config_.lap_complete_percent) {
      has_lap_ = true;
    }
    return;
  }
}

void CarRacingRules::simulate_first_step() {
  car_.act(world_, 1.0 / kFramesPerSecond);
  world_.step(step_size(), *this);
  time_ += 1.0 / kFramesPerSecond;
  shown_reward_ = reward_;
}

Island* CarRacingRules::begin_step(const Controls& controls) {
  if (!car_.exists()) return nullptr;  // a forged state may run an episode without a reset
  car_.set_steer(controls.steer);
  car_.set_gas(controls.gas);
  car_.set_brake(controls.brake);
  car_.act(world_, 1.0 / kFramesPerSecond);
  return world_.begin_step(step_size(), *this);
}

Transition CarRacingRules::step(const Controls& controls) {
  Island* island = begin_step(controls);
  if (island != nullptr) island->solve_velocities(step_size().velocity_iterations);
  return end_step();
}

// The picture shows the reward before the cost of the step.
Transition CarRacingRules::end_step() {
  if (!car_.exists()) return {.terminated = true};
  world_.end_step(step_size(), *this);
  time_ += 1.0 / kFramesPerSecond;
  shown_reward_ = reward_;
  reward_ -= 0.1;
  Transition transition{.reward = reward_ - reward_before_};
  reward_before_ = reward_;
  lap_finished_ = visited_ == static_cast<std::int64_t>(tiles_.size()) || has_lap_;
  transition.terminated = lap_finished_;
  const Vec2 at = world_.body(car_.hull).transform.position;
  if (std::abs(double{at.x}) > Track::kField || std::abs(double{at.y}) > Track::kField) {
    transition.terminated = true;
    transition.reward = -100;
    lap_finished_ = false;
  }
  has_ended_ = transition.terminated;
  return transition;
}

void CarRacingRules::observe(Observation& out) const { draw(*this, out.picture.begin()); }

Space<CarRacingRules::RenderState> CarRacingRules::shown_space() {
  return dict<RenderState>({{"road", value(&RenderState::road)},
                            {"colors", value(&RenderState::colors)},
                            {"road_count", value(&RenderState::road_count)},
                            {"field_color", value(&RenderState::field_color)},
                            {"grass_color", value(&RenderState::grass_color)},
                            {"poses", value(&RenderState::poses)},
                            {"velocity", value(&RenderState::velocity)},
                            {"omegas", value(&RenderState::omegas)},
                            {"phases", value(&RenderState::phases)},
                            {"skids", value(&RenderState::skids)},
                            {"skid_lengths", value(&RenderState::skid_lengths)},
                            {"skids_on_grass", value(&RenderState::skids_on_grass)},
                            {"time", value(&RenderState::time)},
                            {"reward", value(&RenderState::reward)}});
}

void CarRacingRules::render_state(RenderState& out) const {
  if (!car_.exists()) throw Error(ErrorKind::kState, "the state holds no car to be rendered");
  std::size_t count = 0;
  const auto add = [&](const Quad& quad, const Rgb& color) {
    if (count == kMaxQuads) throw std::runtime_error("the road is too long to be rendered");
    for (std::size_t i = 0; i < 8; ++i) out.road[8 * count + i] = quad[i / 2][i % 2];
    for (std::size_t c = 0; c < 3; ++c) out.colors[3 * count + c] = color[c];
    ++count;
  };
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    add(track_.tiles[i], tiles_[i].color);
    const int border = track_.border_of[i];
    if (border < 0) continue;
    const Rgb color = i % 2 == 0 ? Rgb{255, 255, 255} : Rgb{255, 0, 0};
    add(track_.borders[static_cast<std::size_t>(border)], color);
  }
  std::fill(out.road.begin() + 8 * count, out.road.end(), 0.0);
  std::fill(out.colors.begin() + 3 * count, out.colors.end(), 0.0);
  out.road_count = static_cast<std::int64_t>(count);
  out.field_color = field_color_;
  out.grass_color = grass_color_;
  render_car(out);
  out.time = time_;
  out.reward = reward_;
}

void CarRacingRules::render_car(RenderState& out) const {
  const auto& wheels = car_.wheels;
  const std::array<Id, 5> ids{car_.hull, wheels[0].body, wheels[1].body, wheels[2].body,
                              wheels[3].body};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Body& body = world_.body(ids[i]);
    out.poses[3 * i] = body.transform.position.x;
    out.poses[3 * i + 1] = body.transform.position.y;
    out.poses[3 * i + 2] = body.sweep.angle;
  }
  const Body& hull = world_.body(car_.hull);
  out.velocity = std::array{hull.velocity.x, hull.velocity.y, hull.angular_velocity};
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    out.omegas[i] = wheels[i].omega;
    out.phases[i] = wheels[i].phase;
  }
  std::fill(out.skids.begin(), out.skids.end(), 0.0f);
  for (std::size_t i = 0; i < Car::kMaxSkids; ++i) {
    const bool exists = i < car_.skid_count();
    out.skid_lengths[i] = exists ? car_.skid(i).count : 0;
    out.skids_on_grass[i] = exists && car_.skid(i).on_grass;
    for (std::int64_t k = 0; k < out.skid_lengths[i]; ++k) {
      const auto point = static_cast<std::size_t>(k);
      float* at = out.skids.values() + 2 * (i * SkidMark::kMaxPoints + point);
      at[0] = car_.skid(i).points[point].x;
      at[1] = car_.skid(i).points[point].y;
    }
  }
}

void CarRacingRules::serialize(StateIO& io) {
  io(world_, car_, tiles_, tile_of_body_, road_color_, field_color_, grass_color_, time_, reward_,
     reward_before_, shown_reward_, visited_, has_lap_, lap_finished_, has_ended_, track_);
  if (io.checks()) check();
}

void CarRacingRules::check() const {
  world_.check();
  const std::size_t wheels = car_.exists() ? car_.wheels.size() : 0;
  const std::size_t fixtures = car_.exists() ? Car::kFixtures : 0;
  const World::Counts counts{.bodies = tiles_.size() + wheels + (car_.exists() ? 1 : 0),
                             .fixtures = tiles_.size() + fixtures,
                             .joints = wheels};
  const bool is_whole = world_.counts() == counts && has_road() && (!car_.exists() || has_car()) &&
                        has_colors() && time_ >= 0;
  if (!is_whole) throw std::invalid_argument("the state holds no car on a road");
}

bool CarRacingRules::has_road() const {
  std::vector<Id> bodies;
  for (const Tile& tile : tiles_) bodies.push_back(tile.body);
  const auto is_tile = [&](std::int32_t i) {
    return i >= -1 && i < static_cast<std::int32_t>(tiles_.size());
  };
  return tiles_.size() == track_.points.size() && world_.has_bodies(std::move(bodies), false) &&
         std::ranges::all_of(tile_of_body_, is_tile) &&
         visited_ == std::ranges::count(tiles_, true, &Tile::is_visited);
}

bool CarRacingRules::has_car() const {
  std::vector<Id> bodies{car_.hull};
  for (const Wheel& wheel : car_.wheels) bodies.push_back(wheel.body);
  const auto is_sound = [&](const Wheel& wheel) {
    const auto touches = [&](const Contact& contact) {
      const auto [tile, other] = touch_of(contact);
      return contact.is_touching && tile >= 0 && other == wheel.body;
    };
    return world_.has_joint(wheel.joint) && world_.body(wheel.body).first_fixture != kNoId &&
           wheel.tiles == std::ranges::count_if(world_.contacts(), touches);
  };
  return world_.has_bodies(std::move(bodies), true) && std::ranges::all_of(car_.wheels, is_sound);
}

// Whether pictures can show them; others are no numbers for a byte.
bool CarRacingRules::has_colors() const {
  const auto is_color = [](const Rgb& color) {
    return std::ranges::all_of(color, [](double c) { return c >= 0 && c <= 255; });
  };
  return is_color(road_color_) && is_color(field_color_) && is_color(grass_color_) &&
         std::ranges::all_of(tiles_, is_color, &Tile::color);
}

}  // namespace pp::box2d
