// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The rarer parts of a row: players, masks, and rows without an outcome.
#include <parallel_pool/core/episodes/row_writer.h>
#include <parallel_pool/error.h>

#include <string>

namespace pp {

RowWriter::RowWriter(const GroupFields& fields, const BatchLayout& layout)
    : fields_(&fields), layout_(&layout) {
  for (const Field& field : fields.info) {
    const Presence presence = field.leaf.presence;
    infos_in_every_row_ =
        infos_in_every_row_ && (presence == Presence::kAlways || presence == Presence::kEnvPool);
  }
}

void RowWriter::attach(const Batch& batch) {
  batch_ = &batch;
  reward_ = batch.column<double>(layout_->reward);
  terminated_ = batch.column<bool>(layout_->terminated);
  truncated_ = batch.column<bool>(layout_->truncated);
  env_id_ = batch.column<std::int32_t>(layout_->env_id);
  elapsed_step_ = batch.column<std::int32_t>(layout_->elapsed_step);
  kind_ = batch.column<RowKind>(layout_->kind);
  if (fields_->multi_player) {
    players_ = batch.column<std::int32_t>(layout_->players);
    player_env_id_ = batch.column<std::int32_t>(layout_->player_env_id);
    player_id_ = batch.column<std::int32_t>(layout_->player_id);
  }
  std::byte* const* const columns = batch.columns();
  current_ = {columns + layout_->observation, columns + layout_->info,
              columns + layout_->info_mask};
  if (layout_->same_step) {
    final_ = {columns + layout_->final_observation, columns + layout_->final_info,
              columns + layout_->final_info_mask};
  }
}

void RowWriter::write_no_outcome(std::uint32_t row, std::uint32_t env, RowKind kind,
                                 std::int32_t elapsed_step) {
  if (fields_->multi_player) {
    players_[row] = 0;
  } else {
    reward_[row] = 0.0;
  }
  terminated_[row] = false;
  truncated_[row] = false;
  env_id_[row] = static_cast<std::int32_t>(env);
  elapsed_step_[row] = elapsed_step;
  kind_[row] = kind;
}

void RowWriter::refuse_player(std::size_t player, std::size_t id) const {
  throw Error(ErrorKind::kValue, "agent(" + std::to_string(player) + ") is " + std::to_string(id) +
                                     ", but there are " + std::to_string(fields_->max_players) +
                                     " players");
}

// The end of the environment's episode ends those of its players that go on.
void RowWriter::write_player_flags(std::uint32_t row, std::size_t players,
                                   const PlayerResults* results) {
  const std::size_t first = row * fields_->max_players;
  bool* const terminated = batch_->column<bool>(layout_->player_terminated) + first;
  bool* const truncated = batch_->column<bool>(layout_->player_truncated) + first;
  for (std::size_t player = 0; player < players; ++player) {
    const bool own_end = results != nullptr && results->terminated.values()[player];
    const bool own_cut = results != nullptr && results->truncated.values()[player];
    terminated[player] = own_end || (terminated_[row] && !own_cut);
    truncated[player] = own_cut || (truncated_[row] && !terminated[player]);
  }
}

void RowWriter::write_masks(const ShownColumns& columns, std::uint32_t row, RowKind kind,
                            bool sometimes) {
  for (std::size_t i = 0; i < fields_->info.size(); ++i) {
    const Presence presence = fields_->info[i].leaf.presence;
    const bool present =
        presence == Presence::kAlways || (presence == Presence::kSometimes && sometimes) ||
        presence == (kind == RowKind::kReset ? Presence::kAfterReset : Presence::kAfterStep);
    reinterpret_cast<bool*>(columns.mask[i])[row] = present;
    if (!present && presence != Presence::kEnvPool) {
      write_zeros(columns.info[i], fields_->info[i], row);
    }
  }
}

void RowWriter::write_no_infos(const ShownColumns& columns, std::uint32_t row) {
  for (std::size_t i = 0; i < fields_->info.size(); ++i) {
    reinterpret_cast<bool*>(columns.mask[i])[row] = false;
    write_zeros(columns.info[i], fields_->info[i], row);
  }
}

void RowWriter::write_zeros(std::uint32_t row) {
  for (std::size_t i = 0; i < fields_->observation.size(); ++i) {
    write_zeros(current_.observation[i], fields_->observation[i], row);
  }
  write_no_infos(current_, row);
  if (layout_->same_step) write_no_infos(final_, row);
}

void RowWriter::write_zeros(std::byte* column, const Field& field, std::uint32_t row) {
  const std::size_t bytes = field.row_bytes * (field.leaf.per_player ? fields_->max_players : 1);
  std::memset(column + row * bytes, 0, bytes);
}

}  // namespace pp
