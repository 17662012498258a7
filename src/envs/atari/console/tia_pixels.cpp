// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Computes the TIA's pixels: collisions, priorities, colours.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "tia.h"
#include "tia_latches.h"
#include "tia_shapes.h"

namespace pp::atari {
namespace {

constexpr int kBlankWidth = 8;
constexpr int kScore = 2;
constexpr int kPriority = 4;

constexpr Mask kLeftHalf = range(0, 80);
constexpr Mask kRightHalf = range(80, 160);

// The bits of a key's `rest`: CTRLPF's rules, from bit 8 on where an HMOVE blank begins, kKnown,
// from bit 24 on the length of the log; or kBlackRow alone.
constexpr std::uint32_t kBlackRow = 1 << 16;
constexpr std::uint32_t kKnown = 1 << 17;

constexpr std::uint8_t kFull = 0xff;
constexpr std::uint8_t kNone = 0;

}  // namespace

// --- Rows ----------------------------------------------------------------------------------------

// Of the row that is complete now.
[[gnu::always_inline]] inline std::uint32_t Tia::present_rest() const {
  if (s_.vblank) return kBlackRow;
  return (s_.ctrlpf & kMixing) | static_cast<std::uint32_t>(s_.blank_from + 1) << 8 | kKnown |
         logged_ << 24;
}

[[gnu::always_inline]] inline bool Tia::same_row(const RowKey& key, std::uint32_t rest) const {
  if (key.rest != rest) return false;
  if (rest == kBlackRow) return true;
  std::uint32_t differing = (key.colours ^ std::bit_cast<std::uint32_t>(s_.colours)) & key.seen;
  for (int i = 0; i < kObjects; ++i) differing |= key.looks[i] ^ shown_[i];
  if (differing != 0) return false;
  LogEntry wrong = 0;
  for (unsigned i = 0; i < logged_; ++i) wrong |= key.log[i] ^ log_[i];
  return wrong == 0;
}

[[gnu::always_inline]] inline void Tia::finish_drawn_row() {
  const RowKey& key = this->key(s_.row);
  if (!recognises_ || !same_row(key, present_rest())) return make_row();
  add_latches(key.latches);
}

// Finishes the pixels from segment_ up to x_: their collisions and colours.
void Tia::finish_pixels() {
  if (segment_ > 0 || x_ < kWidth || shades_mix_) {
    finish_part();
  } else {
    finish_row();
  }
  logged_ = 0;
  segment_ = x_;
}

// The same for a whole row, of which nothing is finished yet and where priorities are simple.
void Tia::finish_row() { drawing_ ? finish_drawn_row() : finish_undrawn_row(); }

// The same for several whole rows that nothing changes within, and goes on to the row below them.
void Tia::finish_rows(int count) {
  const int end = s_.row + count;
  if (drawing_) {
    for (; s_.row < end; ++s_.row) finish_drawn_row();
  } else {
    if (recognises_) {
      finish_undrawn_row();
    } else {
      for (; s_.row < end; ++s_.row) finish_undrawn_row();
    }
    s_.row = end;
  }
}

// A row that is not drawn has the collisions of the row above, unless something differs.
void Tia::finish_undrawn_row() {
  if (s_.vblank) return;
  if (changed_ || !recognises_) collide_row();
  changed_ = logged_ != 0 || cleared_ > 0;
}

// The same without regard to colours and rules, for a row that is not black.
[[gnu::always_inline]] inline bool Tia::same_objects(const RowKey& key) const {
  std::uint32_t differing = key.rest ^ (kKnown | logged_ << 24);
  for (int i = 0; i < kObjects; ++i) differing |= key.looks[i] ^ shown_[i];
  if (differing != 0) return false;
  LogEntry wrong = 0;
  for (unsigned i = 0; i < logged_; ++i) wrong |= key.log[i] ^ log_[i];
  return wrong == 0;
}

// Makes the picture's row, or copies it from one that is the same: the one above, or that of the
// frame before.
void Tia::make_row() {
  const std::uint32_t rest = present_rest();
  RowKey& key = this->key(s_.row);
  change_row(s_.row);
  key.rest = rest;
  key.latches = 0;
  if (rest == kBlackRow) {
    std::memset(row(s_.row), 0, kWidth);
    return;
  }
  if (const RowKey* const equal = recognises_ ? equal_row(rest) : nullptr) {
    key = *equal;
    return add_latches(key.latches);
  }
  const unsigned shown = shown_objects();
  Mask lit[kObjects];
  gather(shown, lit);
  key.latches = collisions(kLatches[shown], lit, 0);
  s_.collisions |= cleared_ == 0 ? key.latches : collisions(key.latches, lit, cleared_);
  paint(lit);
  if (logged_ > RowKey::kMostEntries) return key.forget();
  std::copy_n(shown_, kObjects, key.looks);
  key.colours = std::bit_cast<std::uint32_t>(s_.colours);
  key.seen = colours_seen(shown);
  std::copy_n(log_, logged_, key.log);
}

// Copies the pixels of an equal row, and returns its key; null if there is none. If the picture
// scrolls down, the row was one higher in the frame before.
const RowKey* Tia::equal_row(std::uint32_t rest) {
  struct Place {
    int picture;  // 1: the other one
    int up;
  };
  constexpr Place kPlaces[] = {{1, 0}, {0, 1}, {1, 1}};
  for (const Place& place : kPlaces) {
    const int picture = buffers_->current ^ place.picture;
    const int from = s_.row - place.up;
    if (from < 0 || !same_row(buffers_->keys[picture][from], rest)) continue;
    copy_row(row(s_.row), buffers_->pictures[picture].rows + from * kWidth);
    return &buffers_->keys[picture][from];
  }
  return nullptr;
}

// The bits of the colours that a row with these objects can show.
std::uint32_t Tia::colours_seen(unsigned shown) const {
  const bool score = (s_.ctrlpf & kScore) != 0;
  const Colours seen = {
      score || (shown & (1u << kP0 | 1u << kM0)) != 0 ? kFull : kNone,
      score || (shown & (1u << kP1 | 1u << kM1)) != 0 ? kFull : kNone,
      (shown & (1u << kPlayfield | 1u << kBall)) != 0 ? kFull : kNone,
      kFull,
  };
  return std::bit_cast<std::uint32_t>(seen);
}

// Finds the collisions of a row without making it; a black row has none. As a rule they are those of
// the same row in an earlier frame that was not drawn.
void Tia::collide_row() {
  if (s_.vblank) return;
  RowKey& key = buffers_->undrawn[s_.row];
  const bool keeps = recognises_ && logged_ <= RowKey::kMostEntries;
  if (recognises_ && same_objects(key)) return add_latches(key.latches);
  const unsigned latches = kLatches[shown_objects()];
  if (!keeps) return add_latches(cleared_ > 0 ? latches : found_latches(latches, 0));
  std::copy_n(shown_, kObjects, key.looks);
  std::copy_n(log_, logged_, key.log);
  key.rest = kKnown | logged_ << 24;
  key.latches = latches == 0 ? 0 : found_latches(latches, 0);
  add_latches(key.latches);
}

// The row sets these latches somewhere: perhaps only left of where they were cleared.
void Tia::add_latches(unsigned latches) {
  if (cleared_ > 0) {
    latches &= ~s_.collisions;
    if (latches != 0) latches = found_latches(latches, cleared_);
  }
  s_.collisions |= static_cast<std::uint16_t>(latches);
}

// Those of the latches that the pixels from segment_ up to x_ set, from `from` on.
std::uint16_t Tia::found_latches(unsigned latches, int from) {
  Mask lit[kObjects];
  gather(objects_of(latches), lit);
  return collisions(latches, lit, from);
}

// A row that is not finished at once.
void Tia::finish_part() {
  changed_ = true;
  if (drawing_) forget_row(s_.row);
  if (s_.vblank) {
    if (drawing_) std::memset(row(s_.row) + segment_, 0, static_cast<std::size_t>(x_ - segment_));
  } else {
    const unsigned shown = shown_objects();
    const unsigned open = kLatches[shown] & ~s_.collisions;
    if (drawing_ || open != 0) {
      Mask lit[kObjects];
      gather(shown, lit);
      s_.collisions |= collisions(open, lit, cleared_);
      if (drawing_) paint(lit);
    }
  }
  since_.fill(static_cast<std::uint8_t>(x_));
}

// Finds the latches among `wanted` that this line has set so far, because the program reads them.
void Tia::find_collisions(unsigned wanted) {
  wanted &= ~s_.collisions;
  if (wanted == 0 || s_.vblank || x_ <= std::max(segment_, cleared_)) return;
  const unsigned open = kLatches[shown_objects()] & wanted;
  if (open != 0) s_.collisions |= found_latches(open, cleared_);
}

// --- What the log tells --------------------------------------------------------------------------

// The objects that show something between segment_ and x_, as bits.
unsigned Tia::shown_objects() const {
  unsigned shown = 0;
  for (int i = 0; i < kObjects; ++i) shown |= shown_[i] != 0 ? 1u << i : 0;
  for (unsigned i = 0; i < logged_; ++i)
    shown |= word_of(log_[i]) != 0 ? 1u << what_of(log_[i]) : 0;
  return shown & ((1u << kObjects) - 1);
}

// The pixels that the wanted objects light from segment_ up to x_.
void Tia::gather(unsigned wanted, Mask* lit) {
  std::array<std::uint8_t, 8> from;
  from.fill(static_cast<std::uint8_t>(segment_));
  for (unsigned i = 0; i < logged_; ++i) {
    const int what = what_of(log_[i]);
    if ((wanted >> what & 1) == 0) continue;
    const int to = pixel_of(log_[i]);
    const std::uint32_t word = word_of(log_[i]);
    if (word != 0) lit[what] |= shape(what, word) & range(from[what], to);
    from[what] = static_cast<std::uint8_t>(to);
  }
  for (; wanted != 0; wanted &= wanted - 1) {
    const int object = std::countr_zero(wanted);
    if (shown_[object] == 0) continue;
    const Mask& whole = shape(object, shown_[object]);
    const bool everywhere = from[object] == 0 && x_ == kWidth;
    lit[object] = everywhere ? whole : lit[object] | (whole & range(from[object], x_));
  }
}

// Shapes are kept until another one is wanted.
const Mask& Tia::shape(int object, Look look) {
  Mask& shape = shapes_[object];
  if (shaped_[object] == look) return shape;
  shaped_[object] = look;
  const std::uint8_t first = byte_of(look, 0);
  const std::uint8_t second = byte_of(look, 1);
  const std::uint8_t third = byte_of(look, 2);
  const unsigned flags = flags_of(look);
  if (object <= kP1) {
    shape =
        player_shape(first, (flags & kReflected) != 0, third, second, (flags & kSkipsFirst) != 0);
  } else if (object == kPlayfield) {
    shape = playfield_shape(first, second, third, flags != 0);
  } else {
    shape = missile_shape(first, third, second);
  }
  return shape;
}

// --- Pixels --------------------------------------------------------------------------------------

// Who covers whom.
[[gnu::always_inline]] inline Layers Tia::layers(const Mask* lit, const Colours& colours) const {
  const std::uint8_t colour0 = colours[kColour0];
  const std::uint8_t colour1 = colours[kColour1];
  const std::uint8_t colour_pf = colours[kColourPlayfield];
  const std::uint8_t background = colours[kColourBackground];
  const Mask first = lit[kP0] | lit[kM0];
  const Mask second = lit[kP1] | lit[kM1];
  const Mask& playfield = lit[kPlayfield];
  const Mask& ball = lit[kBall];
  const bool score = (s_.ctrlpf & kScore) != 0;
  const bool priority = (s_.ctrlpf & kPriority) != 0;
  if (score && (!priority || enabled_objects() == 1u << kPlayfield)) {
    return {{{first | (playfield & kLeftHalf), colour0},
             {second | (playfield & kRightHalf), colour1},
             {ball, colour_pf}},
            background};
  }
  if (priority) {
    return {{{playfield | ball, colour_pf}, {first, colour0}, {second, colour1}}, background};
  }
  return {{{first, colour0}, {second, colour1}, {playfield | ball, colour_pf}}, background};
}

void Tia::paint(const Mask* lit) {
  std::uint8_t* const pixels = row(s_.row);
  int from = segment_;
  for (const LogEntry entry : std::span(log_).first(logged_)) {
    if (what_of(entry) != kAllColours) continue;
    compose_(pixels, from, pixel_of(entry), layers(lit, std::bit_cast<Colours>(word_of(entry))));
    from = pixel_of(entry);
  }
  if (from < x_) compose_(pixels, from, x_, layers(lit, s_.colours));
  if (s_.blank_from >= 0) blank();
}

// HMOVE blanks the left edge.
void Tia::blank() {
  const int from = std::max(segment_, s_.blank_from);
  std::uint8_t* const pixels = row(s_.row);
  if (from == 0 && x_ >= kBlankWidth) {
    std::memset(pixels, 0, kBlankWidth);
  } else {
    for (int x = from; x < std::min(x_, kBlankWidth); ++x) pixels[x] = 0;
  }
}

// The objects that are on anywhere, as bits.
unsigned Tia::enabled_objects() const {
  unsigned set = 0;
  for (int i = 0; i < 2; ++i) {
    if (shown_graphics(i) != 0) set |= 1u << (kP0 + i);
    if (missile_shown(i)) set |= 1u << (kM0 + i);
  }
  if (ball_shown()) set |= 1u << kBall;
  const bool playfield =
      (s_.playfield[0] & 0xf0) != 0 || s_.playfield[1] != 0 || s_.playfield[2] != 0;
  if (playfield) set |= 1u << kPlayfield;
  return set;
}

// Where drawing stops within a line it sets up to three pixels more, to the next multiple of 4, if
// few objects are on and none of their copies, lit or not, reaches that group of four.
void Tia::overdraw() {
  if (drawing_ && leak_ > x_) {
    forget_row(s_.row);
    std::memset(row(s_.row) + x_, 0, static_cast<std::size_t>(leak_ - x_));
  }
  const int end = (x_ + 3) & ~3;
  if (!drawing_ || s_.vblank || end == x_) return;
  constexpr unsigned kP0Bit = 1u << kP0, kP1Bit = 1u << kP1, kM0Bit = 1u << kM0;
  constexpr unsigned kM1Bit = 1u << kM1, kBallBit = 1u << kBall, kPlayfieldBit = 1u << kPlayfield;
  constexpr unsigned kAlways[] = {
      kPlayfieldBit,
      kP0Bit,
      kP1Bit,
      kP0Bit | kP1Bit,
      kM0Bit,
      kM1Bit,
      kBallBit,
      kM0Bit | kM1Bit,
      kBallBit | kM0Bit,
      kBallBit | kM1Bit,
      kBallBit | kP1Bit,
  };
  constexpr unsigned kWithoutScore[] = {kPlayfieldBit | kP0Bit, kPlayfieldBit | kP1Bit,
                                        kPlayfieldBit | kBallBit};
  const unsigned enabled = enabled_objects();
  const bool score = (s_.ctrlpf & kScore) != 0;
  const bool some = std::ranges::count(kAlways, enabled) != 0 ||
                    (!score && std::ranges::count(kWithoutScore, enabled) != 0);
  if (!some) return;
  Mask reach;
  for (int i = 0; i < 2; ++i) {
    if ((enabled & kP0Bit << i) != 0) {
      reach |= player_shape(0xff, false, s_.nusiz[i] & 7, s_.position[i], s_.skip_first[i]);
    }
    if ((enabled & kM0Bit << i) != 0) reach |= shape(kM0 + i, shown_[kM0 + i]);
  }
  if ((enabled & kBallBit) != 0) reach |= shape(kBall, shown_[kBall]);
  if (reach.meets(range(end - 4, end))) return;
  Mask lit[kObjects];
  lit[kPlayfield] = shape(kPlayfield, shown_[kPlayfield]);
  forget_row(s_.row);
  compose_(row(s_.row), x_, end, layers(lit, s_.colours));
}

}  // namespace pp::atari
