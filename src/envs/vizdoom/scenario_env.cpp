// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The spaces, steps and observations of scenarios.
#include "scenario_env.h"

#include <parallel_pool/bind.h>
#include <parallel_pool/random.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "button_combinations.h"
#include "human_picture.h"
#include "python_settings.h"
#include "scenario_spaces.h"

namespace pp::vizdoom {
namespace {

constexpr int kRgb24 = 1, kGray8 = 8;

nb::dict overrides(const ScenarioConfig& config) {
  ScenarioConfig copy = config;
  if (!copy.audio_buffer_size) copy.audio_buffer_size = copy.frame_skip;
  if (!copy.notifications_buffer_size) copy.notifications_buffer_size = copy.frame_skip;
  return dump_options(bound_options(copy));
}

}  // namespace

void ScenarioConfig::validate() const {
  check_between("frame_skip", frame_skip, 1, kMostSkipped);
  check_between("max_buttons_pressed", max_buttons_pressed, 0);
  if (!(engine_timeout > 0.0)) {
    throw Error(ErrorKind::kValue,
                "engine_timeout must be positive, got " + std::to_string(engine_timeout));
  }
}

Scenario::Scenario(const ScenarioConfig& config)
    : settings(read_settings(config.scenario_config_file, overrides(config))),
      frame_skip(static_cast<int>(config.frame_skip)),
      times_out_by_truncation(config.treat_episode_timeout_as_truncation),
      multi_binary(config.use_multi_binary_action_space) {
  // The reference takes two formats, and RGB24 for all others.
  if (settings.screen_format != kGray8 && settings.screen_format != kRgb24) {
    auto& arguments = settings.launch.arguments;
    *(std::ranges::find(arguments, "+viz_screen_format") + 1) = std::to_string(kRgb24);
    settings.screen_format = kRgb24;
    settings.launch.channels = channels_of(kRgb24);
  }
  settings.launch.timeout = config.engine_timeout;
  const auto middle =
      std::stable_partition(settings.buttons.begin(), settings.buttons.end(),
                            [](int button) { return button >= layout::kBinaryButtons; });
  deltas = static_cast<std::size_t>(middle - settings.buttons.begin());
  discrete = config.max_buttons_pressed > 0 && switches() > 0;
  if (discrete) {
    combinations = button_combinations(
        switches(), std::min(switches(), static_cast<std::size_t>(config.max_buttons_pressed)));
  }
}

ButtonValues Scenario::buttons_of(const ChosenAction& action) const {
  ButtonValues buttons;
  for (std::size_t i = 0; i < deltas; ++i) buttons[i] = action.deltas[i];
  for (std::size_t i = 0; i < switches(); ++i) {
    if (discrete) {
      const std::uint64_t pressed = combinations[static_cast<std::size_t>(*action.combination)];
      buttons[deltas + i] = static_cast<double>(pressed >> i & 1);
    } else {
      buttons[deltas + i] = multi_binary ? static_cast<double>(action.pressed[i])
                                         : static_cast<double>(action.switched[i]);
    }
  }
  return buttons;
}

std::size_t Scenario::buffers() const {
  const Launch& launch = settings.launch;
  return std::size_t{1} + launch.depth + launch.labels + launch.automap;
}

Spec<ScenarioEnv> ScenarioEnv::spec(const Config& config) {
  const Scenario scenario(config);
  const Launch& launch = scenario.settings.launch;
  return {
      .observation = observation_space<Observation>(scenario),
      .action = action_space<Action>(scenario),
      .render_state = dict<RenderState>(
          {{"picture", value(&RenderState::picture, Presence::kAlways,
                             {static_cast<std::size_t>(launch.height),
                              static_cast<std::size_t>(launch.width) * scenario.buffers(), 3})}})};
}

void ScenarioEnv::reset(Rng& rng) {
  // The reference seeds the game with a number from its generator, and the game a generator of its
  // own, whose next number is the engine's seed.
  Mt19937 seeds;
  seeds.seed_legacy(rng.bits().next32());
  game_.begin(seeds.next32());
}

Transition ScenarioEnv::step(const Action& action) {
  const ButtonValues buttons = scenario_.buttons_of({.combination = action.combination.values(),
                                                     .pressed = action.pressed.values(),
                                                     .switched = action.switched.values(),
                                                     .deltas = action.deltas.values()});
  const std::size_t count = scenario_.settings.buttons.size();
  const double reward = game_.step(std::span(buttons).first(count), scenario_.frame_skip);
  return {.reward = reward,
          .terminated = game_.over(),
          .truncated = scenario_.times_out_by_truncation && game_.timed_out()};
}

void ScenarioEnv::observe(Observation& out) const {
  const Engine& engine = game_.engine();
  const GameSettings& settings = scenario_.settings;
  const Launch& launch = settings.launch;
  const bool over = game_.over();
  const auto show = [&](auto& row, Region region) {
    const std::size_t bytes = row.size() * sizeof(row[0]);
    if (over) {
      std::memset(row.values(), 0, bytes);
    } else {
      std::memcpy(row.values(), engine.region(region), bytes);
    }
  };
  show(out.screen, kScreen);
  if (launch.depth) show(out.depth, kDepth);
  if (launch.labels) show(out.labels, kLabels);
  if (launch.automap) show(out.automap, kAutomap);
  if (settings.audio_samples > 0) show(out.audio, kAudio);
  if (settings.notifications) {
    out.notifications = over ? std::string_view() : engine.notifications();
  }
  for (std::size_t i = 0; i < settings.variables.size(); ++i) {
    out.variables[i] = over ? 0.0F : static_cast<float>(game_.variable(settings.variables[i]));
  }
}

void ScenarioEnv::render_state(RenderState& out) const {
  if (!game_.running() || game_.over()) {
    std::fill(out.picture.begin(), out.picture.end(), 0);
  } else {
    draw_human_picture(game_.engine(), scenario_.settings, out.picture.values());
  }
}

}  // namespace pp::vizdoom
