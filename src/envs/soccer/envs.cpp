// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The spaces of soccer, and its ids.
#include <parallel_pool/bind.h>

#include "environment.h"
#include "shared/mujoco/bind_listen.h"

namespace pp::soccer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLongest = 1e5;                                      // seconds
constexpr std::string_view kSpreadOut = "stats_teammate_spread_out";  // the only flag

// The entries of an observation in the order in which a match observes them. The axis before the
// numbers is dm_control's, which keeps the last of each.
struct Part {
  std::string name;
  std::vector<std::size_t> shape;
};
std::vector<Part> parts_of(const MatchFacts& facts) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < facts.own.size(); ++i) {
    const std::size_t count = facts.players[0].own[i].size();
    const OwnEntry& own = facts.own[i];
    parts.push_back(
        {own.name, own.is_scalar ? std::vector{count} : std::vector<std::size_t>{1, count}});
  }
  for (const char* const name :
       {"ball_ego_angular_velocity", "ball_ego_position", "ball_ego_linear_velocity"}) {
    parts.push_back({name, {1, 3}});
  }
  const auto add_others = [&](const char* kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = kind + std::to_string(i);
      parts.push_back({name + "_ego_end_effectors_pos", {1, facts.effector_numbers}});
      parts.push_back({name + "_ego_linear_velocity", {1, 3}});
      parts.push_back({name + "_ego_position", {1, 3}});
      parts.push_back({name + "_ego_orientation", {1, 9}});
      parts.push_back({name + "_end_effectors_pos", {1, facts.effector_numbers}});
    }
  };
  add_others("teammate_", facts.team_size() - 1);
  add_others("opponent_", facts.team_size());
  for (const char* const name : {"team_goal_back_right", "team_goal_mid", "team_goal_front_left",
                                 "field_front_left", "opponent_goal_back_left", "opponent_goal_mid",
                                 "opponent_goal_front_right", "field_back_right"}) {
    const bool is_middle = std::string_view(name).ends_with("mid");
    parts.push_back({name, {1, is_middle ? std::size_t{3} : std::size_t{2}}});
  }
  for (const std::string_view name :
       {std::string_view("stats_vel_to_ball"), std::string_view("stats_closest_vel_to_ball"),
        std::string_view("stats_veloc_forward"), std::string_view("stats_vel_ball_to_goal"),
        std::string_view("stats_home_avg_teammate_dist"), kSpreadOut,
        std::string_view("stats_home_score"), std::string_view("stats_away_score")}) {
    parts.push_back({std::string(name), {1}});
  }
  return parts;
}

}  // namespace

void Soccer::Config::validate() const {
  if (team_size < 1 || team_size > 11) {
    throw std::invalid_argument("team_size must be 1 to 11, got " + std::to_string(team_size));
  }
  if (!(time_limit > 0 && (time_limit <= kLongest || time_limit == kInfinity))) {
    throw std::invalid_argument("time_limit must be above 0 and at most 100000, or inf, got " +
                                std::to_string(time_limit));
  }
  if (walker_type == "BOXHEAD" || walker_type == "ANT") return;
  if (walker_type == "HUMANOID") {
    throw std::invalid_argument(
        "walker_type HUMANOID needs motions that dm_control fetches from the web: take BOXHEAD or "
        "ANT");
  }
  throw std::invalid_argument("walker_type must be BOXHEAD or ANT, got '" + walker_type + "'");
}

Spec<Soccer> Soccer::spec(const Config& config) {
  const std::shared_ptr<const MatchFacts> facts = load_match(config.request());
  const auto team_size = static_cast<std::size_t>(config.team_size);
  std::vector<NamedSpace<Observation>> entries;
  std::size_t next = 0;  // of the fields of numbers
  for (const Part& part : parts_of(*facts)) {
    if (part.name == kSpreadOut) {
      entries.push_back({part.name, box(&Observation::is_spread_out, 0, 1)});
      continue;
    }
    Space<Observation> space = box(&Observation::first, -kInfinity, kInfinity, part.shape);
    space.node.slot_offset += next++ * sizeof(RowSlot);
    entries.push_back({part.name, std::move(space)});
  }
  std::vector<std::string> names;
  for (const char* const team : {"home", "away"}) {
    for (std::size_t i = 0; i < team_size; ++i) names.push_back(team + std::to_string(i));
  }
  return {.observation = dict<Observation>(entries),
          .action = box(&Action::controls, -1, 1, {facts->actions}),
          .render_state =
              dict<RenderState>({{"pitch", value(&RenderState::pitch)},
                                 {"goals", value(&RenderState::goals)},
                                 {"positions", value(&RenderState::positions, Presence::kAlways,
                                                     {facts->physics->model->facts().nq})}}),
          .agents = std::move(names)};
}

// The reference adds up the time of its physics' steps.
std::optional<std::int64_t> Soccer::max_episode_steps(const Config& config) {
  if (config.time_limit == kInfinity) return std::nullopt;
  double time = 0;
  std::int64_t steps = 0;
  do {
    for (int i = 0; i < 5; ++i) time += 0.005;
    ++steps;
  } while (time < config.time_limit);
  return steps;
}

}  // namespace pp::soccer

NB_MODULE(native, m) {
  using namespace pp::soccer;
  Soccer::Config ants;
  ants.walker_type = "ANT";
  pp::bind_env<Soccer>(m, {.id = "DmcSoccerBoxhead-v1", .max_episode_steps = 1800});
  pp::bind_env<Soccer>(m, {.id = "DmcSoccerAnt-v1", .max_episode_steps = 1800, .defaults = ants});
  pp::mujoco::bind_listen(m);
}
