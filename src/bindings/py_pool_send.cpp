// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The sending side of a pool's calls: checks arguments, claims environments, launches tasks.
#include <parallel_pool/bindings/py_pool.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pp {

class PyPool::Claim {
 public:
  Claim(Pool& pool, std::span<const std::uint32_t> envs, bool for_reset)
      : pool_(pool), envs_(envs) {
    pool.claim(envs, for_reset);
  }
  ~Claim() {
    if (!kept_) pool_.unclaim(envs_);
  }
  void keep() { kept_ = true; }

 private:
  Pool& pool_;
  std::span<const std::uint32_t> envs_;
  bool kept_ = false;
};

void PyPool::send_steps(nb::handle actions, nb::handle env_id, bool wait_follows) {
  // Without env ids: all environments in sync mode, those of the last batch in async mode.
  if (env_id.is_none() && !pool_->sync()) {
    envs_ = last_envs_;
    if (envs_.empty()) {
      throw Error(ErrorKind::kResetNeeded,
                  "no batch was received yet: async_reset and recv before the first step");
    }
  } else if (env_id.is_none()) {
    pool_->check_all(false);
    if (!fields_.multi_player) {
      parse_actions(actions, all_envs_);
      step_all(wait_follows);
      return;
    }
    envs_ = all_envs_;
  } else {
    parse_env_ids(env_id, pool_->options().num_envs, envs_);
  }
  Claim claim(*pool_, envs_, false);
  parse_actions(actions, envs_);
  copy_actions();
  const auto count = static_cast<std::uint32_t>(envs_.size());
  shared_generators_.take(pool_->group(), envs_);
  pool_->group().prepare(envs_, actions_.columns());
  actions_.clear();
  pool_->acquire_batches(count);
  launch(false, count, [&] { pool_->send(envs_, wait_follows); });
  tells_env_ids_ = !pool_->sync() || !env_id.is_none();
  claim.keep();
}

// The fast path. The engine reads the caller's arrays in place if it is done with them before any
// other Python code can run, and so change what was checked.
void PyPool::step_all(bool wait_follows) {
  const std::uint32_t count = options().num_envs;
  shared_generators_.take(pool_->group(), all_envs_);
  pool_->group().prepare(all_envs_, actions_.columns());
  pool_->acquire_batches(count);
  if (pool_->runs_inline(count, false, wait_follows) && keeps_gil(count, false)) {
    pool_->step_all_in_place(actions_.columns());
  } else {
    pool_->actions().set_all(actions_.columns());
    launch(false, count, [&] { pool_->step_all(wait_follows); });
  }
  actions_.clear();
  tells_env_ids_ = false;
}

void PyPool::send_resets(nb::handle env_id, nb::handle seeds, nb::handle options, bool masked,
                         bool wait_follows) {
  const bool all = env_id.is_none();
  if (all) {
    envs_ = all_envs_;
  } else {
    parse_env_ids(env_id, pool_->options().num_envs, envs_);
  }
  const std::vector<SeedWords> words = parse_seeds(seeds);
  const std::shared_ptr<const void> parsed =
      options.is_none() ? nullptr : type_.parse_reset_options(nb::cast<nb::dict>(options));
  if (all && wait_follows) drain();
  if (all || masked) pool_->check_all(true);
  if (masked) pool_->check_masked(envs_);
  std::optional<Claim> claim;
  if (!all) claim.emplace(*pool_, envs_, true);
  shared_generators_.take(pool_->group(), envs_);
  pool_->acquire_batches(static_cast<std::uint32_t>(envs_.size()));
  set_seeds_of(words);
  if (parsed != nullptr) {
    for (const std::uint32_t env : envs_) pool_->group().set_reset_options(env, parsed.get());
  }
  pool_->group().prepare(envs_, nullptr);
  launch(true, envs_.size(), [&] {
    if (all) {
      pool_->reset_all(wait_follows);
    } else if (masked) {
      pool_->reset_masked(envs_);
    } else {
      pool_->reset(envs_, wait_follows);
    }
  });
  tells_env_ids_ = !pool_->sync() || !(all || masked);
  if (claim) claim->keep();
}

bool PyPool::keeps_gil(std::size_t count, bool for_reset) const {
  return pool_->estimated_ns(count, for_reset) < kReleaseNs;
}

// Runs what may execute tasks in this thread; without the GIL if that may take long.
template <class Run>
void PyPool::launch(bool for_reset, std::size_t count, Run&& run) {
  if (keeps_gil(count, for_reset)) {
    run();
  } else {
    const nb::gil_scoped_release released;
    run();
  }
}

std::vector<SeedWords> PyPool::parse_seeds(nb::handle seeds) const {
  std::vector<SeedWords> words;
  if (seeds.is_none()) return words;
  for (const nb::handle seed : nb::cast<nb::list>(seeds)) {
    words.push_back(seed.is_none() ? SeedWords{} : parse_seed(seed));
  }
  check_seed_count(words.size(), envs_.size());
  return words;
}

// Of the current call's environments; empty words leave the streams there are.
void PyPool::set_seeds_of(const std::vector<SeedWords>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty()) continue;
    pool_->group().set_seed(envs_[i], words[i]);
    shared_generators_.release(envs_[i]);  // a seed begins another stream
  }
}

// --- Actions -----------------------------------------------------------------------------------

void PyPool::parse_actions(nb::handle actions, std::span<const std::uint32_t> envs) {
  std::size_t players = 0;
  if (fields_.multi_player) {
    for (const std::uint32_t env : envs) players += players_[env];
  }
  actions_.parse(actions, envs.size(), players);
  check_actions(envs);
}

// Of these environments, in order. Throws if one of them is out of range.
void PyPool::check_actions(std::span<const std::uint32_t> envs) {
  if (actions_.all_valid()) return;
  const auto env_of = [&](std::size_t leaf, std::size_t row) {
    if (!fields_.action[leaf].leaf.per_player) return envs[row];
    std::size_t i = 0;
    while (row >= players_[envs[i]]) row -= players_[envs[i++]];
    return envs[i];
  };
  // An environment whose step begins an episode ignores its action.
  const auto ignored = [&](std::size_t leaf, std::size_t row) {
    return pool_->begins_episode(env_of(leaf, row));
  };
  Actions::BadValue bad{};
  if (actions_.find_bad_value(ignored, bad)) {
    const std::string message =
        "env id " + std::to_string(env_of(bad.leaf, bad.row)) + ": " + actions_.describe(bad);
    actions_.clear();
    throw Error(ErrorKind::kInvalidAction, message);
  }
}

void PyPool::copy_actions() {
  for (std::size_t leaf = 0; leaf < fields_.action.size(); ++leaf) {
    const Field& field = fields_.action[leaf];
    const std::byte* source = actions_.columns()[leaf];
    if (!field.leaf.per_player) {
      pool_->actions().set_rows(leaf, envs_, source);
      continue;
    }
    for (const std::uint32_t env : envs_) {
      const std::size_t bytes = field.row_bytes * players_[env];
      pool_->actions().set(leaf, env, source, bytes);
      source += bytes;
    }
  }
}

}  // namespace pp
