// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pursuers that surround evaders on a grid, with the rules of PettingZoo's pursuit_v5.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/numerics.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board.h"

namespace pp::sisl {

class Pursuit {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    std::int64_t x_size = 16;
    std::int64_t y_size = 16;
    std::int64_t max_cycles = 500;
    bool shared_reward = true;
    std::int64_t n_evaders = 30;
    std::int64_t n_pursuers = 8;
    std::int64_t obs_range = 7;
    std::int64_t n_catch = 2;
    bool freeze_evaders = false;
    double tag_reward = 0.01;
    double catch_reward = 5.0;
    double urgency_reward = -0.1;
    bool surround = true;
    double constraint_window = 1.0;
    static constexpr auto options() {
      return option_list(
          option("x_size", &Config::x_size, "The width of the map."),
          option("y_size", &Config::y_size, "The height of the map."),
          option("max_cycles", &Config::max_cycles,
                 "The time limit, unless max_episode_steps is given."),
          option("shared_reward", &Config::shared_reward, "All get the mean of the rewards."),
          option("n_evaders", &Config::n_evaders, "The number of evaders."),
          option("n_pursuers", &Config::n_pursuers,
                 "The number of pursuers, which are the agents."),
          option("obs_range", &Config::obs_range, "The width of the square that an agent sees."),
          option("n_catch", &Config::n_catch,
                 "How many pursuers on its square catch an evader, without surround."),
          option("freeze_evaders", &Config::freeze_evaders, "Evaders do not move."),
          option("tag_reward", &Config::tag_reward, "For each evader on a neighbouring square."),
          option("catch_reward", &Config::catch_reward, "For taking part in a catch."),
          option("urgency_reward", &Config::urgency_reward, "For each time step."),
          option("surround", &Config::surround,
                 "Evaders are caught when all open squares around them have pursuers."),
          option("constraint_window", &Config::constraint_window,
                 "The share of the map's sides within which all start, at a random place."));
    }
  };
  struct Action {
    PlayerRows<std::int64_t> direction;  // left, right, up, down, none
  };
  struct Observation {
    PlayerRows<float, kDynamic> view;  // walls, pursuers and evaders around the agent, by y and x
  };

  struct RenderState {
    Row<float, kDynamic> state;  // the same of the whole map
    // Places by x and y; -1 of evaders who were caught.
    Row<std::int64_t, kDynamic> pursuers;
    Row<std::int64_t, kDynamic> evaders;
  };

  static Spec<Pursuit> spec(const Config& config) {
    check(config);
    Spec<Pursuit> spec{
        .observation = box(&Observation::view, 0,
                           static_cast<double>(std::max(config.n_pursuers, config.n_evaders)),
                           {static_cast<std::size_t>(config.obs_range),
                            static_cast<std::size_t>(config.obs_range), Board::kLayers}),
        .action = discrete(&Action::direction, 5),
        .render_state = dict<RenderState>(
            {{"state", box(&RenderState::state, 0,
                           static_cast<double>(std::max(config.n_pursuers, config.n_evaders)),
                           {static_cast<std::size_t>(config.y_size),
                            static_cast<std::size_t>(config.x_size), Board::kLayers})},
             {"pursuers", value(&RenderState::pursuers, Presence::kAlways,
                                {static_cast<std::size_t>(config.n_pursuers), 2})},
             {"evaders", value(&RenderState::evaders, Presence::kAlways,
                               {static_cast<std::size_t>(config.n_evaders), 2})}})};
    for (std::int64_t i = 0; i < config.n_pursuers; ++i) {
      spec.agents.push_back("pursuer_" + std::to_string(i));
    }
    return spec;
  }
  static std::optional<std::int64_t> max_episode_steps(const Config& config) {
    return config.max_cycles;
  }

  explicit Pursuit(const Config& config)
      : config_(config),
        board_(static_cast<std::int32_t>(config.x_size), static_cast<std::int32_t>(config.y_size),
               static_cast<std::int32_t>((config.obs_range - 1) / 2)),
        pursuers_(static_cast<std::size_t>(config.n_pursuers)),
        rewards_(pursuers_.size()),
        near_(pursuers_.size()) {}

  std::size_t players() const { return pursuers_.size(); }

  void reset(Rng& rng) {
    board_.clear();
    const auto [left, right] = window(rng, board_.width());
    const auto [low, high] = window(rng, board_.height());
    evaders_.resize(static_cast<std::size_t>(config_.n_evaders));
    for (std::vector<Square>* const list : {&pursuers_, &evaders_}) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        (*list)[i] = place(rng, std::span(*list).first(i), {left, low}, {right, high});
      }
    }
    count_all();
    cycles_ = 0;
  }

  Transition step(const Action& action, Rewards& out, Rng& rng) {
    for (std::size_t i = 0; i < players(); ++i) near_[i] = evaders_near(pursuers_[i]);
    const auto count = static_cast<double>(players());
    for (std::size_t mover = 0; mover < players(); ++mover) {
      move(Board::kPursuers, pursuers_[mover], action.direction[mover]);
      near_[mover] = evaders_near(pursuers_[mover]);
      for (std::size_t i = 0; i < players(); ++i) {
        rewards_[i] = config_.tag_reward * near_[i] / count;
      }
      if (mover + 1 == players()) {
        catch_evaders();
        for (double& reward : rewards_) reward += config_.urgency_reward;
        if (!config_.freeze_evaders) {
          for (Square& evader : evaders_) {
            move(Board::kEvaders, evader, rng.integers<std::int64_t>(0, 5));
          }
        }
      }
      share(out);
    }
    // The time limit comes first, and then the game is not over.
    return {.terminated = ++cycles_ != config_.max_cycles && evaders_.empty()};
  }

  void observe(Observation& out) const {
    const auto range = static_cast<std::int32_t>(config_.obs_range);
    for (std::size_t i = 0; i < players(); ++i) {
      board_.look(pursuers_[i], range, out.view[i].values());
    }
  }

  void render_state(RenderState& out) const {
    board_.show(out.state.values());
    std::ranges::fill(out.evaders, -1);
    write(pursuers_, out.pursuers.values());
    write(evaders_, out.evaders.values());
  }

  void serialize(StateIO& io) {
    std::vector<std::int32_t> numbers;
    for (const std::vector<Square>* const list : {&pursuers_, &evaders_}) {
      for (const Square square : *list) {
        numbers.push_back(square.x);
        numbers.push_back(square.y);
      }
    }
    io.count(cycles_, "number of cycles");
    io(numbers);
    if (io.reading()) restore(io, numbers);
  }

 private:
  static constexpr std::array<Square, 5> kMoves{{{-1, 0}, {1, 0}, {0, 1}, {0, -1}, {0, 0}}};

  static void check(const Config& config) {
    const auto between = [](std::string_view name, std::int64_t value, std::int64_t least,
                            std::int64_t most) {
      if (value < least || value > most) {
        throw std::invalid_argument(std::string(name) + " must be " + std::to_string(least) +
                                    " to " + std::to_string(most) + ", got " +
                                    std::to_string(value));
      }
    };
    between("x_size", config.x_size, 1, 1000);
    between("y_size", config.y_size, 1, 1000);
    between("n_evaders", config.n_evaders, 1, 10000);
    between("n_pursuers", config.n_pursuers, 1, 10000);
    between("obs_range", config.obs_range, 1, 999);
    if (config.max_cycles < 1) {
      throw std::invalid_argument("max_cycles must be at least 1, got " +
                                  std::to_string(config.max_cycles));
    }
    if (!(config.constraint_window > 0.0 && config.constraint_window <= 1.0)) {
      throw std::invalid_argument("constraint_window must be above 0 and at most 1, got " +
                                  std::to_string(config.constraint_window));
    }
  }

  static void write(std::span<const Square> squares, std::int64_t* out) {
    for (const Square square : squares) {
      *out++ = square.x;
      *out++ = square.y;
    }
  }

  static Square moved(Square square, std::size_t direction) {
    return {square.x + kMoves[direction].x, square.y + kMoves[direction].y};
  }

  // Where all start along one axis: from the first to before the second.
  std::array<std::int32_t, 2> window(Rng& rng, std::int32_t size) const {
    const double start = rng.uniform(0.0, 1.0 - config_.constraint_window);
    return {static_cast<std::int32_t>(size * start),
            static_cast<std::int32_t>(size * (start + config_.constraint_window))};
  }

  // A random square that has no wall and is not next to another one's.
  Square place(Rng& rng, std::span<const Square> others, Square first, Square end) const {
    const auto is_free = [&](Square square) {
      return !board_.is_wall(square) && std::ranges::none_of(others, [&](Square other) {
        return std::abs(other.x - square.x) + std::abs(other.y - square.y) <= 1;
      });
    };
    if (first.x >= end.x || first.y >= end.y) {
      throw std::runtime_error("constraint_window holds no square of this map");
    }
    for (int tries = 0;; ++tries) {
      const std::int64_t x = rng.integers<std::int64_t>(first.x, end.x);
      const std::int64_t y = rng.integers<std::int64_t>(first.y, end.y);
      const Square square{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
      if (is_free(square)) return square;
      if (tries == 1000 && !any_free(first, end, is_free)) {
        throw std::runtime_error("there is no room for all pursuers and evaders to start");
      }
    }
  }

  template <class IsFree>
  static bool any_free(Square first, Square end, const IsFree& is_free) {
    for (std::int32_t y = first.y; y < end.y; ++y) {
      for (std::int32_t x = first.x; x < end.x; ++x) {
        if (is_free(Square{x, y})) return true;
      }
    }
    return false;
  }

  void count_all() {
    for (const Square square : pursuers_) board_.add(Board::kPursuers, square, 1.0f);
    for (const Square square : evaders_) board_.add(Board::kEvaders, square, 1.0f);
  }

  void move(Board::Layer layer, Square& square, std::int64_t direction) {
    const Square next = moved(square, static_cast<std::size_t>(direction));
    if (!board_.holds(next) || board_.is_wall(next)) return;
    board_.add(layer, square, -1.0f);
    board_.add(layer, next, 1.0f);
    square = next;
  }

  int evaders_near(Square square) const {
    int count = 0;
    for (std::size_t i = 0; i < 4; ++i) count += board_.count(Board::kEvaders, moved(square, i));
    return count;
  }

  bool is_caught(Square evader) const {
    if (!config_.surround) return board_.count(Board::kPursuers, evader) >= config_.n_catch;
    int needed = 4;
    if (evader.x == 0 || evader.x == board_.width() - 1) --needed;
    if (evader.y == 0 || evader.y == board_.height() - 1) --needed;
    int present = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const Square next = moved(evader, i);
      if (!board_.holds(next)) continue;
      if (board_.is_wall(next)) --needed;
      if (board_.count(Board::kPursuers, next) > 0) ++present;
    }
    return present == needed;
  }

  void catch_evaders() {
    std::vector<Square> caught;
    std::erase_if(evaders_, [&](Square evader) {
      if (!is_caught(evader)) return false;
      caught.push_back(evader);
      return true;
    });
    if (caught.empty()) return;
    const int reach = config_.surround ? 1 : 0;
    for (const Square evader : caught) board_.add(Board::kEvaders, evader, -1.0f);
    for (std::size_t i = 0; i < players(); ++i) {
      const Square own = pursuers_[i];
      if (std::ranges::any_of(caught, [&](Square evader) {
            return std::abs(own.x - evader.x) + std::abs(own.y - evader.y) == reach;
          })) {
        rewards_[i] += config_.catch_reward;
      }
    }
  }

  // Adds what each gets for a move, its own reward or the mean.
  void share(Rewards& out) const {
    const double mean =
        math::pairwise_sum<double>(0, players(), [&](std::size_t i) { return rewards_[i]; }) /
        static_cast<double>(players());
    const double own = config_.shared_reward ? 0.0 : 1.0;
    for (std::size_t i = 0; i < players(); ++i) {
      out[i] = out[i] + (own * rewards_[i] + (1 - own) * mean);
    }
  }

  void restore(const StateIO& io, const std::vector<std::int32_t>& numbers) {
    const std::size_t squares = numbers.size() / 2;
    const std::size_t most = players() + static_cast<std::size_t>(config_.n_evaders);
    io.require(squares >= players() && squares <= most && numbers.size() % 2 == 0,
               "the state has another number of pursuers, or more evaders than this pursuit");
    evaders_.resize(squares - players());
    for (std::size_t i = 0; i < squares; ++i) {
      const Square square{numbers[2 * i], numbers[2 * i + 1]};
      io.require(board_.holds(square) && !board_.is_wall(square),
                 "the state holds a place where nobody can be");
      (i < players() ? pursuers_[i] : evaders_[i - players()]) = square;
    }
    board_.clear();
    count_all();
  }

  Config config_;
  Board board_;
  std::vector<Square> pursuers_;
  std::vector<Square> evaders_;
  // Of the last move.
  std::vector<double> rewards_;
  std::vector<int> near_;
  std::int64_t cycles_ = 0;
};

}  // namespace pp::sisl
