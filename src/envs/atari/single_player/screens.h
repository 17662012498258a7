// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The screens of a step whose maximum is its observation. As in AtariPreprocessing, there are two
// buffers; the first becomes the maximum of both and may outlive its step. Also tracks which rows
// have not changed since the previous observation.
//
// The console draws into two pictures by turns. Places 0 and 1 hold what they showed: rows that a
// picture's marks do not name are the same in its place. So only rows that were made since are
// compared and copied. Places behind them hold screens whose picture shows something else now.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "atari/console/machine.h"

namespace pp::atari {

class Screens {
 public:
  using View = Machine::View;

  explicit Screens(std::size_t bytes) : bytes_(bytes) {}

  // A single screen, with which an episode starts.
  void begin(const View& screen) {
    waiting_ = {};
    second_ = kNone;
    last(screen);
    forget();
  }
  // The second-to-last screen of a step. Its picture must stay until `pool` or `pair` if so said: as
  // a rule, the last frame is drawn into the other one.
  void last_but_one(const View& screen, bool stays) {
    waiting_ = {};
    second_ = kNone;
    if (stays) {
      waiting_ = screen;
    } else {
      second_ = put_aside(screen.pixels);
    }
  }
  // The last screen.
  void last(const View& screen) {
    if (waiting_.pixels != nullptr) {
      second_ = update(waiting_);
      waiting_ = {};
    } else if (second_ == screen.number) {
      second_ = put_aside(at(second_));
    }
    first_[0] = update(screen);
    count_ = 1;
  }
  // The first buffer becomes the maximum of both.
  void pool() {
    if (waiting_.pixels != nullptr) keep_waiting();
    if (second_ == kNone || count_ == kMost) return;  // the latter only in forged states
    for (std::uint8_t i = 0; i < count_; ++i) {
      if (first_[i] == second_) return;
    }
    first_[count_++] = second_;
  }
  // The same, but a second call does not add to the maximum of the first.
  void pair() {
    count_ = std::min<std::uint8_t>(count_, 1);
    if (waiting_.pixels != nullptr) keep_waiting();
    if (second_ == kNone) return;
    first_[1] = second_;
    count_ = 2;
  }

  // The screens whose maximum the first buffer is.
  std::uint8_t count() const { return count_; }
  const std::uint8_t* operator[](std::uint8_t i) const { return at(first_[i]); }

  // Whether the previous observation had as many screens, so that rows can be compared.
  bool comparable() const {
    if (count_ != observed_count_ || count_ == 0 || count_ > 2) return false;
    for (std::uint8_t i = 0; i < count_; ++i) {
      if (first_[i] >= kPictures || observed_[i] >= kPictures) return false;
    }
    return count_ == 1 || first_[0] != first_[1];  // then both have places 0 and 1
  }
  // The first row from y on that is not what it was in the previous observation.
  int next_changed(int y) const {
    if (count_ == 2) return std::min(changed_[0].next(y), changed_[1].next(y));
    const RowSet& changed = changed_[observed_[0]];
    if (first_[0] == observed_[0]) return changed.next(y);
    const int height = static_cast<int>(bytes_) / kWidth;
    while (y < height && changed.next(y) != y && same_row(first_[0], observed_[0], y)) ++y;
    return y;
  }
  // The next observation is made anew: several steps were played since the previous one.
  void forget() { observed_count_ = 0; }
  // Marks the current screens as observed.
  void observed() {
    observed_count_ = count_;
    observed_ = first_;
    for (RowSet& rows : changed_) rows.clear();
  }

  void serialize(StateIO& io) {
    if (io.reading()) {
      waiting_ = {};
      forget();
    }
    io.within(count_, 0, kMost, "number of screens");
    io(second_, first_);
    const auto is_place = [](std::uint8_t place) { return place < kPlaces; };
    io.require((is_place(second_) || second_ == kNone) &&
                   std::all_of(first_.begin(), first_.begin() + count_, is_place),
               "the state holds no place of a screen");
    for (std::uint8_t place = 0; place < kPlaces; ++place) {
      if (uses(place)) io.rows(room(place), bytes_ / kWidth, kWidth);
    }
  }

 private:
  static constexpr std::uint8_t kPictures = 2;
  // The first buffer's maximum of two, one screen after it, and no more: a step that goes on to a
  // second one replaces the first.
  static constexpr std::uint8_t kMost = 3;
  static constexpr std::uint8_t kPlaces = 4;
  static constexpr std::uint8_t kNone = 0xff;

  bool uses(std::uint8_t place) const {
    return place == second_ ||
           std::find(first_.begin(), first_.begin() + count_, place) != first_.begin() + count_;
  }
  const std::uint8_t* at(std::uint8_t place) const { return memory_[place].data(); }
  std::uint8_t* room(std::uint8_t place) {
    memory_[place].resize(bytes_);  // when first needed
    return memory_[place].data();
  }
  bool same_row(std::uint8_t a, std::uint8_t b, int y) const {
    return std::memcmp(at(a) + y * kWidth, at(b) + y * kWidth, kWidth) == 0;
  }

  // Copies what has changed in a picture into its place, and returns the place.
  std::uint8_t update(const View& screen) {
    const auto place = static_cast<std::uint8_t>(screen.number);
    std::uint8_t* const to = room(place);
    const int height = static_cast<int>(bytes_) / kWidth;
    for (int y = screen.changed->next(0); y < height; y = screen.changed->next(y + 1)) {
      screen.changed->remove(y);
      const std::uint8_t* const row = screen.pixels + y * kWidth;
      if (std::memcmp(to + y * kWidth, row, kWidth) == 0) continue;
      copy_row(to + y * kWidth, row);
      changed_[place].add(y);
    }
    return place;
  }
  // Copies a screen to a place that no picture has.
  std::uint8_t put_aside(const std::uint8_t* pixels) {
    const std::uint8_t place = uses(kPictures) ? kPictures + 1 : kPictures;
    std::memcpy(room(place), pixels, bytes_);
    return place;
  }
  // The step has ended without a last screen.
  void keep_waiting() {
    const bool free = !uses(static_cast<std::uint8_t>(waiting_.number));
    second_ = free ? update(waiting_) : put_aside(waiting_.pixels);
    waiting_ = {};
  }

  std::size_t bytes_;
  std::array<std::vector<std::uint8_t>, kPlaces> memory_;
  std::array<std::uint8_t, kMost> first_{};
  std::uint8_t count_ = 0;
  std::uint8_t second_ = kNone;
  View waiting_{};  // the second-to-last screen, as long as nothing is known of the last

  // Of the observation before: its screens, and the rows of places 0 and 1 that have changed since.
  std::array<std::uint8_t, kMost> observed_{};
  std::uint8_t observed_count_ = 0;
  std::array<RowSet, kPictures> changed_{};
};

}  // namespace pp::atari
