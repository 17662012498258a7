// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// LunarLander: land between two flags with a main engine and two side engines, with the arithmetic
// of Gymnasium's LunarLander. Rules compute in double; what they hand to the physics is rounded to
// float32, as pybox2d does.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "engine/lanes.h"
#include "engine/world.h"
#include "step_in_lanes.h"

namespace pp::box2d {

struct LunarLanderConfig {
  bool continuous = false;
  double gravity = -10.0;
  bool enable_wind = false;
  double wind_power = 15.0;
  double turbulence_power = 1.5;
  static constexpr auto options() {
    using Config = LunarLanderConfig;
    return option_list(
        option("continuous", &Config::continuous, "Take two throttles as actions, not one engine."),
        option("gravity", &Config::gravity, "Vertical acceleration in m/s^2, in (-12, 0)."),
        option("enable_wind", &Config::enable_wind,
               "Let wind and turbulence act on the lander while no leg touches the ground."),
        option("wind_power", &Config::wind_power,
               "Largest force of the wind in N; 0 to 20 is recommended."),
        option("turbulence_power", &Config::turbulence_power,
               "Largest torque of the turbulence in N m; 0 to 2 is recommended."));
  }
  void validate() const;
};

// What happens in a step apart from the physics is the same for both kinds of actions.
class LunarLanderRules : private ContactListener {
 public:
  struct Observation {
    Row<float, 8> state;  // place, velocity, angle, angular velocity, contact of either leg
  };
  struct RenderState {
    Row<double, 11> terrain;  // heights
    Row<float, 3, 3> poses;   // x, y and angle of the lander and its legs
  };
  // How strongly the engines burn. The side engines push to the left (-1) or right (1).
  struct Thrust {
    double main = 0.0;
    double side = 0.0;
    double direction = 0.0;
  };

  explicit LunarLanderRules(const LunarLanderConfig& config);

  // The first step without thrust belongs to the reset.
  void reset(Rng& rng);
  Transition step(const Thrust& thrust, Rng& rng);
  void observe(Observation& out) const {
    for (std::size_t i = 0; i < 8; ++i) out.state[i] = static_cast<float>(state_[i]);
  }
  void render_state(RenderState& out) const;
  void serialize(StateIO& io);

  // A step in parts, so that the physics of several landers can be solved together.
  Island* begin_step(const Thrust& thrust, Rng& rng);
  Transition end_step();
  static const StepSize& step_size();

 private:
  static constexpr std::size_t kPoints = 11;  // of the terrain

  // Whether there was a reset. A forged state may run an episode without one: its step ends it.
  bool has_begun() const { return lander_ != kNoId; }

  void begin_contact(const Contact& contact) override;
  void end_contact(const Contact& contact) override;

  void create_terrain(Rng& rng);
  void create_lander(Rng& rng);
  void create_leg(std::size_t leg);
  void blow();
  void burn(const Thrust& thrust, Rng& rng);
  double find_state();
  void check() const;

  LunarLanderConfig config_;
  World world_;
  Id lander_ = kNoId;
  std::array<Id, 2> legs_{kNoId, kNoId};
  std::array<double, kPoints> terrain_{};
  std::array<double, 8> state_{};
  std::array<bool, 2> leg_touches_{};
  bool crashed_ = false;
  bool has_shaping_ = false;
  double shaping_ = 0.0;
  double main_power_ = 0.0;  // of the current step
  double side_power_ = 0.0;
  std::int64_t wind_index_ = 0;
  std::int64_t torque_index_ = 0;
};

struct FourEngines {
  Row<std::int64_t> engine;  // 0: none, 1: left, 2: main, 3: right
};
struct TwoThrottles {
  // The main engine burns above 0, from half power at 0 to full power at 1; the side engines burn
  // beyond -0.5 and 0.5.
  Row<float, 2> throttle;
};

template <class ActionOf>
class LunarLanderOf final : public LunarLanderRules {
 public:
  using Config = LunarLanderConfig;
  using Action = ActionOf;
  static constexpr bool kIsContinuous = std::is_same_v<Action, TwoThrottles>;

  static Spec<LunarLanderOf> spec(const Config&) {
    constexpr double turn = 2 * std::numbers::pi;
    return {.observation = box(&Observation::state, {-2.5, -2.5, -10, -10, -turn, -10, -0.0, -0.0},
                               {2.5, 2.5, 10, 10, turn, 10, 1, 1}),
            .action = action_space(),
            .render_state = dict<RenderState>({{"terrain", value(&RenderState::terrain)},
                                               {"poses", value(&RenderState::poses)}})};
  }

  using LunarLanderRules::LunarLanderRules;

  Transition step(const Action& action, Rng& rng) {
    return LunarLanderRules::step(thrust(action), rng);
  }

  static constexpr std::size_t kGroup = kLanes;
  static void step_group(std::span<LunarLanderOf* const> envs, std::span<const Action> actions,
                         std::span<Rng* const> rngs, std::span<Transition> transitions) {
    step_in_lanes(envs, transitions, step_size(), [&](LunarLanderOf& env, std::size_t i) {
      return env.begin_step(thrust(actions[i]), *rngs[i]);
    });
  }

  static Thrust thrust(const Action& action) {
    if constexpr (kIsContinuous) {
      const auto main = math::clip(static_cast<double>(action.throttle[0]), -1.0, 1.0);
      const auto side = math::clip(static_cast<double>(action.throttle[1]), -1.0, 1.0);
      Thrust thrust;
      if (main > 0.0) thrust.main = (main + 1.0) * 0.5;
      if (std::abs(side) > 0.5) thrust.side = std::abs(side);
      thrust.direction = side > 0.0 ? 1.0 : -1.0;
      return thrust;
    } else {
      const std::int64_t engine = action.engine;
      return {.main = engine == 2 ? 1.0 : 0.0,
              .side = engine == 1 || engine == 3 ? 1.0 : 0.0,
              .direction = static_cast<double>(engine - 2)};
    }
  }

 private:
  static Space<Action> action_space() {
    if constexpr (kIsContinuous) {
      return box(&Action::throttle, -1.0, 1.0);
    } else {
      return discrete(&Action::engine, 4);
    }
  }
};

using LunarLander = LunarLanderOf<FourEngines>;
using LunarLanderContinuous = LunarLanderOf<TwoThrottles>;

}  // namespace pp::box2d
