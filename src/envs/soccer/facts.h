// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What Python tells of a match before the first episode: the text of its model, and where in a
// simulation the rules find what they read. All of it holds for every pitch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shared/mujoco/composed_physics.h"

namespace pp::soccer {

// What a model is built for.
struct MatchRequest {
  std::string walker_type;
  std::int64_t team_size = 0;
  bool disable_walker_contacts = false;
  bool enable_field_box = false;

  bool operator==(const MatchRequest&) const = default;
};

// What all players observe of themselves under one name.
struct OwnEntry {
  std::string name;
  std::optional<mujoco::Array> array;  // which holds the numbers; none: the player's last action
  bool is_scalar;
};

// Where sensors that a player has of another one begin.
struct OtherFacts {
  std::size_t player, end_effectors, linear_velocity, position, orientation;
};

struct PlayerFacts {
  std::size_t root;                           // a body
  std::vector<std::vector<std::size_t>> own;  // the elements of each OwnEntry
  // Of qpos: where it stands, the quaternion or the angle of its turn, and joints that begin at 0.
  std::vector<std::size_t> position, turn, joints;
  std::vector<std::size_t> still;  // of qvel: what begins at 0
  // Where sensors begin.
  std::size_t velocimeter, end_effectors;
  std::size_t ball_angular_velocity, ball_position, ball_linear_velocity;
  std::vector<OtherFacts> others;  // teammates, then opponents
};

// See `describe` in families/soccer/match.py.
struct MatchFacts {
  std::shared_ptr<const mujoco::ComposedFacts> physics;  // with a pitch of some size
  std::vector<std::string> pieces;   // of the model's text; numbers of the pitch are between them
  std::vector<OwnEntry> own;         // in the order of an observation
  std::vector<PlayerFacts> players;  // the home team, then the other
  std::vector<int> owners;           // of geoms: a player, or -1
  std::size_t actions;               // of a player
  std::size_t effector_numbers;      // three for each end effector of a player
  std::size_t ball_geom, ball_qpos, ball_dof, ball_velocity;

  std::size_t team_size() const { return players.size() / 2; }
};

// Has Python describe a match, or returns the last one again: making a pool asks several times.
// Wants the GIL; throws what Python raises.
std::shared_ptr<const MatchFacts> load_match(const MatchRequest& request);

}  // namespace pp::soccer
