// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Agents that stand on a circle or on a line, with the rules of MPE2's simple_formation_v1 and
// simple_line_v1: all get the mean distance from the places that they are best assigned to.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "assignment.h"
#include "game.h"
#include "shared/numpy/functions.h"

namespace pp::mpe {

struct FormationOptions : GameOptions {
  std::int64_t N = 4;
  bool terminate_on_success = false;
  static constexpr auto options() {
    return option_list(option("N", &FormationOptions::N, "The number of agents."),
                       option("terminate_on_success", &FormationOptions::terminate_on_success,
                              "Terminate when each agent is within 0.05 of its place."),
                       game_options());
  }
};

// Places is a list of where agents should stand, which the scenario knows after physics.
class Formation : public Scenario {
 public:
  double reward(const World&, std::size_t) const { return common_; }

  bool is_over(const World&) const {
    return ends_ && std::ranges::all_of(distances_, [](double d) { return d < 0.05; });
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].velocity);
    view.put(world[agent].position);
    for (std::size_t i = 0; i < world.landmarks(); ++i) {
      view.put(world.towards(agent, world.agents() + i));
    }
  }

 protected:
  explicit Formation(const FormationOptions& config)
      : places_(static_cast<std::size_t>(config.N)),
        ends_(config.terminate_on_success),
        assignment_(places_.size()) {}

  static Layout layout_of(const FormationOptions& config, double size, const Kind& landmark,
                          std::size_t landmarks) {
    check_count("N", config.N, 1);
    const auto count = static_cast<std::size_t>(config.N);
    Layout layout;
    for (std::size_t i = 0; i < count; ++i) layout.agents.push_back("agent_" + std::to_string(i));
    layout.kinds.resize(count, {.size = size});
    layout.kinds.resize(count + landmarks, landmark);
    layout.widths.assign(count, 4 + 2 * static_cast<std::int64_t>(landmarks));
    return layout;
  }

  void measure(const World& world) {
    const std::size_t count = places_.size();
    for (std::size_t agent = 0; agent < count; ++agent) {
      for (std::size_t place = 0; place < count; ++place) {
        const Point delta = world[agent].position - places_[place];
        assignment_.costs[agent * count + place] = numpy::norm(std::array{delta.x, delta.y});
      }
    }
    assignment_.solve(distances_);
    clipped_ = distances_;
    for (double& distance : clipped_) distance = std::min(distance, 2.0);
    common_ = -numpy::mean(clipped_);
  }

  std::vector<Point> places_;

 private:
  bool ends_;
  Assignment assignment_;
  // Of the last step.
  std::vector<double> distances_, clipped_;
  double common_ = 0.0;
};

struct Circle : Formation {
  struct Config : FormationOptions {};

  static Layout layout(const Config& config) {
    return layout_of(config, 0.05, {.size = 0.03, .moves = false, .collides = false}, 1);
  }

  explicit Circle(const Config& config) : Formation(config) {}

  void reset(World& world, Rng& rng) {
    world.scatter_agents(rng);
    world.scatter_landmarks(rng, 0.5);
  }

  // The circle is turned so that its first place lies at the least angle of an agent.
  void before_rewards(const World& world) {
    const Point middle = world.landmark(0).position;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < world.agents(); ++i) {
      const Point delta = world[i].position - middle;
      double angle = numpy::arctan2(delta.y, delta.x);
      if (angle < 0) angle += 2 * std::numbers::pi;
      least = std::min(least, angle);
    }
    const double between = (2 * std::numbers::pi) / static_cast<double>(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double angle = least + static_cast<double>(i) * between;
      places_[i] = {middle.x + 0.5 * numpy::cos(angle), middle.y + 0.5 * numpy::sin(angle)};
    }
    measure(world);
  }
};

struct Line : Formation {
  struct Config : FormationOptions {};

  static Layout layout(const Config& config) {
    return layout_of(config, 0.03, {.size = 0.02, .moves = false, .collides = false}, 2);
  }

  explicit Line(const Config& config) : Formation(config) {}

  void reset(World& world, Rng& rng) {
    world.scatter_agents(rng);
    world.scatter(rng, world.agents(), 1, 0.25);
    const Point start = world.landmark(0).position;
    double angle = rng.uniform(0.0, 2 * std::numbers::pi);
    Point direction;
    Point end;
    const auto turn = [&] {
      direction = {numpy::cos(angle), numpy::sin(angle)};
      end = {start.x + kLength * direction.x, start.y + kLength * direction.y};
    };
    turn();
    while (!(std::abs(end.x) < 1.0 && std::abs(end.y) < 1.0)) {
      angle += 5.0 * (std::numbers::pi / 180.0);
      turn();
    }
    world.landmark(1) = {end, {}};
    const auto count = static_cast<double>(places_.size());
    const double between = count > 1 ? kLength / (count - 1) : 0.0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double along = static_cast<double>(i) * between;
      places_[i] = {start.x + along * direction.x, start.y + along * direction.y};
    }
  }

  void before_rewards(const World& world) { measure(world); }

  void serialize(StateIO& io) { io.finite_block(&places_[0].x, 2 * places_.size(), "places"); }

 private:
  static constexpr double kLength = 1.25;
};

}  // namespace pp::mpe
