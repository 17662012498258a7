// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What environments consist of: the members that their class must have, and those it may have.
#pragma once

#include <parallel_pool/core/author/option.h>
#include <parallel_pool/core/author/row.h>
#include <parallel_pool/core/author/space.h>
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/numerics/math.h>
#include <parallel_pool/core/random/generator.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pp {

// The result of one step of the rules. The engine applies time limits; `truncated` is for rules
// that truncate episodes themselves.
struct Transition {
  double reward = 0.0;
  bool terminated = false;
  bool truncated = false;
};

// The rewards of a multi-player environment: one for each player that acted or now observes.
using Rewards = PlayerRows<double>;

// The same for rules in which players end their episodes one by one: what a step gave each player.
// All are 0 and false before the step. The end of the environment's episode is the end of each
// player's that has not ended.
struct PlayerResults {
  Rewards reward;
  PlayerRows<bool> terminated, truncated;
};

// The env id of an environment within its pool. A constructor that needs it takes it as its last
// argument.
struct EnvId {
  std::uint32_t number;
};

// Stands for the Info, ResetOptions, Shared or RenderState that an environment does not have.
struct Nothing {};

namespace detail {

// The optional types of an environment class, or a substitute where a class lacks one.
template <class Env>
using ConfigMember = typename Env::Config;
template <class Env>
using InfoMember = typename Env::Info;
template <class Env>
using ResetOptionsMember = typename Env::ResetOptions;
template <class Env>
using RenderStateMember = typename Env::RenderState;
template <class Env>
using SharedMember = typename Env::Shared;

template <template <class> class Member, class Env>
struct MemberOrNothing {
  using type = Nothing;
};
template <template <class> class Member, class Env>
  requires requires { typename Member<Env>; }
struct MemberOrNothing<Member, Env> {
  using type = Member<Env>;
};

}  // namespace detail

// The Config, or a substitute while the compiler reports that it is missing.
template <class Env>
using ConfigOf = typename detail::MemberOrNothing<detail::ConfigMember, Env>::type;
template <class Env>
using InfoOf = typename detail::MemberOrNothing<detail::InfoMember, Env>::type;
template <class Env>
using ResetOptionsOf = typename detail::MemberOrNothing<detail::ResetOptionsMember, Env>::type;
template <class Env>
using RenderStateOf = typename detail::MemberOrNothing<detail::RenderStateMember, Env>::type;
template <class Env>
using SharedOf = typename detail::MemberOrNothing<detail::SharedMember, Env>::type;

// The infos that describe the longer episode, as a whole game with several lives. Both or none.
template <class Env>
struct WholeEpisodes {
  Row<double> InfoOf<Env>::* score = nullptr;  // its return so far
  Row<bool> InfoOf<Env>::* is_over = nullptr;  // whether a step has ended it
};

// The spaces of an environment under one configuration.
template <class Env>
struct Spec {
  Space<typename Env::Observation> observation;
  Space<typename Env::Action> action;
  Space<InfoOf<Env>> info{};                 // a Dict; empty without an Info struct
  Space<RenderStateOf<Env>> render_state{};  // a Dict of values; empty without a RenderState struct
  std::size_t max_players = 1;               // of a multi-player environment
  // The names of all players, by id; they state max_players too. Empty: players have no names.
  std::vector<std::string> agents{};
  // In rules where players take turns, the info that is the id of the player whose turn it is. The
  // action then has one row, which is that player's.
  Row<std::int32_t> InfoOf<Env>::* mover = nullptr;
  // The info that is true where a step's discount is 0 although the episode goes on, as after a
  // lost life. Only dm_env's faces have discounts. Null: 0 at the end of episodes alone.
  Row<bool> InfoOf<Env>::* zero_discount = nullptr;
  // The info that is true where a row of Gymnasium's or EnvPool's format says that the episode has
  // terminated although it goes on, without a reset. Null: nowhere.
  Row<bool> InfoOf<Env>::* reported_termination = nullptr;
  // What statistics count instead of episodes and their rewards, in environments whose episodes may
  // be parts of a longer one. Null: episodes and rewards.
  WholeEpisodes<Env> whole{};
};

namespace detail {

// Converts to any row, and to nothing else.
struct AnyRowValue {
  template <AnyRow Field>
  operator Field() const;
};
template <class Struct, std::size_t... Index>
consteval bool holds_rows(std::index_sequence<Index...>) {
  return requires { Struct{(static_cast<void>(Index), AnyRowValue{})...}; };
}
// Whether the struct consists of rows only: as many as have room in it.
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
// The values, by name, with which the reference renders the environment. The engine asks for them
// only when somebody renders, never in a step.
template <class Env>
concept HasRenderState =
    requires(const Env& env, RenderStateOf<Env>& state) { env.render_state(state); };
template <class Env>
concept HasResetOptions = requires { typename Env::ResetOptions; };
template <class Env>
concept HasPlayers = requires(const Env& env) {
  { env.players() } -> std::convertible_to<std::size_t>;
};
// Says which player a row belongs to, where rows would otherwise be numbered anew as players leave:
// `std::size_t agent(std::size_t row) const` is the player's id, below max_players, and grows with
// the row.
template <class Env>
concept HasAgent = requires(const Env& env, std::size_t row) {
  { env.agent(row) } -> std::convertible_to<std::size_t>;
};
template <class Env>
concept HasSerialize = requires(Env& env, StateIO& io) { env.serialize(io); };
// Declares that a step or reset is a small, bounded amount of arithmetic, microseconds at most:
// `static constexpr bool kBoundedSteps = true;`. The engine may then run it in threads that a long
// step would block, and compiles loops for the class, without virtual calls, if it has one player.
template <class Env>
concept HasBoundedSteps = requires { requires Env::kBoundedSteps; };
// Steps kTogether environments at once, at most 256, with the same results as one by one, but faster:
// `static bool step_together(const std::array<Env*, kTogether>&, const std::array<Action,
// kTogether>&, std::array<Transition, kTogether>&)`. False means that it changed nothing, and the
// engine steps them one by one.
template <class Env>
concept HasStepTogether = requires(const std::array<Env*, Env::kTogether>& envs,
                                   const std::array<typename Env::Action, Env::kTogether>& actions,
                                   std::array<Transition, Env::kTogether>& transitions) {
  { Env::step_together(envs, actions, transitions) } -> std::same_as<bool>;
};
// Steps up to kGroup environments at once, at most 256, to the same results as one by one:
// `static void step_group(std::span<Env* const>, std::span<const Action>, std::span<Rng* const>,
// std::span<Transition>)`, all of one length of at least 1.
template <class Env>
concept HasStepGroup =
    requires(std::span<Env* const> envs, std::span<const typename Env::Action> actions,
             std::span<Rng* const> rngs, std::span<Transition> transitions) {
      { Env::kGroup } -> std::convertible_to<std::size_t>;
      { Env::step_group(envs, actions, rngs, transitions) } -> std::same_as<void>;
    };
// An environment with infos of Presence::kSometimes says in which rows they are there.
template <class Env>
concept HasInfoSometimes = requires(const Env& env) {
  { env.has_info() } -> std::same_as<bool>;
};
// An environment whose episodes may be parts of a longer one, as the lives of a game are. After a
// reset, `bool continues_episode() const` tells whether it continued the longer one; the engine
// then keeps counting steps towards the same time limit. The engine calls `void time_is_up()` when
// the time limit ends an episode.
template <class Env>
concept HasContinuedEpisodes = requires(Env& env, const Env& seen) {
  { seen.continues_episode() } -> std::same_as<bool>;
  env.time_is_up();
};
// Called before the first reset with a new seed, for rules that have generators of their own.
template <class Env>
concept HasSeed = requires(Env& env, const SeedSequence& sequence) { env.seed(sequence); };

// Whose options say how long an episode lasts: `static std::optional<std::int64_t>
// max_episode_steps(const Config&)`, in time steps; none is no limit. The engine keeps the limit.
template <class Env>
concept HasEpisodeLimit = requires(const typename Env::Config& config) {
  { Env::max_episode_steps(config) } -> std::same_as<std::optional<std::int64_t>>;
};

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

// The four forms of step: with or without the generator; with rewards, or rewards and flags, in
// multi-player rules.
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
concept StepsPlayersWithFlags =
    requires(Env& env, const typename Env::Action& action, PlayerResults& results, Rng& rng) {
      { env.step(action, results, rng) } -> std::same_as<Transition>;
    };
template <class Env>
concept HasStep = (HasPlayers<Env> && (StepsPlayers<Env> || StepsPlayersWithFlags<Env>)) ||
                  (!HasPlayers<Env> && (StepsAlone<Env> || StepsWithRng<Env>));

template <class Env>
concept HasObserve =
    requires(const Env& env, typename Env::Observation& observation) { env.observe(observation); };

// An environment, which consists of rules only. `check_environment` names a missing part.
template <class Env>
concept Environment = HasTypes<Env> && HasSpec<Env> && HasConstructor<Env> && HasReset<Env> &&
                      HasStep<Env> && HasObserve<Env>;

}  // namespace pp
