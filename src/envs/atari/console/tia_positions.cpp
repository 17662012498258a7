// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Where the TIA's objects are: the strobes RESxx and RESMPx, and HMOVE.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tia.h"
#include "tia_motion.h"

namespace pp::atari {

[[gnu::noinline]] void Tia::strobe_player(int i, Clock t) {
  settle();
  const int position = strobed_player(line_clock(t));
  const Meeting met = meeting(s_.nusiz[i] & 7, s_.position[i], position);
  constexpr int kRestOfCopy = 11;
  if (met == Meeting::kDrawing) {
    touch(t + kRestOfCopy);
    settle();
  }
  const bool skip = met != Meeting::kSetUp;
  const bool skipped = s_.skip_first[i];
  if (skip == skipped && position == s_.position[i]) return;
  const Object player = i == 0 ? kP0 : kP1;
  change_shown(player);
  s_.position[i] = static_cast<std::uint8_t>(position);
  s_.skip_first[i] = skip;
  if (skip != skipped) expect_nusiz(i);
  const Look others = looks_[player] & ~make_look(0, 0xff, 0, kSkipsFirst);
  set_look(player, others | make_look(0, s_.position[i], 0, skip ? kSkipsFirst : 0));
}

[[gnu::noinline]] void Tia::strobe(Strobe which, Clock t) {
  settle();
  const int now = line_clock(t);
  const int exception = strobe_exception(which, t - s_.hmove_clock, now);
  if (which == Strobe::kMissile0) end_ark_shape();
  move(kM0 + static_cast<int>(which), exception >= 0 ? exception : strobed_missile(now));
}

// Missile 0 looks as its registers say again, and no longer as one of Cosmic Ark's stars.
void Tia::end_ark_shape() {
  if (s_.ark_shape == 0) return;
  change(kM0);
  s_.ark_shape = 0;
  look(kM0);
}

[[gnu::noinline]] void Tia::lock_missile(int i, bool locked) {
  if (locked == s_.missile_locked[i]) return;
  const Object missile = i == 0 ? kM0 : kM1;
  change(missile);
  s_.missile_locked[i] = locked;
  if (!locked) {
    const int width = kCopyModes[s_.nusiz[i] & 7].width;
    move(missile, wrapped(s_.position[i] + width / 2));
    if (i == 0) s_.ark_shape = 0;
  }
  look(missile);
}

void Tia::move(int object, int position) {
  if (s_.position[object] == position) return;
  change_shown(static_cast<Object>(object));
  s_.position[object] = static_cast<std::uint8_t>(position);
  set_look(object, (looks_[object] & ~Look{0xff00}) | static_cast<Look>(position) << 8);
}

[[gnu::noinline]] void Tia::hmove(Clock t) {
  settle();
  look_for_blank_end();
  const int now = line_clock(t);
  // As a rule the program strobes at the start of each line, and nothing is to move.
  const bool special = (s_.skip_first[0] | s_.skip_first[1] | s_.ark_shape) != 0;
  if (now >= kClocksPerCycle * kFirstPartialMotion || moving_ != 0 || special) {
    move_objects(now / kClocksPerCycle);
  }
  s_.hmove_clock = t;
  s_.ark_on = false;
  constexpr int kBlankingEnd = kClocksPerCycle * 21;
  constexpr int kBlankingStart = kClocksPerCycle * 75;
  if (!options_.hmove_blanks || (now >= kBlankingEnd && now < kBlankingStart)) return;
  s_.blank_armed = true;
  blank_leaks_ = true;
  const bool follows = may_stop_ || !recognises_;
  if (follows) set_alarm();
  if (s_.drawn < picture_end_ && s_.drawn - s_.line_start < kBlankEnd) {
    s_.blank_here = true;
    if (s_.blank_from < 0) s_.blank_from = x_;
  }
  if (follows) plan();
}

// What an HMOVE at a cycle of the line changes.
[[gnu::noinline]] void Tia::move_objects(int cycle) {
  const auto& motions = kMotions[static_cast<std::size_t>(cycle)];
  constexpr unsigned kAll = 31;
  for (unsigned left = motions[0] != 0 ? kAll : moving_; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const int motion = motions[s_.motion[i]];
    if (motion != 0) move(i, wrapped(s_.position[i] + motion));
  }
  for (int i = 0; i < 2; ++i) {
    if (!s_.skip_first[i]) continue;
    change_shown(i == 0 ? kP0 : kP1);
    s_.skip_first[i] = false;
    look(i == 0 ? kP0 : kP1);
  }
  end_ark_shape();
}

}  // namespace pp::atari
