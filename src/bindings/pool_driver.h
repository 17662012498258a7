// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How Python drives a pool: its calls check input, wait without the GIL, answer signals, and turn
// batches into arrays. Where the environments run is the backend's business: PyPool runs them in
// threads, ProcessPool in worker processes. A backend derives from the driver, and implements what is
// private and virtual here.
//
// A call
//   step   = send_steps, wait, deliver        send        = send_steps
//   reset  = send_resets, wait, deliver       async_reset = send_resets
//   recv   = wait, deliver
// The caller of these holds the backend's Call: see pool_calls.h.
#pragma once

#include <parallel_pool/bindings/actions.h>
#include <parallel_pool/bindings/lease.h>
#include <parallel_pool/bindings/results.h>
#include <parallel_pool/core/episodes/episode_statistics.h>
#include <parallel_pool/core/pool/env_status.h>
#include <parallel_pool/core/pool/pool.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pp {

class PoolDriver {
 public:
  PoolDriver(const PoolDriver&) = delete;
  PoolDriver& operator=(const PoolDriver&) = delete;

  nb::tuple step(nb::handle actions, nb::handle env_id);
  // `seed` is as users give it, see spread_seed. With `masked`, the rest of the environments shows
  // what it showed last.
  nb::tuple reset(nb::handle env_id, nb::handle seed, nb::handle options, bool masked);
  void send(nb::handle actions, nb::handle env_id);
  void async_reset(nb::handle env_id, nb::handle seed, nb::handle options);
  nb::tuple recv(nb::handle timeout);
  // Whether an idle environment cannot be stepped before a reset.
  bool needs_reset(std::uint32_t env);
  // Rows sent and not yet received.
  virtual std::uint32_t in_flight() const = 0;
  virtual bool closed() const = 0;

 protected:
  using Clock = std::chrono::steady_clock;
  // Signals are looked for this often while a call waits.
  static constexpr std::chrono::milliseconds kSignalInterval{50};

  // What a backend says of itself.
  struct Setup {
    BatchLayout layout;     // with statistics, if the results have them
    const Fields& action;   // copied
    const SpecNodes& spec;  // used by the constructor only
    std::uint32_t num_envs;
    bool sync;
    AutoresetMode autoreset;
    ResultOptions results;
    std::size_t batches_in_use;
    std::unique_ptr<BatchMemory> memory;  // of batches; null: the heap
  };
  enum class Resets { kSome, kAll, kMasked };
  // Why rows failed.
  struct Failures {
    nb::dict causes;   // texts, by env id
    nb::object first;  // the exception of the first of them, if there is one in Python
  };

  explicit PoolDriver(Setup setup);
  virtual ~PoolDriver() = default;
  // Adds the columns of episode statistics, if the results have them.
  static void add_statistics(BatchLayout& layout, const ResultOptions& results);

  // Throws unless the actions, which were parsed, are in the space; `envs` are theirs, in order.
  void check_actions(std::span<const std::uint32_t> envs);
  void wait(std::optional<Clock::time_point> deadline, const char* call);
  // Throws if the call must give up: a signal handler has raised, or the pool was closed.
  void check_waiting(const char* call) const;
  // Takes the batch that is complete, and returns what `build` makes of it.
  template <class Build>
  nb::tuple deliver(Build&& build) {
    ReceivedBatch received = receive();
    note(received);
    if (statistics_) statistics_->record(statistics_layout_, *received.batch, received.rows);
    if (received.failures > 0) raise_failures(received, build);
    results_.compact_players(received);
    return completed(build(received));
  }

  const Fields action_fields_;
  const std::uint32_t num_envs_;
  const bool sync_;
  const bool multi_player_;
  LeaseCache leases_;
  ResultBuilder results_;
  std::optional<EpisodeStatistics> statistics_;
  Actions actions_;                       // of the current call
  std::vector<std::uint32_t> all_envs_;   // 0, 1, ...
  std::vector<std::uint32_t> envs_;       // of the current call
  std::vector<std::uint32_t> from_envs_;  // of the current call: what is cloned
  std::vector<std::uint32_t> players_;    // by env id: rows in its last result; multi-player only
  bool tells_env_ids_ = true;  // else the batch in flight has every environment, in order

 private:
  class Claim;  // gives claimed environments back unless they are sent

  // --- The backend -------------------------------------------------------------------------------

  virtual EnvStatus& status() = 0;
  // Steps all environments in a faster way than `send_claimed_steps`; false: there is none.
  virtual bool step_all(nb::handle /*actions*/, Caller /*caller*/) { return false; }
  virtual void parse_actions(nb::handle actions, std::size_t players) {
    actions_.parse(actions, envs_.size(), players);
  }
  // Sends the steps of `envs_`, which are claimed and whose actions are in `actions_`.
  virtual void send_claimed_steps(Caller caller) = 0;
  // Reads what the resets of `envs_` are given, a list of seeds or None and options; changes no
  // environment.
  virtual void read_resets(nb::handle seeds, nb::handle options) = 0;
  virtual void send_claimed_resets(Resets which, Caller caller) = 0;
  // Whether a batch is complete.
  virtual bool ready() const = 0;
  // Waits until one is, or until the deadline or some kSignalInterval has passed. Returns ready().
  virtual bool wait_until(std::optional<Clock::time_point> deadline) = 0;
  // What a call that waits has to do now and then.
  virtual void look_after_workers() {}
  // The complete batch, which the caller owns from now on.
  virtual ReceivedBatch receive() = 0;
  // The same for a batch that nobody will see.
  virtual ReceivedBatch receive_unseen() { return receive(); }
  // Of a batch that was just received.
  virtual Failures failures_of(const ReceivedBatch& received) = 0;
  // A result with what rows have beside their columns.
  virtual nb::tuple completed(nb::tuple result) { return result; }

  // --- The driver --------------------------------------------------------------------------------

  void send_steps(nb::handle actions, nb::handle env_id, Caller caller);
  void send_resets(nb::handle env_id, nb::handle seed, nb::handle options, bool masked,
                   Caller caller);
  void drain();
  void note(const ReceivedBatch& received);
  template <class Build>
  [[noreturn]] void raise_failures(ReceivedBatch& received, Build&& build) {
    const Failures failures = failures_of(received);
    results_.drop_failed(received);
    results_.compact_players(received);
    const bool some = received.rows > 0;
    raise(failures, received, some ? nb::object(completed(build(received))) : nb::none());
  }
  [[noreturn]] void raise(const Failures& failures, const ReceivedBatch& good, nb::object batch);

  BatchLayout statistics_layout_;
  std::vector<std::uint32_t> last_envs_;  // of the last batch; async mode
};

}  // namespace pp
