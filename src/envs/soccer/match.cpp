// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls the library in the order in which dm_control's composer does, with its draws.
#include "match.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace pp::soccer {
namespace {

constexpr std::int64_t kSubSteps = 5;
constexpr double kBallHeight = 0.5;
constexpr int kMostTries = 100;

}  // namespace

std::unique_ptr<mujoco::Data> Openings::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<mujoco::Data> data = std::move(idle_.back());
      idle_.pop_back();
      return data;
    }
  }
  return std::make_unique<mujoco::Data>(model_);
}

void Openings::put(std::unique_ptr<mujoco::Data> data) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(data));
}

Match::Match(std::shared_ptr<const MatchFacts> facts, std::shared_ptr<Openings> openings,
             const MatchRules& rules, std::uint32_t env_id)
    : facts_(std::move(facts)),
      openings_(std::move(openings)),
      rules_(rules),
      physics_(facts_->physics, env_id),
      actions_(facts_->actions * players()) {}

void Match::seed(std::uint32_t seed) {
  random_.seed(seed);
  in_home_goal_ = in_away_goal_ = is_off_ = false;
}

void Match::forward() {
  physics_.run(0,
               [](const auto& library, auto* model, auto* data) { library.forward(model, data); });
}

void Match::build() {
  pitch_ = Pitch(ratios_);
  physics_.compile(pitch_.fill(facts_->pieces));
}

// Of the first moment, only the point remains at which the solver begins.
void Match::open() {
  std::unique_ptr<mujoco::Data> first = openings_->take();
  std::vector<double> state(physics_.model().state_size());
  const int parts = physics_.model().facts().integration_state;
  physics_.run(*first, facts_->physics->actuation_flag,
               [&](const auto& library, auto* model, auto* data) {
                 library.reset_data(model, data);
                 library.forward(model, data);
                 library.get_state(model, data, state.data(), parts);
               });
  openings_->put(std::move(first));
  physics_.run(0, [&](const auto& library, auto* model, auto* data) {
    library.reset_data(model, data);
    library.set_state(model, data, state.data(), parts);
  });
}

void Match::reset() {
  // The reference draws the pitch twice, and takes the second.
  for (int i = 0; i < 2; ++i) {
    ratios_[0] = random_.uniform(0, 1);
    ratios_[1] = rules_.keep_aspect_ratio ? ratios_[0] : random_.uniform(0, 1);
  }
  build();
  open();
  place_all();
  look_at_ball();  // a goal of the last episode still counts, as in the reference
  std::ranges::fill(actions_, 0.0);
  const int before = physics_.warnings();
  physics_.run(facts_->physics->actuation_flag,
               [](const auto& library, auto* model, auto* data) { library.forward(model, data); });
  physics_.check(before);
}

void Match::put_ball(double x, double y) {
  double* const position = physics_[Array::kQpos] + facts_->ball_qpos;
  position[0] = x;
  position[1] = y;
  position[2] = kBallHeight;
  std::fill_n(physics_[Array::kQvel] + facts_->ball_dof, 6, 0.0);
}

void Match::place(const PlayerFacts& player) {
  double* const positions = physics_[Array::kQpos];
  for (std::size_t i = 0; i < 2; ++i) {
    const double range = pitch_.size[i] * 0.6;
    positions[player.position[i]] = random_.uniform(-range, range);
  }
  positions[player.position[2]] = 0;
  for (const std::size_t joint : player.joints) positions[joint] = 0;
  const double half = random_.uniform(-std::numbers::pi, std::numbers::pi) / 2;
  const std::array<double, 4> turn{numpy::cos(half), 0, 0, numpy::sin(half)};
  if (player.turn.size() == turn.size()) {
    const double length = numpy::norm(turn);
    for (std::size_t i = 0; i < turn.size(); ++i) positions[player.turn[i]] = turn[i] / length;
  } else {
    // Of the quaternion, the reference takes the angle again.
    const double w = turn[0];
    const double z = turn[3];
    positions[player.turn[0]] = numpy::arctan2(2 * (w * z), 1 - 2 * numpy::scalar_square(z));
  }
  for (const std::size_t dof : player.still) physics_[Array::kQvel][dof] = 0;
}

bool Match::players_touch() const {
  return physics_.has_contact([&](std::size_t first, std::size_t second) {
    const int one = facts_->owners[first];
    const int other = facts_->owners[second];
    return one >= 0 && other >= 0 && one != other;
  });
}

// UniformInitializer. It means to keep players from the ball too, but does not.
void Match::place_all() {
  for (int tries = 0; tries <= kMostTries; ++tries) {
    const double x = pitch_.size[0] * 0.6;
    const double y = pitch_.size[1] * 0.6;
    const double ball_x = random_.uniform(-x, x);
    put_ball(ball_x, random_.uniform(-y, y));
    for (const PlayerFacts& player : facts_->players) place(player);
    forward();
    if (!players_touch()) return;
  }
  throw std::runtime_error("UniformInitializer: `max_retries` (100) exceeded.");
}

void Match::look_at_ball() {
  ball_in_goals_ = {pitch_.home_goal.holds(ball()), pitch_.away_goal.holds(ball())};
  if (ball_in_goals_[0]) in_home_goal_ = true;
  if (ball_in_goals_[1]) in_away_goal_ = true;
  is_off_ = !rules_.has_field_box && !pitch_.field.holds(ball());
}

void Match::throw_in() {
  const double x = random_.uniform(0.7, 0.9);
  const double y = random_.uniform(0.7, 0.9);
  put_ball(ball()[0] * x, ball()[1] * y);
}

// The reference computes everything anew when it first looks at the ball after a change. That moves
// the point at which the solver begins.
void Match::step() {
  const int before = physics_.warnings();
  std::ranges::copy(actions_, physics_[Array::kCtrl]);
  if (is_off_) {
    forward();
    throw_in();
  }
  in_home_goal_ = in_away_goal_ = is_off_ = false;
  for (std::int64_t i = 0; i < kSubSteps; ++i) {
    // Nothing depends on the sensors but what is observed at the end.
    const bool is_last = i + 1 == kSubSteps;
    physics_.run(is_last ? 0 : facts_->physics->sensor_flag,
                 [&](const auto& library, auto* model, auto* data) {
                   library.step2(model, data);
                   if (i == 0) {
                     // What step1 would do besides is a part of `forward`.
                     library.check_pos(model, data);
                     library.check_vel(model, data);
                     library.forward(model, data);
                   } else {
                     library.step1(model, data);
                   }
                 });
    look_at_ball();
  }
  physics_.check(before);
  if (!rules_.terminate_on_goal && scored()) place_all();
}

std::optional<Team> Match::scored() const {
  if (in_home_goal_) return Team::kAway;
  if (in_away_goal_) return Team::kHome;
  return std::nullopt;
}

double Match::speed_to_ball(std::size_t player) const {
  std::array<double, 2> way{ball()[0] - root(player)[0], ball()[1] - root(player)[1]};
  const double length = numpy::norm(way) + 1e-7;
  for (double& x : way) x /= length;
  const double* const velocity = physics_[Array::kCvel] + 6 * facts_->players[player].root + 3;
  return numpy::dot(way, {velocity, 2});
}

namespace {
double distance(const double* a, const double* b) {
  const std::array<double, 3> way{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return numpy::norm(way);
}
}  // namespace

bool Match::is_closest(std::size_t player) const {
  std::size_t closest = player;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < players(); ++i) {
    if (team(i) != team(player)) continue;
    const double length = distance(ball(), root(i));
    if (!(length < least)) continue;
    least = length;
    closest = i;
  }
  return closest == player;
}

double Match::ball_speed_to_goal(std::size_t player) const {
  const Zone<3>& goal = team(player) == Team::kHome ? pitch_.away_goal : pitch_.home_goal;
  std::array<double, 3> way{};
  for (std::size_t i = 0; i < 3; ++i) way[i] = (goal.upper[i] + goal.lower[i]) / 2.0 - ball()[i];
  const double length = numpy::norm(way);
  if (length != 0) {
    for (double& x : way) x /= length;
  }
  return numpy::dot(way, {physics_[Array::kSensordata] + facts_->ball_velocity, 3});
}

double Match::distance_to_mates(std::size_t player) const {
  std::array<double, 10> distances{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < players(); ++i) {
    if (i == player || team(i) != team(player)) continue;
    distances[count++] = distance(root(player), root(i));
  }
  return count == 0 ? 0.0 : numpy::mean({distances.data(), count});
}

void Match::serialize(StateIO& io) {
  std::array<double, 2> ratios = ratios_;
  io.finite("pitch", ratios);
  for (const double ratio : ratios) {
    io.require(ratio == -1 || (ratio >= 0 && ratio <= 1), "the state holds no possible pitch");
  }
  if (io.reading() && ratios != ratios_) {
    ratios_ = ratios;
    if (ratios_[0] >= 0) build();
  }
  io(random_, in_home_goal_, in_away_goal_, is_off_, ball_in_goals_[0], ball_in_goals_[1]);
  io.block(actions_.data(), actions_.size(), "the actions");
  physics_.serialize(io);
}

}  // namespace pp::soccer
