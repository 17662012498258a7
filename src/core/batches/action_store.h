// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The pool's own copy of actions that were sent: one column for each leaf, one row for each env id.
#pragma once

#include <parallel_pool/core/author/fields.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace pp {

class ActionStore {
 public:
  ActionStore(const Fields& fields, std::uint32_t num_envs, std::size_t max_players)
      : num_envs_(num_envs) {
    std::vector<std::size_t> offsets;
    for (const Field& field : fields) {
      offsets.push_back(memory_.size());
      row_bytes_.push_back(field.row_bytes * (field.leaf.per_player ? max_players : 1));
      const std::size_t bytes = row_bytes_.back() * num_envs;
      memory_.resize(memory_.size() + (bytes + kAlignment - 1) / kAlignment * kAlignment);
    }
    for (const std::size_t offset : offsets) columns_.push_back(memory_.data() + offset);
  }
  ActionStore(const ActionStore&) = delete;
  ActionStore& operator=(const ActionStore&) = delete;

  const std::byte* const* columns() const { return columns_.data(); }

  // Copies whole rows: the actions of these environments for leaf `i`.
  void set_rows(std::size_t i, std::span<const std::uint32_t> envs, const std::byte* source) {
    std::byte* const column = const_cast<std::byte*>(columns_[i]);
    const std::size_t bytes = row_bytes_[i];
    const auto copy = [&](auto size) {
      for (std::size_t k = 0; k < envs.size(); ++k) {
        std::memcpy(column + envs[k] * size, source + k * size, size);
      }
    };
    // The most common sizes without a call.
    if (bytes == 8) {
      copy(std::integral_constant<std::size_t, 8>());
    } else if (bytes == 4) {
      copy(std::integral_constant<std::size_t, 4>());
    } else {
      copy(bytes);
    }
  }

  // Copies `bytes` of one environment's action for leaf `i`, less than a row if players are absent.
  void set(std::size_t i, std::uint32_t env, const std::byte* source, std::size_t bytes) {
    std::byte* const target = const_cast<std::byte*>(columns_[i]) + env * row_bytes_[i];
    std::memcpy(target, source, bytes);
  }

  // Copies the actions of all environments, of one player each.
  void set_all(const std::byte* const* columns) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::memcpy(const_cast<std::byte*>(columns_[i]), columns[i], num_envs_ * row_bytes_[i]);
    }
  }

 private:
  static constexpr std::size_t kAlignment = 64;

  std::size_t num_envs_;
  std::vector<std::byte> memory_;
  std::vector<const std::byte*> columns_;
  std::vector<std::size_t> row_bytes_;
};

}  // namespace pp
