// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes and closes a pool of threads, waits for its batches and receives them.
#include <parallel_pool/bindings/py_pool.h>
#include <parallel_pool/core/pool/home_memory.h>

#include <algorithm>
#include <string>
#include <utility>

namespace pp {
namespace {

BatchLayout layout_of(const EnvGroup& group, const PoolOptions& options,
                      const EpisodeRules& rules) {
  const GroupFields& fields = group.fields();
  BatchLayout layout(fields.observation, fields.info, options.batch_size, fields.max_players,
                     fields.multi_player, rules.autoreset == AutoresetMode::kSameStep);
  if (fields.player_flags) layout.add_player_flags();
  return layout;
}

#if defined(__linux__)

// Address space for batches that other processes may map; null where there is none, so that they lie
// on the heap.
std::shared_ptr<Segment> segment_of(const PoolOptions& options) {
  constexpr std::size_t kMost = std::size_t{64} << 30;
  constexpr std::size_t kLeast = std::size_t{1} << 30;
  for (std::size_t bytes = kMost; options.shared && bytes >= kLeast; bytes /= 2) {
    try {
      return Segment::create(bytes);
    } catch (const std::bad_alloc&) {  // tries with less where address space is limited
    } catch (const Error&) {
      break;
    }
  }
  return nullptr;
}

std::unique_ptr<BatchMemory> shared_memory(const std::shared_ptr<Segment>& segment) {
  return std::make_unique<SegmentMemory>(segment, 0, segment->bytes());
}

#else

std::shared_ptr<Segment> segment_of(const PoolOptions&) { return nullptr; }
std::unique_ptr<BatchMemory> shared_memory(const std::shared_ptr<Segment>&) { return nullptr; }

#endif

}  // namespace

PyPool::PyPool(const EnvType& type, nb::dict config, const PoolOptions& options,
               const EpisodeRules& rules, const ResultOptions& results, const WorkersApi* workers)
    : PyPool(type, config, options, rules, results, workers,
             type.make_group(config, places_of(options.placement), rules), type.spec(config),
             segment_of(options)) {}

PyPool::PyPool(const EnvType& type, nb::dict config, const PoolOptions& options,
               const EpisodeRules& rules, const ResultOptions& results, const WorkersApi* workers,
               std::unique_ptr<EnvGroup> group, const SpecNodes& spec,
               std::shared_ptr<Segment> segment)
    : PoolDriver(setup_of(*group, options, rules, results, spec, segment)),
      type_(type),
      config_(std::move(config)),
      fields_(group->fields()),
      render_state_(spec.render_state),
      segment_(std::move(segment)),
      pool_(std::make_unique<Pool>(std::move(group), options, rules, leases_.layout(), leases_,
                                   workers)),
      common_settings_(pool_->group().settings(0)) {}

PoolDriver::Setup PyPool::setup_of(const EnvGroup& group, const PoolOptions& options,
                                   const EpisodeRules& rules, const ResultOptions& results,
                                   const SpecNodes& spec, const std::shared_ptr<Segment>& segment) {
  BatchLayout layout = layout_of(group, options, rules);
  add_statistics(layout, results);
  std::unique_ptr<BatchMemory> memory =
      segment != nullptr ? shared_memory(segment) : batch_memory(layout, options);
  return {.layout = std::move(layout),
          .action = group.fields().action,
          .spec = spec,
          .num_envs = options.num_envs,
          .sync = options.sync(),
          .autoreset = rules.autoreset,
          .results = results,
          .batches_in_use = options.batches_in_use(),
          .memory = std::move(memory)};
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

nb::tuple PyPool::step_single(nb::handle action) {
  const Call call(*this, "step");
  if (options().num_envs != 1 || multi_player_) {
    throw nb::value_error("step_single() is for pools of one environment with one player");
  }
  pool_->check_all(TaskKind::kStep);
  actions_.parse_single(action);
  check_actions(all_envs_);
  step_all_in_place_or_share(Caller::kWaits);
  wait(std::nullopt, "step");
  return deliver([&](const ReceivedBatch& received) { return results_.single_step(received); });
}

std::pair<double, double> PyPool::waited() const {
  return {1e-9 * pool_->waited_for_tasks_ns(), 1e-9 * pool_->waited_for_results_ns()};
}

// --- Receiving ---------------------------------------------------------------------------------

bool PyPool::wait_until(std::optional<Clock::time_point> deadline) {
  if (pool_->kept_ns() < kReleaseNs) {
    pool_->run_kept_tasks();
    if (pool_->ready()) return true;
  }
  const nb::gil_scoped_release released;
  const Clock::time_point look = Clock::now() + kSignalInterval;
  return pool_->wait_until(deadline ? std::min(look, *deadline) : look);
}

ReceivedBatch PyPool::receive() {
  const ReceivedBatch received = pool_->receive();
  give_draws(received);
  return received;
}

// Environments that have run tell the NumPy generators that they share.
void PyPool::give_draws(const ReceivedBatch& received) {
  if (shared_generators_.empty()) return;
  const auto* ids = received.batch->column<std::int32_t>(leases_.layout().env_id);
  shared_generators_.give(pool_->group(), std::span(ids, received.rows));
}

PoolDriver::Failures PyPool::failures_of(const ReceivedBatch& received) {
  const BatchLayout& layout = leases_.layout();
  const auto* ids = received.batch->column<std::int32_t>(layout.env_id);
  const auto* kinds = received.batch->column<RowKind>(layout.kind);
  Failures failures;
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    if (kinds[row] != RowKind::kFailed) continue;
    const std::string why = pool_->group().take_failure(static_cast<std::uint32_t>(ids[row]));
    failures.causes[nb::int_(ids[row])] =
        checked(PyUnicode_DecodeUTF8(why.data(), static_cast<Py_ssize_t>(why.size()), "replace"));
  }
  return failures;
}

}  // namespace pp
