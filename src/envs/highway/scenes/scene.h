// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A scene: its road, who starts on it, what is rewarded and when an episode ends.
#pragma once

#include <parallel_pool/env.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "highway/arithmetic/value.h"
#include "world.h"

namespace pp::highway {

class Scene {
 public:
  // A term of the reward, as the infos name it.
  struct Term {
    enum class Type : std::uint8_t { kFloat, kBool, kInt };
    const char* name;
    Type type = Type::kFloat;
  };
  static constexpr std::size_t kMostTerms = 5;

  virtual ~Scene() = default;

  // The road, which is the same in each episode.
  virtual void build(Network& network) const = 0;
  // Puts objects, agents and other vehicles on the road.
  virtual void populate(World& world, Rng& rng) const = 0;
  // Before an observation, and after it.
  virtual void before_step(World&) const {}
  virtual void after_step(World&, Rng&) const {}

  // Works out what the functions below need more than once; after a reset and a time step.
  virtual void measure(World&) const {}

  const std::vector<Term>& terms() const { return terms_; }
  // The unweighted terms after a time step.
  virtual void rate(const World& world, std::span<const AgentAction> actions,
                    std::span<Value> terms) const = 0;
  // `terms` are what `rate` gave.
  virtual double reward(const World& world, std::span<const Value> terms) const = 0;
  virtual bool is_terminated(const World& world) const { return world.ego().crashed; }
  virtual bool is_truncated(const World& world) const { return world.time >= duration_; }

  // Of each agent, where agents have rewards of their own.
  virtual double reward_of(const World& world, std::size_t) const { return 0.0 * world.time; }
  virtual bool is_over_for(const World& world, std::size_t agent) const {
    return world.agent(agent).crashed;
  }
  // What the infos call a success.
  virtual bool is_success(const World&, std::size_t) const { return false; }

  const Settings& settings() const { return settings_; }

 protected:
  Scene(const Settings& settings, std::vector<Term> terms);

  Body make_agent(const World& world, Point position, double heading, double speed) const {
    return world.road.make(settings_.action.vehicle(), position, heading, speed);
  }
  double weight(const char* name) const { return settings_.reader().number(name, 0.0); }
  // The sum of the terms by the weights that the configuration gives them.
  Value weighted_sum(std::span<const Value> terms) const;
  // Whether the reference finds an action among [0, 2].
  bool changes_lane(std::span<const AgentAction> actions) const;

  Settings settings_;
  double duration_;

 private:
  std::vector<Term> terms_;
  std::vector<Value> weights_;
};

// Throws pp::Error for a configuration that the scene cannot have.
std::unique_ptr<Scene> make_scene(const Settings& settings);

// Of Python's bools, and of NumPy's.
inline Value of_bool(bool flag) { return Value::of_int(flag ? 1.0 : 0.0); }
inline Value of_numpy_bool(bool flag) { return Value::of_numpy_int(flag ? 1.0 : 0.0); }
// Whether a vehicle is on its lane, in the type that the reference's comparisons give it.
Value on_road(const World& world, const Body& body);

}  // namespace pp::highway
