// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// FrozenLake: cross a grid of slippery ice without falling into a hole, with the transition table,
// draws and rewards of Gymnasium's FrozenLakeEnv.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pp::toy_text {

// A map: equal rows of the letters S (start), F (frozen), H (hole), G (goal).
using LakeMap = std::vector<std::string>;

// A random map of size x size tiles with a path from the first tile to the last.
LakeMap random_lake_map(Rng& rng, std::size_t size, double frozen_probability);

// The outcomes of every move on a map with its options.
class Lake {
 public:
  struct Options {
    bool is_slippery;
    double success_rate, side_rate;
    std::array<double, 3> reward_schedule;
  };
  struct Move {
    double probability;
    double reward;
    std::int32_t tile;
    bool terminated;
  };

  Lake(LakeMap map, const Options& options);

  const LakeMap& map() const { return map_; }
  std::size_t tiles() const { return moves_.size(); }
  std::int64_t draw_start(Rng& rng) const;
  const Move& draw_move(std::int64_t tile, std::int64_t action, Rng& rng) const;

 private:
  struct Moves {
    std::array<Move, 3> list;
    std::array<double, 3> cumulative;
    std::uint32_t count;
  };

  LakeMap map_;
  std::vector<double> start_cumulative_;
  std::vector<std::array<Moves, 4>> moves_;  // by tile, then action
};

class FrozenLake {
 public:
  static constexpr bool kBoundedSteps = true;
  // Whether moves have the probability 1/3 in all directions, as before Gymnasium 1.2.1, which added
  // `success_rate`. Since then, those to the sides differ from it in the last bit. Set once, when the
  // module is loaded.
  static inline bool has_even_thirds = false;

  struct Config {
    std::optional<LakeMap> desc;
    std::optional<std::string> map_name = "4x4";
    bool is_slippery = true;
    double success_rate = 1.0 / 3.0;
    std::array<double, 3> reward_schedule = {1, 0, 0};

    static constexpr auto options() {
      return option_list(
          option("desc", &Config::desc,
                 "Map as rows of the letters S, F, H and G; None uses map_name."),
          option(
              "map_name", &Config::map_name,
              "Name of a map, '4x4' or '8x8'. If this and desc are None, draw a random 8x8 map."),
          option("is_slippery", &Config::is_slippery,
                 "Let a move slip to either side of the intended direction."),
          option("success_rate", &Config::success_rate,
                 "Probability that a move on slippery ice goes in the intended direction."),
          option("reward_schedule", &Config::reward_schedule,
                 "Rewards for reaching the goal, a hole and any other tile."));
    }
  };

  // The lake that all environments share, unless each draws its own map.
  struct Shared {
    explicit Shared(const Config& config);
    std::shared_ptr<const Lake> lake;
  };

  struct Action {
    Row<std::int64_t> direction;  // 0 left, 1 down, 2 right, 3 up
  };
  struct Observation {
    Row<std::int64_t> tile;  // row * columns + column
  };
  struct Info {
    Row<double> prob;  // of the transition that was drawn
  };
  struct RenderState {
    Row<std::int64_t> tile;
    Row<std::int64_t> last_action;    // -1 after a reset
    Row<std::uint8_t, kDynamic> map;  // letters, as ASCII
  };

  static Spec<FrozenLake> spec(const Config& config);

  FrozenLake(const Config& config, const Shared& shared);

  void reset(Rng& rng) {
    tile_ = lake_->draw_start(rng);
    prob_ = 1.0;
    last_action_ = -1;
  }

  Transition step(const Action& action, Rng& rng) {
    last_action_ = action.direction;
    const Lake::Move& move = lake_->draw_move(tile_, last_action_, rng);
    tile_ = move.tile;
    prob_ = move.probability;
    return {.reward = move.reward, .terminated = move.terminated};
  }

  void observe(Observation& out) const { out.tile = tile_; }
  void info(Info& out) const { out.prob = prob_; }
  void render_state(RenderState& out) const;

  void serialize(StateIO& io);

 private:
  static Lake::Options lake_options(const Config& config) {
    const bool even = has_even_thirds && config.success_rate == 1.0 / 3.0;
    const double side_rate = even ? config.success_rate : (1.0 - config.success_rate) / 2.0;
    return {config.is_slippery, config.success_rate, side_rate, config.reward_schedule};
  }

  Lake::Options options_;
  std::shared_ptr<const Lake> lake_;
  bool owns_lake_;  // or all environments share it
  std::int64_t tile_ = 0;
  double prob_ = 1.0;
  std::int64_t last_action_ = -1;  // shown when rendered
};

}  // namespace pp::toy_text
