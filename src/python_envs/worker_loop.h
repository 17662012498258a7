// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The loop of a worker process: takes tasks, calls the environments' step and reset, and writes
// their rows into the batch that the pool's caller will see.
#pragma once

#include <parallel_pool/core/batches/segment.h>
#include <parallel_pool/core/episodes/env_group.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "info_schema.h"
#include "leaf_values.h"
#include "offering_spin.h"
#include "shared_plan.h"
#include "shared_results.h"
#include "side_memory.h"
#include "task_queue.h"

namespace pp {

// What the engine's own errors are in Python.
nb::object python_value_error(const std::exception& error);

class WorkerLoop {
 public:
  WorkerLoop(std::shared_ptr<Segment> segment, const SpaceNode& observation,
             const SpaceNode& action, const PlanOptions& options, std::uint32_t worker,
             AutoresetMode autoreset, nb::list envs);

  // Works off tasks. True when the worker shall read its socket, false when the pool closes.
  bool run();
  // Code of an environment runs from here on, for a request; until `rest`.
  void begin(std::size_t index);
  // No environment's code runs until the next task.
  void rest();

  // An environment of this worker with its episode, as (env, last observation or None, ended,
  // elapsed steps); another one takes its place.
  nb::tuple episode(std::size_t index) const;
  void set_episode(std::size_t index, nb::object env, nb::object last_observation, bool ended,
                   std::int32_t elapsed);
  // Whatever the environment does with its arrays now, its last observation stays as it was.
  void keep_observation(std::size_t index);
  // At its next reset the environment becomes what `successor`, called with it, returns.
  void set_next_env(std::size_t index, nb::object successor);

 private:
  using Clock = std::chrono::steady_clock;

  struct Episode {
    nb::object env;
    nb::object successor;         // makes the environment from its next reset on; or nothing
    nb::object last_observation;  // for rows that a reset mask leaves alone
    bool ended = false;           // its next step is a reset
    std::int32_t elapsed = 0;
  };

  // What came of a task.
  struct Outcome {
    WorkerTask task;
    nb::object observation;
    double reward = 0.0;
    bool terminated = false, truncated = false;
    std::int32_t elapsed = 0;
    RowKind kind = RowKind::kStep;
  };

  static bool may_change(const nb::object& observation);
  bool wait();
  void note_busy(std::uint32_t env, Clock::time_point since);
  void perform(const WorkerTask& task, Outcome& outcome) noexcept;
  void run_task(const WorkerTask& task, Episode& episode, Outcome& outcome, nb::object& info);
  void reset(const WorkerTask& task, Episode& episode, Outcome& outcome, nb::object& info);
  void step(const WorkerTask& task, Episode& episode, Outcome& outcome, nb::object& info);
  nb::object snapshot(const nb::object& value) const;
  nb::object load_message(std::uint32_t env) const;

  void write_side(std::uint32_t env, nb::handle info, nb::handle objects);
  bool write_typed(EnvBox& box, nb::handle info, nb::handle objects);
  void append(EnvBox& box, std::size_t fixed);
  void learn(nb::handle info);
  void write_pickle(EnvBox& box, SideKind kind, nb::handle value);
  void note_failure(const WorkerTask& task, Outcome& outcome, nb::handle error) noexcept;

  void publish_outcomes();
  void count_rows();
  void publish_claimed();
  void write_row(const Outcome& outcome, SharedRows::Place place);
  bool write_observation(const Outcome& outcome, SharedRows::Place place);
  void write_players(const Outcome& outcome, SharedRows::Place place);
  void set_players(SharedRows::Place place, std::int32_t count);
  std::size_t players_of(const Episode& episode) const;
  std::size_t at_once() const;

  std::shared_ptr<Segment> segment_;
  const SharedPlan plan_;
  const std::uint32_t worker_;
  const std::uint32_t first_env_;
  const AutoresetMode autoreset_;
  TaskQueue queue_;
  SharedRows rows_;
  WorkerBox& box_;
  EnvBox* env_boxes_;
  SideMemory side_;
  ObservationWriter observations_;
  ActionMaker actions_;
  OfferingSpin spin_;
  bool has_objects_ = false;
  std::vector<Episode> episodes_;
  std::vector<InfoSchema> schemas_;
  std::string tail_;               // of the info that is being written
  std::size_t first_schema_ = 0;   // the number of the first of them
  std::vector<Outcome> outcomes_;  // async: the first `done_` are not published yet
  std::size_t done_ = 0;
  std::uint32_t uncounted_ = 0;        // sync: rows that were written and not counted,
  std::uint32_t uncounted_batch_ = 0;  // and the batch that they are in
  std::vector<std::byte*> places_;     // where the leaves of an observation go
  double call_ns_ = 0;                 // what a step takes, roughly
  bool idle_ = true;                   // no task was performed since there was none
  Clock::time_point last_end_;         // of the last task, which is the start of the next
  nb::object dumps_, loads_, describe_failure_, reset_name_, step_name_, reset_keywords_;
};

}  // namespace pp
