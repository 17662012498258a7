// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads the settings of a game from Python values.
#include "python_settings.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <parallel_pool/error.h>

namespace nb = nanobind;

namespace pp::vizdoom {
namespace {

template <class T>
void read(const nb::dict& facts, const char* name, T& member) {
  member = nb::cast<T>(facts[name]);
}

GameSettings settings_of(const nb::dict& facts) {
  GameSettings settings;
  Launch& launch = settings.launch;
  read(facts, "preload", launch.preload);
  read(facts, "arguments", launch.arguments);
  read(facts, "width", launch.width);
  read(facts, "height", launch.height);
  read(facts, "depth", launch.depth);
  read(facts, "labels", launch.labels);
  read(facts, "automap", launch.automap);
  read(facts, "map", settings.map);
  read(facts, "screen_format", settings.screen_format);
  read(facts, "audio_samples", settings.audio_samples);
  read(facts, "notifications", settings.notifications);
  read(facts, "buttons", settings.buttons);
  read(facts, "delta_maxima", settings.delta_maxima);
  read(facts, "variables", settings.variables);
  read(facts, "start_time", settings.start_time);
  read(facts, "timeout", settings.timeout);
  read(facts, "rewards", settings.rewards);
  launch.channels = channels_of(settings.screen_format);
  launch.audio_bytes = 2 * sizeof(std::int16_t) * settings.audio_samples;
  return settings;
}

nb::module_ python(const char* name) {
  return nb::module_::import_(("parallel_pool.families.vizdoom." + std::string(name)).c_str());
}

int number_of(const char* list, const std::string& name) {
  return nb::cast<int>(python("names").attr("number_of")(list, name));
}

}  // namespace

GameSettings read_settings(const std::string& config_file, const nb::dict& options) {
  return settings_of(nb::cast<nb::dict>(python("settings").attr("resolve")(config_file, options)));
}

PoolSettings read_pool_settings(const std::string& scenario, const nb::dict& options) {
  const auto facts = nb::cast<nb::dict>(python("pool_settings").attr("resolve")(scenario, options));
  PoolSettings settings{.game = settings_of(facts), .middle_width = 0, .middle_height = 0};
  read(facts, "middle_width", settings.middle_width);
  read(facts, "middle_height", settings.middle_height);
  return settings;
}

int button_number(const std::string& name) { return number_of("BUTTONS", name); }
int variable_number(const std::string& name) { return number_of("GAME_VARIABLES", name); }

void check_between(const char* name, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value >= least && value <= most) return;
  const std::string bound =
      value < least ? "at least " + std::to_string(least) : "at most " + std::to_string(most);
  throw Error(ErrorKind::kValue,
              std::string(name) + " must be " + bound + ", got " + std::to_string(value));
}

}  // namespace pp::vizdoom
