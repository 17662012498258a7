// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The screens of a step that its observation is the maximum of, as AtariPreprocessing keeps them:
// two buffers, of which the first takes up the second's maximum and may outlive its step.
#pragma once

#include <parallel_pool/state_io.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace pp::atari {

class Screens {
 public:
  explicit Screens(std::size_t bytes) : bytes_(bytes) {}

  // A single screen: what an episode begins with.
  void begin(const std::uint8_t* screen) {
    second_ = kNone;
    last(screen);
  }
  // The last but one screen of a step, and the last.
  void last_but_one(const std::uint8_t* screen) {
    second_ = kNone;
    second_ = keep(screen);
  }
  void last(const std::uint8_t* screen) {
    count_ = 0;
    const std::uint8_t slot = keep(screen);
    first_[0] = slot;
    count_ = 1;
  }
  // The first buffer becomes the maximum of both.
  void pool() {
    if (second_ == kNone) return;
    for (std::uint8_t i = 0; i < count_; ++i) {
      if (first_[i] == second_) return;
    }
    first_[count_++] = second_;
  }

  // The screens whose maximum the first buffer is.
  std::uint8_t count() const { return count_; }
  const std::uint8_t* operator[](std::uint8_t i) const { return at(first_[i]); }

  void serialize(StateIO& io) {
    io(count_, second_, first_);
    if (count_ > kSlots) refuse("the number of screens", count_, kSlots);
    if (second_ >= kSlots && second_ != kNone) refuse("a screen's place", second_, kSlots - 1);
    for (std::uint8_t i = 0; i < count_; ++i) {
      if (first_[i] >= kSlots) refuse("a screen's place", first_[i], kSlots - 1);
    }
    for (std::uint8_t slot = 0; slot < kSlots; ++slot) {
      if (uses(slot)) keep_bytes(io, slot);
    }
  }

 private:
  // The first buffer's maximum of two, one screen after it, and no more: a step that goes on to a
  // second one replaces the first.
  static constexpr std::uint8_t kSlots = 3;
  static constexpr std::uint8_t kNone = 0xff;

  [[noreturn]] static void refuse(const char* what, std::size_t got, std::size_t most) {
    throw Error(ErrorKind::kState, "the state is damaged: " + std::string(what) + " is " +
                                       std::to_string(got) + ", at most " + std::to_string(most) +
                                       " expected");
  }
  bool uses(std::uint8_t slot) const {
    bool used = slot == second_;
    for (std::uint8_t i = 0; i < count_; ++i) used = used || first_[i] == slot;
    return used;
  }
  std::uint8_t* at(std::uint8_t slot) { return memory_.data() + slot * bytes_; }
  const std::uint8_t* at(std::uint8_t slot) const { return memory_.data() + slot * bytes_; }
  void make_room() { memory_.resize(kSlots * bytes_); }  // when first needed

  std::uint8_t keep(const std::uint8_t* screen) {
    std::uint8_t slot = 0;
    while (uses(slot)) ++slot;
    make_room();
    std::memcpy(at(slot), screen, bytes_);
    return slot;
  }
  void keep_bytes(StateIO& io, std::uint8_t slot) {
    make_room();
    std::string screen(reinterpret_cast<const char*>(at(slot)), bytes_);
    io(screen);
    if (screen.size() != bytes_) {
      throw Error(ErrorKind::kState, "the state holds a screen of " +
                                         std::to_string(screen.size()) + " bytes, expected " +
                                         std::to_string(bytes_));
    }
    std::memcpy(at(slot), screen.data(), bytes_);
  }

  std::size_t bytes_;
  std::vector<std::uint8_t> memory_;
  std::array<std::uint8_t, kSlots> first_{};
  std::uint8_t count_ = 0;
  std::uint8_t second_ = kNone;
};

}  // namespace pp::atari
