// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The environments of one class, without the class: runs their episodes and writes their rows. What
// only the class knows is behind the virtual functions at the end, see TypedEnvGroup. This code is
// compiled once; a class whose steps are so cheap that such calls would be felt compiles the loops
// for itself, with an Access of its own.
#pragma once

#include <parallel_pool/core/batches/text_versions.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/episodes/env_places.h>
#include <parallel_pool/core/episodes/episode.h>
#include <parallel_pool/core/episodes/last_results.h>
#include <parallel_pool/core/episodes/outcomes.h>
#include <parallel_pool/core/episodes/row_writer.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pp {

// What a class of environments has.
struct RulesFacts {
  bool bounded_steps;    // see HasBoundedSteps
  std::size_t together;  // how many steps the rules can run in one call
  bool has_info;
  bool has_agents;      // see HasAgent
  bool own_generators;  // see HasSeed
};

class EpisodeGroup : public EnvGroup {
 public:
  std::uint32_t size() const final { return size_; }
  const GroupFields& fields() const final { return fields_; }
  bool steps_are_bounded() const final { return facts_.bounded_steps; }
  std::size_t most_together() const final { return facts_.together; }

  Work run(std::span<const Task> tasks, const std::byte* const* actions,
           std::size_t results_at_once, StateBufferQueue& out) noexcept override;
  Work run_range(std::uint32_t first, std::uint32_t last, const std::byte* const* actions,
                 StateBufferQueue& out) noexcept override;
  void observe(std::uint32_t env, Batch& batch, std::uint32_t row) noexcept final;

  void set_seed(std::uint32_t env, SeedWords words) final;
  bool is_seeded(std::uint32_t env) const final { return state(env).is_seeded(); }
  const SeedWords& seed(std::uint32_t env) const final { return seeds_[env].words; }

  void set_settings(std::uint32_t env, const SettingsPointer& settings, bool at_once) final;
  const AnySettings* settings(std::uint32_t env) const final;

  void save(std::uint32_t env, std::string& bytes) final;
  // If the state does not fit, throws; then the environment has to be restored or reset.
  void load(std::uint32_t env, std::string_view state) final;
  void save_copy(std::uint32_t env, std::string& bytes, bool stays) final;
  void load_copy(std::uint32_t env, std::string_view bytes, bool stays) final;

  bool ended(std::uint32_t env) const final { return state(env).ended(); }
  std::size_t players(std::uint32_t env) const final { return state(env).players(); }

  void generator_words(std::uint32_t env, std::span<std::uint64_t, 6> out) const final;
  void continue_generator(std::uint32_t env, std::span<const std::uint64_t, 6> in) final;
  void set_generator_words(std::uint32_t env, std::span<const std::uint64_t, 6> in) final;

 protected:
  // No class steps more environments in one call.
  static constexpr std::size_t kMostTogether = 256;

  EpisodeGroup(GroupFields fields, const RulesFacts& facts, const EpisodeRules& rules,
               std::uint32_t size, SettingsPointer settings);

  // The episodes lie `stride` bytes apart.
  void set_episodes(EpisodeState* first, std::size_t stride) {
    first_ = reinterpret_cast<std::byte*>(first);
    stride_ = stride;
  }

  EpisodeState& state(std::size_t env) const {
    return *reinterpret_cast<EpisodeState*>(first_ + env * stride_);
  }
  Rng& rng(std::size_t env) { return rngs_[env]; }
  EpisodeSeed& episode_seed(std::size_t env) { return seeds_[env]; }
  LastResults& last_results() { return last_results_; }
  const EpisodeRules& rules() const { return rules_; }
  const BatchLayout& layout() const { return layout_; }
  // What writes the rows of a batch.
  RowWriter writer_of(const Batch& batch) const {
    RowWriter writer = writer_;
    writer.attach(batch);
    return writer;
  }
  std::int64_t limit() const { return limit_; }  // steps of an episode
  const SettingsPointer& common_settings() const { return settings_; }

  // Applies the settings that were set for this environment's next reset, if any.
  void apply_new_settings(std::uint32_t env) {
    if (!own_settings_.empty() && own_settings_[env].next != nullptr) apply_settings(env);
  }

  // The loops. `Access` is how they reach the rules: its members are those of VirtualAccess. They
  // have a copy of it, which nothing else can change: so its members can stay in registers.
  template <class Access>
  Work run_tasks(Access access, std::span<const Task> tasks, std::size_t results_at_once,
                 StateBufferQueue& out) noexcept;
  template <class Access>
  Work run_in_order(Access access, std::uint32_t first, std::uint32_t last,
                    StateBufferQueue& out) noexcept;

  // --- What only the class knows ---------------------------------------------------------------

  // One reset or step of the episode. They throw what the rules throw.
  virtual void reset_episode(std::uint32_t env) = 0;
  virtual Transition step_episode(std::uint32_t env, const std::byte* const* actions) = 0;
  // Steps as many environments as RulesFacts::together or fewer in one call of the rules. False: it
  // changed nothing, and they are to be stepped one by one.
  virtual bool step_together(std::span<const std::uint32_t> envs, const std::byte* const* actions,
                             std::span<Transition> out) = 0;
  // Writes the observation or the infos into a row of these columns.
  virtual void observe_episode(std::uint32_t env, std::byte* const* columns,
                               std::uint32_t row) const = 0;
  virtual void inform_episode(std::uint32_t env, std::byte* const* columns,
                              std::uint32_t row) const = 0;
  // Whether the environment has the infos of Presence::kSometimes.
  virtual bool has_info_now(std::uint32_t env) const = 0;
  // The id of the player that owns a row.
  virtual std::size_t player_id(std::uint32_t env, std::size_t player) const = 0;
  virtual void serialize_episode(std::uint32_t env, StateIO& io) = 0;
  // Throws if the environments cannot have these settings, which are of the group's class.
  virtual void check_settings(const AnySettings&) const {}
  // The environment, where its settings made it.
  virtual void* rules_place(std::uint32_t env) = 0;
  virtual void seed_rules(std::uint32_t env, const SeedSequence& sequence) = 0;

 private:
  // Of an environment that has other settings than most: those of its next reset, if there are any;
  // the current ones, null for those of most; and the ones before, which only the calling thread
  // may free.
  struct OwnSettings {
    SettingsPointer next, current, last;
  };

  class VirtualAccess;

  template <class Access, class Envs>
  void advance(Access& access, const Envs envs, std::uint32_t count, Outcomes& outcomes,
               Work& work) noexcept;
  template <class Access, class Envs>
  void step_collected(Access& access, const Envs envs, std::span<const std::size_t> tasks,
                      Outcomes& outcomes) noexcept;
  template <class Access, class Envs>
  [[gnu::always_inline]] std::uint32_t write(Access& access, const Envs envs, std::uint32_t count,
                                             const Outcomes& outcomes, std::uint32_t at,
                                             std::uint32_t first, RowWriter& writer,
                                             Work& work) noexcept;
  template <class Access>
  [[gnu::always_inline]] void step(Access& access, std::uint32_t env, std::size_t task,
                                   Outcomes& outcomes) noexcept;

  void reset(std::uint32_t env, std::size_t task, Outcomes& outcomes) noexcept;
  void write_current(std::uint32_t env, std::uint32_t row, RowKind kind, RowWriter& writer);
  void write_same_step(std::uint32_t env, RowKind kind, bool ended, std::uint32_t row,
                       RowWriter& writer);
  void write_observation(std::uint32_t env, const ShownColumns& columns, std::uint32_t row) const;
  void write_info(std::uint32_t env, const ShownColumns& columns, std::uint32_t row, RowKind kind,
                  RowWriter& writer) const;
  void write_players(std::uint32_t env, std::uint32_t row, const PlayerResults* results,
                     RowWriter& writer) const;
  void write_failure(std::uint32_t env, std::uint32_t row, RowWriter& writer);
  void note_failure(std::uint32_t env) noexcept;  // of the exception that is being handled
  void apply_settings(std::uint32_t env);
  void construct_again(void* place, std::uint32_t env) noexcept;

  const EpisodeRules rules_;
  const std::int64_t limit_;
  const RulesFacts facts_;
  const GroupFields fields_;
  const std::uint32_t size_;
  BatchLayout layout_;  // for its column indices, which do not depend on the row count
  const RowWriter writer_;
  TextVersions text_versions_;
  LastResults last_results_;
  const SettingsPointer settings_;         // of most environments
  std::vector<OwnSettings> own_settings_;  // empty until one has its own
  std::vector<Rng> rngs_;
  std::vector<EpisodeSeed> seeds_;
  std::byte* first_ = nullptr;
  std::size_t stride_ = 0;
};

// --- The loops -----------------------------------------------------------------------------------

template <class Access>
Work EpisodeGroup::run_tasks(Access access, std::span<const Task> tasks,
                             std::size_t results_at_once, StateBufferQueue& out) noexcept {
  results_at_once = std::clamp<std::size_t>(results_at_once, 1, Outcomes::kCapacity);
  Outcomes outcomes;
  RowWriter writer = writer_;
  Work work;
  while (!tasks.empty()) {
    const auto count = static_cast<std::uint32_t>(std::min(tasks.size(), results_at_once));
    advance(access, ListedEnvs{tasks.data()}, count, outcomes, work);
    const std::uint64_t number = out.reserve(count);
    for (std::uint32_t i = 0; i < count;) {
      const StateBufferQueue::RowRange rows = out.locate(number + i, tasks.subspan(i, count - i));
      writer.attach(*rows.batch);
      access.attach(writer.current());
      const std::uint32_t failures = write(access, ListedEnvs{tasks.data() + i}, rows.count,
                                           outcomes, i, rows.first, writer, work);
      if (failures > 0) out.count_failures(rows, failures);
      out.publish(rows);
      i += rows.count;
    }
    tasks = tasks.subspan(count);
  }
  return work;
}

template <class Access>
Work EpisodeGroup::run_in_order(Access access, std::uint32_t first, std::uint32_t last,
                                StateBufferQueue& out) noexcept {
  Outcomes outcomes;
  RowWriter writer = writer_;
  const StateBufferQueue::RowRange rows = out.sync_rows(first, last);
  writer.attach(*rows.batch);
  access.attach(writer.current());
  Work work;
  std::uint32_t failures = 0;
  for (; first < last; first += Outcomes::kCapacity) {
    const auto count = std::min<std::uint32_t>(last - first, Outcomes::kCapacity);
    advance(access, EnvsInOrder{first}, count, outcomes, work);
    failures += write(access, EnvsInOrder{first}, count, outcomes, 0, first, writer, work);
  }
  if (failures > 0) out.count_failures(rows, failures);
  out.publish(rows);
  return work;
}

// Runs the rules of a run of tasks. A failure is an outcome. Adds to `work` what it ran.
template <class Access, class Envs>
void EpisodeGroup::advance(Access& access, const Envs envs, std::uint32_t count, Outcomes& outcomes,
                           Work& work) noexcept {
  // Tasks that are steps are collected until `together` of them can be run in one call.
  const std::size_t together = access.together();
  std::array<std::size_t, Access::kMostTogether> steps;
  std::size_t collected = 0;
  std::size_t resets = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!Envs::kInOrder && i + 8 < count) __builtin_prefetch(&access.state(envs[i + 8]), 1);
    const auto env = static_cast<std::uint32_t>(envs[i]);
    if (envs.resets(i) || access.state(env).ended()) {
      reset(env, i, outcomes);
      ++resets;
      continue;
    }
    if (together == 1) {
      step(access, env, i, outcomes);
    } else {
      steps[collected++] = i;
      if (collected < together) continue;
      step_collected(access, envs, std::span(steps).first(collected), outcomes);
      collected = 0;
    }
  }
  if (collected > 0) step_collected(access, envs, std::span(steps).first(collected), outcomes);
  work.steps += count - resets;
  work.resets += resets;
}

template <class Access>
inline void EpisodeGroup::step(Access& access, std::uint32_t env, std::size_t task,
                               Outcomes& outcomes) noexcept {
  try {
    const Transition transition = access.step(env);
    outcomes.set(task, transition, access.state(env).elapsed_step(limit_));
  } catch (...) {
    note_failure(env);
    outcomes.set(task, RowKind::kFailed);
  }
}

// Steps these tasks, in one call of the rules if possible. A failure is one of all: who caused it
// cannot be told.
template <class Access, class Envs>
void EpisodeGroup::step_collected(Access& access, const Envs envs,
                                  std::span<const std::size_t> tasks, Outcomes& outcomes) noexcept {
  std::array<std::uint32_t, Access::kMostTogether> ids;
  std::array<Transition, Access::kMostTogether> transitions;
  const std::size_t size = tasks.size();
  for (std::size_t k = 0; k < size; ++k) ids[k] = static_cast<std::uint32_t>(envs[tasks[k]]);
  try {
    if (!access.step_together(std::span(ids).first(size), std::span(transitions).first(size))) {
      for (std::size_t k = 0; k < size; ++k) step(access, ids[k], tasks[k], outcomes);
      return;
    }
  } catch (...) {
    for (std::size_t k = 0; k < size; ++k) {
      note_failure(ids[k]);
      outcomes.set(tasks[k], RowKind::kFailed);
    }
    return;
  }
  for (std::size_t k = 0; k < size; ++k) {
    outcomes.set(tasks[k], transitions[k], access.state(ids[k]).elapsed_step(limit_));
  }
}

// Writes a range of rows: outcome `at + k` goes to row `first + k`. Returns how many failed, here
// or before. Adds to `work` the resets that 'SameStep' asks for.
template <class Access, class Envs>
inline std::uint32_t EpisodeGroup::write(Access& access, const Envs envs, std::uint32_t count,
                                         const Outcomes& outcomes, std::uint32_t at,
                                         std::uint32_t first, RowWriter& writer,
                                         Work& work) noexcept {
  writer.write_outcomes(envs, count, outcomes, at, first);
  const bool same_step = rules_.autoreset == AutoresetMode::kSameStep;
  const bool simple = !same_step && writer.infos_in_every_row();
  std::uint32_t failures = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const auto env = static_cast<std::uint32_t>(envs[k]);
    const RowKind kind = outcomes.kind[at + k];
    if (kind != RowKind::kFailed) {
      try {
        if (simple) {
          access.show(env, first + k);
        } else if (same_step) {
          const bool ended = outcomes.ended(at + k);
          write_same_step(env, kind, ended, first + k, writer);
          work.resets += ended;
        } else {
          write_current(env, first + k, kind, writer);
        }
        if (Access::kHasPlayers && fields_.multi_player) {
          const PlayerResults results = last_results_.of(env);
          write_players(env, first + k, kind == RowKind::kStep ? &results : nullptr, writer);
        }
        continue;
      } catch (...) {
        note_failure(env);
      }
    }
    write_failure(env, first + k, writer);
    ++failures;
  }
  if (text_versions_.has_texts()) {
    for (std::uint32_t k = 0; k < count; ++k) {
      text_versions_.write(writer.batch(), layout_, first + k, envs[k]);
    }
  }
  return failures;
}

}  // namespace pp
