// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes the engine's own columns of a batch: outcomes, players, and which infos a row has. Column
// addresses are looked up once for each batch, so that a row costs little more than its own bytes.
#pragma once

#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/episodes/outcomes.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pp {

// Where an environment's observation and infos go.
struct ShownColumns {
  std::byte* const* observation = nullptr;
  std::byte* const* info = nullptr;
  std::byte* const* mask = nullptr;
};

class RowWriter {
 public:
  // `fields` and `layout` outlive the writer.
  RowWriter(const GroupFields& fields, const BatchLayout& layout);

  void attach(const Batch& batch);

  const Batch& batch() const { return *batch_; }
  // Of the current observation, and of the last one of an episode that ended in this row.
  const ShownColumns& current() const { return current_; }
  const ShownColumns& final() const { return final_; }
  // Whether every info entry exists in all rows, so that `write_outcomes` writes its mask.
  bool infos_in_every_row() const { return infos_in_every_row_; }

  // The engine's own columns of a range of rows, and the masks of infos that every row has.
  template <class Envs>
  void write_outcomes(const Envs envs, std::uint32_t count, const Outcomes& outcomes,
                      std::uint32_t at, std::uint32_t first) {
    if (!fields_->multi_player) std::copy_n(outcomes.reward + at, count, reward_ + first);
    std::copy_n(outcomes.terminated + at, count, terminated_ + first);
    std::copy_n(outcomes.truncated + at, count, truncated_ + first);
    std::copy_n(outcomes.elapsed_step + at, count, elapsed_step_ + first);
    std::copy_n(outcomes.kind + at, count, kind_ + first);
    std::int32_t* const env_ids = env_id_ + first;
    for (std::uint32_t k = 0; k < count; ++k) env_ids[k] = static_cast<std::int32_t>(envs[k]);
    if (infos_in_every_row_) {
      for (std::size_t i = 0; i < fields_->info.size(); ++i) {
        const bool masked_in = fields_->info[i].leaf.presence == Presence::kAlways;
        std::memset(current_.mask[i] + first, masked_in, count);
      }
    }
  }

  // The same for one row without a step or reset.
  void write_no_outcome(std::uint32_t row, std::uint32_t env, RowKind kind,
                        std::int32_t elapsed_step);

  // The owners of a multi-player environment's rows, `id_of(player)` for each, and what its step gave
  // them; nothing after a reset.
  void write_players(std::uint32_t row, std::uint32_t env, std::size_t players,
                     const PlayerResults* results, const auto& id_of) {
    const std::size_t first = row * fields_->max_players;
    players_[row] = static_cast<std::int32_t>(players);
    for (std::size_t player = 0; player < players; ++player) {
      const std::size_t id = id_of(player);
      if (id >= fields_->max_players) [[unlikely]]
        refuse_player(player, id);
      reward_[first + player] = results != nullptr ? results->reward.values()[player] : 0.0;
      player_env_id_[first + player] = static_cast<std::int32_t>(env);
      player_id_[first + player] = static_cast<std::int32_t>(id);
    }
    if (fields_->player_flags) write_player_flags(row, players, results);
  }

  // Which infos the row has; the others become zero. `sometimes`: whether the row has the infos of
  // Presence::kSometimes.
  void write_masks(const ShownColumns& columns, std::uint32_t row, RowKind kind, bool sometimes);
  // The row has no infos.
  void write_no_infos(const ShownColumns& columns, std::uint32_t row);

  // Zeros, for an environment that failed.
  void write_zeros(std::uint32_t row);

 private:
  void write_player_flags(std::uint32_t row, std::size_t players, const PlayerResults* results);
  [[noreturn]] void refuse_player(std::size_t player, std::size_t id) const;
  void write_zeros(std::byte* column, const Field& field, std::uint32_t row);

  const GroupFields* fields_;
  const BatchLayout* layout_;
  bool infos_in_every_row_ = true;
  const Batch* batch_ = nullptr;
  double* reward_ = nullptr;
  bool* terminated_ = nullptr;
  bool* truncated_ = nullptr;
  std::int32_t* env_id_ = nullptr;
  std::int32_t* elapsed_step_ = nullptr;
  RowKind* kind_ = nullptr;
  std::int32_t *players_ = nullptr, *player_env_id_ = nullptr, *player_id_ = nullptr;
  ShownColumns current_;
  ShownColumns final_;
};

}  // namespace pp
