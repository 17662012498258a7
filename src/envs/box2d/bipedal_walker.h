// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// BipedalWalker: walk with two legs of two joints each, with the arithmetic of Gymnasium's
// BipedalWalker. All episodes of an environment take place in one world, as they do there: what the
// tree of boxes went through before decides the order of contacts.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "bipedal_terrain.h"
#include "engine/lanes.h"
#include "engine/world.h"

namespace pp::box2d {

class BipedalWalker final : private ContactListener {
 public:
  struct Config {
    bool hardcore = false;
    static constexpr auto options() {
      return option_list(
          option("hardcore", &Config::hardcore, "Put stumps, stairs and pits in the way."));
    }
  };
  struct Action {
    Row<float, 4> torque;  // of hip and knee of either leg: its sign is the way the joint turns
  };
  struct Observation {
    Row<float, 24> state;  // the hull, both legs, and ten distances to the ground
  };
  struct RenderState {
    Row<double, BipedalTerrain::kPoints> terrain;  // heights
    Row<double, BipedalTerrain::kMaxObstacles, 8> obstacles;
    Row<std::int64_t> obstacle_count;
    Row<double, BipedalTerrain::kClouds, 10> clouds;
    Row<float, 5, 3> poses;  // x, y and angle of the hull and the legs
    Row<double, 10, 2> ray_ends;
    Row<std::int64_t> pictures;  // that were rendered since the reset
  };

  static Spec<BipedalWalker> spec(const Config&);

  explicit BipedalWalker(const Config& config)
      : hardcore_(config.hardcore), world_({0.0f, -10.0f}) {}

  // The first step, with all torques 0, belongs to the reset.
  void reset(Rng& rng);
  Transition step(const Action& action);
  static constexpr std::size_t kGroup = kLanes;
  static void step_group(std::span<BipedalWalker* const> envs, std::span<const Action> actions,
                         std::span<Rng* const> rngs, std::span<Transition> transitions);
  void observe(Observation& out) const {
    for (std::size_t i = 0; i < state_.size(); ++i) out.state[i] = static_cast<float>(state_[i]);
  }
  void render_state(RenderState& out) const;
  void serialize(StateIO& io);

  // A step in parts, so that the physics of several walkers can be solved together.
  Island* begin_step(const std::array<float, 4>& torques);
  Transition end_step();
  static const StepSize& step_size();

 private:
  void begin_contact(const Contact& contact) override;
  void end_contact(const Contact& contact) override;
  void create_walker(Rng& rng);
  void create_leg(int side);
  Id create_part(bool upper, int side);
  void look();
  void find_state();
  void check() const;
  // Whether there was a reset. A forged state may run an episode without one: its step ends it.
  bool has_begun() const { return hull_ != kNoId; }

  bool hardcore_;
  World world_;
  BipedalTerrain terrain_;
  Id hull_ = kNoId;
  std::array<Id, 4> legs_{};  // upper and lower, of the left and the right leg
  std::array<Id, 4> joints_{};
  std::array<bool, 2> leg_touches_{};
  bool crashed_ = false;
  bool has_shaping_ = false;
  double shaping_ = 0.0;
  std::array<float, 4> torques_{};  // of the current step
  std::array<double, 24> state_{};
  std::array<float, 10> fractions_{};
  std::array<std::array<double, 2>, 10> ray_ends_{};
  mutable std::int64_t pictures_ = 0;  // each shows another ray
};

}  // namespace pp::box2d
