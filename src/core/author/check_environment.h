// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Names what an author's class lacks, with one compile error for each mistake.
#pragma once

#include <parallel_pool/core/author/concepts.h>

namespace pp {

namespace detail {

// Whether a member has this name, whatever its signature: its author meant it to be called.
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
concept NamesAgent = requires { &Env::agent; };
template <class Env>
concept NamesStepTogether = requires { &Env::step_together; };
template <class Env>
concept NamesStepGroup = requires { &Env::step_group; };
template <class Env>
concept HasInfoType = requires { typename Env::Info; };
template <class Env>
concept HasRenderStateType = requires { typename Env::RenderState; };

template <class Env>
consteval void check_types() {
  static_assert(HasConfig<Env>, "an environment must have a default-constructible struct Config");
  static_assert(HasObservation<Env>, "an environment must have: struct Observation");
  static_assert(HasAction<Env>, "an environment must have: struct Action");
  if constexpr (HasObservation<Env>) {
    static_assert(RowStruct<typename Env::Observation>,
                  "every member of Observation must be a pp::Row or a pp::PlayerRows");
  }
  if constexpr (HasAction<Env>) {
    static_assert(RowStruct<typename Env::Action>,
                  "every member of Action must be a pp::Row or a pp::PlayerRows");
  }
  static_assert(RowStruct<InfoOf<Env>>, "every member of Info must be a pp::Row");
  static_assert(RowStruct<RenderStateOf<Env>>, "every member of RenderState must be a pp::Row");
}

template <class Env>
consteval void check_rules() {
  static_assert(HasSpec<Env>, "an environment must have: static pp::Spec<Env> spec(const Config&)");
  static_assert(
      HasConstructor<Env>,
      "an environment must be constructible from (const Config&), or from "
      "(const Config&, const Shared&) if it has a type Shared, itself made from a Config");
  static_assert(HasReset<Env>,
                "an environment must have: void reset(pp::Rng&), or "
                "void reset(pp::Rng&, const ResetOptions&) if it has a type ResetOptions");
  static_assert(HasStep<Env>,
                "an environment must have: pp::Transition step(const Action&), or "
                "step(const Action&, pp::Rng&); with players(): "
                "step(const Action&, pp::Rewards&, pp::Rng&) or "
                "step(const Action&, pp::PlayerResults&, pp::Rng&)");
  static_assert(HasObserve<Env>, "an environment must have: void observe(Observation&) const");
}

// Checks optional members, which the engine would silently ignore if their form were wrong.
template <class Env>
consteval void check_options() {
  static_assert(HasInfo<Env> == (HasInfoType<Env> || NamesInfo<Env>),
                "an environment with infos must have both: struct Info and void info(Info&) const");
  static_assert(HasRenderState<Env> == (HasRenderStateType<Env> || NamesRenderState<Env>),
                "an environment that can be rendered must have both: struct RenderState and "
                "void render_state(RenderState&) const");
  static_assert(HasSerialize<Env> || !NamesSerialize<Env>,
                "serialize must be: void serialize(pp::StateIO&)");
  static_assert(HasSeed<Env> || !NamesSeed<Env>,
                "seed must be: void seed(const pp::SeedSequence&)");
  static_assert(HasPlayers<Env> || !NamesPlayers<Env>,
                "players must be: std::size_t players() const");
  static_assert(HasAgent<Env> || !NamesAgent<Env>,
                "agent must be: std::size_t agent(std::size_t row) const");
  static_assert(HasPlayers<Env> || !HasAgent<Env>,
                "an environment with agent() must have: std::size_t players() const");
  static_assert(
      HasStepTogether<Env> || !NamesStepTogether<Env>,
      "step_together must be: static bool step_together(const std::array<Env*, kTogether>&, "
      "const std::array<Action, kTogether>&, std::array<Transition, kTogether>&), and "
      "kTogether must be their number");
  static_assert(
      HasStepGroup<Env> || !NamesStepGroup<Env>,
      "step_group must be: static void step_group(std::span<Env* const>, std::span<const Action>, "
      "std::span<pp::Rng* const>, std::span<pp::Transition>), and kGroup the most that it takes");
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
