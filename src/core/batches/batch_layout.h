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
              std::size_t player_limit, bool has_players, bool has_final);

  // Adds columns that say of each player whether its own episode ended; all others keep their places.
  void add_player_flags();

  // Adds columns for statistics of ended episodes; all others keep their places.
  void add_statistics();

 private:
  std::size_t add(Column column);
  std::size_t add_fields(const Fields& fields);
  std::size_t add_masks(std::size_t count);
};

}  // namespace pp
