// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What is asked of idle environments: pictures, saved states, settings and copies.
#include <parallel_pool/core/pool/pool.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pp {
namespace {

constexpr std::size_t kMostSeedBytes = 64;  // as a rule: copies hold the seed as well

// Rethrows the exception that is being handled. Environments that check what they load throw
// std::invalid_argument, as they do for options.
[[noreturn]] void throw_as_state_error() {
  try {
    throw;
  } catch (const std::invalid_argument& error) {
    throw Error(ErrorKind::kState, error.what());
  }
}

}  // namespace

void Pool::save(std::uint32_t env, std::string& bytes) {
  status_.check_idle(env);
  status_.check_begun(env);
  group_->save(env, bytes);
}

void Pool::render_state(std::uint32_t env, std::byte* const* columns) const {
  status_.check_idle(env);
  status_.check_begun(env);
  group_->render_state(env, columns);
}

void Pool::load(std::span<const std::uint32_t> envs, std::span<const std::string_view> states) {
  status_.check_all_idle(envs);
  std::vector<std::string> before;
  try {
    for (std::size_t i = 0; i < envs.size(); ++i) {
      std::string now;
      now.reserve(states[i].size() + kMostSeedBytes);
      group_->save_copy(envs[i], now, false);
      before.push_back(std::move(now));
      group_->load(envs[i], states[i]);
    }
  } catch (...) {
    undo_load(envs.first(before.size()), before);
    throw_as_state_error();
  }
  for (const std::uint32_t env : envs) status_.deliver(env, group_->ended(env), false);
  status_.count_blocked();
}

// If an environment cannot be restored, it has to be reset: it may have come from a forged state.
void Pool::undo_load(std::span<const std::uint32_t> envs, std::span<const std::string> before) {
  for (std::size_t i = 0; i < envs.size(); ++i) {
    try {
      group_->load_copy(envs[i], before[i], false);
    } catch (...) {
      status_.deliver(envs[i], false, true);
    }
  }
  status_.count_blocked();
}

void Pool::set_settings(std::span<const std::uint32_t> envs, const SettingsPointer& settings) {
  status_.check_all_idle(envs);
  for (const std::uint32_t env : envs) group_->set_settings(env, settings, status_.fresh(env));
}

void Pool::clone(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
  status_.check_clone(from, to);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (group_->settings(from[i]) == group_->settings(to[i])) continue;
    throw Error(ErrorKind::kState, "env id " + std::to_string(to[i]) + " cannot continue env id " +
                                       std::to_string(from[i]) + ": they have different options");
  }
  try {
    state_copies_.copy(from, to);
  } catch (...) {
    // Out of memory, for example. What was changed has to be reset.
    for (const std::uint32_t env : to.first(state_copies_.begun())) {
      status_.deliver(env, false, true);
    }
    status_.count_blocked();
    throw;
  }
  status_.clone(from, to);
}

}  // namespace pp
