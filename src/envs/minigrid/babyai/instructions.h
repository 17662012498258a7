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

  // What it fits at the start of an episode, and where that lay when it was last looked for. An
  // object that was carried off leaves its position behind until something is dropped.
  std::vector<ObjectId> objects = {};
  std::vector<Position> positions = {};
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

inline bool Description::lies(Side side, const World& world, const Area& room, Position p) {
  if (side == Side::kAnywhere) return true;
  if (!room.contains(p)) return false;
  const Position way = p - world.agent;
  const Position ahead = kHeadings[world.direction];
  const std::int32_t forward = way.x * ahead.x + way.y * ahead.y;
  const std::int32_t right = way.y * ahead.x - way.x * ahead.y;
  switch (side) {
    case Side::kLeft:
      return right < 0;
    case Side::kRight:
      return right > 0;
    case Side::kFront:
      return forward > 0;
    default:
      return forward < 0;
  }
}

inline void Description::find(const World& world, const RoomShape& shape) {
  objects.clear();
  positions.clear();
  const std::int32_t pitch = shape.size - 1;
  const Area room = {{world.agent.x / pitch * pitch, world.agent.y / pitch * pitch},
                     {shape.size, shape.size}};
  for (std::size_t id = 1; id < world.object_count(); ++id) {
    const Position p = world.object(static_cast<ObjectId>(id)).position;
    if (p == kNowhere || world.id_at(p) != id) continue;
    if (!fits_look(world.at(p)) || !lies(side, world, room, p)) continue;
    objects.push_back(static_cast<ObjectId>(id));
    positions.push_back(p);
  }
  matches = objects.size();
  if (thing == Thing::kAny && color.value_or(Color::kGrey) == Color::kGrey) {
    for (std::int32_t y = 0; y < world.height(); ++y) {
      for (std::int32_t x = 0; x < world.width(); ++x) {
        if (world.at({x, y}) == kWall && lies(side, world, room, {x, y})) ++matches;
      }
    }
  }
}

inline void Description::find_again(const World& world) {
  positions.clear();
  for (const ObjectId id : objects) {
    const Position p = world.object(id).position;
    if (p != kNowhere && world.id_at(p) == id) positions.push_back(p);
  }
}

inline void Description::say(std::string& text) const {
  static constexpr std::array<std::string_view, 5> kPlaces = {
      " on your left", " on your right", " in front of you", " behind you", ""};
  text.append(matches > 1 ? "a " : "the ");
  if (color) text.append(color_name(*color)).append(" ");
  text.append(kThingNames[static_cast<std::size_t>(thing)]);
  text.append(kPlaces[static_cast<std::size_t>(side)]);
}

enum class Verb : std::uint8_t { kGoTo, kOpen, kPickup, kPutNext, kBefore, kAfter, kAnd };

enum class Progress : std::uint8_t { kGoesOn, kSuccess, kFailure };

// One verb with what it is about, or two instructions joined.
struct Instruction {
  Verb verb = Verb::kGoTo;
  bool strict = false;  // the wrong door or object is a failure
  Description what = {};
  Description beside = {};  // of kPutNext
  std::uint8_t first = 0;   // of two that are joined: which they are
  std::uint8_t second = 0;
  Progress first_is = Progress::kGoesOn;
  Progress second_is = Progress::kGoesOn;
  ObjectId carried_before = kNoObject;

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

  std::string text() const {
    std::string text;
    say(root(), text);
    return text;
  }

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
    io(count_);
    if (count_ > nodes_.size()) throw Error(ErrorKind::kState, "the state holds no instructions");
    for (std::uint8_t i = 0; i < count_; ++i) io(nodes_[i]);
  }
  // Whether loaded instructions speak of objects that are there.
  bool are_sound(const World& world) const;

 private:
  std::uint8_t push(Instruction instruction) {
    nodes_[count_] = std::move(instruction);
    return count_++;
  }
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

  std::array<Instruction, 7> nodes_;
  std::uint8_t count_ = 0;
};

inline bool Instructions::prepare(Instruction& node, const World& world, const RoomShape& shape,
                                  const std::vector<Color>& locked) {
  if (node.joins()) return true;
  const auto opens = [&](const Description& what) {
    return what.thing == Thing::kKey && what.color &&
           std::ranges::find(locked, *what.color) != locked.end();
  };
  node.what.find(world, shape);
  if (node.verb != Verb::kPutNext) return !opens(node.what);
  node.beside.find(world, shape);
  for (const ObjectId id : node.what.objects) {
    if (node.beside.fits(id)) return false;
    const Position p = world.object(id).position;
    for (const Position other : node.beside.positions) {
      if (distance(p, other) == 1) return false;  // done already
    }
  }
  return !opens(node.what) && !opens(node.beside);
}

inline void Instructions::say(std::uint8_t index, std::string& text) const {
  static constexpr std::array<std::string_view, 7> kWords = {
      "go to ", "open ", "pick up ", "put ", ", then ", " after you ", " and "};
  const Instruction& node = nodes_[index];
  const std::string_view word = kWords[static_cast<std::size_t>(node.verb)];
  if (node.joins()) {
    say(node.first, text);
    text.append(word);
    say(node.second, text);
    return;
  }
  text.append(word);
  node.what.say(text);
  if (node.verb == Verb::kPutNext) {
    text.append(" next to ");
    node.beside.say(text);
  }
}

inline Progress Instructions::verify(std::uint8_t index, const World& world, Move move) {
  Instruction& node = nodes_[index];
  switch (node.verb) {
    case Verb::kGoTo:
      return node.what.is_at(world.front()) ? Progress::kSuccess : Progress::kGoesOn;
    case Verb::kOpen:
      return verify_open(node, world, move);
    case Verb::kPickup:
      return verify_pickup(node, world, move);
    case Verb::kPutNext:
      return verify_put_next(node, world, move);
    case Verb::kBefore:
      return verify_ordered(node.first_is, node.first, node.second_is, node.second, world, move);
    case Verb::kAfter:
      return verify_ordered(node.second_is, node.second, node.first_is, node.first, world, move);
    case Verb::kAnd:
      return verify_both(node, world, move);
  }
  return Progress::kGoesOn;
}

// The action that completes one instruction may complete the next one too.
inline Progress Instructions::verify_ordered(Progress& done, std::uint8_t index, Progress& last,
                                             std::uint8_t then, const World& world, Move move) {
  if (done != Progress::kSuccess) {
    done = verify(index, world, move);
    if (done != Progress::kSuccess) return done;
  }
  last = verify(then, world, move);
  return last;
}

// A part that has succeeded is looked at no more; one that failed may still succeed.
inline Progress Instructions::verify_both(Instruction& node, const World& world, Move move) {
  if (node.first_is != Progress::kSuccess) node.first_is = verify(node.first, world, move);
  if (node.second_is != Progress::kSuccess) node.second_is = verify(node.second, world, move);
  const bool both = node.first_is == Progress::kSuccess && node.second_is == Progress::kSuccess;
  return both ? Progress::kSuccess : Progress::kGoesOn;
}

inline Progress Instructions::verify_open(const Instruction& node, const World& world, Move move) {
  if (move != Move::kToggle) return Progress::kGoesOn;
  const Position front = world.front();
  const Cell cell = world.at(front);
  if (!is_door(cell)) return Progress::kGoesOn;
  if (kind_of(cell) == Kind::kOpenDoor && node.what.fits(world.id_at(front))) {
    return Progress::kSuccess;
  }
  return node.strict ? Progress::kFailure : Progress::kGoesOn;
}

inline Progress Instructions::verify_pickup(Instruction& node, const World& world, Move move) {
  const ObjectId before = std::exchange(node.carried_before, world.carrying);
  if (move != Move::kPickup) return Progress::kGoesOn;
  if (before == kNoObject && node.what.fits(world.carrying)) return Progress::kSuccess;
  return node.strict && world.carrying != kNoObject ? Progress::kFailure : Progress::kGoesOn;
}

inline Progress Instructions::verify_put_next(Instruction& node, const World& world, Move move) {
  const ObjectId before = std::exchange(node.carried_before, world.carrying);
  if (move != Move::kDrop || !node.what.fits(before)) return Progress::kGoesOn;
  const Position p = world.object(before).position;
  for (const Position other : node.beside.positions) {
    if (distance(p, other) == 1) return Progress::kSuccess;
  }
  return Progress::kGoesOn;
}

inline bool Instructions::are_sound(const World& world) const {
  if (count_ == 0) return false;
  for (std::uint8_t i = 0; i < count_; ++i) {
    const Instruction& node = nodes_[i];
    if (node.verb > Verb::kAnd || (node.joins() && (node.first >= i || node.second >= i))) {
      return false;
    }
    for (const Description* list : {&node.what, &node.beside}) {
      for (const ObjectId id : list->objects) {
        if (id >= world.object_count()) return false;
      }
    }
    if (node.carried_before >= world.object_count()) return false;
  }
  return true;
}

}  // namespace pp::minigrid
