// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Binds environments to Python. The source of a module includes only this file and the headers of
// its environments:
//
//   NB_MODULE(my_envs, m) {
//     pp::bind_env<MyEnv>(m, {.id = "MyEnv-v0", .max_episode_steps = 200});
//   }
#pragma once

#include <nanobind/nanobind.h>
#include <parallel_pool/bindings/begin_module.h>
#include <parallel_pool/bindings/config.h>
#include <parallel_pool/bindings/env_type.h>
#include <parallel_pool/core/author/check_environment.h>
#include <parallel_pool/core/episodes/spec_fields.h>
#include <parallel_pool/core/episodes/typed_env_group.h>
#include <parallel_pool/env.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace pp {

// The facts of one id.
template <class Env>
struct EnvFacts {
  std::string id;
  std::optional<std::int64_t> max_episode_steps = std::nullopt;
  std::optional<double> reward_threshold = std::nullopt;
  std::string reference = "";   // the Gymnasium id that it equals bit for bit
  ConfigOf<Env> defaults = {};  // if they differ from those of the Config
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

  [[gnu::cold]] std::vector<OptionInfo> options() const override {
    typename Env::Config defaults = defaults_;
    return describe_options(bound_options(defaults));
  }
  [[gnu::cold]] std::vector<OptionInfo> reset_options() const override {
    ResetOptionsOf<Env> defaults{};
    return describe_options(bound_options(defaults));
  }
  [[gnu::cold]] nb::dict resolve(nb::dict config) const override {
    typename Env::Config parsed = parse(config);
    return dump_options(bound_options(parsed));
  }

  [[gnu::cold]] SpecNodes spec(nb::dict config) const override {
    const typename Env::Config parsed = parse(config);
    Spec<Env> spec = Env::spec(parsed);
    const GroupFields fields = fields_of(spec);  // throws if the spec contradicts itself
    std::string zero_discount = info_name(spec, spec.zero_discount, "zero_discount");
    std::string reported = info_name(spec, spec.reported_termination, "reported_termination");
    std::string score = info_name(spec, spec.whole.score, "whole.score");
    std::string is_over = info_name(spec, spec.whole.is_over, "whole.is_over");
    std::string mover = mover_name(spec, fields);
    return {.observation = std::move(spec.observation.node),
            .action = std::move(spec.action.node),
            .info = std::move(spec.info.node),
            .render_state = std::move(spec.render_state.node),
            .max_players = fields.max_players,
            .multi_player = fields.multi_player,
            .zero_discount = std::move(zero_discount),
            .reported_termination = std::move(reported),
            .whole_score = std::move(score),
            .whole_is_over = std::move(is_over),
            .agents = std::move(spec.agents),
            .mover = std::move(mover)};
  }

  [[gnu::cold]] std::optional<std::int64_t> episode_limit(nb::dict config) const override {
    if constexpr (HasEpisodeLimit<Env>) return Env::max_episode_steps(parse(config));
    return max_episode_steps;
  }

  [[gnu::cold]] std::unique_ptr<EnvGroup> make_group(nb::dict config, const EnvPlaces& places,
                                                     const EpisodeRules& rules) const override {
    return std::make_unique<TypedEnvGroup<Env>>(parse(config), places, rules);
  }

  [[gnu::cold]] SettingsPointer make_settings(nb::dict config) const override {
    return pp::make_settings<Env>(parse(config));
  }

  [[gnu::cold]] std::shared_ptr<const void> parse_reset_options(nb::dict options) const override {
    return std::make_shared<ResetOptionsOf<Env>>(
        parse_options(ResetOptionsOf<Env>{}, options, id + ": reset option"));
  }

 private:
  [[gnu::cold]] typename Env::Config parse(const nb::dict& config) const {
    return parse_options(defaults_, config, id + ": option");
  }

  typename Env::Config defaults_;
};

// Adds an environment type to a module, which gets the engine's Python classes with its first one.
void add_env_type(nb::module_& module, std::unique_ptr<EnvType> type);

template <class Env>
[[gnu::cold]] void bind_env(nb::module_& module, EnvFacts<Env> facts) {
  check_environment<Env>();
  // Otherwise the errors above are sufficient.
  if constexpr (Environment<Env>) {
    begin_module();
    add_env_type(module, std::make_unique<TypedEnvType<Env>>(std::move(facts)));
  }
}

}  // namespace pp
