// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the pool itself knows of environments that are saved, restored and cloned. The environments'
// own states pass between the workers and Python.
#include <parallel_pool/core/author/state_io.h>

#include <string_view>

#include "process_pool.h"
#include "requests.h"

namespace pp {

void ProcessPool::check_clone(nb::handle from_ids, nb::handle to_ids) {
  parse_any_env_ids(from_ids, plan_.options.num_envs, "from_ids", from_envs_);
  parse_any_env_ids(to_ids, plan_.options.num_envs, "to_ids", envs_);
  status_.check_clone(from_envs_, envs_);
}

void ProcessPool::note_clone(nb::handle from_ids, nb::handle to_ids, bool failed) {
  parse_any_env_ids(from_ids, plan_.options.num_envs, "from_ids", from_envs_);
  parse_any_env_ids(to_ids, plan_.options.num_envs, "to_ids", envs_);
  if (failed) return note_lost(envs_);
  status_.clone(from_envs_, envs_);
  if (statistics_) statistics_->clone(from_envs_, envs_);
  const std::vector<std::uint32_t> players = players_;
  const std::vector<nb::object> seeds = next_seeds_;
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    const std::uint32_t from = from_envs_[i], to = envs_[i];
    next_seeds_[to] = seeds[from];
    fresh_[to] = 0;
    if (multi_player_) players_[to] = players[from];
  }
}

nb::bytes ProcessPool::save(std::uint32_t env) {
  status_.check_idle(env);
  status_.check_begun(env);
  StateIO io;
  bool ended = status_.ended(env);
  serialize(io, env, ended);
  return nb::bytes(io.bytes().data(), io.bytes().size());
}

void ProcessPool::note_load(const std::vector<std::uint32_t>& envs,
                            const std::vector<nb::bytes>& states) {
  if (states.size() != envs.size()) return note_lost(envs);
  for (std::size_t i = 0; i < envs.size(); ++i) {
    StateIO io(std::string_view(states[i].c_str(), states[i].size()));
    bool ended = false;
    serialize(io, envs[i], ended);
    status_.deliver(envs[i], ended, false);
    next_seeds_[envs[i]].reset();
    fresh_[envs[i]] = 0;
  }
  status_.count_blocked();
}

void ProcessPool::serialize(StateIO& io, std::uint32_t env, bool& ended) {
  io(ended);
  if (multi_player_) io(players_[env]);
  if (statistics_) statistics_->serialize(io, env);
}

void ProcessPool::note_lost(std::span<const std::uint32_t> envs) {
  for (const std::uint32_t env : envs) status_.deliver(env, false, true);
  status_.count_blocked();
}

}  // namespace pp
