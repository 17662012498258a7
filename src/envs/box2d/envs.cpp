// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of Box2D.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <parallel_pool/bind.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "bipedal_walker.h"
#include "car_picture.h"
#include "car_racing.h"
#include "lunar_lander.h"
#include "shared/env_type_by_option.h"

namespace nb = nanobind;

NB_MODULE(native, m) {
  using namespace pp::box2d;
  using namespace nanobind::literals;
  using pp::bind_env;
  using pp::bind_env_by_option;
  bind_env<BipedalWalker>(m, {.id = "BipedalWalker-v3",
                              .max_episode_steps = 1600,
                              .reward_threshold = 300.0,
                              .reference = "BipedalWalker-v3"});
  bind_env<BipedalWalker>(m, {.id = "BipedalWalkerHardcore-v3",
                              .max_episode_steps = 2000,
                              .reward_threshold = 300.0,
                              .reference = "BipedalWalkerHardcore-v3",
                              .defaults = {.hardcore = true}});
  bind_env_by_option<CarRacingDiscrete, CarRacing>(m, "continuous",
                                                   {.id = "CarRacing-v3",
                                                    .max_episode_steps = 1000,
                                                    .reward_threshold = 900.0,
                                                    .reference = "CarRacing-v3"});
  m.def(
      "set_reward_texts",
      [](int lowest, const std::vector<std::tuple<int, int, int, int, nb::bytes>>& texts) {
        std::vector<RewardText> all;
        for (const auto& [left, top, width, height, grey] : texts) {
          const auto* bytes = reinterpret_cast<const std::uint8_t*>(grey.c_str());
          if (width < 0 || height < 0 ||
              grey.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
            throw nb::value_error("a text has width * height bytes");
          }
          all.push_back({left, top, width, height, {bytes, bytes + grey.size()}});
        }
        set_reward_texts(lowest, all);
      },
      "lowest"_a, "texts"_a);
  bind_env_by_option<LunarLander, LunarLanderContinuous>(m, "continuous",
                                                         {.id = "LunarLander-v3",
                                                          .max_episode_steps = 1000,
                                                          .reward_threshold = 200.0,
                                                          .reference = "LunarLander-v3"});
  bind_env_by_option<LunarLander, LunarLanderContinuous>(m, "continuous",
                                                         {.id = "LunarLanderContinuous-v3",
                                                          .max_episode_steps = 1000,
                                                          .reward_threshold = 200.0,
                                                          .reference = "LunarLanderContinuous-v3",
                                                          .defaults = {.continuous = true}});
}
