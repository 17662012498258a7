// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The 6532 without its RAM: the interval timer and the two ports of switches.
#pragma once

#include <algorithm>
#include <cstdint>

namespace pp::atari {

// What controllers and switches hold down during a frame. In ports, a bit that is 0 is pressed.
struct Inputs {
  std::uint8_t swcha = 0xff;                  // sticks, or fire buttons of paddles
  std::uint8_t swchb = 0x3f;                  // RESET, SELECT, difficulty
  bool fire[2] = {false, false};              // of the stick in the left and the right jack
  std::int32_t resistance[4] = {0, 0, 0, 0};  // of the paddles read through INPT0 to INPT3

  template <class Io>
  void serialize(Io& io) {
    io(swcha, swchb, fire, resistance);
    for (std::int32_t& one : resistance)
      one = std::clamp(one, 0, 1 << 30);  // all of these are turns of a paddle
  }
};

class Riot {
 public:
  // `cycles` is the time of the access. Differences of times are taken modulo 2^32.
  std::uint8_t read(std::uint16_t address, std::int64_t cycles, const Inputs& inputs) {
    switch (address & 7) {
      case 0:
        return inputs.swcha;
      case 1:
        return direction_;
      case 2:
        return inputs.swchb;
      case 3:
        return 0;
      case 4:
      case 6:
        start_seen_ |= !set_;
        return read_timer(static_cast<std::uint32_t>(cycles));
      default:
        start_seen_ |= !set_;
        return before_expiry(static_cast<std::uint32_t>(cycles)) >= 0 || read_expired_ ? 0 : 0x80;
    }
  }

  void write(std::uint16_t address, std::uint8_t value, std::int64_t cycles) {
    constexpr std::uint8_t kShifts[4] = {0, 3, 6, 10};
    if ((address & 0x14) == 0x14) {
      value_ = value;
      shift_ = kShifts[address & 3];
      set_at_ = static_cast<std::uint32_t>(cycles);
      read_expired_ = false;
      set_ = true;
    } else if ((address & 7) == 1) {
      direction_ = value;
    }
  }

  // The timer starts at a random value, in steps of 64 cycles.
  void reset(std::uint32_t value) {
    *this = Riot();
    value_ = value;
  }

  // Whether anything depends on what the reset has set the timer to.
  bool start_matters() const { return start_seen_ || !set_; }
  std::uint8_t start() const { return static_cast<std::uint8_t>(value_); }

  // The time has become smaller by `cycles`.
  void rebase(std::int64_t cycles) {
    set_at_ -= static_cast<std::uint32_t>(cycles);
    read_at_ -= static_cast<std::uint32_t>(cycles);
  }

  // How many reads at `first`, `first + step`, ... find a timer that has not expired and shows
  // `least` or more.
  std::int64_t reads_from(std::uint32_t least, std::int64_t first, int step) const {
    const std::uint32_t elapsed = static_cast<std::uint32_t>(first) - 1 - set_at_;
    if (value_ <= least) return 0;
    const std::uint32_t less_from = (value_ - least) << shift_;
    return elapsed < less_from ? (less_from - elapsed + step - 1) / step : 0;
  }

  template <class Io>
  void serialize(Io& io) {
    io(value_, shift_, set_at_, read_at_, read_expired_, direction_);
    if (shift_ > 10) shift_ = 10;
    value_ &= 0xff;
  }

 private:
  // What INTIM shows as long as it is not negative.
  std::int32_t before_expiry(std::uint32_t now) const {
    return static_cast<std::int32_t>(value_ - ((now - 1 - set_at_) >> shift_) - 1);
  }

  std::uint8_t read_timer(std::uint32_t now) {
    const std::int32_t before = before_expiry(now);
    if (before >= 0) return static_cast<std::uint8_t>(before);
    const std::uint32_t elapsed = now - 1 - set_at_;
    std::uint32_t shown = (value_ << shift_) - elapsed - 1;
    if (static_cast<std::int32_t>(shown) <= -2 && !read_expired_) {
      read_expired_ = true;
      read_at_ = now;
    }
    if (read_expired_) {
      shown = value_ - (elapsed >> shift_) - (read_at_ - (set_at_ + (value_ << shift_)));
    }
    return static_cast<std::uint8_t>(shown);
  }

  std::uint32_t value_ = 0;  // written last, or a random one since the reset
  std::uint8_t shift_ = 6;   // a step of the timer takes 2^shift cycles
  std::uint32_t set_at_ = 0;
  std::uint32_t read_at_ = 0;  // of the first read after expiry
  bool read_expired_ = false;
  bool set_ = false;            // since the reset
  bool start_seen_ = false;     // a read before that
  std::uint8_t direction_ = 0;  // SWCHA's data direction, which has no effect
};

}  // namespace pp::atari
