// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The infos of results: Gymnasium's with masks, EnvPool's with every entry in each batch.
#include <parallel_pool/bindings/results.h>

#include <cstring>

namespace pp {

nb::dict ResultBuilder::infos(const ReceivedBatch& received, bool with_env_ids) const {
  if (format_ != ResultFormat::kGymnasium) return plain_infos(received);
  nb::dict infos;
  if (layout_.same_step) add_final(infos, received);
  add_infos(infos, info_, received, layout_.info, layout_.info_mask);
  if (layout_.multi_player) infos["players"] = players(received);
  if (with_env_ids) infos["env_id"] = column(received, layout_.env_id);
  if (layout_.statistics) add_statistics(infos, received);
  return infos;
}

nb::dict ResultBuilder::plain_infos(const ReceivedBatch& received) const {
  nb::dict infos;
  const nb::object ids = env_ids(received);
  infos["env_id"] = ids;
  if (layout_.multi_player) {
    infos["players"] = players(received);
  } else {
    nb::dict players;
    players["env_id"] = checked(PyArray_NewCopy(as_array(ids), NPY_CORDER));
    infos["players"] = players;
  }
  add_plain(infos, info_, received);
  infos["elapsed_step"] = column(received, layout_.elapsed_step);
  if (layout_.same_step) add_final(infos, received);
  return infos;
}

void ResultBuilder::add_plain(nb::dict& out, const PyTree& tree,
                              const ReceivedBatch& received) const {
  for (const PyTree& child : tree.children()) {
    if (child.is_leaf()) {
      out[child.name()] = column(received, layout_.info + child.leaf());
    } else {
      nb::dict nested;
      add_plain(nested, child, received);
      out[child.name()] = nested;
    }
  }
}

bool ResultBuilder::add_infos(nb::dict& out, const PyTree& tree, const ReceivedBatch& received,
                              std::size_t first_value, std::size_t first_mask) const {
  bool any = false;
  for (const PyTree& child : tree.children()) {
    if (child.is_leaf()) {
      const std::size_t mask = first_mask + child.leaf();
      if (std::memchr(received.batch->columns()[mask], 1, received.rows) == nullptr) continue;
      out[child.name()] = column(received, first_value + child.leaf());
      out[child.mask_name()] = column(received, mask);
    } else {
      nb::dict nested;
      if (!add_infos(nested, child, received, first_value, first_mask)) continue;
      out[child.name()] = nested;
      out[child.mask_name()] = nested_mask(child, received, first_mask);
    }
    any = true;
  }
  return any;
}

// A nested dict exists in the rows in which any of its entries does.
nb::object ResultBuilder::nested_mask(const PyTree& tree, const ReceivedBatch& received,
                                      std::size_t first_mask) const {
  npy_intp rows = received.rows;
  nb::object mask = checked(PyArray_ZEROS(1, &rows, NPY_BOOL, 0));
  auto* const out = static_cast<bool*>(PyArray_DATA(as_array(mask)));
  const auto merge = [&](const PyTree& node, const auto& self) -> void {
    for (const PyTree& child : node.children()) {
      if (!child.is_leaf()) {
        self(child, self);
        continue;
      }
      const bool* leaf_mask = received.batch->column<bool>(first_mask + child.leaf());
      for (npy_intp row = 0; row < rows; ++row) out[row] |= leaf_mask[row];
    }
  };
  merge(tree, merge);
  return mask;
}

// What the masks say the row has.
nb::dict ResultBuilder::single_infos(const PyTree& tree, const ReceivedBatch& received) const {
  nb::dict out;
  for (const PyTree& child : tree.children()) {
    if (!child.is_leaf()) {
      const nb::dict nested = single_infos(child, received);
      if (nested.size() > 0) out[child.name()] = nested;
      continue;
    }
    if (!*received.batch->column<bool>(layout_.info_mask + child.leaf())) continue;
    const std::size_t index = layout_.info + child.leaf();
    const Column& column = layout_.columns[index];
    out[child.name()] = column.shape.empty()
                            ? number(column.dtype, received.batch->columns()[index])
                            : LeaseCache::lease_of(received.batch).row(index, 0);
  }
  return out;
}

// Statistics of episodes that ended in this batch, like Gymnasium's RecordEpisodeStatistics.
void ResultBuilder::add_statistics(nb::dict& out, const ReceivedBatch& received) const {
  const std::byte* const ended = received.batch->columns()[layout_.episode_ended];
  if (std::memchr(ended, 1, received.rows) == nullptr) return;
  nb::dict episode;
  episode["r"] = column(received, layout_.episode_return);
  episode["l"] = column(received, layout_.episode_length);
  episode["t"] = column(received, layout_.episode_time);
  out["episode"] = episode;
  out["_episode"] = column(received, layout_.episode_ended);
}

nb::dict ResultBuilder::players(const ReceivedBatch& received) const {
  nb::dict players;
  players["env_id"] = column(received, layout_.player_env_id);
  players["id"] = column(received, layout_.player_id);
  if (layout_.player_flags) {
    players["terminated"] = column(received, layout_.player_terminated);
    players["truncated"] = column(received, layout_.player_truncated);
  }
  return players;
}

}  // namespace pp
