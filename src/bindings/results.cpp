// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Builds tuples and dicts around a batch's arrays, in the format of a face.
#include <parallel_pool/bindings/results.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace pp {
namespace {

std::size_t total_players(const BatchLayout& layout, const ReceivedBatch& received) {
  const auto* counts = received.batch->column<std::int32_t>(layout.players);
  return static_cast<std::size_t>(std::accumulate(counts, counts + received.rows, std::int64_t{0}));
}

// The number of rows in players' columns.
std::size_t player_rows(const BatchLayout& layout, const ReceivedBatch& received) {
  return layout.multi_player ? total_players(layout, received) : received.rows;
}

// An array of one dimension, and what it holds.
template <class T>
std::pair<nb::object, std::span<T>> new_array(std::size_t size, int type) {
  auto length = static_cast<npy_intp>(size);
  nb::object array = checked(PyArray_SimpleNew(1, &length, type));
  auto* const data = static_cast<T*>(PyArray_DATA(as_array(array)));
  return {std::move(array), std::span<T>(data, size)};
}

nb::object nones(npy_intp count) {
  nb::object array = checked(PyArray_SimpleNew(1, &count, NPY_OBJECT));
  auto** const slots = static_cast<PyObject**>(PyArray_DATA(as_array(array)));
  for (npy_intp i = 0; i < count; ++i) Py_XSETREF(slots[i], Py_NewRef(Py_None));
  return array;
}

// One environment's part of a leaf, as a single environment would return it.
nb::object single(nb::object array, SpaceKind kind) {
  return kind == SpaceKind::kDiscrete ? nb::object(array.attr("item")()) : array;
}

}  // namespace

ResultFormat parse_result_format(const std::string& name) {
  if (name == "gymnasium") return ResultFormat::kGymnasium;
  if (name == "gym") return ResultFormat::kEnvPool;
  if (name == "dm") return ResultFormat::kDmEnv;
  throw nb::value_error(
      ("result_format must be 'gymnasium', 'gym' or 'dm', got '" + name + "'").c_str());
}

ResultBuilder::ResultBuilder(const BatchLayout& layout, const SpecNodes& spec, ResultFormat format)
    : layout_(layout), observation_(spec.observation), info_(spec.info), format_(format) {
  zero_discount_ = find_info(spec.zero_discount);
  reported_termination_ = find_info(spec.reported_termination);
}

std::optional<std::size_t> ResultBuilder::find_info(const std::string& name) const {
  for (const PyTree& info : info_.children()) {
    if (info.is_leaf() && name == info.name().c_str()) return info.leaf();
  }
  return std::nullopt;
}

std::optional<WholeEpisodeInfos> ResultBuilder::whole_episodes(const SpecNodes& spec) const {
  const std::optional<std::size_t> score = find_info(spec.whole_score);
  const std::optional<std::size_t> is_over = find_info(spec.whole_is_over);
  if (!score || !is_over) return std::nullopt;
  return WholeEpisodeInfos{.score = *score, .is_over = *is_over};
}

void ResultBuilder::drop_failed(ReceivedBatch& received) const {
  const auto* kinds = received.batch->column<RowKind>(layout_.kind);
  std::vector<std::uint32_t> good;
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    if (kinds[row] != RowKind::kFailed) good.push_back(row);
  }
  for (std::size_t c = 0; c < layout_.columns.size(); ++c) {
    const Column& column = layout_.columns[c];
    const std::size_t bytes = column.row_bytes() * (column.per_player ? layout_.max_players : 1);
    std::byte* const data = received.batch->columns()[c];
    for (std::size_t to = 0; to < good.size(); ++to) {
      if (to != good[to]) std::memcpy(data + to * bytes, data + good[to] * bytes, bytes);
    }
  }
  received.rows = static_cast<std::uint32_t>(good.size());
}

void ResultBuilder::compact_players(const ReceivedBatch& received) const {
  if (!layout_.multi_player) return;
  const auto* counts = received.batch->column<std::int32_t>(layout_.players);
  for (std::size_t c = 0; c < layout_.columns.size(); ++c) {
    if (!layout_.columns[c].per_player) continue;
    const std::size_t bytes = layout_.columns[c].row_bytes();
    std::byte* const data = received.batch->columns()[c];
    std::size_t to = 0;
    for (std::uint32_t row = 0; row < received.rows; ++row) {
      const auto count = static_cast<std::size_t>(counts[row]);
      std::memmove(data + to * bytes, data + row * layout_.max_players * bytes, count * bytes);
      to += count;
    }
  }
}

nb::tuple ResultBuilder::step(const ReceivedBatch& received, bool with_env_ids) const {
  nb::object result = checked(PyTuple_New(5));
  const auto set = [&](Py_ssize_t i, nb::object value) {
    PyTuple_SET_ITEM(result.ptr(), i, value.release().ptr());
  };
  set(0, observations(received));
  set(1, rewards(received));
  set(4, infos(received, with_env_ids));
  set(2, format_ == ResultFormat::kDmEnv ? discounts(received) : terminations(received));
  set(3,
      format_ == ResultFormat::kDmEnv ? step_types(received) : column(received, layout_.truncated));
  return nb::borrow<nb::tuple>(result);
}

nb::tuple ResultBuilder::single_step(const ReceivedBatch& received) const {
  Lease& lease = LeaseCache::lease_of(received.batch);
  const Batch& batch = *received.batch;
  const nb::object observation = observation_.build([&](const PyTree& leaf) -> nb::object {
    const std::size_t index = layout_.observation + leaf.leaf();
    if (leaf.kind() == SpaceKind::kDiscrete) {
      return number(layout_.columns[index].dtype, batch.columns()[index]);
    }
    if (leaf.kind() == SpaceKind::kText) {
      const auto* const text = reinterpret_cast<const char*>(received.batch->columns()[index]);
      return make_text({text, layout_.columns[index].row_bytes()});
    }
    return single(lease.row(index, 0), leaf.kind());
  });
  const bool reported =
      reported_termination_ && *batch.column<bool>(layout_.info + *reported_termination_);
  return nb::make_tuple(observation, nb::float_(*batch.column<double>(layout_.reward)),
                        *batch.column<bool>(layout_.terminated) || reported,
                        *batch.column<bool>(layout_.truncated), single_infos(info_, received));
}

nb::tuple ResultBuilder::reset(const ReceivedBatch& received, bool with_env_ids) const {
  if (format_ == ResultFormat::kDmEnv) return step(received, with_env_ids);
  return nb::make_tuple(observations(received), infos(received, with_env_ids));
}

nb::object ResultBuilder::column(const ReceivedBatch& received, std::size_t index) const {
  Lease& lease = LeaseCache::lease_of(received.batch);
  if (layout_.columns[index].per_player)
    return lease.slice(index, total_players(layout_, received));
  if (received.rows == layout_.rows) return lease.array(index);
  return lease.slice(index, received.rows);
}

nb::object ResultBuilder::observations(const ReceivedBatch& received) const {
  if (observation_.is_leaf()) return observed(received, observation_);
  return observation_.build([&](const PyTree& leaf) { return observed(received, leaf); });
}

nb::object ResultBuilder::observed(const ReceivedBatch& received, const PyTree& leaf) const {
  const std::size_t index = layout_.observation + leaf.leaf();
  const std::size_t width = layout_.columns[index].row_bytes();
  if (!is_str(leaf)) {
    if (leaf.kind() == SpaceKind::kText) {
      pad_texts(received.batch->columns()[index], width, received.rows);
    }
    return column(received, index);
  }
  if (texts_.size() <= leaf.leaf()) texts_.resize(leaf.leaf() + 1);
  const auto* const env_ids = received.batch->column<std::int32_t>(layout_.env_id);
  const std::size_t versions = layout_.text_versions[leaf.leaf()];
  return texts_[leaf.leaf()].tuple(received.batch->columns()[index], width,
                                   {env_ids, received.rows},
                                   received.batch->column<std::uint32_t>(versions));
}

// One environment's part of a final observation.
nb::object ResultBuilder::last_observed(const ReceivedBatch& received, const PyTree& leaf,
                                        std::uint32_t row) const {
  const std::size_t index = layout_.final_observation + leaf.leaf();
  const std::size_t width = layout_.columns[index].row_bytes();
  std::byte* const place = received.batch->columns()[index] + row * width;
  if (is_str(leaf)) return make_text({reinterpret_cast<const char*>(place), width});
  if (leaf.kind() == SpaceKind::kText) pad_texts(place, width, 1);
  return single(LeaseCache::lease_of(received.batch).row(index, row), leaf.kind());
}

nb::object ResultBuilder::rewards(const ReceivedBatch& received) const {
  if (format_ == ResultFormat::kGymnasium) return column(received, layout_.reward);
  const auto [array, out] = new_array<float>(player_rows(layout_, received), NPY_FLOAT32);
  const auto* const from = received.batch->column<double>(layout_.reward);
  std::transform(from, from + out.size(), out.begin(),
                 [](double reward) { return static_cast<float>(reward); });
  return array;
}

// 0 where the rules ended an episode, the player's own where players have flags, or the environment's
// own info says so; for each player.
nb::object ResultBuilder::discounts(const ReceivedBatch& received) const {
  const auto [array, out] = new_array<float>(player_rows(layout_, received), NPY_FLOAT32);
  const bool* const terminated = received.batch->column<bool>(layout_.terminated);
  const bool* const zero =
      zero_discount_ ? received.batch->column<bool>(layout_.info + *zero_discount_) : terminated;
  if (layout_.player_flags) {
    const bool* const ended = received.batch->column<bool>(layout_.player_terminated);
    std::transform(ended, ended + out.size(), out.begin(),
                   [](bool over) { return over ? 0.0f : 1.0f; });
    return array;
  }
  float* to = out.data();
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    const std::int32_t players =
        layout_.multi_player ? received.batch->column<std::int32_t>(layout_.players)[row] : 1;
    to = std::fill_n(to, players, terminated[row] || zero[row] ? 0.0f : 1.0f);
  }
  return array;
}

// 0, 1, 2: first, mid, last.
nb::object ResultBuilder::step_types(const ReceivedBatch& received) const {
  const auto [array, out] = new_array<std::int32_t>(received.rows, NPY_INT32);
  const bool* const terminated = received.batch->column<bool>(layout_.terminated);
  const bool* const truncated = received.batch->column<bool>(layout_.truncated);
  const auto* const elapsed = received.batch->column<std::int32_t>(layout_.elapsed_step);
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    out[row] = elapsed[row] == 0 ? 0 : 1 + (terminated[row] | truncated[row]);
  }
  return array;
}

// SameStep: the last observations and infos of the episodes that ended in this batch.
void ResultBuilder::add_final(nb::dict& out, const ReceivedBatch& received) const {
  const bool* terminated = received.batch->column<bool>(layout_.terminated);
  const bool* truncated = received.batch->column<bool>(layout_.truncated);
  npy_intp rows = received.rows;
  nb::object observations, mask;
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    if (!terminated[row] && !truncated[row]) continue;
    if (!observations.is_valid()) {
      observations = nones(rows);
      mask = checked(PyArray_ZEROS(1, &rows, NPY_BOOL, 0));
    }
    nb::object last =
        observation_.build([&](const PyTree& leaf) { return last_observed(received, leaf, row); });
    auto** const slots = static_cast<PyObject**>(PyArray_DATA(as_array(observations)));
    Py_SETREF(slots[row], last.release().ptr());
    static_cast<bool*>(PyArray_DATA(as_array(mask)))[row] = true;
  }
  if (!observations.is_valid()) return;
  out["final_obs"] = observations;
  out["_final_obs"] = mask;
  nb::dict final_info;
  add_infos(final_info, info_, received, layout_.final_info, layout_.final_info_mask);
  out["final_info"] = final_info;
  out["_final_info"] = checked(PyArray_NewCopy(as_array(mask), NPY_CORDER));
}

// A termination that is only reported must not be seen by what ends episodes, which comes first.
nb::object ResultBuilder::terminations(const ReceivedBatch& received) const {
  if (reported_termination_) {
    bool* const terminated = received.batch->column<bool>(layout_.terminated);
    const bool* const reported =
        received.batch->column<bool>(layout_.info + *reported_termination_);
    for (std::uint32_t row = 0; row < received.rows; ++row) terminated[row] |= reported[row];
  }
  return column(received, layout_.terminated);
}

}  // namespace pp
