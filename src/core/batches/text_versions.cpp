// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Counts the changes of observed texts.
#include <parallel_pool/core/batches/text_versions.h>

#include <algorithm>
#include <cstring>

namespace pp {

TextVersions::TextVersions(const Fields& observation, std::size_t num_envs) {
  for (std::size_t leaf = 0; leaf < observation.size(); ++leaf) {
    if (observation[leaf].leaf.kind != SpaceKind::kText) continue;
    const std::size_t width = observation[leaf].row_bytes;
    columns_.push_back(
        {leaf, width, std::vector<char>(num_envs * width), std::vector<Kept>(num_envs)});
  }
}

void TextVersions::write(const Batch& batch, const BatchLayout& layout, std::size_t row,
                         std::size_t env) {
  for (Column& column : columns_) {
    const std::size_t width = column.width;
    const char* const text = batch.column<char>(layout.observation + column.leaf) + row * width;
    char* const before = column.bytes.data() + env * width;
    Kept& kept = column.kept[env];
    if (kept.version == 0 || std::memcmp(before, text, kept.size) != 0) {
      ++kept.version;
      kept.size = static_cast<std::uint32_t>(std::min(strnlen(text, width) + 1, width));
      std::memcpy(before, text, kept.size);
    }
    batch.column<std::uint32_t>(layout.text_versions[column.leaf])[row] = kept.version;
  }
}

}  // namespace pp
