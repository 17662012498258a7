// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The environments of one class: what only the class knows of their steps, resets and rows.
#pragma once

#include <parallel_pool/core/episodes/episode_group.h>
#include <parallel_pool/core/episodes/fixed_array.h>
#include <parallel_pool/core/episodes/settings.h>
#include <parallel_pool/core/episodes/spec_fields.h>

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace pp {

// Whether the loops over environments are compiled for the class: its steps may take no longer than
// a few virtual calls. Rows of several players take longer.
template <class Env>
concept HasOwnLoops = HasBoundedSteps<Env> && !HasPlayers<Env>;

template <Environment Env>
class TypedEnvGroup final : public EpisodeGroup {
 public:
  [[gnu::cold]] TypedEnvGroup(const typename Env::Config& config, const EnvPlaces& places,
                              const EpisodeRules& rules)
      : EpisodeGroup{fields_of(Env::spec(config)), kFacts, rules, places.count(),
                     std::make_shared<const Settings<Env>>(config)},  // in this order
        action_(fields().action, fields().max_players),
        observation_(fields().observation, fields().max_players),
        info_(fields().info, fields().max_players),
        episodes_(
            places.count(),
            [&, id = std::uint32_t{0}](void* place) mutable {
              static_cast<const Settings<Env>&>(*common_settings())
                  .template construct<Episode<Env>>(place, EnvId{id++});
            },
            [&](auto make_up_to) { places.each(make_up_to); }),
        reset_options_(places.count()) {
    set_episodes(episodes_.data(), sizeof(Episode<Env>));
  }

  Work run(std::span<const Task> tasks, const std::byte* const* actions,
           std::size_t results_at_once, StateBufferQueue& out) noexcept override {
    if constexpr (HasOwnLoops<Env>) {
      return run_tasks(DirectAccess(*this, actions), tasks, results_at_once, out);
    } else {
      return EpisodeGroup::run(tasks, actions, results_at_once, out);
    }
  }

  Work run_range(std::uint32_t first, std::uint32_t last, const std::byte* const* actions,
                 StateBufferQueue& out) noexcept override {
    if constexpr (HasOwnLoops<Env>) {
      return run_in_order(DirectAccess(*this, actions), first, last, out);
    } else {
      return EpisodeGroup::run_range(first, last, actions, out);
    }
  }

  void set_reset_options(std::uint32_t env, const void* options) override {
    reset_options_[env] = *static_cast<const ResetOptionsOf<Env>*>(options);
  }

  void render_state(std::uint32_t env, std::byte* const* columns) const override {
    if constexpr (HasRenderState<Env>) {
      const FieldView<RenderStateOf<Env>> view(fields().render_state, 1);
      RenderStateOf<Env> state = view.at(columns, 0, 1);
      episodes_[env].env.render_state(state);
    }
  }

 private:
  // How many steps the rules can run in one call.
  static constexpr std::size_t kTogether = [] {
    if constexpr (HasStepGroup<Env>) return std::size_t{Env::kGroup};
    if constexpr (HasStepTogether<Env>) return std::size_t{Env::kTogether};
    return std::size_t{1};
  }();
  static_assert(kTogether <= kMostTogether, "kGroup and kTogether are at most 256");

  static constexpr RulesFacts kFacts{.bounded_steps = HasBoundedSteps<Env>,
                                     .together = kTogether,
                                     .has_info = HasInfo<Env>,
                                     .has_agents = HasAgent<Env>,
                                     .own_generators = HasSeed<Env>};

  using Actions = FieldView<typename Env::Action>;

  // How the loops reach rules that are compiled into them.
  class DirectAccess {
   public:
    static constexpr std::size_t kMostTogether = kTogether;
    static constexpr bool kHasPlayers = false;

    DirectAccess(TypedEnvGroup& group, const std::byte* const* actions)
        : group_(group),
          action_(group.action_),
          observation_(group.observation_),
          info_(group.info_) {
      action_.attach(actions);
    }

    void attach(const ShownColumns& columns) {
      observation_.attach(columns.observation);
      info_.attach(columns.info);
    }
    static constexpr std::size_t together() { return kTogether; }
    Episode<Env>& state(std::size_t env) const { return group_.episodes_[env]; }
    Transition step(std::uint32_t env) { return group_.step_with(env, action_.at(env, 1)); }
    bool step_together(std::span<const std::uint32_t> envs, std::span<Transition> out) {
      return group_.step_together_of(envs, action_, out);
    }
    void show(std::uint32_t env, std::uint32_t row) {
      const Episode<Env>& episode = state(env);
      typename Env::Observation observation = observation_.at(row, 1);
      episode.env.observe(observation);
      if constexpr (HasInfo<Env>) {
        InfoOf<Env> info = info_.at(row, 1);
        episode.env.info(info);
      }
    }

   private:
    TypedEnvGroup& group_;
    Actions action_;
    FieldView<typename Env::Observation> observation_;
    FieldView<InfoOf<Env>> info_;
  };

  // Out of line, like all that happens once an episode, so that the loops of steps stay small.
  [[gnu::noinline]] void reset_episode(std::uint32_t env) override {
    apply_new_settings(env);
    episodes_[env].reset(rng(env), episode_seed(env), reset_options_[env], limit());
  }

  Transition step_episode(std::uint32_t env, const std::byte* const* actions) override {
    return step_with(env, action_.at(actions, env, episodes_[env].players()));
  }
  [[gnu::always_inline]] Transition step_with(std::uint32_t env,
                                              const typename Env::Action& action) {
    Episode<Env>& episode = episodes_[env];
    if constexpr (!HasPlayers<Env>) {
      Nothing no_results;
      return episode.step(action, no_results, rng(env));
    } else {
      PlayerResults results = last_results().cleared(env);
      if constexpr (StepsPlayersWithFlags<Env>) {
        return episode.step(action, results, rng(env));
      } else {
        return episode.step(action, results.reward, rng(env));
      }
    }
  }

  bool step_together(std::span<const std::uint32_t> envs, const std::byte* const* actions,
                     std::span<Transition> out) override {
    if constexpr (kTogether == 1) {
      return false;
    } else {
      Actions action = action_;
      action.attach(actions);
      return step_together_of(envs, action, out);
    }
  }

  // A group may be smaller than kTogether, so what the rules take has copies of its first action.
  [[gnu::always_inline]] bool step_together_of(std::span<const std::uint32_t> envs,
                                               const Actions& action, std::span<Transition> out) {
    if constexpr (kTogether == 1) {
      return false;
    } else {
      const std::size_t size = envs.size();
      if (!HasStepGroup<Env> && size < kTogether) return false;
      std::array<Env*, kTogether> rules;
      for (std::size_t k = 0; k < size; ++k) rules[k] = &episodes_[envs[k]].env;
      const auto actions = [&]<std::size_t... k>(std::index_sequence<k...>) {
        return std::array{action.at(envs[k < size ? k : 0], 1)...};
      }(std::make_index_sequence<kTogether>());
      std::array<Transition, kTogether> transitions;
      if constexpr (HasStepGroup<Env>) {
        std::array<Rng*, kTogether> rngs;
        for (std::size_t k = 0; k < size; ++k) rngs[k] = &rng(envs[k]);
        Env::step_group(std::span<Env* const>(rules).first(size), std::span(actions).first(size),
                        std::span<Rng* const>(rngs).first(size),
                        std::span(transitions).first(size));
      } else if (!Env::step_together(rules, actions, transitions)) {
        return false;
      }
      for (std::size_t k = 0; k < size; ++k) out[k] = episodes_[envs[k]].counted(transitions[k]);
      return true;
    }
  }

  void observe_episode(std::uint32_t env, std::byte* const* columns,
                       std::uint32_t row) const override {
    const Episode<Env>& episode = episodes_[env];
    typename Env::Observation observation = observation_.at(columns, row, episode.players());
    episode.env.observe(observation);
  }

  void inform_episode(std::uint32_t env, std::byte* const* columns,
                      std::uint32_t row) const override {
    if constexpr (HasInfo<Env>) {
      const Episode<Env>& episode = episodes_[env];
      InfoOf<Env> info = info_.at(columns, row, episode.players());
      episode.env.info(info);
    }
  }

  bool has_info_now(std::uint32_t env) const override {
    if constexpr (HasInfoSometimes<Env>) return episodes_[env].env.has_info();
    return false;
  }

  std::size_t player_id(std::uint32_t env, std::size_t player) const override {
    if constexpr (HasAgent<Env>) return episodes_[env].env.agent(player);
    return player;
  }

  [[gnu::cold]] void serialize_episode(std::uint32_t env, StateIO& io) override {
    episodes_[env].serialize(io, limit());
  }

  void* rules_place(std::uint32_t env) override { return &episodes_[env].env; }

  void seed_rules(std::uint32_t env, const SeedSequence& sequence) override {
    if constexpr (HasSeed<Env>) episodes_[env].env.seed(sequence);
  }

  const Actions action_;
  const FieldView<typename Env::Observation> observation_;
  const FieldView<InfoOf<Env>> info_;
  FixedArray<Episode<Env>> episodes_;
  std::vector<ResetOptionsOf<Env>> reset_options_;
};

}  // namespace pp
