// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Counts how often each environment's observed texts have changed. The count stands beside the text
// in its row, so that a reader of rows knows which texts are new without comparing them.
#pragma once

#include <parallel_pool/core/author/fields.h>
#include <parallel_pool/core/batches/batch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pp {

class TextVersions {
 public:
  TextVersions(const Fields& observation, std::size_t num_envs);

  bool has_texts() const { return !columns_.empty(); }

  // Writes the counts of an environment's texts, which stand in this row. Any thread, for its own
  // environments.
  void write(const Batch& batch, const BatchLayout& layout, std::size_t row, std::size_t env);

 private:
  struct Kept {
    std::uint32_t version = 0;  // 0: there was no text yet
    std::uint32_t size = 0;     // of the text, with the zero behind it
  };
  struct Column {
    std::size_t leaf;
    std::size_t width;
    std::vector<char> bytes;  // each environment's last text
    std::vector<Kept> kept;
  };

  std::vector<Column> columns_;
};

}  // namespace pp
