// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Return, length and duration of each environment's episode, counted as its rows are delivered. The
// calling thread's. Where episodes may be parts of a longer one, the longer one is counted.
#pragma once

#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/batches/batch_layout.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pp {

// The infos of a longer episode, by their place among the infos: see pp::WholeEpisodes.
struct WholeEpisodeInfos {
  std::size_t score, is_over;
};

class EpisodeStatistics {
 public:
  using Clock = std::chrono::steady_clock;

  explicit EpisodeStatistics(std::uint32_t num_envs,
                             std::optional<WholeEpisodeInfos> whole = std::nullopt)
      : running_(num_envs), whole_(whole) {}

  // Counts the first `rows` rows of a batch and fills in its columns of statistics.
  void record(const BatchLayout& layout, const Batch& batch, std::uint32_t rows) {
    if (whole_) return record_whole(layout, batch, rows);
    const auto* env_ids = batch.column<std::int32_t>(layout.env_id);
    const auto* kinds = batch.column<RowKind>(layout.kind);
    const auto* rewards = batch.column<double>(layout.reward);
    const auto* terminated = batch.column<bool>(layout.terminated);
    const auto* truncated = batch.column<bool>(layout.truncated);
    const StatisticsColumns out(layout, batch);
    const Clock::time_point now = Clock::now();
    for (std::uint32_t row = 0; row < rows; ++row) {
      RunningEpisode& running = running_[static_cast<std::size_t>(env_ids[row])];
      out.clear(row);
      if (kinds[row] == RowKind::kReset) running = {0.0, 0, now};
      if (kinds[row] != RowKind::kStep) continue;
      running.reward += rewards[row];
      ++running.length;
      if (!terminated[row] && !truncated[row]) continue;
      out.set(row, running, now);
      // With SameStep the row already shows the next episode's start; otherwise that comes as a
      // row of its own.
      if (layout.same_step) running = {0.0, 0, now};
    }
  }

  // The episode of `to[i]` becomes that of `from[i]` as it was before the call.
  void clone(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
    copies_.clear();
    for (const std::uint32_t env : from) copies_.push_back(running_[env]);
    for (std::size_t i = 0; i < to.size(); ++i) running_[to[i]] = copies_[i];
  }

  // The statistics of the running episode, with its age instead of its start: this many bytes.
  static constexpr std::size_t kStateBytes = 24;
  void serialize(StateIO& io, std::uint32_t env) {
    RunningEpisode& running = running_[env];
    double age = seconds(Clock::now() - running.start);
    io(running.reward, running.length, age);
    if (!io.reading()) return;
    // The environments are loaded already, so nothing is refused; but nothing may overflow.
    running.length = std::clamp(running.length, std::int64_t{0}, StateIO::kMostCount);
    if (!(std::abs(age) <= kMostSeconds)) age = 0.0;
    const std::chrono::duration<double> passed(age);
    running.start = Clock::now() - std::chrono::duration_cast<Clock::duration>(passed);
    running.reset = running.start;
  }

 private:
  // The environment itself adds up the score, and the engine counts the steps.
  void record_whole(const BatchLayout& layout, const Batch& batch, std::uint32_t rows) {
    const auto* env_ids = batch.column<std::int32_t>(layout.env_id);
    const auto* kinds = batch.column<RowKind>(layout.kind);
    const auto* steps = batch.column<std::int32_t>(layout.elapsed_step);
    const auto* terminated = batch.column<bool>(layout.terminated);
    const auto* truncated = batch.column<bool>(layout.truncated);
    // With SameStep, the infos of an ended row are those of the next reset.
    const std::size_t infos = layout.same_step ? layout.final_info : layout.info;
    const auto* score = batch.column<double>(infos + whole_->score);
    const auto* is_over = batch.column<bool>(infos + whole_->is_over);
    const StatisticsColumns out(layout, batch);
    const Clock::time_point now = Clock::now();
    for (std::uint32_t row = 0; row < rows; ++row) {
      RunningEpisode& running = running_[static_cast<std::size_t>(env_ids[row])];
      out.clear(row);
      if (kinds[row] == RowKind::kReset) running.reset = now;
      if (kinds[row] != RowKind::kStep) continue;
      if (steps[row] == 1)
        running.start = running.reset;  // else the reset continued the longer one
      if (!terminated[row] && !truncated[row]) continue;
      running.reward = score[row];
      running.length = steps[row];
      if (is_over[row]) out.set(row, running, now);
      if (layout.same_step) running.reset = now;
    }
  }

  struct RunningEpisode {
    double reward = 0.0;
    std::int64_t length = 0;
    Clock::time_point start{};
    Clock::time_point reset{};  // of a longer episode: the last reset, which may have begun it
  };

  struct StatisticsColumns {
    StatisticsColumns(const BatchLayout& layout, const Batch& batch)
        : reward(batch.column<double>(layout.episode_return)),
          length(batch.column<std::int64_t>(layout.episode_length)),
          time(batch.column<double>(layout.episode_time)),
          ended(batch.column<bool>(layout.episode_ended)) {}

    void clear(std::uint32_t row) const {
      reward[row] = 0.0;
      length[row] = 0;
      time[row] = 0.0;
      ended[row] = false;
    }
    void set(std::uint32_t row, const RunningEpisode& running, Clock::time_point now) const {
      reward[row] = running.reward;
      length[row] = running.length;
      time[row] = std::rint(seconds(now - running.start) * 1e6) / 1e6;  // numpy.round(..., 6)
      ended[row] = true;
    }

    double* reward;
    std::int64_t* length;
    double* time;
    bool* ended;
  };

  static constexpr double kMostSeconds = 1e9;  // 30 years

  static double seconds(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
  }

  std::vector<RunningEpisode> running_;
  std::vector<RunningEpisode> copies_;  // scratch
  std::optional<WholeEpisodeInfos> whole_;
};

}  // namespace pp
