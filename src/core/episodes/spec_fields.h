// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks the fields of an author's spec.
#pragma once

#include <parallel_pool/core/author/concepts.h>
#include <parallel_pool/core/episodes/env_group.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pp {

// A spec and its class of environments, without their types.
struct SpecFacts {
  const SpaceNode &observation, &action, &info, &render_state;
  StructFacts observation_struct, action_struct, info_struct, render_state_struct;
  std::size_t max_players;
  const std::vector<std::string>& agents;
  bool has_players;
  bool has_player_flags;
  bool has_mover;
};
template <class Env>
SpecFacts spec_facts(const Spec<Env>& spec) {
  return {.observation = spec.observation.node,
          .action = spec.action.node,
          .info = spec.info.node,
          .render_state = spec.render_state.node,
          .observation_struct = kStructFacts<typename Env::Observation>,
          .action_struct = kStructFacts<typename Env::Action>,
          .info_struct = kStructFacts<InfoOf<Env>>,
          .render_state_struct = kStructFacts<RenderStateOf<Env>>,
          .max_players = spec.max_players,
          .agents = spec.agents,
          .has_players = HasPlayers<Env>,
          .has_player_flags = StepsPlayersWithFlags<Env>,
          .has_mover = spec.mover != nullptr};
}

// Throws std::logic_error, which names the field, for an invalid spec.
GroupFields fields_of(const SpecFacts& spec);
template <class Env>
GroupFields fields_of(const Spec<Env>& spec) {
  return fields_of(spec_facts(spec));
}

// The name of the info at this place in its struct, which a spec states as its `what`.
std::string info_name(const SpaceNode& info, std::size_t slot_offset, std::string_view what);
// The same for a member; empty without one.
template <class Env, class Member>
std::string info_name(const Spec<Env>& spec, Member InfoOf<Env>::* member, std::string_view what) {
  if (member == nullptr) return "";
  return info_name(spec.info.node, detail::offset_of(member), what);
}

// Throws std::logic_error if the rules cannot have a mover, the player whose turn it is.
void check_mover(bool has_players, const GroupFields& fields);
// The name of the info that is the mover; empty if all act at once.
template <class Env>
std::string mover_name(const Spec<Env>& spec, const GroupFields& fields) {
  if (spec.mover != nullptr) check_mover(HasPlayers<Env>, fields);
  return info_name(spec, spec.mover, "mover");
}

}  // namespace pp
