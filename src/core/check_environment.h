// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What an author's class lacks, in words: one compile error for each mistake.
#pragma once

#include "env.h"

namespace pp {

namespace detail {

// A member of this name, whatever its signature: it was meant to be called.
template <class Env>
concept NamesInfo = requires { &Env::info; };
template <class Env>
concept NamesRenderState = requires { &Env::render_state; };
template <class Env>
concept NamesSerialize = requires { &Env::serialize; };
template <class Env>
concept NamesSeed = requires { &Env::seed; };
template <class Env>
concept NamesPlayers = requires { &Env::players; };
template <class Env>
concept NamesStepTogether = requires { &Env::step_together; };
template <class Env>
concept HasInfoType = requires { typename Env::Info; };
template <class Env>
concept HasRenderStateType = requires { typename Env::RenderState; };

template <class Env>
consteval void check_types() {
  static_assert(HasConfig<Env>, "an environment has a default-constructible: struct Config");
  static_assert(HasObservation<Env>, "an environment has: struct Observation");
  static_assert(HasAction<Env>, "an environment has: struct Action");
  if constexpr (HasObservation<Env>) {
    static_assert(RowStruct<typename Env::Observation>,
                  "every member of Observation is a pp::Row or a pp::PlayerRows");
  }
  if constexpr (HasAction<Env>) {
    static_assert(RowStruct<typename Env::Action>,
                  "every member of Action is a pp::Row or a pp::PlayerRows");
  }
  static_assert(RowStruct<InfoOf<Env>>, "every member of Info is a pp::Row");
  static_assert(RowStruct<RenderStateOf<Env>>, "every member of RenderState is a pp::Row");
}

template <class Env>
consteval void check_rules() {
  static_assert(HasSpec<Env>, "an environment has: static pp::Spec<Env> spec(const Config&)");
  static_assert(
      HasConstructor<Env>,
      "an environment is constructed from (const Config&), or from "
      "(const Config&, const Shared&) if it has a type Shared, itself made from a Config");
  static_assert(HasReset<Env>,
                "an environment has: void reset(pp::Rng&), or "
                "void reset(pp::Rng&, const ResetOptions&) if it has a type ResetOptions");
  static_assert(HasStep<Env>,
                "an environment has: pp::Transition step(const Action&), or "
                "step(const Action&, pp::Rng&); with players(): "
                "step(const Action&, pp::Rewards&, pp::Rng&)");
  static_assert(HasObserve<Env>, "an environment has: void observe(Observation&) const");
}

// What an environment need not have, but must have right: the engine would pass over it in silence.
template <class Env>
consteval void check_options() {
  static_assert(HasInfo<Env> == (HasInfoType<Env> || NamesInfo<Env>),
                "an environment with infos has both: struct Info and void info(Info&) const");
  static_assert(HasRenderState<Env> == (HasRenderStateType<Env> || NamesRenderState<Env>),
                "an environment with pictures has both: struct RenderState and "
                "void render_state(RenderState&) const");
  static_assert(HasSerialize<Env> || !NamesSerialize<Env>,
                "serialize is: void serialize(pp::StateIO&)");
  static_assert(HasSeed<Env> || !NamesSeed<Env>, "seed is: void seed(const pp::SeedSequence&)");
  static_assert(HasPlayers<Env> || !NamesPlayers<Env>, "players is: std::size_t players() const");
  static_assert(HasStepTogether<Env> || !NamesStepTogether<Env>,
                "step_together is: static bool step_together(const std::array<Env*, kTogether>&, "
                "const std::array<Action, kTogether>&, std::array<Transition, kTogether>&), and "
                "kTogether says how many step at once");
}

}  // namespace detail

template <class Env>
consteval void check_environment() {
  detail::check_types<Env>();
  if constexpr (HasTypes<Env>) {
    detail::check_rules<Env>();
    detail::check_options<Env>();
  }
}

}  // namespace pp
