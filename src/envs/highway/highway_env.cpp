// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spaces and rows of an environment with one row.
#include "highway_env.h"

namespace pp::highway {
namespace {

using Action = HighwayEnv::Action;

SpaceNode action_node(const ActionSettings& action, std::size_t agent) {
  if (action.kind == ActionSettings::Kind::kContinuous) {
    return detail::box(row_facts<Row<float, kDynamic>>(offset_of(&Action::levers), agent), -1.0,
                       1.0, {action.size()});
  }
  return detail::discrete(row_facts<Row<std::int64_t>>(offset_of(&Action::choices), agent),
                          action.choices(), 0);
}

Space<Action> action_space(const Settings& settings) {
  if (!settings.action.of_all_agents) return {action_node(settings.action, 0)};
  SpaceNode all;
  all.kind = SpaceKind::kTuple;
  for (std::size_t i = 0; i < settings.agents; ++i) {
    all.children.push_back(action_node(settings.action, i));
  }
  return {all};
}

}  // namespace

Spec<HighwayEnv> HighwayEnv::spec(const Config& config) {
  const std::unique_ptr<const Scene> scene = make_scene(Settings(config.scene, config.config));
  const Settings& settings = scene->settings();
  ArrayRows<Observation> rows;
  return {.observation = {space_of(settings, settings.view, std::ref(rows))},
          .action = action_space(settings),
          .info = info_space(settings, *scene),
          .render_state = picture_space(settings)};
}

Transition HighwayEnv::step(const Action& action, Rng& rng) {
  const ActionSettings& settings = game_.settings().action;
  actions_.resize(settings.of_all_agents ? game_.settings().agents : std::size_t{1});
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (settings.kind == ActionSettings::Kind::kContinuous) {
      std::memcpy(actions_[i].levers, action.levers[i].values(), settings.size() * sizeof(float));
    } else {
      actions_[i].choice = action.choices[i];
    }
  }
  return game_.step(actions_, rng);
}

void HighwayEnv::observe(Observation& out) const {
  const Arrays& arrays = game_.observation();
  std::size_t floats = 0;
  std::size_t doubles = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    RowSlot& row = arrays.dtype(i) == DType::kFloat64
                       ? static_cast<RowSlot&>(out.doubles[doubles++])
                   : arrays.dtype(i) == DType::kUInt8 ? static_cast<RowSlot&>(out.bytes[bytes++])
                                                      : static_cast<RowSlot&>(out.floats[floats++]);
    std::memcpy(row.data, arrays.bytes(i), arrays.bytes_of(i));
  }
}

}  // namespace pp::highway
