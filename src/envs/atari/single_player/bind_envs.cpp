// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Two ids for each game: EnvPool's (Pong-v5), and ALE's (ALE-Pong-v5).
#include "bind_envs.h"

#include <nanobind/stl/string.h>
#include <parallel_pool/bind.h>

#include <memory>
#include <string>
#include <utility>

#include "game_env.h"

namespace pp::atari {
namespace {

// Binds one id. An option selects continuous actions, which are another class of environment.
class GameType final : public EnvType {
 public:
  GameType(std::optional<std::int64_t> limit, const Config& defaults)
      : by_index_({.id = defaults.id, .max_episode_steps = limit, .defaults = defaults}),
        polar_({.id = defaults.id, .max_episode_steps = limit, .defaults = defaults}) {
    id = defaults.id;
    max_episode_steps = limit;
  }

  std::vector<OptionInfo> options() const override { return by_index_.options(); }
  std::vector<OptionInfo> reset_options() const override { return by_index_.reset_options(); }
  nb::dict resolve(nb::dict config) const override { return by_index_.resolve(config); }
  SpecNodes spec(nb::dict config) const override { return chosen(config).spec(config); }
  std::unique_ptr<EnvGroup> make_group(nb::dict config, const EnvPlaces& places,
                                       const EpisodeRules& rules) const override {
    return chosen(config).make_group(config, places, rules);
  }
  SettingsPointer make_settings(nb::dict config) const override {
    return chosen(config).make_settings(config);
  }
  std::shared_ptr<const void> parse_reset_options(nb::dict options) const override {
    return by_index_.parse_reset_options(options);
  }

 private:
  const EnvType& chosen(const nb::dict& config) const {
    if (nb::cast<bool>(resolve(config)["continuous"])) return polar_;
    return by_index_;
  }

  TypedEnvType<GameEnv<IndexAction>> by_index_;
  TypedEnvType<GameEnv<PolarAction>> polar_;
};

}  // namespace

void bind_envs(nb::module_& m) {
  check_environment<GameEnv<IndexAction>>();
  check_environment<GameEnv<PolarAction>>();
  nb::dict aliases;
  for (const Game& game : games()) {
    Config defaults;
    defaults.game = &game;
    constexpr std::int64_t kEnvPoolLimit = 27'000;
    const std::string envpool = game.envpool_title() + "-v5";
    const std::string ale = game.title() + "-v5";
    defaults.id = envpool;
    add_env_type(m, std::make_unique<GameType>(kEnvPoolLimit, defaults));
    defaults.id = "ALE-" + ale;
    add_env_type(m, std::make_unique<GameType>(std::nullopt, defaults.under("gymnasium")));
    aliases[nb::str(("ALE/" + ale).c_str())] = "ALE-" + ale;
    if (ale != envpool) aliases[nb::str(ale.c_str())] = envpool;
  }
  m.attr("aliases") = std::move(aliases);
}

}  // namespace pp::atari
