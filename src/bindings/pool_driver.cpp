// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the calls of all pools have in common.
#include <parallel_pool/bindings/arguments.h>
#include <parallel_pool/bindings/pool_driver.h>

#include <numeric>
#include <string>
#include <utility>

namespace pp {

class PoolDriver::Claim {
 public:
  Claim(EnvStatus& status, std::span<const std::uint32_t> envs, TaskKind kind)
      : status_(status), envs_(envs) {
    status.claim(envs, kind);
  }
  ~Claim() {
    if (!kept_) status_.unclaim(envs_);
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  void keep() { kept_ = true; }

 private:
  EnvStatus& status_;
  std::span<const std::uint32_t> envs_;
  bool kept_ = false;
};

PoolDriver::PoolDriver(Setup setup)
    : action_fields_(setup.action),
      num_envs_(setup.num_envs),
      sync_(setup.sync),
      multi_player_(setup.layout.multi_player),
      leases_(setup.layout, setup.batches_in_use, std::move(setup.memory)),
      results_(leases_.layout(), setup.spec, setup.results.format),
      actions_(action_fields_, setup.spec.action),
      statistics_layout_(setup.layout) {
  all_envs_.resize(num_envs_);
  std::iota(all_envs_.begin(), all_envs_.end(), 0u);
  if (multi_player_) players_.resize(num_envs_);
  statistics_layout_.same_step = setup.autoreset == AutoresetMode::kSameStep;
  if (setup.results.episode_statistics) {
    statistics_.emplace(num_envs_, results_.whole_episodes(setup.spec));
  }
}

void PoolDriver::add_statistics(BatchLayout& layout, const ResultOptions& results) {
  if (!results.episode_statistics) return;
  if (layout.multi_player) {
    throw Error(ErrorKind::kValue,
                "record_episode_statistics does not suit a multi-player environment: its rows have "
                "a reward for each player, not one to be summed");
  }
  layout.add_statistics();
}

// --- Calls -------------------------------------------------------------------------------------

nb::tuple PoolDriver::step(nb::handle actions, nb::handle env_id) {
  send_steps(actions, env_id, Caller::kWaits);
  wait(std::nullopt, "step");
  return deliver(
      [&](const ReceivedBatch& received) { return results_.step(received, tells_env_ids_); });
}

nb::tuple PoolDriver::reset(nb::handle env_id, nb::handle seed, nb::handle options, bool masked) {
  send_resets(env_id, seed, options, masked, Caller::kWaits);
  wait(std::nullopt, "reset");
  return deliver(
      [&](const ReceivedBatch& received) { return results_.reset(received, tells_env_ids_); });
}

void PoolDriver::send(nb::handle actions, nb::handle env_id) {
  send_steps(actions, env_id, Caller::kGoesOn);
}

void PoolDriver::async_reset(nb::handle env_id, nb::handle seed, nb::handle options) {
  send_resets(env_id, seed, options, false, Caller::kGoesOn);
}

nb::tuple PoolDriver::recv(nb::handle timeout) {
  const std::optional<Clock::time_point> deadline = parse_timeout(timeout);
  if (in_flight() == 0) {
    throw Error(ErrorKind::kNothingInFlight,
                "recv() was called with nothing in flight: send or async_reset first");
  }
  wait(deadline, "recv");
  return deliver(
      [&](const ReceivedBatch& received) { return results_.step(received, tells_env_ids_); });
}

bool PoolDriver::needs_reset(std::uint32_t env) {
  status().check_idle(env);
  return status().needs_reset(env);
}

// --- Sending -----------------------------------------------------------------------------------

// Without env ids: all environments in sync mode, those of the last batch in async mode.
void PoolDriver::send_steps(nb::handle actions, nb::handle env_id, Caller caller) {
  const bool all = env_id.is_none() && sync_;
  if (all) {
    if (step_all(actions, caller)) {
      tells_env_ids_ = false;
      return;
    }
    status().check_all(in_flight(), TaskKind::kStep);
    envs_ = all_envs_;
  } else if (env_id.is_none()) {
    envs_ = last_envs_;
    if (envs_.empty()) {
      throw Error(ErrorKind::kResetNeeded,
                  "no batch was received yet: async_reset and recv before the first step");
    }
  } else {
    parse_env_ids(env_id, num_envs_, envs_);
  }
  Claim claim(status(), envs_, TaskKind::kStep);
  std::size_t players = 0;
  if (multi_player_) {
    for (const std::uint32_t env : envs_) players += players_[env];
  }
  parse_actions(actions, players);
  check_actions(envs_);
  send_claimed_steps(caller);
  actions_.clear();
  tells_env_ids_ = !all;
  claim.keep();
}

void PoolDriver::check_actions(std::span<const std::uint32_t> envs) {
  if (actions_.all_valid()) return;
  const auto env_of = [&](std::size_t leaf, std::size_t row) {
    if (!action_fields_[leaf].leaf.per_player) return envs[row];
    std::size_t i = 0;
    while (row >= players_[envs[i]]) row -= players_[envs[i++]];
    return envs[i];
  };
  // An environment whose step begins an episode ignores its action.
  const EnvStatus& of_envs = status();
  const auto ignored = [&](std::size_t leaf, std::size_t row) {
    return action_fields_[leaf].leaf.kind == SpaceKind::kValue ||
           of_envs.begins_episode(env_of(leaf, row));
  };
  Actions::BadValue bad{};
  if (actions_.find_bad_value(ignored, bad)) {
    const std::string message =
        "env id " + std::to_string(env_of(bad.leaf, bad.row)) + ": " + actions_.describe(bad);
    actions_.clear();
    throw Error(ErrorKind::kInvalidAction, message);
  }
}

void PoolDriver::send_resets(nb::handle env_id, nb::handle seed, nb::handle options, bool masked,
                             Caller caller) {
  const bool all = env_id.is_none();
  if (all) {
    envs_ = all_envs_;
  } else {
    parse_env_ids(env_id, num_envs_, envs_);
  }
  // A mask leaves seeds of environments out that it leaves out.
  read_resets(spread_seed(seed, envs_, masked ? num_envs_ : envs_.size()), options);
  if (all && caller == Caller::kWaits) drain();
  if (all || masked) status().check_all(in_flight(), TaskKind::kReset);
  if (masked) status().check_rest_has_rows(envs_);
  Claim claim(status(), envs_, TaskKind::kReset);
  send_claimed_resets(all ? Resets::kAll : masked ? Resets::kMasked : Resets::kSome, caller);
  tells_env_ids_ = !sync_ || !(all || masked);
  claim.keep();
}

// --- Waiting and delivering --------------------------------------------------------------------

void PoolDriver::wait(std::optional<Clock::time_point> deadline, const char* call) {
  while (!ready()) {
    if (wait_until(deadline)) return;
    check_waiting(call);
    look_after_workers();
    if (deadline && Clock::now() >= *deadline && !ready()) {
      throw Error(ErrorKind::kTimeout, std::string(call) + "() timed out with " +
                                           std::to_string(in_flight()) +
                                           " results in flight; the next recv() returns them");
    }
  }
}

void PoolDriver::check_waiting(const char* call) const {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (!closed()) return;
  throw Error(ErrorKind::kClosed, std::string(call) + "() was waiting when the pool was closed");
}

void PoolDriver::drain() {
  while (in_flight() > 0) {
    wait(std::nullopt, "reset");
    note(receive_unseen());
  }
}

// What later calls need to know of a batch, before users can change it.
void PoolDriver::note(const ReceivedBatch& received) {
  LeaseCache::lease_of(received.batch).held_by_engine = false;
  const BatchLayout& layout = leases_.layout();
  const auto* ids = received.batch->column<std::int32_t>(layout.env_id);
  if (!sync_) last_envs_.assign(ids, ids + received.rows);
  if (!multi_player_) return;
  const auto* counts = received.batch->column<std::int32_t>(layout.players);
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    players_[static_cast<std::size_t>(ids[row])] = static_cast<std::uint32_t>(counts[row]);
  }
}

void PoolDriver::raise(const Failures& failures, const ReceivedBatch& good, nb::object batch) {
  const nb::object error =
      nb::module_::import_("parallel_pool.errors")
          .attr("EnvironmentFailure")(failures.causes, results_.env_ids(good), batch);
  if (failures.first.is_valid()) error.attr("__cause__") = failures.first;
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace pp
