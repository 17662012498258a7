// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options, and the rows that hold the observations, actions and infos of any configuration.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <memory>

#include "game.h"

namespace pp::highway {

struct Options {
  Tree config;
  bool players = false;
  SceneKind scene = SceneKind::kHighway;  // of the id

  static constexpr auto options() {
    return option_list(
        option("config", &Options::config,
               "Entries of the reference's configuration, merged into these."),
        option("players", &Options::players,
               "Each controlled vehicle is an agent with rows, rewards and ends of its own."));
  }
};

struct ChangedOptions {
  Tree config = Tree(Tree::Dict{});

  static constexpr auto options() {
    return option_list(option("config", &ChangedOptions::config,
                              "Entries of the configuration, kept for later episodes."));
  }
};

// Finds out how NumPy calculates, and makes what all environments with a configuration share.
struct SharedSetup {
  explicit SharedSetup(const Options& options);
  std::shared_ptr<const Setup> setup;
};

// The infos. Which ones there are depends on the scene.
struct InfoRows {
  static constexpr bool kMayLeaveOutRows = true;

  Row<double> speed;
  Row<bool> crashed;
  // The action, in one of the forms.
  Row<std::int64_t> choice;
  Row<std::int64_t, kDynamic> choices;
  Row<float, kDynamic> levers;
  // The terms of the reward.
  Row<double> numbers[Scene::kMostTerms];
  Row<bool> flags[Scene::kMostTerms];
  Row<std::int64_t> counts[Scene::kMostTerms];
  Row<double, kDynamic> agents_rewards;
  Row<bool, kDynamic> agents_terminated;
  Row<bool> success;
  Row<bool, kDynamic> successes;
};
Space<InfoRows> info_space(const Settings& settings, const Scene& scene);
void write_info(const Game& game, InfoRows& out);

// The node of one of several rows that lie one after the other in their struct.
template <class Field>
detail::RowFacts row_facts(std::size_t first_offset, std::size_t index) {
  return {.slot_offset = first_offset + index * sizeof(RowSlot),
          .dtype = dtype_of<typename Field::value_type>(),
          .per_player = Field::kIsPlayerRow,
          .is_dynamic = Field::kIsDynamic,
          .shape = Field::kShape};
}
template <class Owner, class Field, std::size_t Count>
std::size_t offset_of(Field (Owner::*rows)[Count]) {
  static const Owner probe{};
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&(probe.*rows)[0]) -
                                  reinterpret_cast<const std::byte*>(&probe));
}

[[noreturn]] void refuse_arrays(std::size_t most);

// Gives each array of an observation a row of its type. O has `floats`, `doubles` and `bytes`.
template <class O>
class ArrayRows {
 public:
  SpaceNode operator()(const Leaf& leaf) {
    switch (leaf.dtype) {
      case DType::kFloat64:
        return node(&O::doubles, used_[1]++, leaf);
      case DType::kUInt8:
        return node(&O::bytes, used_[2]++, leaf);
      default:
        return node(&O::floats, used_[0]++, leaf);
    }
  }

 private:
  template <class Field, std::size_t Count>
  static SpaceNode node(Field (O::*rows)[Count], std::size_t index, const Leaf& leaf) {
    if (index >= Count) refuse_arrays(Count);
    return detail::box(row_facts<Field>(offset_of(rows), index), leaf.low, leaf.high, leaf.shape);
  }

  std::array<std::size_t, 3> used_{};
};
}  // namespace pp::highway
