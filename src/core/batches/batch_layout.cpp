// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Lays out the columns of a batch.
#include <parallel_pool/core/batches/batch_layout.h>

#include <cstdint>
#include <new>
#include <utility>

namespace pp {

BatchLayout::BatchLayout(const Fields& observation_fields, const Fields& info_fields,
                         std::size_t row_count, std::size_t player_limit, bool has_players,
                         bool has_final)
    : rows(row_count), max_players(player_limit), multi_player(has_players), same_step(has_final) {
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

void BatchLayout::add_player_flags() {
  player_flags = true;
  player_terminated = add({DType::kBool, {}, true});
  player_truncated = add({DType::kBool, {}, true});
}

void BatchLayout::add_statistics() {
  statistics = true;
  episode_return = add({DType::kFloat64, {}});
  episode_length = add({DType::kInt64, {}});
  episode_time = add({DType::kFloat64, {}});
  episode_ended = add({DType::kBool, {}});
}

std::size_t BatchLayout::add(Column column) {
  offsets.push_back(bytes);
  const std::size_t slots = column.per_player ? rows * max_players : rows;
  constexpr std::size_t kMost = PTRDIFF_MAX / 2;  // so that sums cannot wrap around
  if (slots > 0 && column.row_bytes() > (kMost - bytes) / slots) throw std::bad_alloc();
  const std::size_t size = column.row_bytes() * slots;
  bytes += (size + kAlignment - 1) / kAlignment * kAlignment;
  columns.push_back(std::move(column));
  return columns.size() - 1;
}
std::size_t BatchLayout::add_fields(const Fields& fields) {
  const std::size_t first = columns.size();
  for (const Field& field : fields) {
    add({field.leaf.dtype, field.leaf.shape, field.leaf.per_player});
  }
  return first;
}
std::size_t BatchLayout::add_masks(std::size_t count) {
  const std::size_t first = columns.size();
  for (std::size_t i = 0; i < count; ++i) add({DType::kBool, {}});
  return first;
}

}  // namespace pp
