// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The TIA's registers, as the processor writes and reads them.
#include <algorithm>
#include <array>
#include <cstdint>

#include "tia.h"

namespace pp::atari {
namespace {

enum Register : int {
  kVsync = 0x00,
  kVblank = 0x01,
  kNusiz0 = 0x04,
  kNusiz1 = 0x05,
  kColup0 = 0x06,
  kColubk = 0x09,
  kCtrlpf = 0x0a,
  kRefp0 = 0x0b,
  kRefp1 = 0x0c,
  kPf0 = 0x0d,
  kPf2 = 0x0f,
  kResp0 = 0x10,
  kResp1 = 0x11,
  kResm0 = 0x12,
  kResm1 = 0x13,
  kResbl = 0x14,
  kGrp0 = 0x1b,
  kGrp1 = 0x1c,
  kEnam0 = 0x1d,
  kEnam1 = 0x1e,
  kEnabl = 0x1f,
  kHmp0 = 0x20,
  kHmbl = 0x24,
  kVdelp0 = 0x25,
  kVdelbl = 0x27,
  kResmp0 = 0x28,
  kResmp1 = 0x29,
  kHmove = 0x2a,
  kHmclr = 0x2b,
  kCxclr = 0x2c,
};

// From a write until the picture shows it; for the playfield, by the cycle's remainder by 4.
constexpr int kSoon = 1;
constexpr int kLate = 8;
constexpr std::uint8_t kPlayfieldDelays[4] = {4, 5, 2, 3};

}  // namespace

std::int64_t Tia::wait_for_line(std::int64_t cycles, bool after_read) {
  const Clock t = kClocksPerCycle * cycles;
  touch(t);
  if (t >= alarm_) raise_alarm(t);
  constexpr int kCyclesPerLine = kClocksPerLine / kClocksPerCycle;
  const auto within = static_cast<std::uint64_t>(cycles + first_cycle_) % kCyclesPerLine;
  return after_read && within != 0 ? cycles + kCyclesPerLine - static_cast<int>(within) : cycles;
}

[[gnu::noinline]] void Tia::clear_collisions() {
  settle();
  s_.collisions = 0;
  collided_ = x_;
  if (x_ > 0) uniform_ = false;
  changed_ = true;
}

[[gnu::noinline]] void Tia::write_playfield(int i, std::uint8_t value) {
  if (s_.playfield[i] == value) return;
  change(kPlayfield);
  s_.playfield[i] = value;
}

[[gnu::noinline]] void Tia::raise_alarm(Clock t) {
  if (t >= line_limit_) finish_frame();
  if (blank_leaks_) settle();
}

void Tia::write(int address, std::uint8_t value, std::int64_t cycles) {
  if (kClocksPerCycle * cycles >= alarm_) [[unlikely]]
    return write_with_alarm(address, value, cycles);
  write_register(address, value, cycles);
}

[[gnu::noinline]] void Tia::write_with_alarm(int address, std::uint8_t value, std::int64_t cycles) {
  write_register(address, value, cycles);
  raise_alarm(kClocksPerCycle * cycles);
}

// Each function called here ends this one, so that nothing needs to be saved over calls.
[[gnu::always_inline]] inline void Tia::write_register(int address, std::uint8_t value,
                                                       std::int64_t cycles) {
  const Clock t = kClocksPerCycle * cycles;
  switch (address) {
    case kVsync:
      touch(t);
      return write_vsync(value, t);
    case kVblank:
      touch(t + kSoon);
      return write_vblank(value, cycles);
    case kNusiz0:
    case kNusiz1:
      touch(t + kLate);
      return write_nusiz(address - kNusiz0, value);
    case kColup0:
    case kColup0 + 1:
    case kColup0 + 2:
    case kColubk:
      touch(t);
      return write_colour(address - kColup0, value);
    case kCtrlpf:
      touch(t);
      return write_ctrlpf(value, t);
    case kRefp0:
    case kRefp1:
      touch(t + kSoon);
      return set(s_.reflected[address - kRefp0], (value & 8) != 0, address == kRefp0 ? kP0 : kP1);
    case kPf0:
    case kPf0 + 1:
    case kPf2:
      touch(t + kPlayfieldDelays[(cycles + first_cycle_) & 3]);
      return write_playfield(address - kPf0, value);
    case kResp0:
    case kResp1:
      touch(t);
      return strobe_player(address - kResp0, t);
    case kResm0:
      touch(t + kLate);
      return strobe(Strobe::kMissile0, t);
    case kResm1:
      touch(t + kLate);
      return strobe(Strobe::kMissile1, t);
    case kResbl:
      touch(t);
      return strobe(Strobe::kBall, t);
    case kGrp0:
      touch(t + kSoon);
      return write_graphics(0, value);
    case kGrp1:
      touch(t + kSoon);
      return write_graphics(1, value);
    case kEnam0:
      touch(t);
      return set(s_.missile_on[0], (value & 2) != 0, kM0);
    case kEnam1:
      touch(t);
      return set(s_.missile_on[1], (value & 2) != 0, kM1);
    case kEnabl:
      touch(t);
      return set(s_.ball_on, (value & 2) != 0, kBall);
    case kHmp0:
    case kHmp0 + 1:
    case kHmp0 + 2:
    case kHmp0 + 3:
    case kHmbl:
      touch(t);
      return write_motion(address - kHmp0, value, t);
    case kVdelp0:
      touch(t);
      return set(s_.delayed[0], (value & 1) != 0, kP0);
    case kVdelp0 + 1:
      touch(t);
      return set(s_.delayed[1], (value & 1) != 0, kP1);
    case kVdelbl:
      touch(t);
      return set(s_.delayed[2], (value & 1) != 0, kBall);
    case kResmp0:
    case kResmp1:
      touch(t);
      return lock_missile(address - kResmp0, (value & 2) != 0);
    case kHmove:
      touch(t);
      return hmove(t);
    case kHmclr:
      touch(t);
      std::fill_n(s_.motion, 5, std::uint8_t{0});
      return;
    case kCxclr:
      touch(t);
      return clear_collisions();
    default:  // RSYNC, sound, and what has no register
      touch(t);
      return;
  }
}

[[gnu::noinline]] void Tia::write_vsync(std::uint8_t value, Clock t) {
  if ((value & 2) != 0) {
    s_.vsync_mark = t + kClocksPerLine;
  } else if (t >= s_.vsync_mark) {
    s_.vsync_mark = kNoVsync;
    finish_frame();
  }
}

[[gnu::noinline]] void Tia::write_vblank(std::uint8_t value, std::int64_t cycles) {
  const bool on = (value & 2) != 0;
  if (on != s_.vblank) {
    change_rules();
    s_.vblank = on;
  }
  const bool dumping = (value & 0x80) != 0;
  if (s_.dumping && !dumping) s_.dump_end = static_cast<std::uint32_t>(cycles);
  s_.dumping = dumping;
}

[[gnu::noinline]] void Tia::write_nusiz(int i, std::uint8_t value) {
  value &= 0x37;
  const bool ark = i == 0 && s_.ark_on;
  if (value == s_.nusiz[i] && !s_.skip_first[i] && !ark) return;
  change(i == 0 ? kP0 : kP1);
  change(i == 0 ? kM0 : kM1);
  s_.nusiz[i] = value;
  s_.skip_first[i] = false;
  if (i == 0) s_.ark_shape = 0;
  reshape(i == 0 ? kP0 : kP1);
  reshape(i == 0 ? kM0 : kM1);
}

[[gnu::noinline]] void Tia::write_colour(int i, std::uint8_t value) {
  value &= 0xfe;
  if (options_.television == Television::kPal) value |= static_cast<std::uint8_t>(s_.scanlines & 1);
  if (s_.colours[i] == value) return;
  if (drawing_) change_colours();  // collisions do not depend on colours
  s_.colours[i] = value;
}

[[gnu::noinline]] void Tia::write_ctrlpf(std::uint8_t value, Clock t) {
  value &= 0x37;
  const std::uint8_t differing = value ^ s_.ctrlpf;
  settle();
  if ((differing & kMixing) != 0) change_rules();
  if ((differing & 0x30) != 0) change(kBall);
  s_.ctrlpf = value;
  shades_mix_ = (value & kMixing) == kMixing;
  const bool mirrored = (value & 1) != 0;
  constexpr int kMiddle = 147;
  if (mirrored != s_.mirrored && line_clock(t) < kMiddle) {
    change(kPlayfield);
    s_.mirrored = mirrored;
  }
}

[[gnu::noinline]] void Tia::write_graphics(int i, std::uint8_t value) {
  const Object own = i == 0 ? kP0 : kP1;
  const Object other = i == 0 ? kP1 : kP0;
  if (s_.graphics[i] != value) {
    if (!s_.delayed[i]) change(own);
    s_.graphics[i] = value;
  }
  // The other player's old graphics, and with GRP1 the old ball, become the new ones.
  const int j = 1 - i;
  if (s_.old_graphics[j] != s_.graphics[j]) {
    if (s_.delayed[j]) change(other);
    s_.old_graphics[j] = s_.graphics[j];
  }
  if (i == 1 && s_.old_ball_on != s_.ball_on) {
    if (s_.delayed[2]) change(kBall);
    s_.old_ball_on = s_.ball_on;
  }
}

[[gnu::noinline]] void Tia::write_motion(int i, std::uint8_t value, Clock t) {
  const std::uint8_t nibble = value >> 4;
  constexpr int kArkClocks = 63;
  if (i == kM0 && s_.motion[i] == 7 && nibble == 6 && t == s_.hmove_clock + kArkClocks) {
    s_.ark_on = true;
    s_.ark_counter = 0;
  }
  s_.motion[i] = nibble;
}

std::uint8_t Tia::read(int address, std::uint8_t bus, std::int64_t cycles, const Inputs& inputs) {
  touch(kClocksPerCycle * cycles);
  if (blank_leaks_) settle();
  std::uint8_t own = 0;
  if (address < 8) {
    settle();
    find_collisions();
    own = static_cast<std::uint8_t>((s_.collisions >> (2 * address) & 3) << 6);
  } else if (address < 12) {
    own = paddle_charged(address - 8, cycles, inputs) ? 0x80 : 0;
  } else if (address < 14) {
    const int jack = address - 12;
    own = options_.paddles[jack] || !inputs.fire[jack] ? 0x80 : 0;
  }
  return own | (bus & 0x3f);
}

// A paddle charges a capacitor, which VBLANK's bit 7 discharges, through its resistance.
bool Tia::paddle_charged(int i, std::int64_t cycles, const Inputs& inputs) const {
  if (!options_.paddles[i >> 1]) return false;
  const std::int32_t resistance = inputs.resistance[i];
  if (resistance == 0) return true;
  if (s_.dumping) return false;
  const double needed = (1.6 * resistance * 0.01e-6) * 1.19e6;
  return static_cast<std::uint32_t>(cycles) > s_.dump_end + static_cast<std::uint32_t>(needed);
}

}  // namespace pp::atari
