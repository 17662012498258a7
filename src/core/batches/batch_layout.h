// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The columns of a batch, and where each lies in its single allocation.
#pragma once

#include <parallel_pool/core/author/fields.h>
#include <parallel_pool/core/author/scalar.h>

#include <cstddef>
#include <string>
#include <vector>

namespace pp {

// What happened in a row; a column that only the engine reads.
enum class RowKind : std::uint8_t {
  kUntouched,  // left alone by a reset mask: only the observation is valid
  kStep,
  kReset,
  kFailed,
};

struct Column {
  DType dtype;
  std::vector<std::size_t> shape;  // of one row
  bool per_player = false;

  std::size_t row_bytes() const {
    std::size_t bytes = size_of(dtype);
    for (const std::size_t extent : shape) bytes *= extent;
    return bytes;
  }
};

// Column indices by meaning. Groups are consecutive: observation + i is leaf i.
struct BatchLayout {
  static constexpr std::size_t kAlignment = 64;

  std::vector<Column> columns;
  std::vector<std::size_t> offsets;  // in bytes from the first column
  std::size_t bytes = 0;
  std::size_t rows = 0;
  std::size_t max_players = 1;
  bool multi_player = false;
  bool same_step = false;
  bool statistics = false;
  bool player_flags = false;

  std::size_t observation = 0, info = 0, info_mask = 0;
  std::size_t reward = 0, terminated = 0, truncated = 0, env_id = 0, elapsed_step = 0, kind = 0;
  std::size_t players = 0, player_env_id = 0, player_id = 0;               // multi-player only
  std::size_t player_terminated = 0, player_truncated = 0;                 // with player_flags
  std::size_t final_observation = 0, final_info = 0, final_info_mask = 0;  // SameStep only
  // By leaf of the observation: the column that counts its changes, for a text. See TextVersions.
  std::vector<std::size_t> text_versions;
  std::size_t episode_return = 0, episode_length = 0, episode_time = 0, episode_ended = 0;

  BatchLayout(const Fields& observation_fields, const Fields& info_fields, std::size_t row_count,
              std::size_t player_limit, bool has_players, bool has_final)
      : rows(row_count),
        max_players(player_limit),
        multi_player(has_players),
        same_step(has_final) {
    observation = add_fields(observation_fields);
    reward = add({DType::kFloat64, {}, has_players});
    terminated = add({DType::kBool, {}});
    truncated = add({DType::kBool, {}});
    env_id = add({DType::kInt32, {}});
    elapsed_step = add({DType::kInt32, {}});
    kind = add({DType::kUInt8, {}});
    info = add_fields(info_fields);
    info_mask = add_masks(info_fields.size());
    if (has_players) {
      players = add({DType::kInt32, {}});
      player_env_id = add({DType::kInt32, {}, true});
      player_id = add({DType::kInt32, {}, true});
    }
    if (has_final) {
      final_observation = add_fields(observation_fields);
      final_info = add_fields(info_fields);
      final_info_mask = add_masks(info_fields.size());
    }
    for (const Field& field : observation_fields) {
      const bool text = field.leaf.kind == SpaceKind::kText;
      text_versions.push_back(text ? add({DType::kUInt32, {}}) : 0);
    }
  }

  // Adds columns that say of each player whether its own episode ended; all others keep their places.
  void add_player_flags() {
    player_flags = true;
    player_terminated = add({DType::kBool, {}, true});
    player_truncated = add({DType::kBool, {}, true});
  }

  // Adds columns for statistics of ended episodes; all others keep their places.
  void add_statistics() {
    statistics = true;
    episode_return = add({DType::kFloat64, {}});
    episode_length = add({DType::kInt64, {}});
    episode_time = add({DType::kFloat64, {}});
    episode_ended = add({DType::kBool, {}});
  }

 private:
  std::size_t add(Column column) {
    offsets.push_back(bytes);
    const std::size_t slots = column.per_player ? rows * max_players : rows;
    const std::size_t size = column.row_bytes() * slots;
    bytes += (size + kAlignment - 1) / kAlignment * kAlignment;
    columns.push_back(std::move(column));
    return columns.size() - 1;
  }
  std::size_t add_fields(const Fields& fields) {
    const std::size_t first = columns.size();
    for (const Field& field : fields) {
      add({field.leaf.dtype, field.leaf.shape, field.leaf.per_player});
    }
    return first;
  }
  std::size_t add_masks(std::size_t count) {
    const std::size_t first = columns.size();
    for (std::size_t i = 0; i < count; ++i) add({DType::kBool, {}});
    return first;
  }
};

}  // namespace pp
