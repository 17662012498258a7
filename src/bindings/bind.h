// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes environments known to Python. The one include, besides the environments' own headers, of a
// module's source:
//
//   NB_MODULE(my_envs, m) {
//     pp::bind_env<MyEnv>(m, {.id = "MyEnv-v0", .max_episode_steps = 200});
//   }
#pragma once

#include <nanobind/nanobind.h>
#include <parallel_pool/check_environment.h>
#include <parallel_pool/env.h>
#include <parallel_pool/spec_fields.h>
#include <parallel_pool/typed_env_group.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "config.h"
#include "env_type.h"

namespace pp {

// The facts of one id.
template <class Env>
struct EnvFacts {
  std::string id;
  std::optional<std::int64_t> max_episode_steps = std::nullopt;
  std::optional<double> reward_threshold = std::nullopt;
  std::string reference = "";   // the Gymnasium id that it equals bit for bit
  ConfigOf<Env> defaults = {};  // where they differ from the Config's own
};

template <Environment Env>
class TypedEnvType final : public EnvType {
 public:
  explicit TypedEnvType(EnvFacts<Env> facts) : defaults_(std::move(facts.defaults)) {
    id = std::move(facts.id);
    max_episode_steps = facts.max_episode_steps;
    reward_threshold = facts.reward_threshold;
    reference = std::move(facts.reference);
  }

  std::vector<OptionInfo> options() const override { return describe_options(defaults_); }
  std::vector<OptionInfo> reset_options() const override {
    return describe_options(ResetOptionsOf<Env>{});
  }
  nb::dict resolve(nb::dict config) const override { return dump_options(parse(config)); }

  SpecNodes spec(nb::dict config) const override {
    const typename Env::Config parsed = parse(config);
    Spec<Env> spec = Env::spec(parsed);
    fields_of(spec);  // throws if the spec contradicts itself
    return {std::move(spec.observation.node),
            std::move(spec.action.node),
            std::move(spec.info.node),
            std::move(spec.render_state.node),
            spec.max_players,
            HasPlayers<Env>};
  }

  std::unique_ptr<EnvGroup> make_group(nb::dict config, std::uint32_t num_envs,
                                       const EpisodeRules& rules) const override {
    return std::make_unique<TypedEnvGroup<Env>>(parse(config), num_envs, rules);
  }

  std::shared_ptr<const void> parse_reset_options(nb::dict options) const override {
    auto parsed = std::make_shared<ResetOptionsOf<Env>>();
    parse_options(*parsed, options, id + ": reset option");
    return parsed;
  }

 private:
  typename Env::Config parse(nb::dict config) const {
    typename Env::Config parsed = with_preset(defaults_, config, id + ": option");
    parse_options(parsed, config, id + ": option");
    return parsed;
  }

  typename Env::Config defaults_;
};

// Adds an environment type to a module, which gets the engine's Python classes with its first one.
void add_env_type(nb::module_& module, std::unique_ptr<EnvType> type);

template <class Env>
void bind_env(nb::module_& module, EnvFacts<Env> facts) {
  check_environment<Env>();
  // Otherwise the errors above are all that there is to say.
  if constexpr (Environment<Env>) {
    add_env_type(module, std::make_unique<TypedEnvType<Env>>(std::move(facts)));
  }
}

}  // namespace pp
