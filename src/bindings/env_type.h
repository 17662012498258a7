// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One registered environment id: its facts, and what makes pools of it. The type-erased side of
// bind_env.
#pragma once

#include <parallel_pool/env_group.h>
#include <parallel_pool/space.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numpy_api.h"

namespace pp {

// An option as users see it.
struct OptionInfo {
  std::string name;
  std::string type;  // in Python's notation
  nb::object default_value;
  std::string doc;
};

// The spaces of an environment under one configuration.
struct SpecNodes {
  SpaceNode observation, action, info, render_state;
  std::size_t max_players = 1;
  bool multi_player = false;
};

class EnvType {
 public:
  virtual ~EnvType() = default;

  std::string id;
  std::optional<std::int64_t> max_episode_steps;
  std::optional<double> reward_threshold;
  std::string reference;  // the Gymnasium id that this one equals bit for bit, or empty

  virtual std::vector<OptionInfo> options() const = 0;
  virtual std::vector<OptionInfo> reset_options() const = 0;

  // The values of all options; throws TypeError or ValueError for a bad one. `config` holds known
  // names only.
  virtual nb::dict resolve(nb::dict config) const = 0;
  virtual SpecNodes spec(nb::dict config) const = 0;
  virtual std::unique_ptr<EnvGroup> make_group(nb::dict config, std::uint32_t num_envs,
                                               const EpisodeRules& rules) const = 0;
  // A ResetOptions of the environment's own type.
  virtual std::shared_ptr<const void> parse_reset_options(nb::dict options) const = 0;
};

// A space tree as nested Python dicts, from which the Python side makes Gymnasium spaces.
nb::dict describe(const SpaceNode& node);

}  // namespace pp
