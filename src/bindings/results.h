// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A received batch as the values that step and reset return.
#pragma once

#include <parallel_pool/pool.h>

#include <cstddef>
#include <cstdint>

#include "lease.h"
#include "numpy_api.h"
#include "py_tree.h"

namespace pp {

// How a batch is told.
enum class Form : std::uint8_t {
  // (observations, rewards, terminations, truncations, infos) as gymnasium.vector: rewards are
  // float64, infos are what some row has, beside masks.
  kGymnasium,
  // The same as EnvPool: rewards are float32, infos are everything, always, without masks, and say
  // whose rows they are and how many steps their episodes have had.
  kEnvPool,
  // (observations, rewards, discounts, step types, infos), the infos as EnvPool's; after a reset
  // too.
  kDmEnv,
};

// What a pool's results tell, and how.
struct ResultOptions {
  Form form = Form::kGymnasium;
  bool episode_statistics = false;
};

class ResultBuilder {
 public:
  ResultBuilder(const BatchLayout& layout, const SpaceNode& observation, const SpaceNode& info,
                Form form);

  // These two change the batch, once, before anything below: the first drops the rows of failed
  // environments, the second closes the gaps that absent players left.
  void drop_failed(Received& received) const;
  void compact_players(const Received& received) const;

  nb::tuple step(const Received& received, bool with_env_ids) const;
  // (observations, infos); as a step in dm_env's form
  nb::tuple reset(const Received& received, bool with_env_ids) const;
  nb::object env_ids(const Received& received) const { return column(received, layout_.env_id); }

 private:
  // A column of the batch: the kept array for a full batch, a new one for a part of it.
  nb::object column(const Received& received, std::size_t index) const;
  nb::object observations(const Received& received) const;
  nb::object rewards(const Received& received) const;
  nb::object discounts(const Received& received) const;
  nb::object step_types(const Received& received) const;
  nb::dict infos(const Received& received, bool with_env_ids) const;
  nb::dict plain_infos(const Received& received) const;
  // The entries of an info tree that any row has, each with its mask; false if there are none.
  bool add_infos(nb::dict& out, const PyTree& tree, const Received& received,
                 std::size_t first_value, std::size_t first_mask) const;
  void add_plain(nb::dict& out, const PyTree& tree, const Received& received) const;
  nb::object nested_mask(const PyTree& tree, const Received& received,
                         std::size_t first_mask) const;
  void add_final(nb::dict& out, const Received& received) const;
  void add_statistics(nb::dict& out, const Received& received) const;
  nb::dict players(const Received& received) const;

  const BatchLayout& layout_;
  PyTree observation_;
  PyTree info_;
  Form form_;
};

}  // namespace pp
