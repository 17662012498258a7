// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The television interface adaptor: objects, collisions, pixels and frames. Sound is left out.
//
// Passing time draws nothing. Nor do most writes, because they change nothing. A write that changes
// something first brings drawing up to its moment: lines that have ended meanwhile are finished,
// and what the present line has shown so far is logged. Pixels and collisions follow from the log
// once a line, and only if the picture's row does not show the same already (row_key.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "compose.h"
#include "instant.h"
#include "mask.h"
#include "picture.h"
#include "quiet_writes.h"
#include "riot.h"
#include "rom.h"
#include "row_key.h"
#include "tia_addresses.h"
#include "tia_motion.h"
#include "tia_paddles.h"
#include "tia_state.h"

namespace pp::atari {

class Tia {
 public:
  Tia(const TiaOptions& options, FrameBuffers& buffers);

  void set_options(const TiaOptions& options) { options_ = options; }

  // The machine's reset, at time 0. Both pictures become black.
  void reset();

  // Starts a frame: its line begins where the last frame's ended, and times become smaller by
  // `cycles`, the present time.
  void start_frame(std::int64_t cycles);
  // Ends a call of the frame routine: whatever is drawn so far is in the picture.
  void end_call(std::int64_t cycles);

  // Whether the frame has drawn all of its picture.
  bool picture_complete() const { return s_.drawn >= picture_end_; }

  // Becomes a former state of itself, or of another TIA with the same options.
  void go_back(const Tia& earlier);

  // Whether a write has ended the frame.
  bool finished() const { return s_.finished; }
  void continue_frame() { s_.finished = false; }
  void set_finished(bool finished) { s_.finished = finished; }

  // Whether a write changes nothing but the time up to which the picture ought to be drawn. If so,
  // it is done. Accesses that follow are three cycles later at least, as instructions make them; a
  // push of several bytes must not use this.
  [[gnu::always_inline]] bool write_quietly(unsigned address, std::uint8_t value, Instant instant) {
    if (!quiet_.contains(address, value) || instant >= alarm_instant_) return false;
    quiet_instant_ = instant;
    quiet_address_ = address;
    return true;
  }
  // WSYNC after a read, where it does no more than wait. As a rule, the line that ends is the one
  // after the last wait.
  [[gnu::always_inline]] bool wait_quietly(Instant& instant) {
    constexpr Instant kLine = kClocksPerLine / kClocksPerCycle * kCycle;
    const Instant end = waited_until_ + kLine;
    if (instant >= alarm_instant_ ||
        static_cast<std::uint64_t>(end + kCycle - 1 - instant) >= kLine) {
      return false;
    }
    quiet_instant_ = instant;
    quiet_address_ = kWsync;
    waited_until_ = end;
    instant = end + instructions_of(instant);
    return true;
  }
  // Lets the last quiet write count as an access. As a rule, the next access replaces it, because
  // no delay is longer than the time between them. But an instruction that is read over the bus may
  // access the TIA sooner.
  void touch_quietly() {
    const std::int64_t cycles = cycles_of(quiet_instant_);
    touch(kClocksPerCycle * cycles + delay(quiet_address_, cycles));
  }
  // Registers but WSYNC. Each has a function of its own, which the host finds by where it is called
  // from; the processor's loop has many such places.
  [[gnu::always_inline]] void write(unsigned address, std::uint8_t value, Instant instant) {
    kWriters[address](*this, value, instant);
  }
  // WSYNC: the time at which the processor goes on. It does not wait unless the bus access before
  // was a read.
  std::int64_t wait_for_line(std::int64_t cycles, bool after_read);
  std::uint8_t read(int address, std::uint8_t bus, std::int64_t cycles, const Inputs& inputs);

  // Whether pixels are wanted. Collisions are found in any case.
  void set_drawing(bool drawing) {
    if (drawing != drawing_) changed_ = true;
    drawing_ = drawing;
  }
  void set_compose(Compose compose) { compose_ = compose; }
  // For tests: without recognition no write is quiet, and every row is made.
  void set_recognition(bool on) {
    recognises_ = on;
    plan();
    set_alarm();
  }
  // Whether the picture may stay incomplete. Only then it matters what an HMOVE blank does to a line
  // that drawing stops in; so the first access after each HMOVE is looked at. Otherwise
  // `will_be_complete` has to be asked before the call ends.
  void set_may_stop(bool may_stop) {
    may_stop_ = may_stop;
    plan();
    set_alarm();
  }
  // Whether the accesses of this call have reached the end of the picture.
  bool will_be_complete() {
    touch_quietly();
    return std::max(touched_, s_.drawn) >= picture_end_;
  }
  const std::uint8_t* picture() const { return buffers_->pictures[buffers_->current].rows; }
  int height() const { return options_.height; }
  // Of the frame so far, at the end of the last call.
  std::int64_t lines() const { return lines_; }

  template <class Io>
  void serialize(Io& io) {
    s_.serialize(io);
    if (io.reading()) loaded();
  }

 private:
  enum Object : int { kP0, kP1, kM0, kM1, kBall, kPlayfield, kObjects };
  static constexpr int kAllColours = kObjects;  // in the log
  enum Colour : int { kColour0, kColour1, kColourPlayfield, kColourBackground };

  using Colours = TiaState::Colours;

  static constexpr Clock kNever = std::numeric_limits<Clock>::max();
  static constexpr int kBlankEnd =
      kBlankClocks + 8;  // the line's clock at which an HMOVE blank ends

  // tia.cpp and tia_registers.cpp: frames and registers; tia_positions.cpp: strobes.
  void place_picture();
  void finish_frame() { s_.finished = true; }
  void loaded();
  int line_clock(Clock t) const {
    // As a rule within the line being drawn.
    const auto within = static_cast<std::uint64_t>(t - s_.line_start);
    if (within < kClocksPerLine) return static_cast<int>(within);
    return static_cast<int>(static_cast<std::uint64_t>(t - s_.frame_start) % kClocksPerLine);
  }
  void write_vsync(std::uint8_t value, Clock t);
  void write_vblank(std::uint8_t value, std::int64_t cycles);
  void write_nusiz(int i, std::uint8_t value);
  template <int i>
  void write_colour(std::uint8_t value);
  [[gnu::noinline]] void set(bool& flag, bool on, Object object) {
    if (flag == on) return;
    change(object);
    flag = on;
    look(object);
  }
  using Writer = void (*)(Tia&, std::uint8_t, Instant);
  static const std::array<Writer, kTiaRegisters> kWriters;
  template <int kAddress>
  static void write_to(Tia& tia, std::uint8_t value, Instant instant);
  template <int kAddress>
  void write_with_alarm(std::uint8_t value, std::int64_t cycles);
  template <int kAddress>
  void write_register(std::uint8_t value, std::int64_t cycles);
  template <int i>
  void write_playfield(std::uint8_t value, std::int64_t cycles);
  void clear_collisions();
  void clear_motion();
  void expect_graphics(int i);
  void expect_nusiz(int i);
  // The first instant whose accesses are not before a clock.
  static constexpr Instant instant_of(Clock t) {
    return (t + kClocksPerCycle - 1) / kClocksPerCycle * kCycle;
  }
  void touch(Clock t) { touched_ = std::max(touched_, t); }
  int delay(unsigned address, std::int64_t cycles) const {
    return kDelays[(cycles + first_cycle_) & 3][address];
  }
  void write_ctrlpf(std::uint8_t value, Clock t);
  template <int i>
  void write_graphics(std::uint8_t value);
  void write_ball(bool on);
  void write_motion(int i, std::uint8_t value, Clock t);
  void strobe_player(int i, Clock t);
  void strobe(Strobe which, Clock t);
  void lock_missile(int i, bool locked);
  void end_ark_shape();
  void move(int object, int position);
  void hmove(Clock t);
  void move_objects(int cycle);
  std::uint8_t read_collisions(int address);
  bool paddle_charged(int i, std::int64_t cycles, const Inputs& inputs);

  // tia_drawing.cpp: from registers to lines.

  // Draws with the present state up to the last access, since something is about to change.
  [[gnu::always_inline]] void settle() {
    if (touched_ < wake_) return;
    if (touched_ < plain_until_) {
      s_.drawn = touched_;
      x_ = std::max(static_cast<int>(touched_ - s_.line_start) - kBlankClocks, 0);
    } else {
      draw_until(touched_);
    }
  }
  void draw_until(Clock t);
  void finish_line();
  void finish_equal_lines(Clock t);
  void begin_line();
  void end_of_line_actions();
  bool changes_at_line_end() const {
    return (s_.mirrored ^ (s_.ctrlpf & 1)) | s_.skip_first[0] | s_.skip_first[1] | s_.ark_on;
  }
  void step_ark();
  void wake();
  void plan();
  void set_alarm();
  void raise_alarm(Clock t);
  // Whether the next access has to find out what an HMOVE blank has overwritten.
  bool follows_leak() const { return blank_leaks_ && may_stop_; }
  // To be called where it matters whether drawing has passed this line's HMOVE blank.
  void look_for_blank_end() {
    if (s_.blank_here && s_.drawn - s_.line_start >= kBlankEnd) pass_blank();
  }
  void pass_blank() { s_.blank_here = s_.blank_armed = blank_leaks_ = false; }
  // To be called before a register of the object changes; afterwards `look`.
  void change(Object object) {
    settle();
    changed_ = true;
    if (since_[object] < x_) log(object, shown_[object]);
  }
  // The same for what matters only where the object shows something. Otherwise its look stays 0,
  // and there is nothing to log.
  void change_shown(Object object) {
    if (shown_[object] != 0) change(object);
  }
  // `change` where it matters that it is short.
  template <Object object>
  [[gnu::always_inline]] void change() {
    settle();
    changed_ = true;
    if (since_[object] >= x_) return;
    if (shades_mix_ || logged_ == kLogEntries) return flush();
    note(object, shown_[object]);
  }
  // To be called before colours change.
  void change_colours() {
    settle();
    if (since_[kAllColours] < x_) log(kAllColours, std::bit_cast<std::uint32_t>(s_.colours));
  }
  // To be called before anything else changes that colours and collisions depend on.
  void change_rules() {
    settle();
    flush();
    changed_ = true;
  }
  [[gnu::noinline]] void log(int what, std::uint32_t word);
  [[gnu::always_inline]] void note(int what, std::uint32_t word) {
    log_[logged_++] = log_entry(x_, what, word);
    since_[what] = static_cast<std::uint8_t>(x_);
  }
  void flush() {
    if (segment_ < x_) finish_pixels();
  }
  // Brings an object's look up to date.
  void look(Object object);
  void look_at_all();
  void set_look(int object, Look look) {
    constexpr Look kPatterns = 0xffffff;  // of the playfield
    constexpr Look kPattern = 0xff;
    looks_[object] = look;
    shown_[object] = (look & (object == kPlayfield ? kPatterns : kPattern)) != 0 ? look : 0;
  }
  std::uint8_t shown_graphics(int i) const {
    return s_.delayed[i] ? s_.old_graphics[i] : s_.graphics[i];
  }
  bool missile_shown(int i) const { return s_.missile_on[i] && !s_.missile_locked[i]; }
  bool ball_shown() const { return s_.delayed[2] ? s_.old_ball_on : s_.ball_on; }

  // tia_pixels.cpp: from lines to pixels and collisions.
  void finish_pixels();
  void finish_row();
  void finish_rows(int count);
  [[gnu::noinline]] void finish_part();
  void finish_drawn_row();
  [[gnu::noinline]] void finish_undrawn_row();
  std::uint32_t present_rest() const;
  bool same_row(const RowKey& key, std::uint32_t rest) const;
  bool same_objects(const RowKey& key) const;
  [[gnu::noinline]] void make_row();
  const RowKey* equal_row(std::uint32_t rest);
  std::uint32_t colours_seen(unsigned shown) const;
  [[gnu::noinline]] void collide_row();
  void add_latches(unsigned latches);
  [[gnu::noinline]] std::uint16_t found_latches(unsigned latches, int from);
  void find_collisions(unsigned wanted);
  unsigned shown_objects() const;
  void gather(unsigned wanted, Mask* lit);
  const Mask& shape(int object, Look look);
  void paint(const Mask* lit);
  void blank();
  Layers layers(const Mask* lit, const Colours& colours) const;
  unsigned enabled_objects() const;
  void overdraw();
  std::uint8_t* row(int index) {
    return buffers_->pictures[buffers_->current].rows + index * kWidth;
  }
  RowKey& key(int index) { return buffers_->keys[buffers_->current][index]; }
  // To be called before pixels of a row change; `forget_row` also where its key does not say how.
  void change_row(int index) { buffers_->changed[buffers_->current].add(index); }
  void forget_row(int index) {
    change_row(index);
    key(index).forget();
  }

  TiaOptions options_;
  FrameBuffers* buffers_;
  Compose compose_;
  bool drawing_ = true;
  TiaState s_;

  std::int64_t lines_ = 0;

  // Derived from the state.
  Clock picture_start_ = 0;
  Clock picture_end_ = 0;
  Clock line_limit_ = 0;  // a write from here on ends the frame
  Clock wake_ = 0;        // drawing up to a clock before this one draws nothing
  Clock line_end_ = 0;
  Clock plain_until_ = 0;     // drawing up to a clock before this one moves on in the line, no more
  int first_cycle_ = 0;       // of the line that the frame starts in
  Instant waited_until_ = 0;  // the end of a line, as a rule the one that WSYNC waited for last
  int x_ = 0;                 // the pixel that `drawn` is at
  static constexpr int kMixing = 0x06;  // CTRLPF's score and priority bits
  bool shades_mix_ = false;             // both are set: colours depend on which objects are on
  Look looks_[kObjects] = {};
  Look shown_[kObjects] = {};  // the same, or 0 where an object shows nothing
  QuietWrites quiet_;
  unsigned moving_ = 0;  // the objects whose HMxx is not 0, as bits
  bool recognises_ = true;
  PaddleCharge charge_;
  Instant quiet_instant_ = 0;  // of the last quiet write
  unsigned quiet_address_ = 0;

  Clock alarm_ = 0;            // an access from here on has to look further
  Instant alarm_instant_ = 0;  // the same
  Instant limit_instant_ = 0;  // of line_limit_
  bool may_stop_ = true;       // see set_may_stop
  int leak_ = 0;  // pixels that an HMOVE blank has overwritten at the left edge of this line
  bool blank_leaks_ = false;  // an HMOVE blank has been armed, and nothing drawn since

  // Up to where the picture ought to be drawn. What lies between s_.drawn and this is drawn when
  // something changes.
  Clock touched_ = 0;

  // Of the line being drawn.
  int segment_ = 0;  // pixels left of it are finished
  int cleared_ = 0;  // collisions of pixels left of it have been cleared
  // What changed between segment_ and x_. Writes are three cycles apart at least, so there is room
  // for most lines; where there is none, a part of the line is finished.
  static constexpr unsigned kLogEntries = 24;
  LogEntry log_[kLogEntries];
  unsigned logged_ = 0;
  std::array<std::uint8_t, 8> since_{};  // by object: the pixel since which it looks as now
  bool changed_ = true;                  // something but colours differs from the line before

  // Shapes that were made last, and the looks that they were made from.
  Mask shapes_[kObjects];
  std::uint32_t shaped_[kObjects] = {};
};

}  // namespace pp::atari
