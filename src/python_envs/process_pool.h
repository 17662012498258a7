// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A pool whose environments are written in Python, and live in worker processes: hands out tasks, waits
// for rows, and answers for workers that die. WorkerLoop is the other side.
#pragma once

#include <parallel_pool/bindings/pool_driver.h>
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/batches/segment.h>
#include <parallel_pool/core/batches/text_versions.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/pool/env_status.h>
#include <parallel_pool/core/threads/call_guard.h>
#include <parallel_pool/core/threads/fork_guard.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "channel.h"
#include "info_schema.h"
#include "offering_spin.h"
#include "shared_plan.h"
#include "shared_results.h"
#include "side_memory.h"
#include "task_queue.h"

namespace pp {

struct ProcessPoolOptions {
  PlanOptions plan;
  AutoresetMode autoreset = AutoresetMode::kNextStep;
  ResultOptions results;
  std::optional<double> step_timeout;  // seconds for a step, reset or call
  bool restart = false;                // another worker takes a dead one's place
};

class ProcessPool final : public PoolDriver {
 public:
  class Call;

  // The memory that the processes share, and what lies where in it.
  struct Shared {
    SharedPlan plan;
    std::shared_ptr<Segment> segment;
  };

  // Of `starter`, `died(worker, reason, env)` is called when a worker process has ended, and says
  // how. `restart(worker)` begins to start another one; then `started(worker)` says how far that
  // is: None for not yet, an empty string when `attach_worker` was called, or what went wrong, of
  // which `gave_up(why)` is told.
  ProcessPool(const SpaceNode& observation, const SpaceNode& action,
              const ProcessPoolOptions& options, nb::object starter);
  ~ProcessPool() override;

  const PlanOptions& options() const { return plan_.options; }
  int descriptor() const { return segment_->descriptor(); }
  const Segment* segment() const { return segment_.get(); }
  std::uint32_t first_env(std::uint32_t worker) const { return plan_.first_env(worker); }
  // Connects a process that runs as this worker, and lets it take the worker's tasks. The pool asks
  // it through the channel; the descriptor becomes readable when it ends.
  void attach_worker(std::uint32_t worker, int process_descriptor, nb::object channel);

  void close();
  bool closed() const override { return calls_.closing(); }
  bool forked() const { return fork_guard_.forked(); }
  std::uint32_t in_flight() const override { return rows_.outstanding(); }

  // Seeds of the next reset of each environment, unless it is given others.
  void set_seeds(nb::list seeds);

 private:
  friend class Request;
  // What rows have beside their columns.
  struct SideValues {
    nb::object infos;    // columns of those that did not fail, or null
    nb::object objects;  // a list for each row that did not fail, or null
    Failures failures;
  };
  enum class WorkerState : std::uint8_t { kStarts, kRuns, kDead, kToRestart };
  // How far a worker is with its tasks and the bytes of requests and answers.
  struct Progress {
    TaskQueue::Progress tasks;
    std::uint64_t bytes = 0;
    bool operator==(const Progress&) const = default;
  };

  struct Worker {
    TaskQueue queue;
    WorkerState state = WorkerState::kStarts;
    int process = -1;            // readable when it has ended
    nb::object channel_owner;    // of `channel`
    Channel* channel = nullptr;  // while it runs
    std::uint64_t asked = 0;     // the number of the latest request
    std::uint64_t answered = 0;  // the number of the latest answer
    std::string death;           // what it died of, or the one before it
    Progress seen;               // how far it was
    Clock::time_point seen_at;   // since when it was seen so
  };

  ProcessPool(const SpaceNode& observation, const SpaceNode& action,
              const ProcessPoolOptions& options, nb::object starter, Shared shared);
  static Setup setup_of(const SpecNodes& spec, const ProcessPoolOptions& options,
                        const Shared& shared);

  void stop_workers();
  void shut_down();

  // --- Sending
  EnvStatus& status() override { return status_; }
  // Where leaves of an action have no columns, actions are a pair: columns, and for each environment a
  // pickle of these leaves.
  void parse_actions(nb::handle actions, std::size_t players) override;
  void send_claimed_steps(Caller caller) override;
  void read_resets(nb::handle seeds, nb::handle options) override;
  void send_claimed_resets(Resets which, Caller caller) override;
  void copy_actions();
  nb::object reset_message(std::uint32_t env, nb::object seed, nb::handle options) const;
  void write_reset_message(std::uint32_t env, const nb::object& message);
  void write_message(std::uint32_t env, const nb::bytes& bytes);
  void launch(bool is_reset, bool observes_others, Caller caller);
  void publish_tasks();

  // --- Requests, see requests.h
  nb::list ask(const std::vector<std::pair<std::uint32_t, nb::bytes>>& messages);
  template <class Done>
  void wait_for_answers(std::span<const std::uint32_t> workers, Done&& done);
  bool can_be_asked(std::uint32_t worker);
  void post(std::uint32_t worker, const nb::bytes& message);
  bool read_answers(std::uint32_t worker, nb::object* answer);
  void settle();

  // --- Saving
  void check_clone(nb::handle from_ids, nb::handle to_ids);
  void note_clone(nb::handle from_ids, nb::handle to_ids, bool failed);
  nb::bytes save(std::uint32_t env);
  void note_load(const std::vector<std::uint32_t>& envs, const std::vector<nb::bytes>& states);
  void note_lost(std::span<const std::uint32_t> envs);
  void serialize(StateIO& io, std::uint32_t env, bool& ended);

  // --- Receiving
  bool ready() const override { return rows_.ready(); }
  bool wait_until(std::optional<Clock::time_point> deadline) override;
  ReceivedBatch receive() override;
  ReceivedBatch receive_unseen() override;
  Failures failures_of(const ReceivedBatch& received) override;
  nb::tuple completed(nb::tuple result) override;
  void note_rows(const ReceivedBatch& received);
  SideValues read_sides();
  std::vector<std::pair<std::uint32_t, std::string>> read_infos(std::span<const std::uint32_t> envs,
                                                                SideValues& sides);
  bool read_typed_infos(SideValues& sides, std::span<const std::uint32_t> envs);
  nb::object objects_of(const EnvBox& box) const;
  nb::list side_values(std::span<const std::uint32_t> envs);
  const InfoSchema& schema_of(std::uint32_t env);
  Failures read_failures(std::span<const std::int32_t> ids, const RowKind* kinds);
  nb::tuple failure_of(std::uint32_t env);

  // --- Faults
  void look_after_workers() override;
  void bury(std::uint32_t worker, const std::string& reason);
  void begin_restart(std::uint32_t worker);
  void look_after_start(std::uint32_t worker);
  void give_up(std::uint32_t worker, const std::string& why);
  void fill_in_rows(std::uint32_t worker, const std::string& why);
  void write_failed_row(SharedRows::Place place, std::uint32_t env, const std::string& why);
  std::string why_hanging(std::uint32_t worker);

  const AutoresetMode autoreset_;
  const ResultFormat format_;
  const std::optional<double> step_timeout_;
  const bool restarts_;
  const nb::object starter_;
  const SharedPlan plan_;
  const std::shared_ptr<Segment> segment_;
  const PyTree observation_tree_;
  bool has_objects_ = false;    // observations have leaves without columns
  bool takes_objects_ = false;  // actions have
  TextVersions text_versions_;
  SharedResults rows_;
  EnvBox* env_boxes_;
  std::uint64_t side_next_ = 0;
  SideMemory side_;
  EnvStatus status_;
  std::vector<std::uint8_t> fresh_;  // by env id: its first step is a reset
  CallGuard calls_;
  ForkGuard fork_guard_;
  bool close_after_call_ = false;
  OfferingSpin spin_;
  std::vector<Worker> workers_;
  bool restless_ = false;                 // a worker starts, or has a request that nobody waits for
  std::vector<std::uint32_t> worker_of_;  // by env id
  nb::object objects_;                    // of the current call's actions, or null
  std::vector<nb::object> reset_messages_;  // of the current call: for each reset, or null
  std::vector<std::uint8_t> messages_;      // by env id: its box has bytes for its next task
  SideValues sides_;                        // of the current batch
  std::vector<std::uint32_t> good_rows_;    // of the current batch, and their env ids
  std::vector<std::uint32_t> good_envs_;
  std::vector<std::uint32_t> rows_due_;  // by env id: kNoEnv, or the row of its task in flight
  std::vector<nb::object> next_seeds_;
  std::unordered_map<std::uint32_t, std::string> failures_;    // of rows, where the pool found them
  std::unordered_map<std::uint64_t, std::size_t> schema_ids_;  // by worker and its number
  std::vector<std::unique_ptr<InfoSchema>> schemas_;
  const nb::object dumps_, loads_;
};

}  // namespace pp
