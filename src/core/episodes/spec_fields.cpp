// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks what the compiler cannot check of a spec, once for all classes of environments.
#include <parallel_pool/core/author/space_check.h>
#include <parallel_pool/core/episodes/spec_fields.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>

namespace pp {
namespace {

// Checks the agents' shares of a field, if they have any.
void check_own(const SpaceNode& leaf, std::size_t agents, bool in_turns) {
  if (leaf.own.empty()) return;
  const bool is_line = leaf.kind == SpaceKind::kBox && leaf.shape.size() == 1;
  const bool is_count = leaf.kind == SpaceKind::kDiscrete && leaf.start == 0;
  if (!leaf.per_player || !(is_line || is_count)) {
    throw std::logic_error(
        "spec: of_agents is for a pp::PlayerRows that is a Box of one axis or a Discrete from 0");
  }
  if (in_turns) {
    throw std::logic_error("spec: agents that take turns have equal spaces, so no of_agents");
  }
  if (leaf.own.size() != agents) {
    throw std::logic_error("spec: of_agents has " + std::to_string(leaf.own.size()) +
                           " shares for " + std::to_string(agents) + " agents");
  }
  const std::int64_t most = is_line ? static_cast<std::int64_t>(leaf.shape[0]) : leaf.nvec[0];
  for (const std::int64_t own : leaf.own) {
    if (own < 1 || own > most) {
      throw std::logic_error("spec: an agent's share must be 1 to " + std::to_string(most) +
                             ", got " + std::to_string(own));
    }
  }
}

bool is_per_player(const Field& field) { return field.leaf.per_player; }

}  // namespace

GroupFields fields_of(const SpecFacts& spec) {
  check_infos(spec.info);
  GroupFields fields;
  fields.observation = Fields(spec.observation, spec.observation_struct, "observation");
  fields.action = Fields(spec.action, spec.action_struct, "action");
  fields.info = Fields(spec.info, spec.info_struct, "info");
  fields.render_state = Fields(spec.render_state, spec.render_state_struct, "render state");
  fields.max_players = spec.agents.empty() ? spec.max_players : spec.agents.size();
  fields.multi_player = spec.has_players;
  fields.player_flags = spec.has_player_flags;
  if (!spec.has_players && !spec.agents.empty()) {
    throw std::logic_error("spec: it names agents, but the environment has no players()");
  }
  if (std::set<std::string>(spec.agents.begin(), spec.agents.end()).size() != spec.agents.size()) {
    throw std::logic_error("spec: two agents have the same name");
  }
  for (const Field& field : fields.action) {
    if (field.leaf.kind == SpaceKind::kText) {
      throw std::logic_error("spec: an action holds a pp::Text, which only observations can");
    }
  }
  for (const Fields* list : {&fields.observation, &fields.action, &fields.info}) {
    for (const Field& field : *list) check_own(field.leaf, spec.agents.size(), spec.has_mover);
    if (!spec.has_players && std::ranges::any_of(*list, is_per_player)) {
      throw std::logic_error(
          "spec: a field is a pp::PlayerRows, but the environment has no players()");
    }
  }
  constexpr std::size_t kMostPlayers = std::numeric_limits<std::int32_t>::max();
  if (fields.max_players == 0 || fields.max_players > kMostPlayers) {
    throw std::logic_error("spec: max_players must be from 1 to " + std::to_string(kMostPlayers) +
                           ", got " +
                           std::to_string(static_cast<std::int64_t>(fields.max_players)));
  }
  return fields;
}

std::string info_name(const SpaceNode& info, std::size_t slot_offset, std::string_view what) {
  for (const SpaceNode& child : info.children) {
    if (child.is_leaf() && child.slot_offset == slot_offset &&
        child.presence == Presence::kAlways) {
      return child.name;
    }
  }
  throw std::logic_error("spec: " + std::string(what) +
                         " must be an info that is not nested and that every row has");
}

void check_mover(bool has_players, const GroupFields& fields) {
  if (!has_players) {
    throw std::logic_error("spec: it states a mover, but the environment has no players()");
  }
  if (std::ranges::any_of(fields.action, is_per_player)) {
    throw std::logic_error(
        "spec: it states a mover, so the action must be a pp::Row, the mover's, not a "
        "pp::PlayerRows");
  }
}

}  // namespace pp
