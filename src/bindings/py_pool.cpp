// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes and closes a pool, and runs its calls: waits, handles signals, delivers batches.
#include <parallel_pool/bindings/py_pool.h>
#include <parallel_pool/core/pool/home_memory.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>

namespace pp {
namespace {

using namespace std::chrono_literals;
using Clock = Pool::Clock;

// Signals are looked for this often while a call waits.
constexpr auto kSignalInterval = 50ms;

BatchLayout layout_of(const EnvGroup& group, const PoolOptions& options, const EpisodeRules& rules,
                      const ResultOptions& results) {
  const GroupFields& fields = group.fields();
  BatchLayout layout(fields.observation, fields.info, options.batch_size, fields.max_players,
                     fields.multi_player, rules.autoreset == AutoresetMode::kSameStep);
  if (fields.player_flags) layout.add_player_flags();
  if (!results.episode_statistics) return layout;
  if (fields.multi_player) {
    throw Error(ErrorKind::kValue,
                "record_episode_statistics does not suit a multi-player environment: its rows have "
                "a reward for each player, not one to be summed");
  }
  layout.add_statistics();
  return layout;
}

}  // namespace

PyPool::PyPool(const EnvType& type, nb::dict config, const PoolOptions& options,
               const EpisodeRules& rules, const ResultOptions& results, const WorkersApi* workers)
    : PyPool(type, config, options, rules, results, workers,
             type.make_group(config, places_of(options.placement), rules), type.spec(config)) {}

PyPool::PyPool(const EnvType& type, nb::dict config, const PoolOptions& options,
               const EpisodeRules& rules, const ResultOptions& results, const WorkersApi* workers,
               std::unique_ptr<EnvGroup> group, const SpecNodes& spec)
    : type_(type),
      config_(std::move(config)),
      rules_(rules),
      fields_(group->fields()),
      leases_(layout_of(*group, options, rules, results), options.batches_in_use(),
              batch_memory(layout_of(*group, options, rules, results), options)),
      result_builder_(leases_.layout(), spec, results.format),
      render_state_(spec.render_state),
      actions_(fields_.action, spec.action),
      pool_(std::make_unique<Pool>(std::move(group), options, rules, leases_.layout(), leases_,
                                   workers)),
      common_settings_(pool_->group().settings(0)) {
  all_envs_.resize(options.num_envs);
  std::iota(all_envs_.begin(), all_envs_.end(), 0u);
  if (fields_.multi_player) players_.resize(options.num_envs);
  if (results.episode_statistics) {
    statistics_.emplace(options.num_envs, result_builder_.whole_episodes(spec));
  }
}

PyPool::~PyPool() {
  if (pool_->forked()) {
    (void)pool_.release();  // its threads are the parent's: it can only be forgotten
    return;
  }
  const nb::gil_scoped_release released;
  pool_->close();
}

// Ctrl-C ends the wait: threads that are within a step then end by themselves.
void PyPool::close() {
  if (!pool_->begin_close()) return;
  if (ends_at_once()) return;
  ending_ = std::make_unique<Ending>([this] { pool_->finish_close(); });
  while (!wait_for_end()) {
    if (PyErr_CheckSignals() == 0) continue;
    leave_end();
    throw nb::python_error();
  }
}

// Most pools whose steps the calling thread made: they have no threads yet, nor need one to end.
bool PyPool::ends_at_once() {
  {
    const nb::gil_scoped_release released;
    if (!pool_->finish_close_at_once()) return false;
  }
  free_memory();
  return true;
}

// Called where no exception may be raised, so it cannot answer signals.
void PyPool::close_after(Pool::Call& call) {
  call.hand_over();
  ending_ = std::make_unique<Ending>([this] { pool_->end_call(); });
  if (!wait_for_end()) leave_end();
}

bool PyPool::wait_for_end() {
  {
    const nb::gil_scoped_release released;
    if (!ending_->wait_for(kSignalInterval)) return false;
  }
  free_memory();
  return true;
}

void PyPool::leave_end() {
  const nb::object self = nb::find(this);
  ending_->leave([this, self] { free_memory(); });
}

// After the last task: arrays that are out live on.
void PyPool::free_memory() { leases_.clear(); }

// --- Calls -------------------------------------------------------------------------------------

nb::tuple PyPool::step(nb::handle actions, nb::handle env_id) {
  const Call call(*this, "step");
  send_steps(actions, env_id, true);
  wait(std::nullopt, "step");
  return deliver([&](const ReceivedBatch& received) {
    return result_builder_.step(received, tells_env_ids_);
  });
}

nb::tuple PyPool::step_single(nb::handle action) {
  const Call call(*this, "step");
  if (options().num_envs != 1 || fields_.multi_player) {
    throw nb::value_error("step_single() is for pools of one environment with one player");
  }
  pool_->check_all(false);
  actions_.parse_single(action);
  check_actions(all_envs_);
  step_all(true);
  wait(std::nullopt, "step");
  return deliver(
      [&](const ReceivedBatch& received) { return result_builder_.single_step(received); });
}

nb::tuple PyPool::reset(nb::handle env_id, nb::handle seeds, nb::handle options, bool masked) {
  const Call call(*this, "reset");
  send_resets(env_id, seeds, options, masked, true);
  wait(std::nullopt, "reset");
  return deliver([&](const ReceivedBatch& received) {
    return result_builder_.reset(received, tells_env_ids_);
  });
}

void PyPool::send(nb::handle actions, nb::handle env_id) {
  const Call call(*this, "send");
  send_steps(actions, env_id, false);
}

void PyPool::async_reset(nb::handle env_id, nb::handle seeds, nb::handle options) {
  const Call call(*this, "async_reset");
  send_resets(env_id, seeds, options, false, false);
}

nb::tuple PyPool::recv(nb::handle timeout) {
  const Call call(*this, "recv");
  const std::optional<Clock::time_point> deadline = parse_timeout(timeout);
  if (pool_->in_flight() == 0) {
    throw Error(ErrorKind::kNothingInFlight,
                "recv() was called with nothing in flight: send or async_reset first");
  }
  wait(deadline, "recv");
  return deliver([&](const ReceivedBatch& received) {
    return result_builder_.step(received, tells_env_ids_);
  });
}

std::uint32_t PyPool::in_flight() {
  const Call call(*this, "in_flight");
  return pool_->in_flight();
}

std::pair<double, double> PyPool::waited() const {
  return {1e-9 * pool_->waited_for_tasks_ns(), 1e-9 * pool_->waited_for_results_ns()};
}

// --- Waiting and delivering --------------------------------------------------------------------

void PyPool::wait(std::optional<Clock::time_point> deadline, const char* name) {
  if (!pool_->ready() && pool_->kept_ns() < kReleaseNs) pool_->run_kept_tasks();
  while (!pool_->ready()) {
    bool done = false;
    {
      const nb::gil_scoped_release released;
      const Clock::time_point look = Clock::now() + kSignalInterval;
      done = pool_->wait_until(deadline ? std::min(look, *deadline) : look);
    }
    if (done) return;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (pool_->closed()) {
      throw Error(ErrorKind::kClosed,
                  std::string(name) + "() was waiting when the pool was closed");
    }
    if (deadline && Clock::now() >= *deadline) {
      throw Error(ErrorKind::kTimeout, std::string(name) + "() timed out with " +
                                           std::to_string(pool_->in_flight()) +
                                           " results in flight; the next recv() returns them");
    }
  }
}

template <class Build>
nb::tuple PyPool::deliver(Build&& build) {
  ReceivedBatch received = pool_->receive();
  LeaseCache::lease_of(received.batch).held_by_engine = false;
  give_draws(received);
  note_batch(received);
  if (statistics_) statistics_->record(leases_.layout(), *received.batch, received.rows);
  if (received.failures > 0) raise_failure(received, build);
  result_builder_.compact_players(received);
  return build(received);
}

// Environments that have run tell the NumPy generators that they share.
void PyPool::give_draws(const ReceivedBatch& received) {
  if (shared_generators_.empty()) return;
  const auto* ids = received.batch->column<std::int32_t>(leases_.layout().env_id);
  shared_generators_.give(pool_->group(), std::span(ids, received.rows));
}

// What later calls need to know of a batch, before users can change it.
void PyPool::note_batch(const ReceivedBatch& received) {
  const BatchLayout& layout = leases_.layout();
  const auto* ids = received.batch->column<std::int32_t>(layout.env_id);
  if (!pool_->sync()) last_envs_.assign(ids, ids + received.rows);
  if (!fields_.multi_player) return;
  const auto* counts = received.batch->column<std::int32_t>(layout.players);
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    players_[static_cast<std::size_t>(ids[row])] = static_cast<std::uint32_t>(counts[row]);
  }
}

void PyPool::drain() {
  while (pool_->in_flight() > 0) {
    wait(std::nullopt, "reset");
    const ReceivedBatch received = pool_->receive();
    LeaseCache::lease_of(received.batch).held_by_engine = false;
    give_draws(received);
  }
}

template <class Build>
void PyPool::raise_failure(ReceivedBatch& received, Build&& build) {
  const BatchLayout& layout = leases_.layout();
  const auto* ids = received.batch->column<std::int32_t>(layout.env_id);
  const auto* kinds = received.batch->column<RowKind>(layout.kind);
  nb::dict causes;
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    if (kinds[row] != RowKind::kFailed) continue;
    const std::string why = pool_->group().take_failure(static_cast<std::uint32_t>(ids[row]));
    causes[nb::int_(ids[row])] =
        checked(PyUnicode_DecodeUTF8(why.data(), static_cast<Py_ssize_t>(why.size()), "replace"));
  }
  result_builder_.drop_failed(received);
  result_builder_.compact_players(received);
  const nb::object batch = received.rows > 0 ? nb::object(build(received)) : nb::none();
  const nb::object error =
      nb::module_::import_("parallel_pool.errors")
          .attr("EnvironmentFailure")(causes, result_builder_.env_ids(received), batch);
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace pp
