// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What is asked of idle environments: pictures, saved states, settings and copies.
#include <parallel_pool/core/pool/pool.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace pp {
namespace {

// What a pool keeps of the memory in which it notes states that a load replaces.
constexpr std::size_t kMostKeptBytes = std::size_t{1} << 20;

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

void Pool::load(std::span<const std::uint32_t> envs, std::span<const std::string_view> states,
                bool known) {
  status_.check_all_idle(envs);
  if (known) return load_known(envs, states);
  before_.clear();
  before_ends_.clear();
  try {
    for (std::size_t i = 0; i < envs.size(); ++i) {
      group_->save_copy(envs[i], before_, false);
      before_ends_.push_back(before_.size());
      group_->load(envs[i], states[i]);
    }
  } catch (...) {
    undo_load(envs.first(before_ends_.size()));
    throw_as_state_error();
  }
  if (before_.capacity() > kMostKeptBytes) std::string().swap(before_);
  note_loaded(envs);
}

void Pool::load_known(std::span<const std::uint32_t> envs,
                      std::span<const std::string_view> states) {
  for (std::size_t i = 0; i < envs.size(); ++i) {
    try {
      group_->load(envs[i], states[i]);
    } catch (...) {  // no memory, for example
      for (const std::uint32_t env : envs.first(i + 1)) status_.deliver(env, false, true);
      status_.count_blocked();
      throw_as_state_error();
    }
  }
  note_loaded(envs);
}

void Pool::note_loaded(std::span<const std::uint32_t> envs) {
  for (const std::uint32_t env : envs) status_.deliver(env, group_->ended(env), false);
  status_.count_blocked();
}

// If an environment cannot be restored, it has to be reset: it may have come from a forged state.
void Pool::undo_load(std::span<const std::uint32_t> envs) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < envs.size(); ++i) {
    const std::size_t end = before_ends_[i];
    try {
      group_->load_copy(envs[i], std::string_view(before_).substr(begin, end - begin), false);
    } catch (...) {
      status_.deliver(envs[i], false, true);
    }
    begin = end;
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
