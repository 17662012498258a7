// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One id: a level with its options, and the class of environments that observes it as asked.
#pragma once

#include <parallel_pool/bind.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "grid_env.h"

namespace pp::minigrid {

// The same for all levels: what to do with a setup, by the form of its observation.
struct GroupMaker {
  SpecNodes (*spec)(const Setup&);
  std::unique_ptr<EnvGroup> (*make)(const Setup&, std::uint32_t, const EpisodeRules&);
  SettingsPointer (*make_settings)(const Setup&);
};
const GroupMaker& group_maker(const Setup& setup);

// Refuses options that no level can have.
void check_common(const CommonConfig& config, Form form, bool is_babyai);

template <class LevelClass>
class LevelType final : public EnvType {
 public:
  using Config = typename LevelClass::Config;

  LevelType(std::string level_id, Config defaults) : defaults_(std::move(defaults)) {
    id = std::move(level_id);
    reference = "minigrid:" + id;  // as gymnasium.make takes it, which imports the package
  }

  std::vector<OptionInfo> options() const override {
    Config defaults = defaults_;
    return describe_options(bound_options(defaults));
  }
  std::vector<OptionInfo> reset_options() const override { return {}; }
  nb::dict resolve(nb::dict config) const override {
    Config parsed = parse(config);
    set_up(parsed);
    return dump_options(bound_options(parsed));
  }
  SpecNodes spec(nb::dict config) const override {
    const Setup setup = set_up(parse(config));
    return group_maker(setup).spec(setup);
  }
  std::unique_ptr<EnvGroup> make_group(nb::dict config, std::uint32_t num_envs,
                                       const EpisodeRules& rules) const override {
    const Setup setup = set_up(parse(config));
    return group_maker(setup).make(setup, num_envs, rules);
  }
  SettingsPointer make_settings(nb::dict config) const override {
    const Setup setup = set_up(parse(config));
    return group_maker(setup).make_settings(setup);
  }
  std::shared_ptr<const void> parse_reset_options(nb::dict) const override {
    return std::make_shared<Nothing>();
  }

 private:
  Config parse(nb::dict config) const { return parse_options(defaults_, config, id + ": option"); }

  // Throws std::invalid_argument for options that cannot be.
  Setup set_up(const Config& config) const {
    try {
      Setup setup;
      setup.common = config;
      setup.form = form_named(config.observation);
      setup.is_babyai = id.starts_with("BabyAI");
      check_common(config, setup.form, setup.is_babyai);
      setup.layout = LevelClass::layout(config);
      if constexpr (requires { LevelClass::kActions; }) setup.actions = LevelClass::kActions;
      LevelClass{config};  // it checks the rest
      setup.make_level = [config]() -> std::unique_ptr<Level> {
        return std::make_unique<LevelClass>(config);
      };
      return setup;
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(id + ": " + error.what());
    }
  }

  Config defaults_;
};

// Adds ids to a module.
class Adder {
 public:
  explicit Adder(nb::module_& module) : module_(&module) {}

  template <class LevelClass, class Set>
  void operator()(const char* id, Set set) {
    typename LevelClass::Config defaults;
    set(defaults);
    add_env_type(*module_, std::make_unique<LevelType<LevelClass>>(id, std::move(defaults)));
  }
  template <class LevelClass>
  void operator()(const char* id) {
    operator()<LevelClass>(id, [](auto&) {});
  }

 private:
  nb::module_* module_;
};

// The ids of the two suites, each in a source of its own.
void add_minigrid(nb::module_& module);
void add_babyai(nb::module_& module);

}  // namespace pp::minigrid
