// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Converts a received batch to the values that step and reset return.
#pragma once

#include <parallel_pool/bindings/env_type.h>
#include <parallel_pool/bindings/lease.h>
#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/bindings/py_tree.h>
#include <parallel_pool/bindings/texts.h>
#include <parallel_pool/core/episodes/episode_statistics.h>
#include <parallel_pool/core/pool/pool.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pp {

// The contents of a step's tuple: one format for each face.
enum class ResultFormat : std::uint8_t {
  // (observations, rewards, terminations, truncations, infos) as gymnasium.vector: rewards are
  // float64, and infos have the entries that some row has, and masks.
  kGymnasium,
  // The same as EnvPool: rewards are float32, and infos always have all entries, without masks, and
  // also the env ids and the elapsed steps of the rows.
  kEnvPool,
  // (observations, rewards, discounts, step types, infos), with EnvPool's infos; after a reset
  // too.
  kDmEnv,
};

ResultFormat parse_result_format(const std::string& name);

// The contents and the format of a pool's results.
struct ResultOptions {
  ResultFormat format = ResultFormat::kGymnasium;
  bool episode_statistics = false;
};

class ResultBuilder {
 public:
  ResultBuilder(const BatchLayout& layout, const SpecNodes& spec, ResultFormat format);

  // These two change the batch, once, before anything below: the first drops the rows of failed
  // environments, the second closes the gaps that absent players left.
  void drop_failed(ReceivedBatch& received) const;
  void compact_players(const ReceivedBatch& received) const;

  nb::tuple step(const ReceivedBatch& received, bool with_env_ids) const;
  // Of the one row there is, as an environment alone returns it; scalars are plain Python numbers.
  nb::tuple single_step(const ReceivedBatch& received) const;
  // (observations, infos); as a step in dm_env's format
  nb::tuple reset(const ReceivedBatch& received, bool with_env_ids) const;
  // The infos that statistics count, if the spec names some.
  std::optional<WholeEpisodeInfos> whole_episodes(const SpecNodes& spec) const;
  nb::object env_ids(const ReceivedBatch& received) const {
    return column(received, layout_.env_id);
  }

 private:
  // The place of an info, if it has this name.
  std::optional<std::size_t> find_info(const std::string& name) const;
  nb::object terminations(const ReceivedBatch& received) const;
  // A column of the batch: the kept array for a full batch, a new one for a part of it.
  nb::object column(const ReceivedBatch& received, std::size_t index) const;
  nb::object observations(const ReceivedBatch& received) const;
  nb::object observed(const ReceivedBatch& received, const PyTree& leaf) const;
  nb::object last_observed(const ReceivedBatch& received, const PyTree& leaf,
                           std::uint32_t row) const;
  bool is_str(const PyTree& leaf) const {
    return format_ == ResultFormat::kGymnasium && leaf.kind() == SpaceKind::kText;
  }
  nb::object rewards(const ReceivedBatch& received) const;
  nb::object discounts(const ReceivedBatch& received) const;
  nb::object step_types(const ReceivedBatch& received) const;
  nb::dict infos(const ReceivedBatch& received, bool with_env_ids) const;
  nb::dict plain_infos(const ReceivedBatch& received) const;
  // The entries of an info tree that any row has, each with its mask; false if there are none.
  bool add_infos(nb::dict& out, const PyTree& tree, const ReceivedBatch& received,
                 std::size_t first_value, std::size_t first_mask) const;
  void add_plain(nb::dict& out, const PyTree& tree, const ReceivedBatch& received) const;
  nb::object nested_mask(const PyTree& tree, const ReceivedBatch& received,
                         std::size_t first_mask) const;
  nb::dict single_infos(const PyTree& tree, const ReceivedBatch& received) const;
  void add_final(nb::dict& out, const ReceivedBatch& received) const;
  void add_statistics(nb::dict& out, const ReceivedBatch& received) const;
  nb::dict players(const ReceivedBatch& received) const;

  const BatchLayout& layout_;
  PyTree observation_;
  PyTree info_;
  std::optional<std::size_t> zero_discount_;  // the info that is true where a discount is 0
  std::optional<std::size_t> reported_termination_;
  ResultFormat format_;
  // By leaf of the observation. What they keep changes no result.
  mutable std::vector<TextColumn> texts_;
};

}  // namespace pp
