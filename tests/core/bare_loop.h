// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a pool does, as the plainest loop over the same environment classes: no queue, no batch, no
// threads. The tests take its results as the truth, the benchmarks its speed as the limit.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "classic_control/acrobot.h"
#include "classic_control/cartpole.h"
#include "classic_control/continuous_mountain_car.h"
#include "classic_control/mountain_car.h"
#include "classic_control/pendulum.h"
#include "toy_text/blackjack.h"
#include "toy_text/catch.h"
#include "toy_text/cliff_walking.h"
#include "toy_text/frozen_lake.h"
#include "toy_text/nchain.h"
#include "toy_text/taxi.h"

namespace pp::testing {

// How the rows of each class lie in memory: the bytes of one row of each observation leaf, and how
// an Observation or an Action is pointed at a row.
template <class Env>
struct Rows;

// Of a class whose observation and action are one leaf each.
template <class EnvType, auto kObservation, auto kAction, std::size_t kElements, int kChoices>
struct OneLeaf {
  using Env = EnvType;
  template <class Leaf>
  using ValueOf = typename std::remove_reference_t<Leaf>::value_type;
  using ObservedType = ValueOf<decltype(std::declval<typename Env::Observation&>().*kObservation)>;
  using ActionType = ValueOf<decltype(std::declval<typename Env::Action&>().*kAction)>;

  static constexpr std::array<std::size_t, 1> kBytes{kElements * sizeof(ObservedType)};
  static constexpr int kActions = kChoices;  // 0: not discrete
  static RowSlot& slot(typename Env::Observation& out, std::size_t) {
    RowSlot& leaf = out.*kObservation;
    leaf.elements = kElements;  // for rows of run-time size
    return leaf;
  }
  static RowSlot& slot(typename Env::Action& in) { return in.*kAction; }
};

template <>
struct Rows<classic_control::Acrobot>
    : OneLeaf<classic_control::Acrobot, &classic_control::Acrobot::Observation::state,
              &classic_control::Acrobot::Action::torque, 6, 3> {};
template <>
struct Rows<classic_control::CartPole>
    : OneLeaf<classic_control::CartPole, &classic_control::CartPole::Observation::state,
              &classic_control::CartPole::Action::push, 4, 2> {};
template <>
struct Rows<classic_control::MountainCar>
    : OneLeaf<classic_control::MountainCar, &classic_control::MountainCar::Observation::state,
              &classic_control::MountainCar::Action::push, 2, 3> {};
template <>
struct Rows<classic_control::ContinuousMountainCar>
    : OneLeaf<classic_control::ContinuousMountainCar,
              &classic_control::ContinuousMountainCar::Observation::state,
              &classic_control::ContinuousMountainCar::Action::force, 2, 0> {};
template <>
struct Rows<classic_control::Pendulum>
    : OneLeaf<classic_control::Pendulum, &classic_control::Pendulum::Observation::state,
              &classic_control::Pendulum::Action::torque, 3, 0> {};
template <>
struct Rows<toy_text::Catch> : OneLeaf<toy_text::Catch, &toy_text::Catch::Observation::board,
                                       &toy_text::Catch::Action::move, 50, 3> {};
template <>
struct Rows<toy_text::CliffWalking>
    : OneLeaf<toy_text::CliffWalking, &toy_text::CliffWalking::Observation::tile,
              &toy_text::CliffWalking::Action::direction, 1, 4> {};
template <>
struct Rows<toy_text::FrozenLake>
    : OneLeaf<toy_text::FrozenLake, &toy_text::FrozenLake::Observation::tile,
              &toy_text::FrozenLake::Action::direction, 1, 4> {};
template <>
struct Rows<toy_text::NChain> : OneLeaf<toy_text::NChain, &toy_text::NChain::Observation::state,
                                        &toy_text::NChain::Action::back, 1, 2> {};
template <>
struct Rows<toy_text::Taxi> : OneLeaf<toy_text::Taxi, &toy_text::Taxi::Observation::state,
                                      &toy_text::Taxi::Action::what, 1, 6> {};
template <>
struct Rows<toy_text::Blackjack> {
  using Env = toy_text::Blackjack;
  using ActionType = std::int64_t;
  static constexpr std::array<std::size_t, 3> kBytes{8, 8, 8};
  static constexpr int kActions = 2;
  static RowSlot& slot(Env::Observation& out, std::size_t leaf) {
    return leaf == 0 ? static_cast<RowSlot&>(out.player_sum)
                     : (leaf == 1 ? out.dealer_card : out.usable_ace);
  }
  static RowSlot& slot(Env::Action& in) { return in.hit; }
};

// `num_envs` environments under the rules of autoreset mode NextStep.
template <class Env>
class BareLoop {
 public:
  using ActionType = typename Rows<Env>::ActionType;
  static constexpr std::size_t kLeaves = Rows<Env>::kBytes.size();

  static constexpr std::size_t kInfos = HasInfo<Env> ? sizeof(InfoOf<Env>) / sizeof(RowSlot) : 0;

  struct Info {
    std::size_t row_bytes = 0;
    std::vector<std::byte> values;
  };

  BareLoop(std::size_t num_envs, std::int64_t max_episode_steps,
           const typename Env::Config& config = {})
      : shared_(make_shared_data(config)),
        limit_(max_episode_steps),
        rngs_(num_envs),
        steps_(num_envs),
        ended_(std::make_unique<bool[]>(num_envs)),
        rewards(num_envs),
        terminated(std::make_unique<bool[]>(num_envs)),
        truncated(std::make_unique<bool[]>(num_envs)) {
    envs_.reserve(num_envs);
    for (std::size_t env = 0; env < num_envs; ++env) {
      if constexpr (HasShared<Env>) {
        envs_.emplace_back(config, shared_);
      } else {
        envs_.emplace_back(config);
      }
    }
    for (std::size_t leaf = 0; leaf < kLeaves; ++leaf) {
      observations[leaf].resize(num_envs * Rows<Env>::kBytes[leaf]);
    }
    const auto spec = Env::spec(config);
    for (const SpaceNode& leaf : spec.info.node.children) {
      Info& info = infos[leaf.slot_offset / sizeof(RowSlot)];
      info.row_bytes = leaf.elements() * size_of(leaf.dtype);
      info.values.resize(num_envs * info.row_bytes);
    }
  }

  // Environment i starts from seed + i.
  void reset(std::uint64_t seed) {
    for (std::size_t env = 0; env < envs_.size(); ++env) {
      rngs_[env] = Rng(seed + env);
      reset_one(env);
      observe(env);
    }
  }

  void step(const ActionType* actions) {
    for (std::size_t env = 0; env < envs_.size(); ++env) {
      if (ended_[env]) {
        reset_one(env);
      } else {
        step_one(env, actions + env);
      }
      observe(env);
    }
  }

 private:
  static SharedOf<Env> make_shared_data(const typename Env::Config& config) {
    if constexpr (HasShared<Env>) {
      return SharedOf<Env>(config);
    } else {
      return {};
    }
  }

  // Once an episode, so kept out of the loop.
  [[gnu::noinline]] void reset_one(std::size_t env) {
    if constexpr (HasResetOptions<Env>) {
      envs_[env].reset(rngs_[env], {});
    } else {
      envs_[env].reset(rngs_[env]);
    }
    steps_[env] = 0;
    ended_[env] = false;
    rewards[env] = 0.0;
    terminated[env] = false;
    truncated[env] = false;
  }

  void step_one(std::size_t env, const ActionType* action) {
    typename Env::Action in;
    Rows<Env>::slot(in).data = reinterpret_cast<std::byte*>(const_cast<ActionType*>(action));
    Transition transition;
    if constexpr (StepsWithRng<Env>) {
      transition = envs_[env].step(in, rngs_[env]);
    } else {
      transition = envs_[env].step(in);
    }
    ++steps_[env];
    if (limit_ > 0 && steps_[env] >= limit_) transition.truncated = true;
    ended_[env] = transition.terminated || transition.truncated;
    rewards[env] = transition.reward;
    terminated[env] = transition.terminated;
    truncated[env] = transition.truncated;
  }

  void observe(std::size_t env) {
    typename Env::Observation out;
    for (std::size_t leaf = 0; leaf < kLeaves; ++leaf) {
      Rows<Env>::slot(out, leaf).data = observations[leaf].data() + env * Rows<Env>::kBytes[leaf];
    }
    envs_[env].observe(out);
    if constexpr (HasInfo<Env>) {
      InfoOf<Env> info;
      auto* const slots = reinterpret_cast<RowSlot*>(&info);
      for (std::size_t i = 0; i < kInfos; ++i) {
        slots[i].data = infos[i].values.data() + env * infos[i].row_bytes;
      }
      envs_[env].info(info);
    }
  }

  const SharedOf<Env> shared_;
  const std::int64_t limit_;
  std::vector<Env> envs_;
  std::vector<Rng> rngs_;
  std::vector<std::int64_t> steps_;
  std::unique_ptr<bool[]> ended_;

 public:
  // The results, a row for each environment.
  std::array<std::vector<std::byte>, kLeaves> observations;
  std::array<Info, kInfos> infos;  // in the order of the struct's members
  std::vector<double> rewards;
  std::unique_ptr<bool[]> terminated;
  std::unique_ptr<bool[]> truncated;
};

}  // namespace pp::testing
