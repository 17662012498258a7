// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The environments of one class: runs their episodes and writes their rows.
#pragma once

#include <parallel_pool/core/author/spec_fields.h>
#include <parallel_pool/core/batches/row_writer.h>
#include <parallel_pool/core/batches/text_versions.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/episodes/episodes.h>
#include <parallel_pool/core/episodes/last_results.h>
#include <parallel_pool/core/episodes/outcomes.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace pp {

template <Environment Env>
class TypedEnvGroup final : public EnvGroup {
 public:
  [[gnu::cold]] TypedEnvGroup(const typename Env::Config& config, const EnvPlaces& places,
                              EpisodeRules rules)
      : rules_(rules),
        limit_(rules.limit()),
        fields_(fields_of(Env::spec(config))),
        layout_(fields_.observation, fields_.info, 1, fields_.max_players, fields_.multi_player,
                rules.autoreset == AutoresetMode::kSameStep),
        writer_(fields_, layout_),
        action_view_(fields_.action, fields_.max_players),
        text_versions_(fields_.observation, places.count()),
        episodes_(config, places),
        last_results_(places.count(), fields_.max_players) {
    if (fields_.player_flags) layout_.add_player_flags();
    if (fields_.multi_player && rules.autoreset == AutoresetMode::kSameStep) {
      throw Error(ErrorKind::kValue,
                  "autoreset_mode 'SameStep' does not suit a multi-player environment: a row's "
                  "rewards and its observations would belong to different players");
    }
  }

  std::uint32_t size() const override { return static_cast<std::uint32_t>(episodes_.size()); }
  const GroupFields& fields() const override { return fields_; }
  bool steps_are_bounded() const override { return HasBoundedSteps<Env>; }
  std::size_t most_together() const override { return kCollected; }

  Work run(std::span<const Task> tasks, const std::byte* const* actions,
           std::size_t results_at_once, StateBufferQueue& out) noexcept override {
    results_at_once = std::clamp<std::size_t>(results_at_once, 1, Outcomes::kCapacity);
    Outcomes outcomes;
    RowWriter<Env> writer = writer_;
    FieldView<typename Env::Action> action = action_view_;
    action.attach(actions);
    Work work;
    while (!tasks.empty()) {
      const auto count = static_cast<std::uint32_t>(std::min(tasks.size(), results_at_once));
      advance(ListedEnvs{tasks.data()}, count, action, outcomes, work);
      const std::uint64_t number = out.reserve(count);
      for (std::uint32_t i = 0; i < count;) {
        const StateBufferQueue::RowRange rows = out.locate(number + i, tasks.subspan(i, count - i));
        writer.attach(*rows.batch);
        const std::uint32_t failures =
            write(ListedEnvs{tasks.data() + i}, rows.count, outcomes, i, rows.first, writer, work);
        if (failures > 0) out.count_failures(rows, failures);
        out.publish(rows);
        i += rows.count;
      }
      tasks = tasks.subspan(count);
    }
    return work;
  }

  Work run_range(std::uint32_t first, std::uint32_t last, const std::byte* const* actions,
                 StateBufferQueue& out) noexcept override {
    Outcomes outcomes;
    RowWriter<Env> writer = writer_;
    FieldView<typename Env::Action> action = action_view_;
    action.attach(actions);
    const StateBufferQueue::RowRange rows = out.sync_rows(first, last);
    writer.attach(*rows.batch);
    Work work;
    std::uint32_t failures = 0;
    for (; first < last; first += Outcomes::kCapacity) {
      const auto count = std::min<std::uint32_t>(last - first, Outcomes::kCapacity);
      const auto run = [&](const auto envs) {
        advance(envs, count, action, outcomes, work);
        failures += write(envs, count, outcomes, 0, first, writer, work);
      };
      if constexpr (HasBoundedSteps<Env>) {
        run(EnvsInOrder{first});
      } else {
        // Steps that take a while do not feel the list, and the loops are compiled once.
        Task tasks[Outcomes::kCapacity];
        for (std::uint32_t i = 0; i < count; ++i) tasks[i] = {first + i, first + i, 0};
        run(ListedEnvs{tasks});
      }
    }
    if (failures > 0) out.count_failures(rows, failures);
    out.publish(rows);
    return work;
  }

  void observe(std::uint32_t env, Batch& batch, std::uint32_t row) noexcept override {
    RowWriter<Env> writer = writer_;
    writer.attach(batch);
    writer.write_no_outcome(row, env, RowKind::kUntouched, episodes_[env].elapsed_step(limit_));
    try {
      // Before the players, because it checks their number.
      writer.write_observation_only(row, episodes_[env]);
      if constexpr (HasPlayers<Env>) writer.write_players(row, env, episodes_[env], nullptr);
    } catch (...) {
      writer.write_zeros(row);  // an environment that failed and is not reset
    }
    if (text_versions_.has_texts()) text_versions_.write(batch, layout_, row, env);
  }

  void set_seed(std::uint32_t env, SeedWords words) override {
    episodes_.set_seed(env, std::move(words));
  }
  bool is_seeded(std::uint32_t env) const override { return episodes_[env].is_seeded(); }
  const SeedWords& seed(std::uint32_t env) const override { return episodes_.seed(env); }
  void set_reset_options(std::uint32_t env, const void* options) override {
    episodes_.set_reset_options(env, *static_cast<const ResetOptionsOf<Env>*>(options));
  }

  void set_settings(std::uint32_t env, const SettingsPointer& settings, bool at_once) override {
    auto own = std::dynamic_pointer_cast<const Settings<Env>>(settings);
    if (own == nullptr) {
      throw Error(ErrorKind::kValue,
                  "the options select another class of environments than those of the pool");
    }
    episodes_.set_settings(env, std::move(own), at_once);
  }
  const AnySettings* settings(std::uint32_t env) const override { return episodes_.settings(env); }

  std::string save(std::uint32_t env) override { return episodes_.save(env); }
  void load(std::uint32_t env, std::string_view state) override { episodes_.load(env, state); }
  void save_copy(std::uint32_t env, std::string& bytes, bool stays) override {
    episodes_.save_copy(env, bytes, stays);
  }
  void load_copy(std::uint32_t env, std::string_view bytes, bool stays) override {
    episodes_.load_copy(env, bytes, stays);
  }

  bool ended(std::uint32_t env) const override { return episodes_[env].ended(); }
  std::size_t players(std::uint32_t env) const override { return episodes_[env].players(); }

  void render_state(std::uint32_t env, std::byte* const* columns) const override {
    if constexpr (HasRenderState<Env>) {
      FieldView<RenderStateOf<Env>> view(fields_.render_state, 1);
      view.attach(columns);
      RenderStateOf<Env> state = view.at(0, 1);
      episodes_[env].env.render_state(state);
    }
  }

  void generator_words(std::uint32_t env, std::span<std::uint64_t, 6> out) const override {
    episodes_.generator_words(env, out);
  }
  void continue_generator(std::uint32_t env, std::span<const std::uint64_t, 6> in) override {
    episodes_.continue_generator(env, in);
  }
  void set_generator_words(std::uint32_t env, std::span<const std::uint64_t, 6> in) override {
    episodes_.set_generator_words(env, in);
  }

 private:
  // How many steps the rules can run in one call.
  static constexpr std::size_t kCollected = [] {
    if constexpr (HasStepGroup<Env>) return Env::kGroup;
    if constexpr (HasStepTogether<Env>) return Env::kTogether;
    return std::size_t{1};
  }();

  // Runs the rules of a run of tasks. A failure is an outcome. Adds to `work` what it ran.
  template <class Envs>
  void advance(const Envs envs, std::uint32_t count, FieldView<typename Env::Action>& action,
               Outcomes& outcomes, Work& work) noexcept {
    // Tasks that are steps are collected until kCollected of them can be run together.
    std::array<std::size_t, kCollected> steps;
    std::size_t collected = 0;
    std::size_t resets = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!Envs::kInOrder && i + 8 < count) __builtin_prefetch(&episodes_[envs[i + 8]], 1);
      if (envs.resets(i) || episodes_[envs[i]].ended()) {
        reset(envs, i, outcomes);
        ++resets;
        continue;
      }
      if constexpr (kCollected == 1) {
        step(envs, i, action, outcomes);
      } else {
        steps[collected++] = i;
        if (collected < kCollected) continue;
        step_collected(envs, std::span(steps), action, outcomes);
        collected = 0;
      }
    }
    if (collected > 0) step_collected(envs, std::span(steps).first(collected), action, outcomes);
    work.steps += count - resets;
    work.resets += resets;
  }

  template <class Envs>
  void reset(const Envs envs, std::size_t task, Outcomes& outcomes) noexcept {
    try {
      episodes_.reset(envs[task], limit_);
      outcomes.set(task, RowKind::kReset);
    } catch (...) {
      note_failure(envs[task]);
      outcomes.set(task, RowKind::kFailed);
    }
  }

  template <class Envs>
  void step(const Envs envs, std::size_t task, FieldView<typename Env::Action>& action,
            Outcomes& outcomes) noexcept {
    const std::size_t env = envs[task];
    Episode<Env>& episode = episodes_[env];
    try {
      auto results = last_results_.cleared(env);
      const Transition transition =
          episode.step(action.at(env, episode.players()), results, episodes_.rng(env));
      outcomes.set(task, transition, episode.elapsed_step(limit_));
    } catch (...) {
      note_failure(env);
      outcomes.set(task, RowKind::kFailed);
    }
  }

  // Steps at most kCollected tasks, in one call of the rules if possible.
  template <class Envs>
  void step_collected(const Envs envs, std::span<const std::size_t> tasks,
                      FieldView<typename Env::Action>& action, Outcomes& outcomes) noexcept {
    if constexpr (HasStepGroup<Env>) {
      step_group(envs, tasks, action, outcomes);
      return;
    } else if constexpr (HasStepTogether<Env>) {
      if (tasks.size() == kCollected && step_together(envs, tasks, action, outcomes)) return;
    }
    for (const std::size_t task : tasks) step(envs, task, action, outcomes);
  }

  // A failure is one of all: who caused it cannot be told.
  template <class Envs>
  void step_group(const Envs envs, std::span<const std::size_t> tasks,
                  FieldView<typename Env::Action>& action, Outcomes& outcomes) noexcept {
    std::array<Env*, Env::kGroup> rules;
    std::array<Rng*, Env::kGroup> rngs;
    std::array<Transition, Env::kGroup> transitions;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      rules[k] = &episodes_[envs[tasks[k]]].env;
      rngs[k] = &episodes_.rng(envs[tasks[k]]);
    }
    const auto actions = [&]<std::size_t... k>(std::index_sequence<k...>) {
      return std::array{action.at(envs[tasks[k < tasks.size() ? k : 0]], 1)...};
    }(std::make_index_sequence<Env::kGroup>());
    const std::size_t size = tasks.size();
    try {
      Env::step_group(std::span<Env* const>(rules).first(size), std::span(actions).first(size),
                      std::span<Rng* const>(rngs).first(size), std::span(transitions).first(size));
    } catch (...) {
      for (const std::size_t task : tasks) {
        note_failure(envs[task]);
        outcomes.set(task, RowKind::kFailed);
      }
      return;
    }
    for (std::size_t k = 0; k < size; ++k) {
      Episode<Env>& episode = episodes_[envs[tasks[k]]];
      const Transition counted = episode.counted(transitions[k]);  // before the count is read
      outcomes.set(tasks[k], counted, episode.elapsed_step(limit_));
    }
  }

  // Steps all tasks together, or does nothing.
  template <class Envs>
  bool step_together(const Envs envs, std::span<const std::size_t> tasks,
                     FieldView<typename Env::Action>& action, Outcomes& outcomes) {
    constexpr std::size_t kTogether = Env::kTogether;
    std::array<Env*, kTogether> rules;
    for (std::size_t k = 0; k < kTogether; ++k) rules[k] = &episodes_[envs[tasks[k]]].env;
    const auto actions = [&]<std::size_t... k>(std::index_sequence<k...>) {
      return std::array{action.at(envs[tasks[k]], 1)...};
    }(std::make_index_sequence<kTogether>());
    std::array<Transition, kTogether> transitions;
    if (!Env::step_together(rules, actions, transitions)) return false;
    for (std::size_t k = 0; k < kTogether; ++k) {
      Episode<Env>& episode = episodes_[envs[tasks[k]]];
      const Transition counted = episode.counted(transitions[k]);  // before the count is read
      outcomes.set(tasks[k], counted, episode.elapsed_step(limit_));
    }
    return true;
  }

  // Writes a range of rows: outcome `at + k` goes to row `first + k`. Returns how many failed,
  // here or before. Adds to `work` the resets that 'SameStep' asks for.
  template <class Envs>
  std::uint32_t write(const Envs envs, std::uint32_t count, const Outcomes& outcomes,
                      std::uint32_t at, std::uint32_t first, RowWriter<Env>& writer,
                      Work& work) noexcept {
    writer.write_outcomes(envs, count, outcomes, at, first);
    const bool same_step = rules_.autoreset == AutoresetMode::kSameStep;
    std::uint32_t failures = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t env = envs[k];
      const RowKind kind = outcomes.kind[at + k];
      if (kind != RowKind::kFailed) {
        try {
          if (same_step) {
            const bool ended = outcomes.ended(at + k);
            write_same_step(env, kind, ended, first + k, writer);
            work.resets += ended;
          } else {
            writer.write_current(first + k, episodes_[env], kind);
          }
          if constexpr (HasPlayers<Env>) {
            const PlayerResults results = last_results_.of(env);
            writer.write_players(first + k, env, episodes_[env],
                                 kind == RowKind::kStep ? &results : nullptr);
          }
          continue;
        } catch (...) {
          note_failure(env);
        }
      }
      writer.write_no_outcome(first + k, env, RowKind::kFailed, 0);
      writer.write_zeros(first + k);
      ++failures;
    }
    if (text_versions_.has_texts()) {
      for (std::size_t k = 0; k < count; ++k) {
        text_versions_.write(writer.batch(), layout_, first + k, envs[k]);
      }
    }
    return failures;
  }

  // Out of line, like all that happens once an episode, so that the loop above stays small.
  [[gnu::noinline]] void write_same_step(std::uint32_t env, RowKind kind, bool ended,
                                         std::uint32_t row, RowWriter<Env>& writer) {
    if (ended) {
      writer.write_final(row, episodes_[env]);
      episodes_.reset(env, limit_);
      kind = RowKind::kReset;
    } else {
      writer.write_no_final(row);
    }
    writer.write_current(row, episodes_[env], kind);
  }

  [[gnu::cold]] void note_failure(std::uint32_t env) noexcept {
    try {
      throw;
    } catch (const std::exception& error) {
      set_failure(env, error.what());
    } catch (...) {
      set_failure(env, "an exception that is no std::exception");
    }
  }

  const EpisodeRules rules_;
  const std::int64_t limit_;  // steps of an episode
  const GroupFields fields_;
  BatchLayout layout_;  // for its column indices, which do not depend on the row count
  const RowWriter<Env> writer_;
  const FieldView<typename Env::Action> action_view_;
  TextVersions text_versions_;
  Episodes<Env> episodes_;
  LastResults<Env> last_results_;
};

}  // namespace pp
