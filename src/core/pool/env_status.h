// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the calling thread knows of each environment: idle or in flight, and whether it may step.
// Only the calling thread reads and writes it.
#pragma once

#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/error.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pp {

class EnvStatus {
 public:
  EnvStatus(std::uint32_t num_envs, const EpisodeRules& rules)
      : bits_(num_envs, kFresh),
        blocking_(kFailed | (rules.first_step_resets ? 0 : kFresh) |
                  (rules.autoreset == AutoresetMode::kDisabled ? kEnded : 0)),
        resetting_(kEnded | (rules.first_step_resets ? kFresh : 0)),
        blocked_(rules.first_step_resets ? 0 : num_envs),
        due_resets_(rules.first_step_resets ? num_envs : 0) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(bits_.size()); }
  // Whether a step begins an episode, and ignores its action.
  bool begins_episode(std::uint32_t env) const { return beginnings()[env]; }
  // The same for loops: it holds what a loop would read again for each environment.
  struct Beginnings {
    const std::uint8_t* bits;
    std::uint8_t resetting;
    bool operator[](std::uint32_t env) const { return (bits[env] & resetting) != 0; }
  };
  Beginnings beginnings() const { return {bits_.data(), resetting_}; }
  bool fresh(std::uint32_t env) const { return (bits_[env] & kFresh) != 0; }
  bool ended(std::uint32_t env) const { return (bits_[env] & kEnded) != 0; }
  bool failed(std::uint32_t env) const { return (bits_[env] & kFailed) != 0; }

  // Whether it cannot be stepped.
  bool needs_reset(std::uint32_t env) const { return (bits_[env] & blocking_) != 0; }

  // How many of the steps would be resets if all environments were stepped.
  std::uint32_t due_resets() const { return due_resets_; }

  // Throws unless every environment may be stepped.
  void check_all_can_step() const {
    if (blocked_ == 0) return;
    const auto is_blocked = [&](std::uint8_t bits) { return (bits & blocking_) != 0; };
    const auto at = std::ranges::find_if(bits_, is_blocked);
    if (at != bits_.end()) throw_reset_needed(static_cast<std::uint32_t>(at - bits_.begin()));
  }

  // Throws unless nothing is in flight and, for a step, every environment may be stepped.
  void check_all(std::uint32_t in_flight, TaskKind kind) const {
    if (in_flight > 0) {
      throw Error(ErrorKind::kInFlight, std::to_string(in_flight) +
                                            " results are in flight: recv them before a call that "
                                            "addresses all environments");
    }
    if (kind == TaskKind::kStep) check_all_can_step();
  }

  void check_idle(std::uint32_t env) const {
    if (env >= size()) throw_no_such_env(env);
    if ((bits_[env] & kInFlight) != 0) throw_in_flight(env);
  }

  // Throws unless these are idle and each appears once.
  void check_all_idle(std::span<const std::uint32_t> envs) {
    claim(envs, TaskKind::kReset);
    unclaim(envs);
  }

  // Throws unless `to[i]` may become what `from[i]` is.
  void check_clone(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
    if (from.size() != to.size()) {
      throw Error(ErrorKind::kValue, "expected as many to_ids as from_ids, got " +
                                         std::to_string(from.size()) + " from_ids and " +
                                         std::to_string(to.size()) + " to_ids");
    }
    for (const std::uint32_t env : from) {
      check_idle(env);
      check_begun(env);
    }
    for (const std::uint32_t env : to) check_idle(env);
    std::size_t marked = 0;
    while (marked < to.size() && (bits_[to[marked]] & kTarget) == 0) bits_[to[marked++]] |= kTarget;
    for (const std::uint32_t env : to.first(marked)) {
      bits_[env] &= static_cast<std::uint8_t>(~kTarget);
    }
    if (marked < to.size()) throw_duplicate_target(to[marked]);
  }
  // `to[i]` has become what `from[i]` was before the call.
  void clone(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
    cloned_.clear();
    for (const std::uint32_t env : from) cloned_.push_back(bits_[env]);
    for (std::size_t i = 0; i < to.size(); ++i) set(to[i], cloned_[i]);
    count_blocked();
  }

  // Marks as in flight, all or none.
  void claim(std::span<const std::uint32_t> envs, TaskKind kind) {
    std::uint8_t* const all_bits = bits_.data();
    const std::uint32_t count = size();
    const std::uint8_t blocking = kind == TaskKind::kReset ? 0 : blocking_;
    std::size_t done = 0;
    try {
      for (; done < envs.size(); ++done) {
        const std::uint32_t env = envs[done];
        if (env >= count) throw_no_such_env(env);
        std::uint8_t& bits = all_bits[env];
        if ((bits & kInFlight) != 0) {
          if (std::ranges::find(envs.first(done), env) != envs.begin() + done) throw_duplicate(env);
          throw_in_flight(env);
        }
        if ((bits & blocking) != 0) throw_reset_needed(env);
        bits |= kInFlight;
      }
    } catch (...) {
      unclaim(envs.first(done));
      throw;
    }
  }
  void unclaim(std::span<const std::uint32_t> envs) {
    for (const std::uint32_t env : envs) bits_[env] &= static_cast<std::uint8_t>(~kInFlight);
  }
  void claim_all() {
    for (auto& bits : bits_) bits |= kInFlight;
  }

  // A masked reset shows what the environments that it leaves out showed last. Throws if one of them
  // was never reset. `reset` are the others, in ascending order.
  void check_rest_has_rows(std::span<const std::uint32_t> reset) const {
    auto next = reset.begin();
    for (std::uint32_t env = 0; env < size(); ++env) {
      if (next != reset.end() && *next == env) {
        ++next;
      } else if (fresh(env)) {
        throw Error(ErrorKind::kResetNeeded,
                    "env id " + std::to_string(env) +
                        " was never reset, so a mask cannot leave it out: reset it first");
      }
    }
  }

  // A save or a picture needs an episode that is under way or over.
  void check_begun(std::uint32_t env) const {
    if ((bits_[env] & (kFresh | kFailed)) != 0) throw_reset_needed(env);
  }

  // The results of all environments, in order, without failures.
  void deliver_all(const bool* terminated, const bool* truncated, bool may_end) {
    const std::uint8_t ended = may_end ? kEnded : 0;
    std::uint8_t* const bits = bits_.data();
    const std::size_t count = bits_.size();
    std::uint32_t bits_sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      bits[i] = static_cast<std::uint8_t>((terminated[i] | truncated[i]) * ended);
      bits_sum += bits[i];
    }
    due_resets_ = bits_sum / kEnded;
  }
  // The results of some environments. Counts in a local variable, which bytes that are written
  // cannot change.
  void deliver_rows(std::uint32_t rows, const std::int32_t* env_ids, const RowKind* kinds,
                    const bool* terminated, const bool* truncated, bool may_end) {
    std::uint8_t* const bits = bits_.data();
    const std::uint8_t resetting = resetting_;
    std::uint32_t due_resets = due_resets_;
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (kinds[row] == RowKind::kUntouched) continue;
      const bool ended = may_end & (terminated[row] | truncated[row]);
      const bool failed = kinds[row] == RowKind::kFailed;
      std::uint8_t& own = bits[env_ids[row]];
      const auto next = static_cast<std::uint8_t>(ended * kEnded | failed * kFailed);
      due_resets -= (own & resetting) != 0;
      due_resets += (next & resetting) != 0;
      own = next;
    }
    due_resets_ = due_resets;
  }
  void deliver(std::uint32_t env, bool ended, bool failed) {
    set(env, static_cast<std::uint8_t>((ended ? kEnded : 0) | (failed ? kFailed : 0)));
  }
  // Ends a round of deliveries.
  void count_blocked() {
    blocked_ = static_cast<std::uint32_t>(
        std::ranges::count_if(bits_, [&](std::uint8_t bits) { return (bits & blocking_) != 0; }));
  }
  // Whether deliveries can change what is blocked.
  bool counts_needed() const { return blocked_ != 0 || (blocking_ & kEnded) != 0; }

  [[noreturn]] void throw_in_flight(std::uint32_t env) const {
    throw Error(ErrorKind::kInFlight, "env id " + std::to_string(env) +
                                          " is in flight: recv its result before sending to it");
  }

 private:
  enum : std::uint8_t { kInFlight = 1, kFresh = 2, kEnded = 4, kFailed = 8, kTarget = 16 };

  void set(std::uint32_t env, std::uint8_t bits) {
    due_resets_ -= begins_episode(env);
    bits_[env] = bits;
    due_resets_ += begins_episode(env);
  }

  [[noreturn]] void throw_no_such_env(std::uint32_t env) const {
    throw Error(ErrorKind::kIndex, "env id " + std::to_string(env) +
                                       " is out of range: this pool has " + std::to_string(size()) +
                                       " environments, 0 to " + std::to_string(size() - 1));
  }
  [[noreturn]] static void throw_duplicate(std::uint32_t env) {
    throw Error(ErrorKind::kValue, "env id " + std::to_string(env) +
                                       " appears twice: each environment takes one task at a time");
  }
  [[noreturn]] static void throw_duplicate_target(std::uint32_t env) {
    throw Error(ErrorKind::kValue, "env id " + std::to_string(env) +
                                       " appears twice in to_ids: an environment can be a copy of "
                                       "one other only");
  }
  [[noreturn]] void throw_reset_needed(std::uint32_t env) const {
    const std::string name = "env id " + std::to_string(env);
    const std::uint8_t bits = bits_[env];
    if ((bits & kFresh) != 0) {
      throw Error(ErrorKind::kResetNeeded, name + " was never reset: reset it first");
    }
    if ((bits & kFailed) != 0) {
      throw Error(ErrorKind::kResetNeeded, name + " failed: reset it first");
    }
    throw Error(ErrorKind::kResetNeeded,
                name + "'s episode has ended and autoreset is disabled: reset it first");
  }

  std::vector<std::uint8_t> bits_;
  std::vector<std::uint8_t> cloned_;  // scratch
  const std::uint8_t blocking_;       // an environment in such a state cannot be stepped
  const std::uint8_t resetting_;      // a step of such an environment is a reset
  std::uint32_t blocked_;
  std::uint32_t due_resets_;
};

}  // namespace pp
