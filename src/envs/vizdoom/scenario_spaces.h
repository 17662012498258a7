// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The spaces of a scenario's observations and actions, for one player or several.
#pragma once

#include <parallel_pool/env.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "scenario.h"

namespace pp::vizdoom {

// The Dict of what is observed, over members named as ScenarioObservation's.
template <class O>
Space<O> observation_space(const Scenario& scenario) {
  const GameSettings& settings = scenario.settings;
  const Launch& launch = settings.launch;
  const auto height = static_cast<std::size_t>(launch.height);
  const auto width = static_cast<std::size_t>(launch.width);
  const auto channels = static_cast<std::size_t>(launch.channels);
  constexpr double kMost = std::numeric_limits<float>::max();
  std::vector<NamedSpace<O>> seen{{"screen", box(&O::screen, 0, 255, {height, width, channels})}};
  if (launch.depth) seen.push_back({"depth", box(&O::depth, 0, 255, {height, width, 1})});
  if (launch.labels) seen.push_back({"labels", box(&O::labels, 0, 255, {height, width, 1})});
  if (launch.automap) {
    seen.push_back({"automap", box(&O::automap, 0, 255, {height, width, channels})});
  }
  if (settings.audio_samples > 0) {
    seen.push_back({"audio", box(&O::audio, -32768, 32767, {settings.audio_samples, 2})});
  }
  if constexpr (requires { &O::notifications; }) {
    if (settings.notifications) {
      std::string ascii;
      for (char letter = 1; letter < 127; ++letter) ascii += letter;
      seen.push_back({"notifications", text(&O::notifications, layout::kNotificationsSize, ascii)});
    }
  }
  if (!settings.variables.empty()) {
    seen.push_back(
        {"gamevariables", box(&O::variables, -kMost, kMost, {settings.variables.size()})});
  }
  return dict<O>(seen);
}

// The form of actions that the scenario has, over members named as ScenarioAction's.
template <class A>
Space<A> action_space(const Scenario& scenario) {
  constexpr double kMost = std::numeric_limits<float>::max();
  const std::size_t switches = scenario.switches();
  Space<A> binary{};
  if (scenario.discrete) {
    binary = discrete(&A::combination, static_cast<std::int64_t>(scenario.combinations.size()));
  } else if (switches > 0 && scenario.multi_binary) {
    binary = box(&A::pressed, 0, 1, {switches});
    binary.node.kind = SpaceKind::kMultiBinary;  // whose size is known at run time only
  } else if (switches > 0) {
    binary = multi_discrete(&A::switched, std::vector<std::int64_t>(switches, 2));
  }
  if (scenario.deltas == 0) return binary;
  const Space<A> continuous = box(&A::deltas, -kMost, kMost, {scenario.deltas});
  if (switches == 0) return continuous;
  return dict<A>({{"binary", binary}, {"continuous", continuous}});
}

}  // namespace pp::vizdoom
