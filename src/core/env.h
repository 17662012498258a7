// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The author's API: what an environment class states, and what it may state. One include for
// environment headers.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "generator.h"
#include "math.h"
#include "option.h"
#include "row.h"
#include "space.h"
#include "state_io.h"

namespace pp {

// What one step of the rules yields. Time limits are the engine's: `truncated` is for rules that
// truncate by themselves.
struct Transition {
  double reward = 0.0;
  bool terminated = false;
  bool truncated = false;
};

// A multi-player environment rewards each player: one value for each that acted or now observes.
using Rewards = PlayerRows<double>;

// Which of a pool's environments one is, for those that tell of it: their constructor takes it
// last.
struct EnvId {
  std::uint32_t number;
};

// For environments without info, reset options, shared data or pictures.
struct Nothing {};

namespace detail {
template <class Env>
struct ConfigOf {
  using type = Nothing;
};
template <class Env>
  requires requires { typename Env::Config; }
struct ConfigOf<Env> {
  using type = typename Env::Config;
};
template <class Env>
struct InfoOf {
  using type = Nothing;
};
template <class Env>
  requires requires { typename Env::Info; }
struct InfoOf<Env> {
  using type = typename Env::Info;
};
template <class Env>
struct ResetOptionsOf {
  using type = Nothing;
};
template <class Env>
  requires requires { typename Env::ResetOptions; }
struct ResetOptionsOf<Env> {
  using type = typename Env::ResetOptions;
};
template <class Env>
struct RenderStateOf {
  using type = Nothing;
};
template <class Env>
  requires requires { typename Env::RenderState; }
struct RenderStateOf<Env> {
  using type = typename Env::RenderState;
};
template <class Env>
struct SharedOf {
  using type = Nothing;
};
template <class Env>
  requires requires { typename Env::Shared; }
struct SharedOf<Env> {
  using type = typename Env::Shared;
};
}  // namespace detail

// The Config, or a stand-in while an error about its absence is on its way.
template <class Env>
using ConfigOf = typename detail::ConfigOf<Env>::type;
template <class Env>
using InfoOf = typename detail::InfoOf<Env>::type;
template <class Env>
using ResetOptionsOf = typename detail::ResetOptionsOf<Env>::type;
template <class Env>
using RenderStateOf = typename detail::RenderStateOf<Env>::type;
template <class Env>
using SharedOf = typename detail::SharedOf<Env>::type;

// The spaces of an environment under one configuration.
template <class Env>
struct Spec {
  Space<typename Env::Observation> observation;
  Space<typename Env::Action> action;
  Space<InfoOf<Env>> info{};                 // a Dict; empty without an Info struct
  Space<RenderStateOf<Env>> render_state{};  // a Dict of values; empty without a RenderState struct
  std::size_t max_players = 1;               // of a multi-player environment
};

namespace detail {

// Becomes any row, and nothing else.
struct AnyRowValue {
  template <AnyRow Field>
  operator Field() const;
};
template <class Struct, std::size_t... Index>
consteval bool holds_rows(std::index_sequence<Index...>) {
  return requires { Struct{(static_cast<void>(Index), AnyRowValue{})...}; };
}
// Whether as many rows as have room in the struct are what it is made from.
template <class Struct>
consteval bool holds_rows() {
  if constexpr (std::is_aggregate_v<Struct> && sizeof(Struct) % sizeof(RowSlot) == 0) {
    return holds_rows<Struct>(std::make_index_sequence<sizeof(Struct) / sizeof(RowSlot)>{});
  } else {
    return false;
  }
}

}  // namespace detail

// --- What an environment has -----------------------------------------------------------------

// A struct whose every member is a pp::Row or a pp::PlayerRows.
template <class Struct>
concept RowStruct = std::is_empty_v<Struct> || detail::holds_rows<Struct>();

template <class Env>
concept HasConfig =
    requires { typename Env::Config; } && std::default_initializable<typename Env::Config>;
template <class Env>
concept HasObservation = requires { typename Env::Observation; };
template <class Env>
concept HasAction = requires { typename Env::Action; };
template <class Env>
concept HasTypes = HasConfig<Env> && HasObservation<Env> && HasAction<Env> &&
                   RowStruct<typename Env::Observation> && RowStruct<typename Env::Action> &&
                   RowStruct<InfoOf<Env>> && RowStruct<RenderStateOf<Env>>;

template <class Env>
concept HasShared = requires { typename Env::Shared; };
template <class Env>
concept HasInfo = requires(const Env& env, InfoOf<Env>& info) { env.info(info); };
// What a picture of the environment shows, by name, for the renderer of its reference. Asked for
// when somebody renders, never by a step.
template <class Env>
concept HasRenderState =
    requires(const Env& env, RenderStateOf<Env>& state) { env.render_state(state); };
template <class Env>
concept HasResetOptions = requires { typename Env::ResetOptions; };
template <class Env>
concept HasPlayers = requires(const Env& env) {
  { env.players() } -> std::convertible_to<std::size_t>;
};
template <class Env>
concept HasSerialize = requires(Env& env, StateIO& io) { env.serialize(io); };
// States that a step or reset is a bounded handful of arithmetic, microseconds at most:
// `static constexpr bool kBoundedSteps = true;`. The engine may then run it where it would not risk
// a long one.
template <class Env>
concept HasBoundedSteps = requires { requires Env::kBoundedSteps; };
// Steps kTogether environments at once, to the same results as one by one, where that is faster:
// `static bool step_together(const std::array<Env*, kTogether>&, const std::array<Action,
// kTogether>&, std::array<Transition, kTogether>&)`. False: it can not, and has changed nothing.
// Then they are stepped one by one.
template <class Env>
concept HasStepTogether = requires(const std::array<Env*, Env::kTogether>& envs,
                                   const std::array<typename Env::Action, Env::kTogether>& actions,
                                   std::array<Transition, Env::kTogether>& transitions) {
  { Env::step_together(envs, actions, transitions) } -> std::same_as<bool>;
};
// An environment whose episodes may be parts of a longer one, as the lives of a game are. Asked
// after a reset whether it went on with what was there: `bool continues_episode() const`; then
// steps are counted on, towards the same time limit. Told when that has ended an episode: `void
// time_is_up()`.
template <class Env>
concept HasContinuedEpisodes = requires(Env& env, const Env& seen) {
  { seen.continues_episode() } -> std::same_as<bool>;
  env.time_is_up();
};
// Called before the first reset under a new seed, for rules that keep generators of their own.
template <class Env>
concept HasSeed = requires(Env& env, const SeedSequence& sequence) { env.seed(sequence); };

template <class Env>
concept HasSpec = requires(const typename Env::Config& config) {
  { Env::spec(config) } -> std::same_as<Spec<Env>>;
};
template <class Env>
concept TakesEnvId =
    HasShared<Env> &&
    std::constructible_from<Env, const typename Env::Config&, const SharedOf<Env>&, EnvId>;
template <class Env>
concept HasConstructor =
    (HasShared<Env> &&
     (TakesEnvId<Env> ||
      std::constructible_from<Env, const typename Env::Config&, const SharedOf<Env>&>) &&
     std::constructible_from<SharedOf<Env>, const typename Env::Config&>) ||
    (!HasShared<Env> && std::constructible_from<Env, const typename Env::Config&>);
template <class Env>
concept HasReset =
    (!HasResetOptions<Env> && requires(Env& env, Rng& rng) { env.reset(rng); }) ||
    requires(Env& env, Rng& rng, const ResetOptionsOf<Env>& options) { env.reset(rng, options); };

// The four forms of step: with or without the generator; with rewards in multi-player rules.
template <class Env>
concept StepsAlone = requires(Env& env, const typename Env::Action& action) {
  { env.step(action) } -> std::same_as<Transition>;
};
template <class Env>
concept StepsWithRng = requires(Env& env, const typename Env::Action& action, Rng& rng) {
  { env.step(action, rng) } -> std::same_as<Transition>;
};
template <class Env>
concept StepsPlayers =
    requires(Env& env, const typename Env::Action& action, Rewards& rewards, Rng& rng) {
      { env.step(action, rewards, rng) } -> std::same_as<Transition>;
    };
template <class Env>
concept HasStep = (HasPlayers<Env> && StepsPlayers<Env>) ||
                  (!HasPlayers<Env> && (StepsAlone<Env> || StepsWithRng<Env>));

template <class Env>
concept HasObserve =
    requires(const Env& env, typename Env::Observation& observation) { env.observe(observation); };

// An environment: rules alone. `check_environment` says which part is missing.
template <class Env>
concept Environment = HasTypes<Env> && HasSpec<Env> && HasConstructor<Env> && HasReset<Env> &&
                      HasStep<Env> && HasObserve<Env>;

}  // namespace pp
