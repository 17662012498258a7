// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The instructions of BabyAI: descriptions of objects, the four verbs, and how instructions are
// joined; what they say in words, and whether they have been followed. After BabyAI
// (Chevalier-Boisvert et al., 2019), with the verifiers of Minigrid.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "minigrid/room_grid.h"

namespace pp::minigrid {

// In the order in which LevelGen draws them.
enum class Thing : std::uint8_t { kBox, kBall, kKey, kDoor, kAny };
inline constexpr std::array<std::string_view, 5> kThingNames = {"box", "ball", "key", "door",
                                                                "object"};
constexpr Thing thing_of(Cell cell) {
  switch (kind_of(cell)) {
    case Kind::kBox:
      return Thing::kBox;
    case Kind::kBall:
      return Thing::kBall;
    case Kind::kKey:
      return Thing::kKey;
    default:
      return is_door(cell) ? Thing::kDoor : Thing::kAny;
  }
}

// Of an object, as seen from where the agent starts.
enum class Side : std::uint8_t { kLeft, kRight, kFront, kBehind, kAnywhere };

// Words for objects, and which objects they fit.
class Description {
 public:
  Thing thing = Thing::kAny;
  std::optional<Color> color = {};
  Side side = Side::kAnywhere;

  // Where what it fits lay when it was last looked for, and what that is. An object that was carried
  // off leaves its position behind until something is dropped.
  std::vector<Position> positions = {};
  std::vector<ObjectId> objects = {};
  std::size_t matches = 0;  // walls too, which are grey objects

  void find(const World& world, const RoomShape& shape);
  void find_again(const World& world);
  void say(std::string& text) const;
  bool fits(ObjectId id) const {
    return id != kNoObject && std::ranges::find(objects, id) != objects.end();
  }
  bool is_at(Position p) const { return std::ranges::find(positions, p) != positions.end(); }

  void serialize(StateIO& io) { io(objects, positions); }

 private:
  bool fits_look(Cell cell) const {
    return (thing == Thing::kAny || thing_of(cell) == thing) &&
           (!color || color_of(cell) == *color);
  }
  static bool lies(Side side, const World& world, const Area& room, Position p);
};

enum class Verb : std::uint8_t { kGoTo, kOpen, kPickup, kPutNext, kBefore, kAfter, kAnd };

enum class Progress : std::uint8_t { kGoesOn, kSuccess, kFailure };

// One verb with what it is about, or two instructions joined.
struct Instruction {
  Verb verb = Verb::kGoTo;
  bool strict = false;     // the wrong door or object is a failure
  std::uint8_t first = 0;  // of two that are joined: which they are
  std::uint8_t second = 0;
  Progress first_is = Progress::kGoesOn;
  Progress second_is = Progress::kGoesOn;
  ObjectId carried_before = kNoObject;
  Description what = {};
  Description beside = {};  // of kPutNext

  bool joins() const { return verb >= Verb::kBefore; }
  void serialize(StateIO& io) {
    io(verb, strict, what, beside, first, second, first_is, second_is, carried_before);
  }
};

// A tree of at most seven instructions.
class Instructions {
 public:
  void clear() { count_ = 0; }

  std::uint8_t add(Verb verb, Description what, bool strict = false) {
    return push({.verb = verb, .strict = strict, .what = std::move(what)});
  }
  std::uint8_t add_put_next(Description what, Description beside) {
    return push({.verb = Verb::kPutNext, .what = std::move(what), .beside = std::move(beside)});
  }
  // The last one that is added is the whole.
  std::uint8_t join(Verb verb, std::uint8_t first, std::uint8_t second) {
    return push({.verb = verb, .first = first, .second = second});
  }

  // Finds the objects that the instructions name; false if they cannot be a task. Keys of the
  // given colours cannot be asked for.
  bool prepare(const World& world, const RoomShape& shape, const std::vector<Color>& locked) {
    bool good = true;
    for (std::uint8_t i = 0; i < count_; ++i) good &= prepare(nodes_[i], world, shape, locked);
    return good;
  }

  void say(std::string& text) const { say(root(), text); }

  // How many ways through the whole maze they may need.
  std::int64_t ways() const {
    std::int64_t ways = 0;
    for (std::uint8_t i = 0; i < count_; ++i) {
      if (!nodes_[i].joins()) ways += nodes_[i].verb == Verb::kPutNext ? 2 : 1;
    }
    return ways;
  }

  // After something was dropped.
  void find_again(const World& world) {
    for (std::uint8_t i = 0; i < count_; ++i) {
      nodes_[i].what.find_again(world);
      nodes_[i].beside.find_again(world);
    }
  }

  Progress verify(const World& world, Move move) { return verify(root(), world, move); }

  void serialize(StateIO& io) {
    io.within(count_, 0, static_cast<std::uint8_t>(nodes_.size()), "number of instructions");
    for (std::uint8_t i = 0; i < count_; ++i) io(nodes_[i]);
  }
  // Whether loaded instructions speak of objects that are there.
  bool are_sound(const World& world) const;

 private:
  std::uint8_t push(Instruction instruction);
  std::uint8_t root() const { return static_cast<std::uint8_t>(count_ - 1); }

  static bool prepare(Instruction& node, const World& world, const RoomShape& shape,
                      const std::vector<Color>& locked);
  void say(std::uint8_t index, std::string& text) const;
  Progress verify(std::uint8_t index, const World& world, Move move);
  Progress verify_ordered(Progress& done, std::uint8_t index, Progress& last, std::uint8_t then,
                          const World& world, Move move);
  Progress verify_both(Instruction& node, const World& world, Move move);
  static Progress verify_open(const Instruction& node, const World& world, Move move);
  static Progress verify_pickup(Instruction& node, const World& world, Move move);
  static Progress verify_put_next(Instruction& node, const World& world, Move move);

  std::uint8_t count_ = 0;
  std::array<Instruction, 7> nodes_;
};

}  // namespace pp::minigrid
