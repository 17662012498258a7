// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The life of a pool of processes, and what its calls send.
#include "process_pool.h"

#include <parallel_pool/core/threads/cpu.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "process_pool_call.h"
#include "space_parsing.h"

namespace pp {
namespace {

// Address space for each process's side memory; batches have several times as much. The system
// gives memory as it is written to.
constexpr std::uint64_t kMostUnit = std::uint64_t{8} << 30;
constexpr std::uint64_t kLeastUnit = std::uint64_t{16} << 20;

// Tries with less where address space is limited.
SharedPlan plan_that_fits(const SpaceNode& observation, const SpaceNode& action,
                          PlanOptions options, std::shared_ptr<Segment>& segment) {
  for (options.unit = kMostUnit;; options.unit /= 2) {
    SharedPlan plan(observation, action, options);
    try {
      segment = Segment::create(plan.end);
      return plan;
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

BatchLayout with_statistics(BatchLayout layout, const ResultOptions& options) {
  if (options.episode_statistics) layout.add_statistics();
  return layout;
}

}  // namespace

ProcessPool::ProcessPool(const SpaceNode& observation, const SpaceNode& action,
                         const ProcessPoolOptions& options, nb::object starter)
    : ProcessPool(observation, action, options, std::move(starter), nullptr) {}

ProcessPool::ProcessPool(const SpaceNode& observation, const SpaceNode& action,
                         const ProcessPoolOptions& options, nb::object starter,
                         std::shared_ptr<Segment> segment)
    : autoreset_(options.autoreset),
      format_(options.results.format),
      step_timeout_(options.step_timeout),
      restarts_(options.restart),
      starter_(std::move(starter)),
      plan_(plan_that_fits(observation, action, options.plan, segment)),
      segment_(std::move(segment)),
      observation_tree_(observation),
      leases_(with_statistics(plan_.layout, options.results), plan_.ring_size,
              std::make_unique<SegmentMemory>(segment_, plan_.batches, plan_.end)),
      results_(leases_.layout(), {.observation = observation}, options.results.format),
      text_versions_(plan_.observation, plan_.options.num_envs),
      statistics_layout_(leases_.layout()),
      actions_(plan_.action, action),
      rows_(*segment_, plan_, leases_),
      env_boxes_(segment_->at<EnvBox>(plan_.envs)),
      side_(*segment_, plan_.side_of(0), plan_.options.unit, side_next_),
      status_(plan_.options.num_envs,
              {.autoreset = options.autoreset, .first_step_resets = first_step_resets(options)}),
      fresh_(plan_.options.num_envs, first_step_resets(options)),
      spins_(plan_.options.num_workers < available_parallelism()),
      messages_(plan_.options.num_envs),
      players_(plan_.multi_player() ? plan_.options.num_envs : 0),
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
  all_envs_.resize(plan_.options.num_envs);
  std::iota(all_envs_.begin(), all_envs_.end(), 0u);
  for (const Field& field : plan_.observation) has_objects_ |= is_object(field.leaf);
  statistics_layout_.same_step = autoreset_ == AutoresetMode::kSameStep;
  if (options.results.episode_statistics) statistics_.emplace(plan_.options.num_envs);
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

std::uint32_t ProcessPool::in_flight() {
  const Call call(*this, "in_flight");
  return rows_.outstanding();
}

// --- Calls -------------------------------------------------------------------------------------

nb::tuple ProcessPool::step(nb::handle actions, nb::handle env_id, nb::handle objects) {
  const Call call(*this, "step");
  send_steps(actions, env_id, objects);
  wait(std::nullopt, "step");
  return deliver(
      [&](const ReceivedBatch& received) { return results_.step(received, tells_env_ids_); });
}

nb::tuple ProcessPool::reset(nb::handle env_id, nb::handle seeds, nb::handle options, bool masked) {
  const Call call(*this, "reset");
  if (env_id.is_none()) drain();
  send_resets(env_id, seeds, options, masked);
  wait(std::nullopt, "reset");
  return deliver(
      [&](const ReceivedBatch& received) { return results_.reset(received, tells_env_ids_); });
}

void ProcessPool::send(nb::handle actions, nb::handle env_id, nb::handle objects) {
  const Call call(*this, "send");
  send_steps(actions, env_id, objects);
}

void ProcessPool::async_reset(nb::handle env_id, nb::handle seeds, nb::handle options) {
  const Call call(*this, "async_reset");
  send_resets(env_id, seeds, options, false);
}

// --- Sending -----------------------------------------------------------------------------------

void ProcessPool::send_steps(nb::handle actions, nb::handle env_id, nb::handle objects) {
  const bool all = env_id.is_none() && plan_.sync();
  if (all) {
    if (rows_.outstanding() > 0) throw_in_flight();
    envs_ = all_envs_;
  } else if (env_id.is_none()) {
    envs_ = last_envs_;
    if (envs_.empty()) {
      throw Error(ErrorKind::kResetNeeded,
                  "no batch was received yet: async_reset and recv before the first step");
    }
  } else {
    parse_env_ids(env_id, plan_.options.num_envs, envs_);
  }
  status_.claim(envs_, false);
  try {
    parse_actions(actions);
    for (std::size_t i = 0; !objects.is_none() && i < envs_.size(); ++i) {
      write_message(envs_[i], nb::cast<nb::bytes>(objects[i]));
    }
    rows_.arm(static_cast<std::uint32_t>(envs_.size()));
  } catch (...) {
    actions_.clear();
    status_.unclaim(envs_);
    throw;
  }
  copy_actions();
  actions_.clear();
  for (const std::uint32_t env : envs_) {
    if (fresh_[env] != 0) write_reset_message(env, nb::none(), nb::none());
  }
  launch(false, false);
  tells_env_ids_ = !all;
}

void ProcessPool::send_resets(nb::handle env_id, nb::handle seeds, nb::handle options,
                              bool masked) {
  const bool all = env_id.is_none();
  if (all) {
    envs_ = all_envs_;
  } else {
    parse_env_ids(env_id, plan_.options.num_envs, envs_);
  }
  if ((all || masked) && rows_.outstanding() > 0) throw_in_flight();
  if (masked) status_.check_rest_has_rows(envs_);
  const std::uint32_t count =
      masked ? plan_.options.num_envs : static_cast<std::uint32_t>(envs_.size());
  status_.claim(envs_, true);
  try {
    write_reset_messages(seeds, options);
    rows_.arm(count);
  } catch (...) {
    status_.unclaim(envs_);
    throw;
  }
  launch(true, masked);
  masked_ = masked;
  tells_env_ids_ = !plan_.sync() || !(all || masked);
}

void ProcessPool::throw_in_flight() const {
  throw Error(ErrorKind::kInFlight, std::to_string(rows_.outstanding()) +
                                        " results are in flight: recv them before a call that "
                                        "addresses all environments");
}

void ProcessPool::parse_actions(nb::handle actions) {
  std::size_t players = 0;
  if (plan_.multi_player()) {
    for (const std::uint32_t env : envs_) players += players_[env];
  }
  actions_.parse(actions, envs_.size(), players);
  if (actions_.all_valid()) return;
  const auto env_of = [&](std::size_t leaf, std::size_t row) {
    if (!plan_.action[leaf].leaf.per_player) return envs_[row];
    std::size_t i = 0;
    while (row >= players_[envs_[i]]) row -= players_[envs_[i++]];
    return envs_[i];
  };
  // An environment whose step begins an episode ignores its action.
  const auto ignored = [&](std::size_t leaf, std::size_t row) {
    return is_object(plan_.action[leaf].leaf) || status_.begins_episode(env_of(leaf, row));
  };
  Actions::BadValue bad{};
  if (actions_.find_bad_value(ignored, bad)) {
    throw Error(ErrorKind::kInvalidAction, "env id " + std::to_string(env_of(bad.leaf, bad.row)) +
                                               ": " + actions_.describe(bad));
  }
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

// What each reset is called with; none is written for a plain one.
void ProcessPool::write_reset_messages(nb::handle seeds, nb::handle options) {
  if (!seeds.is_none()) check_seed_count(nb::len(seeds), envs_.size());
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    write_reset_message(envs_[i], seeds.is_none() ? nb::object(nb::none()) : seeds[i], options);
  }
}

void ProcessPool::write_reset_message(std::uint32_t env, nb::object seed, nb::handle options) {
  messages_[env] = 0;
  if (seed.is_none() && next_seeds_[env].is_valid()) seed = next_seeds_[env];
  if (seed.is_none() && options.is_none()) return;
  write_message(env, nb::cast<nb::bytes>(dumps_(nb::make_tuple(seed, options), 5)));
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
// its last observation once more.
void ProcessPool::launch(bool is_reset, bool observes_others) {
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
    if (!worker.queue.publish() || worker.state != WorkerState::kDead) continue;
    worker.queue.restart();  // nobody will take these
    fill_in_rows(i, worker.death);
    if (!restarts_) continue;
    worker.state = WorkerState::kToRestart;  // the next ones may be taken
    restless_ = true;
  }
}

}  // namespace pp
