// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Keeps stacked frames of a rollout once.
#pragma once

#include <parallel_pool/bindings/rollout_memory.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pp {

// Stacks of frames, each frame once: a row of time holds the newest frame of each environment, and
// an index says where the frames of each stack lie.
//
// What a stack shows is compared with what is stored, so nothing depends on when environments clear
// their stacks. A frame that is stored nowhere, such as those of a loaded state, goes to spare memory.
class FrameStacks {
 public:
  // `frames`: (rows + stack - 1, environments, ...) bytes.
  FrameStacks(nb::object frames, std::size_t rows, std::size_t stack)
      : rows_(rows), stack_(stack), kept_(std::move(frames)) {
    PyArrayObject* const array = as_array(kept_);
    if (!PyArray_ISCARRAY(array) || PyArray_NDIM(array) < 2 || stack < 1 || rows < 1 ||
        static_cast<std::size_t>(PyArray_DIM(array, 0)) != rows + stack - 1) {
      throw nb::value_error("frames must be a C-contiguous array of rows + stack - 1 rows");
    }
    envs_ = static_cast<std::size_t>(PyArray_DIM(array, 1));
    frame_ = static_cast<std::size_t>(PyArray_NBYTES(array)) / ((rows + stack - 1) * envs_);
    data_ = static_cast<std::byte*>(PyArray_DATA(array));
    slots_.assign(rows * envs_ * stack, kZeros);
    zeros_.assign(frame_, std::byte{0});
  }

  // Row `row` of these environments shows these stacks.
  void write(std::size_t row, nb::handle stacks, nb::handle ids) {
    const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(ids)));
    const auto* const envs = data_of<const std::int64_t>(ids, NPY_INT64, count, "ids");
    const std::byte* from = bytes_of(stacks, count * stack_ * frame_);
    if (row >= rows_) throw nb::index_error("the row lies outside the rollout");
    for (std::size_t i = 0; i < count; ++i, from += stack_ * frame_) {
      if (envs[i] < 0 || static_cast<std::size_t>(envs[i]) >= envs_) {
        throw nb::index_error("an environment lies outside the rollout");
      }
      write_one(row, static_cast<std::size_t>(envs[i]), from);
    }
  }

  // Where the frames of all stacks lie, and the spare memory: what there is beside the frames.
  nb::tuple state() const {
    return nb::make_tuple(nb::bytes(slots_.data(), slots_.size() * sizeof(std::int64_t)),
                          nb::bytes(spare_.data(), spare_.size()));
  }

  // Takes the state of stacks of the same size whose frames were equal.
  void restore(const nb::bytes& slots, const nb::bytes& spare) {
    if (slots.size() != slots_.size() * sizeof(std::int64_t) || spare.size() % frame_ != 0) {
      throw nb::value_error("this is the state of other stacks");
    }
    std::vector<std::int64_t> given(slots_.size());
    std::memcpy(given.data(), slots.data(), slots.size());
    const std::size_t frames = (rows_ + stack_ - 1) * envs_ + spare.size() / frame_;
    if (std::ranges::any_of(given, [&](std::int64_t slot) {
          return slot < kZeros || slot >= static_cast<std::int64_t>(frames);
        })) {
      throw nb::value_error("a frame lies outside the stacks");
    }
    slots_ = std::move(given);
    const auto* const bytes = static_cast<const std::byte*>(spare.data());
    spare_.assign(bytes, bytes + spare.size());
  }

  // Starts with these stacks in row 0.
  void begin(nb::handle stacks) {
    const std::byte* from = bytes_of(stacks, envs_ * stack_ * frame_);
    spare_.clear();
    for (std::size_t env = 0; env < envs_; ++env) {
      for (std::size_t k = 0; k < stack_; ++k, from += frame_) {
        const std::size_t slot = k * envs_ + env;
        std::memcpy(data_ + slot * frame_, from, frame_);
        slots_of(0, env)[k] = static_cast<std::int64_t>(slot);
      }
    }
  }

  // The stacks of these rows, of which each is `row * environments + environment`.
  void gather(nb::handle rows, nb::handle out) const {
    const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(rows)));
    const auto* const index = data_of<const std::int64_t>(rows, NPY_INT64, count, "rows");
    auto* to = const_cast<std::byte*>(bytes_of(out, count * stack_ * frame_));
    if (!PyArray_ISWRITEABLE(as_array(out))) throw nb::value_error("out is read-only");
    const auto limit = static_cast<std::int64_t>(rows_ * envs_);
    if (std::ranges::any_of(std::span(index, count),
                            [&](std::int64_t row) { return row < 0 || row >= limit; })) {
      throw nb::index_error("a row lies outside the rollout");
    }
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t* const slots = slots_.data() + static_cast<std::size_t>(index[i]) * stack_;
      for (std::size_t k = 0; k < stack_; ++k, to += frame_) {
        std::memcpy(to, frame_at(slots[k]), frame_);
      }
    }
  }

 private:
  static constexpr std::int64_t kZeros = -1;

  static const std::byte* bytes_of(nb::handle array, std::size_t size) {
    if (!PyArray_Check(array.ptr()) || !PyArray_ISCARRAY_RO(as_array(array)) ||
        static_cast<std::size_t>(PyArray_NBYTES(as_array(array))) != size) {
      throw nb::value_error("a C-contiguous array of one stack for each row was expected");
    }
    return static_cast<const std::byte*>(PyArray_DATA(as_array(array)));
  }

  std::int64_t* slots_of(std::size_t row, std::size_t env) {
    return slots_.data() + (row * envs_ + env) * stack_;
  }

  const std::byte* frame_at(std::int64_t slot) const {
    if (slot == kZeros) return zeros_.data();
    const auto at = static_cast<std::size_t>(slot) * frame_;
    const std::size_t own = (rows_ + stack_ - 1) * envs_ * frame_;
    return at < own ? data_ + at : spare_.data() + (at - own);
  }

  void write_one(std::size_t row, std::size_t env, const std::byte* stack) {
    std::int64_t* const slots = slots_of(row, env);
    const std::int64_t* const before = row > 0 ? slots_of(row - 1, env) : nullptr;
    const std::byte* const newest = stack + (stack_ - 1) * frame_;
    const auto own = static_cast<std::int64_t>((row + stack_ - 1) * envs_ + env);
    std::memcpy(data_ + static_cast<std::size_t>(own) * frame_, newest, frame_);
    slots[stack_ - 1] = own;
    const auto shows = [&](const std::byte* frame, const std::byte* other) {
      return std::memcmp(frame, other, frame_) == 0;
    };
    for (std::size_t k = 0; k + 1 < stack_; ++k) {
      const std::byte* const frame = stack + k * frame_;
      if (before != nullptr && shows(frame, frame_at(before[k + 1]))) {
        slots[k] = before[k + 1];  // the stack goes on
      } else if (shows(frame, newest)) {
        slots[k] = own;
      } else if (shows(frame, zeros_.data())) {
        slots[k] = kZeros;
      } else {
        const std::size_t spares = spare_.size() / frame_;
        slots[k] = static_cast<std::int64_t>((rows_ + stack_ - 1) * envs_ + spares);
        spare_.insert(spare_.end(), frame, frame + frame_);
      }
    }
  }

  std::size_t rows_, stack_, envs_ = 0, frame_ = 0;
  nb::object kept_;
  std::byte* data_ = nullptr;
  std::vector<std::int64_t> slots_;
  std::vector<std::byte> zeros_, spare_;
};

}  // namespace pp
