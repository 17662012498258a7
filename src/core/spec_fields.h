// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The fields of an author's spec, checked.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "env.h"
#include "env_group.h"
#include "space_check.h"

namespace pp {

// Throws std::logic_error, naming the field, for a spec that can not be.
template <class Env>
GroupFields fields_of(const Spec<Env>& spec) {
  check_infos(spec.info.node);
  GroupFields fields;
  fields.observation = Fields::of<typename Env::Observation>(spec.observation, "observation");
  fields.action = Fields::of<typename Env::Action>(spec.action, "action");
  fields.info = Fields::of<InfoOf<Env>>(spec.info, "info");
  fields.render_state = Fields::of<RenderStateOf<Env>>(spec.render_state, "render state");
  fields.max_players = spec.max_players;
  fields.multi_player = HasPlayers<Env>;
  for (const Fields* list : {&fields.observation, &fields.action, &fields.info}) {
    const auto per_player = [](const Field& field) { return field.leaf.per_player; };
    if (!HasPlayers<Env> && std::ranges::any_of(*list, per_player)) {
      throw std::logic_error(
          "spec: a field is a pp::PlayerRows, but the environment has no players()");
    }
  }
  if (fields.max_players == 0) throw std::logic_error("spec: max_players must be at least 1");
  return fields;
}

}  // namespace pp
