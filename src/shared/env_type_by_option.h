// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ids of which an option, a bool, chooses between two classes of environments with one Config.
#pragma once

#include <parallel_pool/bind.h>

#include <memory>
#include <vector>

namespace pp {

template <class Usual, class Other>
class EnvTypeByOption final : public EnvType {
 public:
  EnvTypeByOption(const char* option, const EnvFacts<Usual>& facts)
      : option_(option),
        usual_(facts),
        other_({facts.id, facts.max_episode_steps, facts.reward_threshold, facts.reference,
                facts.defaults}) {
    id = facts.id;
    max_episode_steps = facts.max_episode_steps;
    reward_threshold = facts.reward_threshold;
    reference = facts.reference;
  }

  std::vector<OptionInfo> options() const override { return usual_.options(); }
  std::vector<OptionInfo> reset_options() const override { return usual_.reset_options(); }
  nb::dict resolve(nb::dict config) const override { return usual_.resolve(config); }
  SpecNodes spec(nb::dict config) const override { return chosen(config).spec(config); }
  std::unique_ptr<EnvGroup> make_group(nb::dict config, const EnvPlaces& places,
                                       const EpisodeRules& rules) const override {
    return chosen(config).make_group(config, places, rules);
  }
  SettingsPointer make_settings(nb::dict config) const override {
    return chosen(config).make_settings(config);
  }
  std::shared_ptr<const void> parse_reset_options(nb::dict options) const override {
    return usual_.parse_reset_options(options);  // the same type for both
  }

 private:
  const EnvType& chosen(const nb::dict& config) const {
    if (nb::cast<bool>(usual_.resolve(config)[option_])) return other_;
    return usual_;
  }

  const char* option_;
  TypedEnvType<Usual> usual_;
  TypedEnvType<Other> other_;
};

// As bind_env, for two classes: `Other` is that of environments whose option is true.
template <class Usual, class Other>
void bind_env_by_option(nb::module_& module, const char* option, const EnvFacts<Usual>& facts) {
  check_environment<Usual>();
  check_environment<Other>();
  add_env_type(module, std::make_unique<EnvTypeByOption<Usual, Other>>(option, facts));
}

}  // namespace pp
