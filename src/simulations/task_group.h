// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The environments of a task that is written in Python: workers run the physics, and the task's
// methods run in the calling thread, for all rows of a batch at once. One class for all tasks.
//
// The way of a batch
//   prepare   calling thread, with the GIL: the task resets environments that begin an episode, and
//             acts on the others. Both write rows of the simulations' arrays.
//   run       workers: rows in, physics, rows out. They write the engine's own columns only.
//   complete  calling thread, with the GIL: the task observes, rewards and terminates, straight into
//             the batch; then episodes are counted. In SameStep, those that ended begin anew here.
// If the task's methods were recorded as rules, workers act, observe and judge too, and write rows of
// the driver's results; Python is called for resets only.
//
// An environment in flight belongs to the workers, an idle one to the calling thread, so rows need no
// locks.
#pragma once

#include <parallel_pool/bindings/env_type.h>
#include <parallel_pool/bindings/shared_generators.h>
#include <parallel_pool/core/episodes/episode_group.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch.h"
#include "rules.h"

namespace pp::mujoco {

// An episode whose outcome comes from Python.
class TaskEpisode : public EpisodeState {
 public:
  // Whether this has seeded the generator.
  bool seed_if_needed(Rng& rng, EpisodeSeed& seed) {
    if (!needs_seed(seed)) return false;
    take_seed(rng, seed);
    return true;
  }
  void begin(std::int64_t limit) {
    steps_left_ = limit;
    phase_ = Phase::kRunning;
  }
  // Counts a step. Whether the episode has run out of time.
  bool count(bool terminated) {
    const bool truncated = --steps_left_ <= 0;
    if (terminated || truncated) phase_ = Phase::kEnded;
    return truncated;
  }
  void serialize(StateIO& io, std::int64_t limit) { serialize_state(io, false, limit); }
};

// Values of the task's options, a dict. Only the task's methods know them: the "rules" that settings
// construct are rows of its arrays.
class TaskSettings final : public AnySettings {
 public:
  explicit TaskSettings(nb::dict config) : config_(std::move(config)) {}
  ~TaskSettings() override;

  const nb::dict& config() const { return config_; }
  void construct_rules(void* group, EnvId id) const override;
  void destroy_rules(void*) const noexcept override {}
  std::size_t rules_size() const override { return 1; }
  std::size_t rules_alignment() const override { return 1; }

 private:
  nb::dict config_;
};

class TaskGroup final : public EpisodeGroup {
 public:
  // `driver` is Python's side: parallel_pool.simulations.driver.Driver.
  TaskGroup(GroupFields fields, const EpisodeRules& rules, std::uint32_t size, nb::object driver,
            nb::dict config);
  ~TaskGroup() override;

  void prepare(std::span<const std::uint32_t> envs, const std::byte* const* actions) override;
  std::uint32_t complete(const pp::Batch& batch, std::uint32_t rows,
                         std::uint32_t failures) noexcept override;

  // `options` is an nb::object, a dict.
  void set_reset_options(std::uint32_t env, const void* options) override {
    given_[env] = *static_cast<const nb::object*>(options);
  }
  void render_state(std::uint32_t env, std::byte* const* columns) const override;
  // The environment's options are these from now on.
  void configure(std::uint32_t env, const nb::dict& config);

 private:
  // Memory with a row for each environment that a state contains.
  struct KeptRows {
    std::byte* rows;
    std::size_t row_bytes;
  };

  void reset_episode(std::uint32_t env) override;
  Transition step_episode(std::uint32_t env, const std::byte* const* actions) override;
  bool step_together(std::span<const std::uint32_t>, const std::byte* const*,
                     std::span<Transition>) override {
    return false;
  }
  void observe_episode(std::uint32_t env, std::byte* const* columns,
                       std::uint32_t row) const override;
  void inform_episode(std::uint32_t, std::byte* const*, std::uint32_t) const override {}
  bool has_info_now(std::uint32_t) const override { return false; }
  std::size_t player_id(std::uint32_t, std::size_t player) const override { return player; }
  void serialize_episode(std::uint32_t env, StateIO& io) override;
  void check_settings(const AnySettings& settings) const override;
  void* rules_place(std::uint32_t) override { return this; }
  void seed_rules(std::uint32_t, const SeedSequence&) override {}

  void begin(std::span<const std::uint32_t> envs);
  void throw_if_broken(std::uint32_t env);
  void simulate(std::uint32_t env, const Program& program);
  void copy_results(const pp::Batch& batch, std::uint32_t rows) const;
  static nb::object ids_array(std::span<const std::uint32_t> ids);
  nb::object columns_of(const pp::Batch& batch, std::uint32_t rows) const;
  nb::object array(DType dtype, std::vector<std::size_t> shape, std::size_t rows,
                   void* memory) const;
  void end_rows(const pp::Batch& batch, std::uint32_t rows);
  void begin_again(const pp::Batch& batch, const std::vector<std::uint32_t>& rows);
  void keep_observation(const pp::Batch& batch, std::uint32_t row, std::uint32_t env);
  std::uint32_t fail_all(const pp::Batch& batch, std::uint32_t rows, const std::string& why);

  nb::object driver_;
  Batch* simulations_;  // the driver's
  const Program* step_program_;
  const Program* reset_program_;
  const Program forward_program_{{{Operation::kForward}}};
  const Rules* act_ = nullptr;  // and those of outcomes; null: Python's methods
  const Rules* judge_ = nullptr;
  std::vector<KeptRows> acted_;    // by leaf: the last action of each environment
  std::vector<KeptRows> results_;  // of `judge_`: observation, reward, terminated, infos
  std::vector<TaskEpisode> episodes_;
  SharedGenerators generators_;      // what the task draws from
  bool draws_ = false;               // whether it does so after the workers, too
  std::vector<std::string> broken_;  // why a method failed for an environment, until it has run
  std::vector<nb::object> given_;    // options of the next reset, if any
  std::vector<KeptRows> kept_;
  std::vector<std::vector<std::byte>> observed_;  // by leaf: the last observation of each
};

}  // namespace pp::mujoco
