// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One registered environment id: its facts, and the function that makes its pools. The type-erased
// side of bind_env.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/core/author/space.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/episodes/env_places.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  // Infos with a meaning for the engine, see pp::Spec; empty: none.
  std::string zero_discount;
  std::string reported_termination;
  std::string whole_score, whole_is_over;
  std::vector<std::string> agents;  // the names of all players, or none
  std::string mover;                // the info that says whose turn it is, or empty
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

  // The values of all options; throws TypeError or ValueError for an invalid one. `config` has only
  // known names.
  virtual nb::dict resolve(nb::dict config) const = 0;
  virtual SpecNodes spec(nb::dict config) const = 0;
  // The time limit of episodes under these options, if they have a say in it.
  virtual std::optional<std::int64_t> episode_limit(nb::dict) const { return max_episode_steps; }
  virtual std::unique_ptr<EnvGroup> make_group(nb::dict config, const EnvPlaces& places,
                                               const EpisodeRules& rules) const = 0;
  // For a group of this configuration's class; throws if no environment can be made with it.
  virtual SettingsPointer make_settings(nb::dict config) const = 0;
  // Reset options in the environment's own type.
  virtual std::shared_ptr<const void> parse_reset_options(nb::dict options) const = 0;
};

// Gives a module, once, what all modules of environments have: classes, version, list of types.
void bind_engine(nb::module_& m);

// Converts a space tree to nested Python dicts, from which Python makes Gymnasium spaces.
nb::dict describe(const SpaceNode& node);

}  // namespace pp
