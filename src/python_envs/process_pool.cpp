// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The life of a pool of processes, and what its calls send.
#include "process_pool.h"

#include <parallel_pool/core/threads/cpu.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "process_pool_call.h"
#include "space_parsing.h"

namespace pp {
namespace {

// How long a caller spins. On virtual machines an idle CPU takes so long to be woken; but where the
// caller shares its CPU with workers, it takes their time, and spins for as long as a sleep costs.
constexpr OfferingSpin::Clock::duration callers_spin(std::uint32_t workers, std::uint32_t cpus) {
  return std::chrono::microseconds(workers < cpus ? 100 : 20);
}

// Address space for each process's side memory; batches have several times as much. The system
// gives memory as it is written to.
constexpr std::uint64_t kMostUnit = std::uint64_t{8} << 30;
constexpr std::uint64_t kLeastUnit = std::uint64_t{16} << 20;

// Tries with less where address space is limited.
ProcessPool::Shared plan_that_fits(const SpaceNode& observation, const SpaceNode& action,
                                   PlanOptions options) {
  for (options.unit = kMostUnit;; options.unit /= 2) {
    SharedPlan plan(observation, action, options);
    try {
      std::shared_ptr<Segment> segment = Segment::create(plan.end);
      return {std::move(plan), std::move(segment)};
    } catch (const std::bad_alloc&) {
      if (options.unit > kLeastUnit) continue;
      throw Error(ErrorKind::kPool,
                  "the address space has no room for the " + std::to_string(plan.end >> 20) +
                      " MiB that the pool shares with its workers: see `ulimit -v`");
    }
  }
}

// As in every pool: on EnvPool's faces the first step of an environment begins its first episode.
bool first_step_resets(const ProcessPoolOptions& options) {
  return options.results.format != ResultFormat::kGymnasium;
}

}  // namespace

ProcessPool::ProcessPool(const SpaceNode& observation, const SpaceNode& action,
                         const ProcessPoolOptions& options, nb::object starter)
    : ProcessPool(observation, action, options, std::move(starter),
                  plan_that_fits(observation, action, options.plan)) {}

ProcessPool::ProcessPool(const SpaceNode& observation, const SpaceNode& action,
                         const ProcessPoolOptions& options, nb::object starter, Shared shared)
    : PoolDriver(setup_of({.observation = observation, .action = action}, options, shared)),
      autoreset_(options.autoreset),
      format_(options.results.format),
      step_timeout_(options.step_timeout),
      restarts_(options.restart),
      starter_(std::move(starter)),
      plan_(std::move(shared.plan)),
      segment_(std::move(shared.segment)),
      observation_tree_(observation),
      text_versions_(plan_.observation, plan_.options.num_envs),
      rows_(*segment_, plan_, leases_),
      env_boxes_(segment_->at<EnvBox>(plan_.envs)),
      side_(*segment_, plan_.side_of(0), plan_.options.unit, side_next_),
      status_(plan_.options.num_envs,
              {.autoreset = options.autoreset, .first_step_resets = first_step_resets(options)}),
      fresh_(plan_.options.num_envs, first_step_resets(options)),
      spin_(plan_.options.num_workers, available_parallelism(),
            callers_spin(plan_.options.num_workers, available_parallelism())),
      messages_(plan_.options.num_envs),
      rows_due_(plan_.options.num_envs, kNoEnv),
      next_seeds_(plan_.options.num_envs),
      dumps_(nb::module_::import_("pickle").attr("dumps")),
      loads_(nb::module_::import_("pickle").attr("loads")) {
  auto* const header = ::new (segment_->at<void>(0)) SharedHeader();
  header->plan_hash = plan_.hash();
  for (std::uint32_t i = 0; i < plan_.ring_size; ++i) {
    ::new (segment_->at<SharedSlot>(plan_.slots) + i) SharedSlot();
  }
  for (std::uint32_t i = 0; i < plan_.options.num_workers; ++i) {
    ::new (segment_->at<WorkerBox>(plan_.workers) + i) WorkerBox();
    workers_.push_back({TaskQueue(*segment_, plan_, i)});
  }
  for (std::uint32_t i = 0; i < plan_.options.num_workers; ++i) {
    worker_of_.insert(worker_of_.end(), plan_.first_env(i + 1) - plan_.first_env(i), i);
  }
  for (const Field& field : plan_.observation) has_objects_ |= is_object(field.leaf);
  for (const Field& field : plan_.action) takes_objects_ |= is_object(field.leaf);
}

PoolDriver::Setup ProcessPool::setup_of(const SpecNodes& spec, const ProcessPoolOptions& options,
                                        const Shared& shared) {
  const SharedPlan& plan = shared.plan;
  BatchLayout layout = plan.layout;
  add_statistics(layout, options.results);
  return {.layout = std::move(layout),
          .action = plan.action,
          .spec = spec,
          .num_envs = plan.options.num_envs,
          .sync = plan.sync(),
          .autoreset = options.autoreset,
          .results = options.results,
          .batches_in_use = plan.ring_size,
          .memory = std::make_unique<SegmentMemory>(shared.segment, plan.batches, plan.end)};
}

ProcessPool::~ProcessPool() {
  if (!forked()) close();
}

void ProcessPool::attach_worker(std::uint32_t worker, int process_descriptor, nb::object channel) {
  Worker& started = workers_[worker];
  started.channel = nb::cast<Channel*>(channel);
  started.channel_owner = std::move(channel);
  started.process = process_descriptor;
  started.asked = started.answered = 0;
  started.channel->post(0, "");  // now it may take tasks
  started.channel->advance();
  started.state = WorkerState::kRuns;
}

// --- The end -----------------------------------------------------------------------------------

void ProcessPool::close() {
  calls_.begin_close();
  if (forked()) return;
  stop_workers();
  rows_.wake_caller();
  if (calls_.inside()) {
    close_after_call_ = true;
    return;
  }
  {
    const nb::gil_scoped_release released;
    calls_.wait_for_calls();
  }
  shut_down();
  calls_.release();
}

// They end as soon as their environments return.
void ProcessPool::stop_workers() {
  segment_->at<SharedHeader>(0)->stop.store(1, std::memory_order_release);
  for (Worker& worker : workers_) worker.queue.box().parking.wake();
}

// Batches that are out live on.
void ProcessPool::shut_down() {
  rows_.give_back_batches();
  leases_.clear();
}

// --- Sending -----------------------------------------------------------------------------------

void ProcessPool::parse_actions(nb::handle actions, std::size_t players) {
  objects_.reset();
  if (!takes_objects_) return actions_.parse(actions, envs_.size(), players);
  const nb::tuple pair = nb::cast<nb::tuple>(actions);
  actions_.parse(pair[0], envs_.size(), players);
  objects_ = pair[1];
}

void ProcessPool::send_claimed_steps(Caller caller) {
  for (std::size_t i = 0; objects_.is_valid() && i < envs_.size(); ++i) {
    write_message(envs_[i], nb::cast<nb::bytes>(objects_[i]));
  }
  objects_.reset();
  rows_.arm(static_cast<std::uint32_t>(envs_.size()));
  copy_actions();
  for (const std::uint32_t env : envs_) {
    if (fresh_[env] != 0) write_reset_message(env, reset_message(env, nb::none(), nb::none()));
  }
  launch(false, false, caller);
}

// Messages of resets; null for a plain one.
void ProcessPool::read_resets(nb::handle seeds, nb::handle options) {
  reset_messages_.clear();
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    nb::object seed = seeds.is_none() ? nb::object(nb::none()) : nb::object(seeds[i]);
    reset_messages_.push_back(reset_message(envs_[i], std::move(seed), options));
  }
}

void ProcessPool::send_claimed_resets(Resets which, Caller caller) {
  const bool masked = which == Resets::kMasked;
  rows_.arm(masked ? num_envs_ : static_cast<std::uint32_t>(envs_.size()));
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    write_reset_message(envs_[i], reset_messages_[i]);
  }
  reset_messages_.clear();
  launch(true, masked, caller);
}

void ProcessPool::copy_actions() {
  for (std::size_t leaf = 0; leaf < plan_.action.size(); ++leaf) {
    const std::size_t bytes = plan_.action[leaf].row_bytes;
    const bool per_player = plan_.action[leaf].leaf.per_player;
    std::byte* const to = segment_->base() + plan_.actions[leaf];
    const std::byte* from = actions_.columns()[leaf];
    for (const std::uint32_t env : envs_) {
      const std::size_t given = bytes * (per_player ? players_[env] : 1);
      std::memcpy(to + env * (per_player ? plan_.slots_of_env() : 1) * bytes, from, given);
      from += given;
    }
  }
}

nb::object ProcessPool::reset_message(std::uint32_t env, nb::object seed,
                                      nb::handle options) const {
  if (seed.is_none() && next_seeds_[env].is_valid()) seed = next_seeds_[env];
  if (seed.is_none() && options.is_none()) return {};
  return dumps_(nb::make_tuple(seed, options), 5);
}

void ProcessPool::write_reset_message(std::uint32_t env, const nb::object& message) {
  messages_[env] = 0;
  if (!message.is_valid()) return;
  write_message(env, nb::cast<nb::bytes>(message));
  next_seeds_[env].reset();
}

void ProcessPool::write_message(std::uint32_t env, const nb::bytes& bytes) {
  EnvBox& box = env_boxes_[env];
  std::byte* const to = side_.grow(box.in_offset, box.in_capacity, bytes.size());
  std::memcpy(to, bytes.c_str(), bytes.size());
  box.in_bytes = bytes.size();
  messages_[env] = 1;
}

void ProcessPool::set_seeds(nb::list seeds) {
  const Call call(*this, "set_seeds");
  for (std::size_t i = 0; i < nb::len(seeds) && i < next_seeds_.size(); ++i) {
    if (!seeds[i].is_none()) next_seeds_[i] = seeds[i];
  }
}

// Hands out the tasks of the claimed environments; with `observes_others` the rest of them shows
// its last observation once more. If the caller waits, `wait_until` lets the workers begin.
void ProcessPool::launch(bool is_reset, bool observes_others, Caller caller) {
  std::uint32_t row = plan_.sync() ? rows_.outstanding() : 0;
  const auto count =
      observes_others ? plan_.options.num_envs : static_cast<std::uint32_t>(envs_.size());
  rows_.expect(count);
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t env = observes_others ? i : envs_[i];
    const bool named = !observes_others || (next < envs_.size() && envs_[next] == env);
    next += named ? 1 : 0;
    rows_due_[env] = row;
    workers_[worker_of_[env]].queue.write({.env = env,
                                           .row = row++,
                                           .is_reset = named && (is_reset || fresh_[env] != 0),
                                           .observes = !named,
                                           .message = named && messages_[env] != 0});
    if (named) messages_[env] = fresh_[env] = 0;
  }
  for (std::uint32_t i = 0; i < workers_.size(); ++i) {
    Worker& worker = workers_[i];
    if (worker.state != WorkerState::kDead || !worker.queue.publish()) continue;
    worker.queue.restart();  // nobody will take these
    fill_in_rows(i, worker.death);
    if (!restarts_) continue;
    worker.state = WorkerState::kToRestart;  // the next ones may be taken
    restless_ = true;
  }
  if (caller == Caller::kGoesOn) publish_tasks();
}

void ProcessPool::publish_tasks() {
  for (Worker& worker : workers_) worker.queue.publish();
}

}  // namespace pp
