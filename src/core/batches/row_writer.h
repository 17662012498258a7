// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes results into the rows of a batch. Column addresses are looked up once for each batch, so
// that a row costs little more than its own bytes.
#pragma once

#include <parallel_pool/core/author/fields.h>
#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/episodes/episode.h>
#include <parallel_pool/core/episodes/outcomes.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace pp {

template <class Env>
class RowWriter {
 public:
  // `fields` and `layout` outlive the writer.
  RowWriter(const GroupFields& fields, const BatchLayout& layout)
      : fields_(&fields), layout_(&layout), current_(fields), final_(fields) {
    for (std::size_t i = 0; i < fields.info.size(); ++i) {
      const Presence presence = fields.info[i].leaf.presence;
      infos_in_every_row_ =
          infos_in_every_row_ && (presence == Presence::kAlways || presence == Presence::kEnvPool);
    }
  }

  void attach(const Batch& batch) {
    batch_ = &batch;
    reward_ = batch.column<double>(layout_->reward);
    terminated_ = batch.column<bool>(layout_->terminated);
    truncated_ = batch.column<bool>(layout_->truncated);
    env_id_ = batch.column<std::int32_t>(layout_->env_id);
    elapsed_step_ = batch.column<std::int32_t>(layout_->elapsed_step);
    kind_ = batch.column<RowKind>(layout_->kind);
    current_.attach(batch, layout_->observation, layout_->info, layout_->info_mask);
    if (layout_->same_step) {
      final_.attach(batch, layout_->final_observation, layout_->final_info,
                    layout_->final_info_mask);
    }
  }

  const Batch& batch() const { return *batch_; }

  // The engine's own columns of a range of rows, and the masks of infos that every row has.
  template <class Envs>
  void write_outcomes(const Envs envs, std::uint32_t count, const Outcomes& outcomes,
                      std::uint32_t at, std::uint32_t first) {
    if constexpr (!HasPlayers<Env>) {
      std::copy_n(outcomes.reward + at, count, reward_ + first);
    }
    std::copy_n(outcomes.terminated + at, count, terminated_ + first);
    std::copy_n(outcomes.truncated + at, count, truncated_ + first);
    std::copy_n(outcomes.elapsed_step + at, count, elapsed_step_ + first);
    std::copy_n(outcomes.kind + at, count, kind_ + first);
    std::int32_t* const env_ids = env_id_ + first;
    for (std::uint32_t k = 0; k < count; ++k) env_ids[k] = static_cast<std::int32_t>(envs[k]);
    if (HasInfo<Env> && infos_in_every_row_) {
      for (std::size_t i = 0; i < FieldView<InfoOf<Env>>::kSlots; ++i) {
        const bool masked_in = fields_->info[i].leaf.presence == Presence::kAlways;
        std::memset(current_.mask_columns[i] + first, masked_in, count);
      }
    }
  }

  // The same for one row without a step or reset.
  void write_no_outcome(std::uint32_t row, std::uint32_t env, RowKind kind,
                        std::int32_t elapsed_step) {
    if constexpr (HasPlayers<Env>) {
      batch_->template column<std::int32_t>(layout_->players)[row] = 0;
    } else {
      reward_[row] = 0.0;
    }
    terminated_[row] = false;
    truncated_[row] = false;
    env_id_[row] = static_cast<std::int32_t>(env);
    elapsed_step_[row] = elapsed_step;
    kind_[row] = kind;
  }

  // The owners of a multi-player environment's rows, and what its step gave them; nothing after a
  // reset.
  void write_players(std::uint32_t row, std::uint32_t env, const Episode<Env>& episode,
                     const PlayerResults* results) {
    const std::size_t first = row * fields_->max_players;
    auto* const counts = batch_->template column<std::int32_t>(layout_->players);
    auto* const env_ids = batch_->template column<std::int32_t>(layout_->player_env_id);
    auto* const ids = batch_->template column<std::int32_t>(layout_->player_id);
    counts[row] = static_cast<std::int32_t>(episode.players());
    for (std::size_t player = 0; player < episode.players(); ++player) {
      reward_[first + player] = results != nullptr ? results->reward.values()[player] : 0.0;
      env_ids[first + player] = static_cast<std::int32_t>(env);
      ids[first + player] = static_cast<std::int32_t>(id_of(episode, player));
    }
    if constexpr (StepsPlayersWithFlags<Env>) write_flags(row, episode.players(), results);
  }

  // Writes observation and infos after a step or reset. Throws what the environment throws.
  void write_current(std::uint32_t row, const Episode<Env>& episode, RowKind kind) {
    write_observation(current_, row, episode);
    if constexpr (HasInfo<Env>) {
      if (infos_in_every_row_) {
        InfoOf<Env> info = current_.info.at(row, episode.players());
        episode.env.info(info);
      } else {
        write_info(current_, row, episode, kind);
      }
    }
  }

  // SameStep: writes the last observation and infos of an ended episode, before the reset.
  void write_final(std::uint32_t row, const Episode<Env>& episode) {
    write_observation(final_, row, episode);
    write_info(final_, row, episode, RowKind::kStep);
  }
  void write_no_final(std::uint32_t row) {
    if (layout_->same_step) write_no_info(final_, row);
  }

  // Writes only an observation.
  void write_observation_only(std::uint32_t row, const Episode<Env>& episode) {
    write_no_info(current_, row);
    write_observation(current_, row, episode);
  }

  // Writes zeros, for an environment that failed.
  void write_zeros(std::uint32_t row) {
    for (std::size_t i = 0; i < fields_->observation.size(); ++i) {
      write_zeros(current_.observation_columns[i], fields_->observation[i], row);
    }
    write_no_info(current_, row);
    write_no_final(row);
  }

 private:
  std::size_t id_of(const Episode<Env>& episode, std::size_t player) const {
    if constexpr (HasAgent<Env>) {
      const std::size_t id = episode.env.agent(player);
      if (id < fields_->max_players) return id;
      throw Error(ErrorKind::kValue, "agent(" + std::to_string(player) + ") is " +
                                         std::to_string(id) + ", but there are " +
                                         std::to_string(fields_->max_players) + " players");
    }
    return player;
  }

  // The end of the environment's episode ends those of its players that go on.
  void write_flags(std::uint32_t row, std::size_t players, const PlayerResults* results) {
    const std::size_t first = row * fields_->max_players;
    bool* const terminated = batch_->template column<bool>(layout_->player_terminated) + first;
    bool* const truncated = batch_->template column<bool>(layout_->player_truncated) + first;
    for (std::size_t player = 0; player < players; ++player) {
      const bool own_end = results != nullptr && results->terminated.values()[player];
      const bool own_cut = results != nullptr && results->truncated.values()[player];
      terminated[player] = own_end || (terminated_[row] && !own_cut);
      truncated[player] = own_cut || (truncated_[row] && !terminated[player]);
    }
  }

  // The columns of an environment's observation and infos.
  struct ShownColumns {
    explicit ShownColumns(const GroupFields& fields)
        : observation(fields.observation, fields.max_players),
          info(fields.info, fields.max_players) {}

    void attach(const Batch& batch, std::size_t first_observation, std::size_t first_info,
                std::size_t first_mask) {
      observation_columns = batch.columns() + first_observation;
      info_columns = batch.columns() + first_info;
      mask_columns = batch.columns() + first_mask;
      observation.attach(observation_columns);
      info.attach(info_columns);
    }

    FieldView<typename Env::Observation> observation;
    FieldView<InfoOf<Env>> info;
    std::byte* const* observation_columns = nullptr;
    std::byte* const* info_columns = nullptr;
    std::byte* const* mask_columns = nullptr;
  };

  void write_observation(ShownColumns& columns, std::uint32_t row, const Episode<Env>& episode) {
    if (HasPlayers<Env> && episode.players() > fields_->max_players) {
      throw Error(ErrorKind::kValue, "players() is " + std::to_string(episode.players()) +
                                         ", but the spec allows max_players = " +
                                         std::to_string(fields_->max_players));
    }
    typename Env::Observation observation = columns.observation.at(row, episode.players());
    episode.env.observe(observation);
  }

  void write_info(ShownColumns& columns, std::uint32_t row, const Episode<Env>& episode,
                  RowKind kind) {
    if constexpr (HasInfo<Env>) {
      InfoOf<Env> info = columns.info.at(row, episode.players());
      episode.env.info(info);
      for (std::size_t i = 0; i < FieldView<InfoOf<Env>>::kSlots; ++i) {
        const Presence presence = fields_->info[i].leaf.presence;
        bool present =
            presence == Presence::kAlways ||
            presence == (kind == RowKind::kReset ? Presence::kAfterReset : Presence::kAfterStep);
        if constexpr (HasInfoSometimes<Env>) {
          present = present || (presence == Presence::kSometimes && episode.env.has_info());
        }
        reinterpret_cast<bool*>(columns.mask_columns[i])[row] = present;
        if (!present && presence != Presence::kEnvPool)
          write_zeros(columns.info_columns[i], fields_->info[i], row);
      }
    }
  }

  void write_no_info(ShownColumns& columns, std::uint32_t row) {
    for (std::size_t i = 0; i < fields_->info.size(); ++i) {
      reinterpret_cast<bool*>(columns.mask_columns[i])[row] = false;
      write_zeros(columns.info_columns[i], fields_->info[i], row);
    }
  }

  void write_zeros(std::byte* column, const Field& field, std::uint32_t row) {
    const std::size_t bytes = field.row_bytes * (field.leaf.per_player ? fields_->max_players : 1);
    std::memset(column + row * bytes, 0, bytes);
  }

  const GroupFields* fields_;
  const BatchLayout* layout_;
  bool infos_in_every_row_ = true;  // every info entry exists in all rows
  const Batch* batch_ = nullptr;
  double* reward_ = nullptr;
  bool* terminated_ = nullptr;
  bool* truncated_ = nullptr;
  std::int32_t* env_id_ = nullptr;
  std::int32_t* elapsed_step_ = nullptr;
  RowKind* kind_ = nullptr;
  ShownColumns current_;
  ShownColumns final_;
};

}  // namespace pp
