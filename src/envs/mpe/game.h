// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A game in a world of particles: what all scenarios share, which are actions, rewards and spaces.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "world.h"

namespace pp::mpe {

// The options of all scenarios.
struct GameOptions {
  std::int64_t max_cycles = 25;
  bool continuous_actions = false;
};

constexpr auto game_options() {
  return option_list(option("max_cycles", &GameOptions::max_cycles,
                            "The time limit, unless max_episode_steps is given."),
                     option("continuous_actions", &GameOptions::continuous_actions,
                            "Actions are forces and messages from 0 to 1 rather than choices."));
}

// Throws std::invalid_argument for a number of bodies that no world has.
inline void check_count(std::string_view name, std::int64_t count, std::int64_t least) {
  constexpr std::int64_t kMost = 1000;
  if (count < least || count > kMost) {
    throw std::invalid_argument(std::string(name) + " must be " + std::to_string(least) + " to " +
                                std::to_string(kMost) + ", got " + std::to_string(count));
  }
}

// Writes one agent's observation, number by number; what remains of the row is 0.
class View {
 public:
  explicit View(Row<float, kDynamic> row) : row_(row) {}

  void put(double value) { row_[at_++] = static_cast<float>(value); }
  void put(Point point) {
    put(point.x);
    put(point.y);
  }
  void put(std::span<const double> values) {
    for (const double value : values) put(value);
  }
  // A one-hot vector, or zeros.
  void put_choice(std::size_t choice, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) put(i == choice ? 1.0 : 0.0);
  }
  void put_zeros(std::size_t count) { put_choice(count, count); }
  void finish() { std::fill(row_.begin() + at_, row_.end(), 0.0f); }

 private:
  Row<float, kDynamic> row_;
  std::size_t at_ = 0;
};

// What a scenario may leave out.
struct Scenario {
  void after_physics(World&) {}
  void before_rewards(const World&) {}
  bool is_over(const World&) const { return false; }
  void serialize(StateIO&) {}
  // Writes what decides the colours of bodies, such as goals.
  void mark(std::int64_t*) const {}
};

// Rules states a Config that extends GameOptions, `static Layout layout(const Config&)`, which
// refuses bad options, and the members `reset`, `reward` and `observe`.
template <class Rules>
class Game {
 public:
  static constexpr bool kBoundedSteps = true;

  using Config = typename Rules::Config;
  struct Shared {
    explicit Shared(const Config& config) : layout(checked_layout(config)) {}
    Layout layout;
  };
  struct Action {
    static constexpr bool kMayLeaveOutRows = true;
    PlayerRows<std::int64_t> choice;    // of movements and messages
    PlayerRows<float, kDynamic> force;  // nothing, left, right, down, up; then the message
  };
  struct Observation {
    PlayerRows<float, kDynamic> view;
  };
  struct RenderState {
    Row<float, kDynamic> state;         // what all agents observe, one after the other
    Row<double, kDynamic> bodies;       // the places of agents and landmarks
    Row<double, kDynamic> messages;     // of each agent
    Row<double> reach;                  // how far bodies were from the middle after the reset
    Row<std::int64_t, kDynamic> marks;  // what decides colours
  };

  static Spec<Game> spec(const Config& config) {
    const Layout layout = checked_layout(config);
    const auto widest = [](const std::vector<std::int64_t>& widths) {
      return static_cast<std::size_t>(std::ranges::max(widths));
    };
    std::vector<std::int64_t> choices;
    std::vector<std::int64_t> levers;
    for (std::size_t i = 0; i < layout.agents.size(); ++i) {
      choices.push_back(layout.choices(i));
      levers.push_back(layout.levers(i));
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {
        .observation = shared_out(
            box(&Observation::view, -kInfinity, kInfinity, {widest(layout.widths)}), layout.widths),
        .action = config.continuous_actions
                      ? shared_out(box(&Action::force, 0, 1, {widest(levers)}), levers)
                      : shared_out(discrete(&Action::choice, std::ranges::max(choices)), choices),
        .render_state = dict<RenderState>(
            {{"state", box(&RenderState::state, -kInfinity, kInfinity,
                           {static_cast<std::size_t>(std::accumulate(
                               layout.widths.begin(), layout.widths.end(), std::int64_t{0}))})},
             {"bodies", value(&RenderState::bodies, Presence::kAlways, {layout.kinds.size(), 2})},
             {"messages", value(&RenderState::messages, Presence::kAlways,
                                {layout.agents.size(), std::max<std::size_t>(layout.words, 1)})},
             {"reach", value(&RenderState::reach)},
             {"marks", value(&RenderState::marks, Presence::kAlways, {layout.kinds.size()})}}),
        .agents = layout.agents};
  }
  static std::optional<std::int64_t> max_episode_steps(const Config& config) {
    return config.max_cycles;
  }

  Game(const Config& config, const Shared& shared)
      : limit_(config.max_cycles),
        is_continuous_(config.continuous_actions),
        world_(shared.layout),
        rules_(config) {}

  std::size_t players() const { return world_.agents(); }

  void reset(Rng& rng) {
    steps_ = 0;
    rules_.reset(world_, rng);
    reach_ = world_.reach();
  }

  Transition step(const Action& action, Rewards& rewards, Rng&) {
    for (std::size_t i = 0; i < players(); ++i) {
      if (is_continuous_) {
        act(i, action.force[i]);
      } else {
        act(i, action.choice[i]);
      }
    }
    world_.step();
    rules_.after_physics(world_);
    rules_.before_rewards(world_);
    // The reference adds up the rewards of a cycle from 0, which is never -0.
    for (std::size_t i = 0; i < players(); ++i) rewards[i] = 0.0 + rules_.reward(world_, i);
    // The time limit comes first, and then the game is not over.
    return {.terminated = ++steps_ != limit_ && rules_.is_over(world_)};
  }

  void observe(Observation& out) const {
    for (std::size_t i = 0; i < players(); ++i) {
      View view(out.view[i]);
      rules_.observe(world_, i, view);
      view.finish();
    }
  }

  void render_state(RenderState& out) const {
    RowSlot part(out.state);
    for (std::size_t i = 0; i < players(); ++i) {
      part.elements = static_cast<std::uint32_t>(world_.layout().widths[i]);
      View view{Row<float, kDynamic>(part)};
      rules_.observe(world_, i, view);
      view.finish();
      part.data += part.elements * sizeof(float);
    }
    show_bodies(out);
  }

  void serialize(StateIO& io) {
    io(world_, rules_);
    io.count(steps_, "number of steps");
    io.finite("reach", reach_);
  }

 private:
  // What a picture shows.
  void show_bodies(RenderState& out) const {
    for (std::size_t i = 0; i < world_.layout().kinds.size(); ++i) {
      out.bodies[2 * i] = world_[i].position.x;
      out.bodies[2 * i + 1] = world_[i].position.y;
    }
    const std::size_t words = world_.layout().words;
    std::ranges::fill(out.messages, 0.0);
    for (std::size_t i = 0; i < players(); ++i) {
      std::ranges::copy(world_.message(i), out.messages.values() + i * words);
    }
    out.reach = reach_;
    std::ranges::fill(out.marks, -1);
    rules_.mark(out.marks.values());
  }

  static Layout checked_layout(const Config& config) {
    if (config.max_cycles < 1) {
      throw std::invalid_argument("max_cycles must be at least 1, got " +
                                  std::to_string(config.max_cycles));
    }
    return Rules::layout(config);
  }

  // Agents with equal spaces need no shares.
  template <class Owner>
  static Space<Owner> shared_out(Space<Owner> space, const std::vector<std::int64_t>& own) {
    if (std::ranges::min(own) == std::ranges::max(own)) return space;
    return of_agents(std::move(space), own);
  }

  void act(std::size_t agent, std::int64_t choice) {
    const Kind& kind = world_.kind(agent);
    if (choice >= world_.layout().choices(agent)) choice = 0;  // it has fewer than others
    if (kind.moves) {
      const std::int64_t direction = choice % 5;
      choice /= 5;
      const double x = direction == 1 ? -1.0 : direction == 2 ? 1.0 : 0.0;
      const double y = direction == 3 ? -1.0 : direction == 4 ? 1.0 : 0.0;
      world_.push(agent, {x * kind.push, y * kind.push});
    }
    if (!kind.speaks) return;
    const std::span<double> message = world_.message(agent);
    std::ranges::fill(message, 0.0);
    message[static_cast<std::size_t>(choice)] = 1.0;
  }

  void act(std::size_t agent, const Row<float, kDynamic>& levers) {
    const Kind& kind = world_.kind(agent);
    const auto lever = [&](std::size_t i) { return std::clamp(levers[i], 0.0f, 1.0f); };
    if (kind.moves) {
      // The difference is one of float32.
      const float x = lever(2) - lever(1);
      const float y = lever(4) - lever(3);
      world_.push(agent, {x * kind.push, y * kind.push});
    }
    if (!kind.speaks) return;
    const std::span<double> message = world_.message(agent);
    for (std::size_t i = 0; i < message.size(); ++i) {
      message[i] = static_cast<double>(lever((kind.moves ? 5 : 0) + i)) + 0.0;
    }
  }

  std::int64_t limit_;
  bool is_continuous_;
  World world_;
  Rules rules_;
  std::int64_t steps_ = 0;
  double reach_ = 0.0;  // of the world at the start of the episode
};

}  // namespace pp::mpe
