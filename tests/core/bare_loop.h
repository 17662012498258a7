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
