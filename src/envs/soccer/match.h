// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One environment's match: a simulation whose model is compiled anew for each episode's pitch, and
// the rules of dm_control's soccer.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "facts.h"
#include "pitch.h"
#include "shared/mujoco/composed_physics.h"
#include "shared/numpy/functions.h"

namespace pp::soccer {

struct MatchRules {
  bool keep_aspect_ratio = false;
  bool has_field_box = false;
  bool terminate_on_goal = true;
};

enum class Team : std::uint8_t { kHome, kAway };

using mujoco::Array;

// Simulations in which matches compute the first moment of an episode. All players stand in one
// place then, and their contacts take far more memory than those of the rest of an episode: 2 MB in
// teams of two. So there are as many as threads have ever begun an episode at once.
class Openings {
 public:
  explicit Openings(std::shared_ptr<const mujoco::Model> model) : model_(std::move(model)) {}

  std::unique_ptr<mujoco::Data> take();
  void put(std::unique_ptr<mujoco::Data> data);

 private:
  std::shared_ptr<const mujoco::Model> model_;
  std::mutex mutex_;  // of the list
  std::vector<std::unique_ptr<mujoco::Data>> idle_;
};

class Match {
 public:
  Match(std::shared_ptr<const MatchFacts> facts, std::shared_ptr<Openings> openings,
        const MatchRules& rules, std::uint32_t env_id);

  void seed(std::uint32_t seed);
  void reset();
  // Where players put their actions before a step.
  std::span<double> action(std::size_t player) {
    return std::span(actions_).subspan(facts_->actions * player, facts_->actions);
  }
  void step();

  Team team(std::size_t player) const {
    return player < facts_->team_size() ? Team::kHome : Team::kAway;
  }
  std::size_t players() const { return facts_->players.size(); }
  // Who scored in the last step.
  std::optional<Team> scored() const;

  // Calls `put(numbers)` for each entry of a player's observation, but `put_spread_out(flag)` for
  // whether teammates are far from each other.
  template <class Put, class PutFlag>
  void observe(std::size_t player, Put put, PutFlag put_spread_out) const;

  const std::array<double, 2>& ratios() const { return ratios_; }
  const std::array<bool, 2>& ball_in_goals() const { return ball_in_goals_; }
  std::span<const double> positions() const {
    return {physics_[Array::kQpos], physics_.size(Array::kQpos)};
  }

  void serialize(StateIO& io);

 private:
  void forward();
  void build();  // the model of the pitch
  void open();
  void place_all();
  void place(const PlayerFacts& player);
  bool players_touch() const;
  void put_ball(double x, double y);
  void throw_in();
  void look_at_ball();

  const double* ball() const { return physics_[Array::kGeomXpos] + 3 * facts_->ball_geom; }
  const double* root(std::size_t player) const {
    return physics_[Array::kXpos] + 3 * facts_->players[player].root;
  }
  double speed_to_ball(std::size_t player) const;
  bool is_closest(std::size_t player) const;
  double ball_speed_to_goal(std::size_t player) const;
  double distance_to_mates(std::size_t player) const;

  std::shared_ptr<const MatchFacts> facts_;
  std::shared_ptr<Openings> openings_;
  MatchRules rules_;
  mujoco::ComposedPhysics physics_;
  RandomState random_;
  std::array<double, 2> ratios_{-1, -1};  // none yet
  Pitch pitch_;
  bool in_home_goal_ = false, in_away_goal_ = false, is_off_ = false;
  std::array<bool, 2> ball_in_goals_{};  // the home goal and the other, when last looked at
  std::vector<double> actions_;
  mutable std::vector<double> own_;  // room for an entry of an observation
};

template <class Put, class PutFlag>
void Match::observe(std::size_t number, Put put, PutFlag put_spread_out) const {
  const PlayerFacts& player = facts_->players[number];
  const double* const sensors = physics_[Array::kSensordata];
  const double* const place = root(number);
  const double* const frame = physics_[Array::kXmat] + 9 * player.root;
  const auto sensor = [&](std::size_t address, std::size_t size = 3) {
    put(std::span(sensors + address, size));
  };
  const auto one = [&](double value) { put(std::span<const double>(&value, 1)); };
  std::vector<double>& numbers = own_;
  for (std::size_t i = 0; i < player.own.size(); ++i) {
    const std::optional<Array> array = facts_->own[i].array;
    const double* const from = array ? physics_[*array] : &actions_[facts_->actions * number];
    numbers.clear();
    for (const std::size_t element : player.own[i]) numbers.push_back(from[element]);
    put(std::span<const double>(numbers));
  }
  sensor(player.ball_angular_velocity);
  sensor(player.ball_position);
  sensor(player.ball_linear_velocity);
  for (const OtherFacts& other : player.others) {
    sensor(other.end_effectors, facts_->effector_numbers);
    sensor(other.linear_velocity);
    sensor(other.position);
    sensor(other.orientation, 9);
    sensor(facts_->players[other.player].end_effectors, facts_->effector_numbers);
  }
  const auto corner = [&](const double* point) {
    const std::array<double, 2> way{point[0] - place[0], point[1] - place[1]};
    put(std::span<const double>(numpy::times_frame(way, frame)));
  };
  const auto middle = [&](const Zone<3>& goal) {
    const auto& at = goal.middle;
    const std::array<double, 3> way{at[0] - place[0], at[1] - place[1], at[2] - place[2]};
    put(std::span<const double>(numpy::times_frame(way, frame)));
  };
  const auto home_side = [&] {
    corner(pitch_.home_goal.lower.data());
    middle(pitch_.home_goal);
    corner(pitch_.home_goal.upper.data());
    corner(pitch_.field.upper.data());
  };
  const auto away_side = [&] {
    corner(pitch_.away_goal.upper.data());
    middle(pitch_.away_goal);
    corner(pitch_.away_goal.lower.data());
    corner(pitch_.field.lower.data());
  };
  const bool is_home = team(number) == Team::kHome;
  if (is_home) home_side();
  away_side();
  if (!is_home) home_side();
  const double speed = speed_to_ball(number);
  one(speed);
  one(is_closest(number) ? speed : 0.0);
  one(sensors[player.velocimeter]);
  one(ball_speed_to_goal(number));
  const double apart = distance_to_mates(number);
  one(apart);
  put_spread_out(apart > 5.0);
  const std::optional<Team> scorer = scored();
  one(scorer && *scorer == team(number) ? 1.0 : 0.0);
  one(scorer && *scorer != team(number) ? 1.0 : 0.0);
}

}  // namespace pp::soccer
