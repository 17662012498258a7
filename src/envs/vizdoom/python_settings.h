// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Asks the family's Python module what a configuration means.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>
#include <string>

#include "game_settings.h"
#include "shared/limits.h"

namespace pp::vizdoom {

// The settings of a configuration file with options over it. Wants the GIL; throws what Python
// raises.
GameSettings read_settings(const std::string& config_file, const nanobind::dict& options);

// The same for one of EnvPool's scenarios; also the size that the configuration gives the screen,
// which may be less than that of the engine's.
struct PoolSettings {
  GameSettings game;
  int middle_width, middle_height;
};
PoolSettings read_pool_settings(const std::string& scenario, const nanobind::dict& options);

// The numbers that a configuration's names stand for. They throw pp::Error for unknown names.
int button_number(const std::string& name);
int variable_number(const std::string& name);

// Throws if an option's value is out of its range.
void check_between(const char* name, std::int64_t value, std::int64_t least,
                   std::int64_t most = std::numeric_limits<std::int64_t>::max());

}  // namespace pp::vizdoom
