// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads Python's description of a match.
#include "facts.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <parallel_pool/fork_safe_mutex.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>

#include "shared/mujoco/python_composed.h"
#include "shared/numpy/functions.h"

namespace nb = nanobind;

namespace pp::soccer {
namespace {

template <class T>
void read(const nb::dict& facts, const char* name, T& member) {
  member = nb::cast<T>(facts[name]);
}

std::optional<mujoco::Array> array_of(const std::string& name) {
  const auto* const found = std::ranges::find(mujoco::kArrayNames, name);
  if (found == mujoco::kArrayNames.end()) return std::nullopt;
  return static_cast<mujoco::Array>(found - mujoco::kArrayNames.begin());
}

PlayerFacts player_of(const nb::dict& from) {
  PlayerFacts player;
  read(from, "root", player.root);
  read(from, "own", player.own);
  read(from, "position", player.position);
  read(from, "turn", player.turn);
  read(from, "joints", player.joints);
  read(from, "still", player.still);
  read(from, "velocimeter", player.velocimeter);
  read(from, "end_effectors", player.end_effectors);
  read(from, "ball_angular_velocity", player.ball_angular_velocity);
  read(from, "ball_position", player.ball_position);
  read(from, "ball_linear_velocity", player.ball_linear_velocity);
  using Row = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::size_t>;
  for (const auto& [number, effectors, velocity, position, orientation] :
       nb::cast<std::vector<Row>>(from["others"])) {
    player.others.push_back({number, effectors, velocity, position, orientation});
  }
  return player;
}

std::shared_ptr<const MatchFacts> build_match(const MatchRequest& request) {
  const nb::module_ python = nb::module_::import_("parallel_pool.families.soccer.match");
  const nb::object library = python.attr("library")();
  numpy::find_loops();
  // Of dm_control's own models, users can do nothing about it.
  const mujoco::WarningCollector collector(
      mujoco::message_hooks(nb::cast<std::string>(library.attr("file"))));
  const auto from = nb::cast<nb::dict>(
      python.attr("describe")(request.walker_type, request.team_size,
                              request.disable_walker_contacts, request.enable_field_box));
  auto facts = std::make_shared<MatchFacts>();
  facts->physics = mujoco::composed_facts_of(nb::cast<nb::dict>(from["physics"]));
  read(from, "pieces", facts->pieces);
  using Entry = std::tuple<std::string, std::string, bool>;
  for (const auto& [name, array, is_scalar] : nb::cast<std::vector<Entry>>(from["own"])) {
    facts->own.push_back({name, array_of(array), is_scalar});
  }
  for (const nb::handle player : from["players"]) {
    facts->players.push_back(player_of(nb::cast<nb::dict>(player)));
  }
  read(from, "owners", facts->owners);
  read(from, "actions", facts->actions);
  read(from, "effector_numbers", facts->effector_numbers);
  read(from, "ball_geom", facts->ball_geom);
  read(from, "ball_qpos", facts->ball_qpos);
  read(from, "ball_dof", facts->ball_dof);
  read(from, "ball_velocity", facts->ball_velocity);
  return facts;
}

struct Latest {
  MatchRequest request;
  std::shared_ptr<const MatchFacts> facts;
};

}  // namespace

std::shared_ptr<const MatchFacts> load_match(const MatchRequest& request) {
  static Latest* const latest = new Latest;  // lives as long as MuJoCo's library
  {
    const std::scoped_lock lock(ForkSafeMutex<Latest>::get());
    if (latest->facts != nullptr && latest->request == request) return latest->facts;
  }
  std::shared_ptr<const MatchFacts> facts = build_match(request);
  const std::scoped_lock lock(ForkSafeMutex<Latest>::get());
  latest->request = request;
  latest->facts = facts;
  return facts;
}

}  // namespace pp::soccer
