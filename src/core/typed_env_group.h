// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The environments of one class: runs their episodes and has their rows written.
#pragma once

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "env_group.h"
#include "episodes.h"
#include "outcomes.h"
#include "row_writer.h"
#include "spec_fields.h"

namespace pp {

template <Environment Env>
class TypedEnvGroup final : public EnvGroup {
 public:
  TypedEnvGroup(const typename Env::Config& config, std::uint32_t num_envs, EpisodeRules rules)
      : rules_(rules),
        limit_(rules.limit()),
        fields_(fields_of(Env::spec(config))),
        layout_(fields_.observation, fields_.info, 1, fields_.max_players, fields_.multi_player,
                rules.autoreset == AutoresetMode::kSameStep),
        writer_(fields_, layout_),
        action_view_(fields_.action, fields_.max_players),
        episodes_(config, num_envs),
        rewards_(HasPlayers<Env> ? num_envs * fields_.max_players : 0) {
    if (fields_.multi_player && rules.autoreset == AutoresetMode::kSameStep) {
      throw Error(ErrorKind::kValue,
                  "autoreset_mode 'SameStep' does not suit a multi-player environment: a row's "
                  "rewards and its observations would belong to different players");
    }
  }

  std::uint32_t size() const override { return static_cast<std::uint32_t>(episodes_.size()); }
  const GroupFields& fields() const override { return fields_; }
  bool steps_are_bounded() const override { return HasBoundedSteps<Env>; }

  std::size_t run(std::span<const Entry> entries, const std::byte* const* actions,
                  std::size_t results_at_once, StateBufferQueue& out) noexcept override {
    results_at_once = std::clamp<std::size_t>(results_at_once, 1, Outcomes::kCapacity);
    Outcomes outcomes;
    RowWriter<Env> writer = writer_;
    FieldView<typename Env::Action> action = action_view_;
    action.attach(actions);
    std::size_t resets = 0;
    while (!entries.empty()) {
      const auto count = static_cast<std::uint32_t>(std::min(entries.size(), results_at_once));
      resets += advance(ListedEnvs{entries.data()}, count, action, outcomes);
      const std::uint64_t number = out.reserve(count);
      for (std::uint32_t i = 0; i < count;) {
        const StateBufferQueue::Run run = out.locate(number + i, entries.subspan(i, count - i));
        writer.attach(*run.batch);
        const std::uint32_t failures =
            write(ListedEnvs{entries.data() + i}, run.count, outcomes, i, run.first, writer);
        if (failures > 0) out.count_failures(run, failures);
        out.publish(run);
        i += run.count;
      }
      entries = entries.subspan(count);
    }
    return resets;
  }

  std::size_t run_all(const std::byte* const* actions, StateBufferQueue& out) noexcept override {
    Outcomes outcomes;
    RowWriter<Env> writer = writer_;
    FieldView<typename Env::Action> action = action_view_;
    action.attach(actions);
    const StateBufferQueue::Run run = out.all_rows();
    writer.attach(*run.batch);
    std::size_t resets = 0;
    std::uint32_t failures = 0;
    for (std::uint32_t first = 0; first < run.count; first += Outcomes::kCapacity) {
      const auto count = std::min<std::uint32_t>(run.count - first, Outcomes::kCapacity);
      const EnvsInOrder envs{first};
      resets += advance(envs, count, action, outcomes);
      failures += write(envs, count, outcomes, 0, first, writer);
    }
    if (failures > 0) out.count_failures(run, failures);
    out.publish(run);
    return resets;
  }

  void observe(std::uint32_t env, Batch& batch, std::uint32_t row) noexcept override {
    RowWriter<Env> writer = writer_;
    writer.attach(batch);
    writer.frame(row, env, RowKind::kUntouched, episodes_[env].elapsed_step(limit_));
    try {
      // Before its players: it sees that they are not too many.
      writer.untouched(row, episodes_[env]);
      if constexpr (HasPlayers<Env>) writer.players(row, env, episodes_[env], nullptr);
    } catch (...) {
      writer.blank(row);  // an environment that failed and was left alone
    }
  }

  void set_seed(std::uint32_t env, SeedWords words) override {
    episodes_.set_seed(env, std::move(words));
  }
  bool is_seeded(std::uint32_t env) const override { return episodes_[env].is_seeded(); }
  const SeedWords& seed(std::uint32_t env) const override { return episodes_.seed(env); }
  void set_reset_options(std::uint32_t env, const void* options) override {
    episodes_.set_reset_options(env, *static_cast<const ResetOptionsOf<Env>*>(options));
  }

  std::string save(std::uint32_t env) override { return episodes_.save(env); }
  void load(std::uint32_t env, std::string_view state) override { episodes_.load(env, state); }

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
  void set_generator_words(std::uint32_t env, std::span<const std::uint64_t, 6> in) override {
    episodes_.set_generator_words(env, in);
  }

 private:
  // The rules of a run of tasks. A failure is an outcome. Returns how many were resets.
  template <class Envs>
  std::size_t advance(const Envs envs, std::uint32_t count, FieldView<typename Env::Action>& action,
                      Outcomes& outcomes) noexcept {
    std::size_t resets = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (HasStepTogether<Env>) {
        if (advance_together(envs, i, count, action, outcomes)) {
          i += Env::kTogether - 1;
          continue;
        }
      }
      const std::size_t env = envs[i];
      if (!Envs::kInOrder && i + 8 < count) __builtin_prefetch(&episodes_[envs[i + 8]], 1);
      Episode<Env>& episode = episodes_[env];
      try {
        if (envs.resets(i) || episode.ended()) {
          episodes_.reset(env, limit_);
          outcomes.set(i, RowKind::kReset);
          ++resets;
        } else {
          Rewards rewards = rewards_of(env);
          const Transition transition =
              episode.step(action.at(env, episode.players()), rewards, episodes_.rng(env));
          outcomes.set(i, transition, episode.elapsed_step(limit_));
        }
      } catch (...) {
        note_failure(env);
        outcomes.set(i, RowKind::kFailed);
      }
    }
    return resets;
  }

  // The steps of the kTogether tasks from the i-th on, or nothing.
  template <class Envs>
  bool advance_together(const Envs envs, std::size_t i, std::size_t count,
                        FieldView<typename Env::Action>& action, Outcomes& outcomes) {
    constexpr std::size_t kTogether = Env::kTogether;
    if (i + kTogether > count) return false;
    std::array<Env*, kTogether> rules;
    for (std::size_t k = 0; k < kTogether; ++k) {
      Episode<Env>& episode = episodes_[envs[i + k]];
      if (envs.resets(i + k) || episode.ended()) return false;
      rules[k] = &episode.env;
    }
    const auto actions = [&]<std::size_t... k>(std::index_sequence<k...>) {
      return std::array{action.at(envs[i + k], 1)...};
    }(std::make_index_sequence<kTogether>());
    std::array<Transition, kTogether> transitions;
    if (!Env::step_together(rules, actions, transitions)) return false;
    for (std::size_t k = 0; k < kTogether; ++k) {
      Episode<Env>& episode = episodes_[envs[i + k]];
      const Transition counted = episode.counted(transitions[k]);  // before the count is read
      outcomes.set(i + k, counted, episode.elapsed_step(limit_));
    }
    return true;
  }

  // Writes the rows of a run: outcome `at + k` goes to row `first + k`. Returns how many failed,
  // here or before.
  template <class Envs>
  std::uint32_t write(const Envs envs, std::uint32_t count, const Outcomes& outcomes,
                      std::uint32_t at, std::uint32_t first, RowWriter<Env>& writer) noexcept {
    writer.frames(envs, count, outcomes, at, first);
    const bool same_step = rules_.autoreset == AutoresetMode::kSameStep;
    std::uint32_t failures = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t env = envs[k];
      const RowKind kind = outcomes.kind[at + k];
      if (kind != RowKind::kFailed) {
        try {
          if (same_step) {
            write_same_step(env, kind, outcomes.ended(at + k), first + k, writer);
          } else {
            writer.current(first + k, episodes_[env], kind);
          }
          if constexpr (HasPlayers<Env>) {
            writer.players(first + k, env, episodes_[env],
                           kind == RowKind::kStep ? player_rewards(env) : nullptr);
          }
          continue;
        } catch (...) {
          note_failure(env);
        }
      }
      writer.frame(first + k, env, RowKind::kFailed, 0);
      writer.blank(first + k);
      ++failures;
    }
    return failures;
  }

  // Out of line, like all that happens once an episode, so that the loop above stays small.
  [[gnu::noinline]] void write_same_step(std::uint32_t env, RowKind kind, bool ended,
                                         std::uint32_t row, RowWriter<Env>& writer) {
    if (ended) {
      writer.final(row, episodes_[env]);
      episodes_.reset(env, limit_);
      kind = RowKind::kReset;
    } else {
      writer.no_final(row);
    }
    writer.current(row, episodes_[env], kind);
  }

  const double* player_rewards(std::uint32_t env) const {
    return rewards_.data() + env * fields_.max_players;
  }

  // Room for every player's reward, zero.
  Rewards rewards_of(std::uint32_t env) {
    RowSlot slot;
    if constexpr (HasPlayers<Env>) {
      double* const first = rewards_.data() + env * fields_.max_players;
      std::fill_n(first, fields_.max_players, 0.0);
      slot.data = reinterpret_cast<std::byte*>(first);
      slot.players = static_cast<std::uint32_t>(fields_.max_players);
    }
    return Rewards(slot);
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
  const BatchLayout layout_;  // for its column indices, which do not depend on the row count
  const RowWriter<Env> writer_;
  const FieldView<typename Env::Action> action_view_;
  Episodes<Env> episodes_;
  std::vector<double> rewards_;
};

}  // namespace pp
