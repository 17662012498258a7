// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment without its rows: episodes of a scene with observations, rewards and infos.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "scenes/scene.h"
#include "views/views.h"

namespace pp::highway {

// What follows from a configuration, and does not change.
struct Setup {
  Setup(SceneKind kind, const Tree& config);

  const Settings& settings() const { return scene->settings(); }

  std::unique_ptr<Scene> scene;
  Network network;
  std::vector<Leaf> leaves;
};

class Game {
 public:
  explicit Game(std::shared_ptr<const Setup> setup);

  // `changes` to the configuration are kept for later episodes, as in the reference; those that
  // would change a space are refused.
  void reset(Rng& rng, const Tree* changes);
  Transition step(std::span<const AgentAction> actions, Rng& rng);

  const Settings& settings() const { return setup_->settings(); }
  const Scene& scene() const { return *setup_->scene; }
  const World& world() const { return world_; }
  Arrays& observation() { return observation_; }
  const Arrays& observation() const { return observation_; }

  // What the infos say, of the last reset or time step.
  struct Told {
    double speed = 0.0;
    bool crashed = false;
    std::array<Value, Scene::kMostTerms> terms;
    std::vector<AgentAction> actions;
    std::vector<double> rewards;                 // of each agent
    std::vector<std::uint8_t> ended, succeeded;  // of each agent

    void serialize(StateIO& io);
  };
  const Told& told() const { return told_; }

  void serialize(StateIO& io);

 private:
  void change(const Tree& changes);
  void adopt(std::shared_ptr<const Setup> setup);
  void apply(std::span<const AgentAction> actions);
  void apply(std::size_t agent, const AgentAction& action);
  void simulate(std::span<const AgentAction> actions);
  void tell(std::span<const AgentAction> actions);
  // For a world that will be read.
  void make_room();
  void serialize_world(StateIO& io);
  void check_agents(const StateIO& io) const;

  const std::shared_ptr<const Setup> first_setup_;
  std::shared_ptr<const Setup> setup_;  // a reset may change it
  bool is_changed_ = false;
  World world_;
  std::unique_ptr<Views> views_;
  Arrays observation_;
  Told told_;
};

}  // namespace pp::highway
