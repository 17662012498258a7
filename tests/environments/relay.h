// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Named players who end one by one, with rows that keep their ids.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace pp::testing {

// Each runner has a strength from the reset and spends what it chooses. A runner without strength
// ends: it is in that batch and in no later one. With `end` "finish", the third time step ends all.
class Relay {
 public:
  struct Config {
    std::string end = "last";
    std::string mistake = "none";
    static constexpr auto options() {
      return option_list(
          option("end", &Config::end, "What ends the episode: last or finish."),
          option("mistake", &Config::mistake, "What is wrong: none, names, agent, few, many."));
    }
  };
  struct Action {
    PlayerRows<std::int64_t> spent;
  };
  struct Observation {
    PlayerRows<float, 2> view;  // the runner's number and strength
    Row<std::int64_t> round;
  };
  struct Info {
    PlayerRows<std::int64_t> spent;  // in all
  };

  static Spec<Relay> spec(const Config& config) {
    auto spent = discrete(&Action::spent, 3);
    if (config.mistake == "few") spent = of_agents(spent, {3, 3});
    if (config.mistake == "many") spent = of_agents(spent, {3, 4, 3});
    return {.observation = dict<Observation>({{"view", box(&Observation::view, -10, 10)},
                                              {"round", discrete(&Observation::round, 1000)}}),
            .action = spent,
            .info = dict<Info>({{"spent", value(&Info::spent)}}),
            .agents = {"first_0", config.mistake == "names" ? "first_0" : "second_0", "third_0"}};
  }

  explicit Relay(const Config& config)
      : finishes_(config.end == "finish"), strays_(config.mistake == "agent") {}

  std::size_t players() const { return count_; }
  std::size_t agent(std::size_t row) const { return strays_ ? 3 : rows_[row]; }

  void reset(Rng& rng) {
    for (std::int64_t& strength : strength_) strength = rng.integers<std::int64_t>(1, 7);
    spent_ = {};
    round_ = 0;
    count_ = kRunners;
    for (std::size_t i = 0; i < kRunners; ++i) rows_[i] = i;
  }

  Transition step(const Action& action, PlayerResults& results, Rng&) {
    ++round_;
    std::size_t row = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t runner = rows_[i];
      if (strength_[runner] <= 0) continue;
      strength_[runner] -= action.spent[i];
      spent_[runner] += action.spent[i];
      results.reward[row] = static_cast<double>(action.spent[i]);
      results.terminated[row] = strength_[runner] <= 0;
      rows_[row++] = runner;
    }
    count_ = row;
    const bool over = std::ranges::all_of(strength_, [](std::int64_t left) { return left <= 0; });
    return {.terminated = over, .truncated = finishes_ && round_ == 3 && !over};
  }

  void observe(Observation& out) const {
    for (std::size_t i = 0; i < out.view.size(); ++i) {
      out.view[i][0] = static_cast<float>(rows_[i]);
      out.view[i][1] = static_cast<float>(strength_[rows_[i]]);
    }
    out.round = round_;
  }
  void info(Info& out) const {
    for (std::size_t i = 0; i < out.spent.size(); ++i) out.spent[i] = spent_[rows_[i]];
  }

  void serialize(StateIO& io) { io(strength_, spent_, round_, count_, rows_); }

 private:
  static constexpr std::size_t kRunners = 3;

  bool finishes_;
  bool strays_;
  std::array<std::int64_t, kRunners> strength_{};
  std::array<std::int64_t, kRunners> spent_{};
  std::int64_t round_ = 0;
  std::size_t count_ = kRunners;
  std::array<std::size_t, kRunners> rows_{0, 1, 2};
};

}  // namespace pp::testing
