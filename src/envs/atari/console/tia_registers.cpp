// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The TIA's registers, as the processor writes and reads them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "tia.h"

namespace pp::atari {
std::int64_t Tia::wait_for_line(std::int64_t cycles, bool after_read) {
  const Clock t = kClocksPerCycle * cycles;
  touch(t);
  if (t >= alarm_) raise_alarm(t);
  constexpr unsigned kCyclesPerLine = kClocksPerLine / kClocksPerCycle;
  const auto since = static_cast<std::uint64_t>(cycles + first_cycle_);
  // As a rule it fits into 32 bits, whose remainder takes half the time.
  const std::uint64_t within = since >> 32 == 0 ? static_cast<std::uint32_t>(since) % kCyclesPerLine
                                                : since % kCyclesPerLine;
  if (!after_read) return cycles;
  if (within != 0) cycles += static_cast<int>(kCyclesPerLine - within);
  waited_until_ = cycles * kCycle;
  return cycles;
}

[[gnu::noinline]] void Tia::clear_collisions() {
  settle();
  s_.collisions = 0;
  cleared_ = x_;
  changed_ = true;
}

[[gnu::noinline]] void Tia::clear_motion() {
  for (int i = 0; i < 5; ++i) {
    s_.motion[i] = 0;
    quiet_.expect(kHmp0 + i, 0);
  }
  moving_ = 0;
  quiet_.expect(kHmclr, 0);
}

template <int i>
[[gnu::noinline]] void Tia::write_playfield(std::uint8_t value, std::int64_t cycles) {
  touch(kClocksPerCycle * cycles + delay(static_cast<unsigned>(kPf0 + i), cycles));
  quiet_.expect(kPf0 + i, value);
  if (s_.playfield[i] == value) return;
  change<kPlayfield>();
  s_.playfield[i] = value;
  constexpr Look kBits = i == 0 ? 0xf0 : Look{0xff} << (8 * i);
  set_look(kPlayfield, (looks_[kPlayfield] & ~kBits) | (Look{value} << (8 * i) & kBits));
}

// The first access after an HMOVE draws: see `leak_`.
[[gnu::noinline]] void Tia::raise_alarm(Clock t) {
  if (t >= line_limit_) finish_frame();
  if (!follows_leak()) return;
  const Clock now = touched_ - s_.line_start;
  if (touched_ <= s_.drawn || now >= kBlankClocks || !s_.blank_here) return settle();
  s_.drawn = touched_;
  leak_ = kBlankEnd - static_cast<int>(now);
  blank_leaks_ = false;
  alarm_ = recognises_ ? line_limit_ : 0;
  alarm_instant_ = recognises_ ? limit_instant_ : 0;
  plain_until_ = s_.line_start + kBlankEnd;
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
  if (value == s_.nusiz[i] && !s_.skip_first[i] && !ark) return expect_nusiz(i);
  const Object player = i == 0 ? kP0 : kP1;
  const Object missile = i == 0 ? kM0 : kM1;
  change_shown(player);
  if (ark || (i == 0 && s_.ark_shape != 0)) {
    change(missile);
    s_.ark_shape = 0;
  } else {
    change_shown(missile);
  }
  s_.nusiz[i] = value;
  s_.skip_first[i] = false;
  const Look mode = make_look(0, 0, value & 7, 0);
  set_look(player, (looks_[player] & ~make_look(0, 0, 0xff, kSkipsFirst)) | mode);
  look(missile);
  expect_nusiz(i);
}

// Writing even the present value ends a skipped copy, and for missile 0 the shape of a star.
void Tia::expect_nusiz(int i) {
  if (s_.skip_first[i] || (i == 0 && s_.ark_on)) {
    quiet_.expect_nothing(kNusiz0 + i);
  } else {
    quiet_.expect(kNusiz0 + i, s_.nusiz[i]);
  }
}

template <int i>
[[gnu::noinline]] void Tia::write_colour(std::uint8_t value) {
  quiet_.expect(kColup0 + i, value);
  value &= 0xfe;
  if (options_.television == Television::kPal) value |= static_cast<std::uint8_t>(s_.scanlines & 1);
  if (s_.colours[i] == value) return;
  if (drawing_) change_colours();  // collisions do not depend on colours
  s_.colours[i] = value;
}

[[gnu::noinline]] void Tia::write_ctrlpf(std::uint8_t value, Clock t) {
  value &= 0x37;
  const std::uint8_t differing = value ^ s_.ctrlpf;
  settle();  // reflection comes into force at the end of lines
  if ((differing & kMixing) != 0) change_rules();
  if ((differing & 0x30) != 0) change_shown(kBall);
  s_.ctrlpf = value;
  look(kBall);
  shades_mix_ = (value & kMixing) == kMixing;
  const bool mirrored = (value & 1) != 0;
  constexpr int kMiddle = 147;
  if (mirrored != s_.mirrored && line_clock(t) < kMiddle) {
    change_shown(kPlayfield);
    s_.mirrored = mirrored;
    look(kPlayfield);
  }
  // Otherwise reflection waits for the line's end, and a later write may let it take effect.
  mirrored == s_.mirrored ? quiet_.expect(kCtrlpf, value) : quiet_.expect_nothing(kCtrlpf);
}

template <int i>
[[gnu::noinline]] void Tia::write_graphics(std::uint8_t value) {
  const auto show = [this](int player, std::uint8_t graphics) {
    player == 0 ? change<kP0>() : change<kP1>();
    const Look look = (looks_[player] & ~Look{0xff}) | graphics;
    looks_[player] = look;
    shown_[player] = graphics != 0 ? look : 0;
  };
  if (s_.graphics[i] != value) {
    if (!s_.delayed[i]) show(i, value);
    s_.graphics[i] = value;
  }
  // The other player's old graphics, and with GRP1 the old ball, become the new ones.
  constexpr int j = 1 - i;
  if (s_.old_graphics[j] != s_.graphics[j]) {
    if (s_.delayed[j]) show(j, s_.graphics[j]);
    s_.old_graphics[j] = s_.graphics[j];
  }
  if (i == 1 && s_.old_ball_on != s_.ball_on) {
    if (s_.delayed[2]) change(kBall);
    s_.old_ball_on = s_.ball_on;
    look(kBall);
  }
  quiet_.expect(kGrp0 + i, value);
  expect_graphics(j);
}

[[gnu::noinline]] void Tia::write_ball(bool on) {
  if (s_.ball_on != on) {
    if (!s_.delayed[2]) change(kBall);
    s_.ball_on = on;
    look(kBall);
  }
  quiet_.expect(kEnabl, on ? 2 : 0);
  expect_graphics(1);
}

// A write of graphics is quiet if it has nothing to pass on either.
void Tia::expect_graphics(int i) {
  const bool passed =
      s_.old_graphics[1 - i] == s_.graphics[1 - i] && (i == 0 || s_.old_ball_on == s_.ball_on);
  passed ? quiet_.expect(kGrp0 + i, s_.graphics[i]) : quiet_.expect_nothing(kGrp0 + i);
}

[[gnu::noinline]] void Tia::write_motion(int i, std::uint8_t value, Clock t) {
  const std::uint8_t nibble = value >> 4;
  constexpr int kArkClocks = 63;
  if (i == kM0 && s_.motion[i] == 7 && nibble == 6 && t == s_.hmove_clock + kArkClocks) {
    settle();
    s_.ark_on = true;
    s_.ark_counter = 0;
    expect_nusiz(0);
  }
  s_.motion[i] = nibble;
  moving_ = (moving_ & ~(1u << i)) | static_cast<unsigned>(nibble != 0) << i;
  quiet_.expect_nothing(kHmclr);
  quiet_.expect(kHmp0 + i, value);
}

[[gnu::noinline]] std::uint8_t Tia::read_collisions(int address) {
  settle();
  find_collisions(3u << (2 * address));
  return static_cast<std::uint8_t>((s_.collisions >> (2 * address) & 3) << 6);
}

bool Tia::paddle_charged(int i, std::int64_t cycles, const Inputs& inputs) {
  if (!options_.paddles[i >> 1]) return false;
  const std::int32_t resistance = inputs.resistance[i];
  if (resistance == 0) return true;
  if (s_.dumping) return false;
  return static_cast<std::uint32_t>(cycles) > s_.dump_end + charge_.cycles(resistance);
}

std::uint8_t Tia::read(int address, std::uint8_t bus, std::int64_t cycles, const Inputs& inputs) {
  touch(kClocksPerCycle * cycles);
  if (follows_leak()) [[unlikely]]
    settle();
  std::uint8_t own = 0;
  if (address < 8) {
    own = read_collisions(address);
  } else if (address < 12) {
    own = paddle_charged(address - 8, cycles, inputs) ? 0x80 : 0;
  } else if (address < 14) {
    const int jack = address - 12;
    own = options_.paddles[jack] || !inputs.fire[jack] ? 0x80 : 0;
  }
  return own | (bus & 0x3f);
}

// --- Dispatch ---

// Each function called here ends this one, so that nothing needs to be saved over calls.
template <int kAddress>
[[gnu::always_inline]] inline void Tia::write_register(std::uint8_t value, std::int64_t cycles) {
  const Clock t = kClocksPerCycle * cycles;
  switch (kAddress) {
    case kVsync:
      return write_vsync(value, t);
    case kVblank:
      return write_vblank(value, cycles);
    case kNusiz0:
    case kNusiz1:
      return write_nusiz(kAddress - kNusiz0, value);
    case kColup0:
      return write_colour<0>(value);
    case kColup0 + 1:
      return write_colour<1>(value);
    case kColup0 + 2:
      return write_colour<2>(value);
    case kColubk:
      return write_colour<3>(value);
    case kCtrlpf:
      return write_ctrlpf(value, t);
    case kRefp0:
    case kRefp1:
      quiet_.expect(kAddress, value);
      return set(s_.reflected[kAddress - kRefp0], (value & 8) != 0, kAddress == kRefp0 ? kP0 : kP1);
    case kPf0:
      return write_playfield<0>(value, cycles);
    case kPf0 + 1:
      return write_playfield<1>(value, cycles);
    case kPf2:
      return write_playfield<2>(value, cycles);
    case kResp0:
    case kResp1:
      return strobe_player(kAddress - kResp0, t);
    case kResm0:
      return strobe(Strobe::kMissile0, t);
    case kResm1:
      return strobe(Strobe::kMissile1, t);
    case kResbl:
      return strobe(Strobe::kBall, t);
    case kGrp0:
      return write_graphics<0>(value);
    case kGrp1:
      return write_graphics<1>(value);
    case kEnam0:
    case kEnam1:
      quiet_.expect(kAddress, value);
      return set(s_.missile_on[kAddress - kEnam0], (value & 2) != 0,
                 kAddress == kEnam0 ? kM0 : kM1);
    case kEnabl:
      return write_ball((value & 2) != 0);
    case kHmp0:
    case kHmp0 + 1:
    case kHmp0 + 2:
    case kHmp0 + 3:
    case kHmbl:
      return write_motion(kAddress - kHmp0, value, t);
    case kVdelp0:
    case kVdelp0 + 1:
      quiet_.expect(kAddress, value);
      return set(s_.delayed[kAddress - kVdelp0], (value & 1) != 0, kAddress == kVdelp0 ? kP0 : kP1);
    case kVdelbl:
      quiet_.expect(kAddress, value);
      return set(s_.delayed[2], (value & 1) != 0, kBall);
    case kResmp0:
    case kResmp1:
      quiet_.expect(kAddress, value);
      return lock_missile(kAddress - kResmp0, (value & 2) != 0);
    case kHmove:
      return hmove(t);
    case kHmclr:
      return clear_motion();
    case kCxclr:
      return clear_collisions();
    default:  // RSYNC, sound, and what has no register
      return;
  }
}

template <int kAddress>
void Tia::write_to(Tia& tia, std::uint8_t value, Instant instant) {
  const std::int64_t cycles = cycles_of(instant);
  tia.touch(kClocksPerCycle * cycles + kSteadyDelays[kAddress]);
  if (instant >= tia.alarm_instant_) [[unlikely]]
    return tia.write_with_alarm<kAddress>(value, cycles);
  tia.write_register<kAddress>(value, cycles);
}

template <int kAddress>
[[gnu::noinline, gnu::cold]] void Tia::write_with_alarm(std::uint8_t value, std::int64_t cycles) {
  const Clock t = kClocksPerCycle * cycles;
  touch(t + delay(kAddress, cycles));
  raise_alarm(t);
  if (recognises_ && quiet_.contains(kAddress, value)) return;
  write_register<kAddress>(value, cycles);
}

const std::array<Tia::Writer, kTiaRegisters> Tia::kWriters =
    []<int... kAddresses>(std::integer_sequence<int, kAddresses...>) {
      return std::array<Writer, kTiaRegisters>{&write_to<kAddresses>...};
    }(std::make_integer_sequence<int, kTiaRegisters>());

}  // namespace pp::atari
