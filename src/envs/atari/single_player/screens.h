// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The screens of a step whose maximum is its observation. As in AtariPreprocessing, there are two
// buffers; the first becomes the maximum of both and may outlive its step. Also tracks which rows
// have not changed since the previous observation.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "atari/console/picture.h"

namespace pp::atari {

class Screens {
 public:
  explicit Screens(std::size_t bytes) : bytes_(bytes) {}

  // A single screen, with which an episode starts.
  void begin(const std::uint8_t* screen) {
    second_ = kNone;
    last(screen);
    observed_ = 0;
  }
  // The second-to-last screen of a step, and the last.
  void last_but_one(const std::uint8_t* screen) {
    second_ = kNone;
    second_ = keep(screen);
  }
  void last(const std::uint8_t* screen) {
    if (count_ == 0) {
      first_[0] = keep(screen);
    } else {
      replace(first_[0], screen);
    }
    count_ = 1;
  }
  // The first buffer becomes the maximum of both.
  void pool() {
    if (second_ == kNone || count_ == kSlots) return;  // the latter only in forged states
    for (std::uint8_t i = 0; i < count_; ++i) {
      if (first_[i] == second_) return;
    }
    first_[count_++] = second_;
  }
  // The same, but a second call does not add to the maximum of the first.
  void pair() {
    if (second_ == kNone) return;
    first_[1] = second_;
    count_ = 2;
  }

  // The screens whose maximum the first buffer is.
  std::uint8_t count() const { return count_; }
  const std::uint8_t* operator[](std::uint8_t i) const { return at(first_[i]); }

  // Whether the previous observation had as many screens, so that rows can be compared.
  bool comparable() const { return count_ == observed_ && count_ <= 2; }
  bool remains(int y) const {
    if (changed_[static_cast<std::size_t>(y)] != 0) return false;
    return count_ == 1 || first_[1] == observed_second_ ||
           std::memcmp(row_of(first_[1], y), row_of(observed_second_, y), kWidth) == 0;
  }
  // The next observation is made anew: several steps were played since the previous one.
  void forget() { observed_ = 0; }
  // Marks the current screens as observed.
  void observed() {
    observed_ = count_;
    observed_second_ = first_[1];
    changed_.fill(0);
  }

  void serialize(StateIO& io) {
    if (io.reading()) observed_ = 0;
    io.within(count_, 0, kSlots, "number of screens");
    io(second_, first_);
    const auto is_place = [](std::uint8_t slot) { return slot < kSlots; };
    io.require((is_place(second_) || second_ == kNone) &&
                   std::all_of(first_.begin(), first_.begin() + count_, is_place),
               "the state holds no place of a screen");
    for (std::uint8_t slot = 0; slot < kSlots; ++slot) {
      if (uses(slot)) keep_bytes(io, slot);
    }
  }

 private:
  // The first buffer's maximum of two, one screen after it, and no more: a step that goes on to a
  // second one replaces the first.
  static constexpr std::uint8_t kSlots = 3;
  static constexpr std::uint8_t kNone = 0xff;

  bool uses(std::uint8_t slot) const {
    bool used = slot == second_;
    for (std::uint8_t i = 0; i < count_; ++i) used = used || first_[i] == slot;
    return used;
  }
  std::uint8_t* at(std::uint8_t slot) { return memory_.data() + slot * bytes_; }
  const std::uint8_t* at(std::uint8_t slot) const { return memory_.data() + slot * bytes_; }
  void make_room() { memory_.resize(kSlots * bytes_); }  // when first needed

  const std::uint8_t* row_of(std::uint8_t slot, int y) const { return at(slot) + y * kWidth; }

  // Row by row, to learn which ones change.
  void replace(std::uint8_t slot, const std::uint8_t* screen) {
    std::uint8_t* row = at(slot);
    for (std::size_t y = 0; y * kWidth < bytes_; ++y, row += kWidth, screen += kWidth) {
      if (std::memcmp(row, screen, kWidth) == 0) continue;
      std::memcpy(row, screen, kWidth);
      changed_[y] = 1;
    }
  }
  std::uint8_t keep(const std::uint8_t* screen) {
    if (count_ == kSlots) count_ = 1;  // only in forged states: three are an end
    std::uint8_t slot = 0;
    while (uses(slot)) ++slot;
    make_room();
    std::memcpy(at(slot), screen, bytes_);
    return slot;
  }
  void keep_bytes(StateIO& io, std::uint8_t slot) {
    make_room();
    io.rows(at(slot), bytes_ / kWidth, kWidth);
  }

  std::size_t bytes_;
  std::vector<std::uint8_t> memory_;
  std::array<std::uint8_t, kSlots> first_{};
  std::uint8_t count_ = 0;
  std::uint8_t second_ = kNone;

  // Of the observation before: how many screens, the second one, which stays until there is another
  // observation, and the rows in which the first one has changed since.
  std::uint8_t observed_ = 0;
  std::uint8_t observed_second_ = 0;
  std::array<std::uint8_t, kPalHeight> changed_{};
};

}  // namespace pp::atari
