// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// dm_control's locomotion tasks as environments: options and spaces.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "task.h"

namespace pp::locomotion {

class Locomotion {
 public:
  struct Config {
    const TaskRules* rules = nullptr;
    std::optional<double> time_limit;
    bool egocentric_camera = false;

    void validate() const;
    static constexpr auto options() {
      return option_list(
          option("time_limit", &Config::time_limit,
                 "Seconds until an episode is truncated; inf for never. None is the task's own."),
          option("egocentric_camera", &Config::egocentric_camera,
                 "Whether the walker's camera is observed. It cannot be yet."));
    }
  };
  struct Shared {
    explicit Shared(const Config& config) : facts(load_task(config.rules->request())) {}
    std::shared_ptr<const TaskFacts> facts;
  };
  struct Action {
    Row<double, kDynamic> controls;
  };
  // As many of these as the task has entries.
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;
    static constexpr std::size_t kMost = 16;
    Row<double, kDynamic> first;
    Row<double, kDynamic> rest[kMost - 1];
  };

  static Spec<Locomotion> spec(const Config& config);
  static std::optional<std::int64_t> max_episode_steps(const Config& config);

  Locomotion(const Config& config, const Shared& shared, EnvId id)
      : task_(shared.facts, *config.rules, id.number) {}

  void seed(const SeedSequence& sequence) { task_.seed(sequence.low_word()); }
  void reset(Rng&) { task_.reset(); }
  Transition step(const Action& action) {
    return task_.step({action.controls.values(), action.controls.size()});
  }
  void observe(Observation& out) const {
    std::size_t next = 0;
    task_.observe([&](std::span<const double> numbers) {
      auto& row = next == 0 ? out.first : out.rest[next - 1];
      std::ranges::copy(numbers, row.begin());
      ++next;
    });
  }
  void serialize(StateIO& io) { task_.serialize(io); }

 private:
  Task task_;
};

}  // namespace pp::locomotion
