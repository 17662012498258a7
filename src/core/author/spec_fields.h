// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks the fields of an author's spec.
#pragma once

#include <parallel_pool/core/author/space_check.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>

namespace pp {

// Checks the agents' shares of a field, if they have any.
[[gnu::cold]] inline void check_own(const SpaceNode& leaf, std::size_t agents, bool in_turns) {
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

// Throws std::logic_error, which names the field, for an invalid spec.
template <class Env>
[[gnu::cold]] GroupFields fields_of(const Spec<Env>& spec) {
  check_infos(spec.info.node);
  GroupFields fields;
  fields.observation = Fields::of<typename Env::Observation>(spec.observation, "observation");
  fields.action = Fields::of<typename Env::Action>(spec.action, "action");
  fields.info = Fields::of<InfoOf<Env>>(spec.info, "info");
  fields.render_state = Fields::of<RenderStateOf<Env>>(spec.render_state, "render state");
  fields.max_players = spec.agents.empty() ? spec.max_players : spec.agents.size();
  fields.multi_player = HasPlayers<Env>;
  fields.player_flags = StepsPlayersWithFlags<Env>;
  if (!HasPlayers<Env> && !spec.agents.empty()) {
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
    const auto per_player = [](const Field& field) { return field.leaf.per_player; };
    for (const Field& field : *list) {
      check_own(field.leaf, spec.agents.size(), spec.mover != nullptr);
    }
    if (!HasPlayers<Env> && std::ranges::any_of(*list, per_player)) {
      throw std::logic_error(
          "spec: a field is a pp::PlayerRows, but the environment has no players()");
    }
  }
  if (fields.max_players == 0) throw std::logic_error("spec: max_players must be at least 1");
  return fields;
}

// The name of the info that a spec states as its `what`; empty without one.
template <class Env, class Member>
[[gnu::cold]] std::string info_name(const Spec<Env>& spec, Member InfoOf<Env>::* member,
                                    const std::string& what) {
  if (member == nullptr) return "";
  const std::size_t offset = detail::offset_of(member);
  for (const SpaceNode& info : spec.info.node.children) {
    if (info.is_leaf() && info.slot_offset == offset && info.presence == Presence::kAlways) {
      return info.name;
    }
  }
  throw std::logic_error("spec: " + what +
                         " must be an info that is not nested and that every row has");
}

// The name of the info that is the player whose turn it is; empty if all act at once.
template <class Env>
[[gnu::cold]] std::string mover_name(const Spec<Env>& spec, const GroupFields& fields) {
  const auto per_player = [](const Field& field) { return field.leaf.per_player; };
  if (spec.mover != nullptr && !HasPlayers<Env>) {
    throw std::logic_error("spec: it states a mover, but the environment has no players()");
  }
  if (spec.mover != nullptr && std::ranges::any_of(fields.action, per_player)) {
    throw std::logic_error(
        "spec: it states a mover, so the action must be a pp::Row, the mover's, not a "
        "pp::PlayerRows");
  }
  return info_name(spec, spec.mover, "mover");
}

}  // namespace pp
