// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ids whose option `continuous` chooses between two kinds of actions, and so between two classes.
#pragma once

#include <parallel_pool/bind.h>

#include <memory>
#include <utility>
#include <vector>

namespace pp::box2d {

template <class Discrete, class Continuous>
class EnvTypeByAction final : public EnvType {
 public:
  explicit EnvTypeByAction(const EnvFacts<Discrete>& facts)
      : discrete_(facts),
        continuous_({facts.id, facts.max_episode_steps, facts.reward_threshold, facts.reference,
                     facts.defaults}) {
    id = facts.id;
    max_episode_steps = facts.max_episode_steps;
    reward_threshold = facts.reward_threshold;
    reference = facts.reference;
  }

  std::vector<OptionInfo> options() const override { return discrete_.options(); }
  std::vector<OptionInfo> reset_options() const override { return discrete_.reset_options(); }
  nb::dict resolve(nb::dict config) const override { return discrete_.resolve(config); }
  SpecNodes spec(nb::dict config) const override { return chosen(config).spec(config); }
  std::unique_ptr<EnvGroup> make_group(nb::dict config, const EnvPlaces& places,
                                       const EpisodeRules& rules) const override {
    return chosen(config).make_group(config, places, rules);
  }
  SettingsPointer make_settings(nb::dict config) const override {
    return chosen(config).make_settings(config);
  }
  std::shared_ptr<const void> parse_reset_options(nb::dict options) const override {
    return discrete_.parse_reset_options(options);  // the same type for both
  }

 private:
  const EnvType& chosen(const nb::dict& config) const {
    if (nb::cast<bool>(discrete_.resolve(config)["continuous"])) return continuous_;
    return discrete_;
  }

  TypedEnvType<Discrete> discrete_;
  TypedEnvType<Continuous> continuous_;
};

template <class Discrete, class Continuous>
void bind_by_action(nb::module_& module, const EnvFacts<Discrete>& facts) {
  check_environment<Discrete>();
  check_environment<Continuous>();
  add_env_type(module, std::make_unique<EnvTypeByAction<Discrete, Continuous>>(facts));
}

}  // namespace pp::box2d
