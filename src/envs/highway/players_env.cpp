// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spaces and rows of agents.
#include "players_env.h"

#include <parallel_pool/error.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace pp::highway {

Spec<PlayersEnv> PlayersEnv::spec(const Config& config) {
  const std::unique_ptr<const Scene> scene = make_scene(Settings(config.scene, config.config));
  const Settings& settings = scene->settings();
  if (settings.view.kind != ViewSettings::Kind::kMultiAgent || !settings.action.of_all_agents) {
    throw Error(ErrorKind::kValue,
                "players=True needs a configuration with a MultiAgentObservation and a "
                "MultiAgentAction");
  }
  ArrayRows<Observation> rows;
  const ActionSettings& action = settings.action;
  Spec<PlayersEnv> spec{.observation = {space_of(settings, settings.view.parts[0], std::ref(rows))},
                        .action = action.kind == ActionSettings::Kind::kContinuous
                                      ? box(&Action::levers, -1.0, 1.0, {action.size()})
                                      : discrete(&Action::choice, action.choices()),
                        .info = info_space(settings, *scene),
                        .render_state = picture_space(settings)};
  for (std::size_t i = 0; i < settings.agents; ++i) {
    spec.agents.push_back("agent_" + std::to_string(i));
  }
  return spec;
}

void PlayersEnv::reset(Rng& rng, const ResetOptions& options) {
  game_.reset(rng, &options.config);
  rows_.resize(game_.settings().agents);
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = static_cast<std::uint32_t>(i);
}

Transition PlayersEnv::step(const Action& action, PlayerResults& results, Rng& rng) {
  const ActionSettings& settings = game_.settings().action;
  AgentAction idle;
  const auto found = std::ranges::find(settings.commands, Command::kIdle);
  if (found != settings.commands.end()) idle.choice = found - settings.commands.begin();
  actions_.assign(game_.settings().agents, idle);
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::uint32_t agent = rows_[row];
    if (has_ended(agent)) continue;
    if (settings.kind == ActionSettings::Kind::kContinuous) {
      std::memcpy(actions_[agent].levers, action.levers[row].values(),
                  settings.size() * sizeof(float));
    } else {
      actions_[agent].choice = action.choice[row];
    }
    rows_[count++] = agent;
  }
  rows_.resize(count);
  const Transition transition = game_.step(actions_, rng);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    results.reward[row] = game_.told().rewards[rows_[row]];
    results.terminated[row] = transition.terminated || has_ended(rows_[row]);
    results.truncated[row] = transition.truncated;
  }
  if (rows_.empty()) return {.terminated = true};  // of a state that was made by hand
  return transition;
}

void PlayersEnv::observe(Observation& out) const {
  const Arrays& arrays = game_.observation();
  const std::size_t each = arrays.size() / game_.settings().agents;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::size_t first = rows_[row] * each;
    for (std::size_t i = 0; i < each; ++i) {
      const std::size_t size = arrays.bytes_of(first + i);
      std::byte* const data = arrays.dtype(first) == DType::kFloat64 ? out.doubles[i].data
                              : arrays.dtype(first) == DType::kUInt8 ? out.bytes[i].data
                                                                     : out.floats[i].data;
      std::memcpy(data + row * size, arrays.bytes(first + i), size);
    }
  }
}

void PlayersEnv::serialize(StateIO& io) {
  game_.serialize(io);
  auto count = static_cast<std::uint32_t>(rows_.size());
  const auto agents = static_cast<std::uint32_t>(game_.settings().agents);
  io.within(count, 0, agents, "number of agents");
  if (io.reading()) rows_.resize(count);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto least = static_cast<std::uint32_t>(i == 0 ? 0 : rows_[i - 1] + 1);
    io.within(rows_[i], least, agents - 1, "number of an agent");
  }
}

}  // namespace pp::highway
