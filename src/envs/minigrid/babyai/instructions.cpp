// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finding what descriptions fit, putting instructions into words, and verifying them.
#include "minigrid/babyai/instructions.h"

namespace pp::minigrid {

bool Description::lies(Side side, const World& world, const Area& room, Position p) {
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

void Description::find(const World& world, const RoomShape& shape) {
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

void Description::find_again(const World& world) {
  positions.clear();
  for (const ObjectId id : objects) {
    const Position p = world.object(id).position;
    if (p != kNowhere && world.id_at(p) == id) positions.push_back(p);
  }
}

void Description::say(std::string& text) const {
  static constexpr std::array<std::string_view, 5> kPlaces = {
      " on your left", " on your right", " in front of you", " behind you", ""};
  text.append(matches > 1 ? "a " : "the ");
  if (color) text.append(color_name(*color)).append(" ");
  text.append(kThingNames[static_cast<std::size_t>(thing)]);
  text.append(kPlaces[static_cast<std::size_t>(side)]);
}

// The lists keep their memory for what is found later.
std::uint8_t Instructions::push(Instruction instruction) {
  Instruction& node = nodes_[count_];
  const auto keep = [](Description& old, Description& next) {
    old.objects.clear();
    old.positions.clear();
    next.objects = std::move(old.objects);
    next.positions = std::move(old.positions);
  };
  keep(node.what, instruction.what);
  keep(node.beside, instruction.beside);
  node = std::move(instruction);
  return count_++;
}

bool Instructions::prepare(Instruction& node, const World& world, const RoomShape& shape,
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

void Instructions::say(std::uint8_t index, std::string& text) const {
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

Progress Instructions::verify(std::uint8_t index, const World& world, Move move) {
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
Progress Instructions::verify_ordered(Progress& done, std::uint8_t index, Progress& last,
                                      std::uint8_t then, const World& world, Move move) {
  if (done != Progress::kSuccess) {
    done = verify(index, world, move);
    if (done != Progress::kSuccess) return done;
  }
  last = verify(then, world, move);
  return last;
}

// A part that has succeeded is looked at no more; one that failed may still succeed.
Progress Instructions::verify_both(Instruction& node, const World& world, Move move) {
  if (node.first_is != Progress::kSuccess) node.first_is = verify(node.first, world, move);
  if (node.second_is != Progress::kSuccess) node.second_is = verify(node.second, world, move);
  const bool both = node.first_is == Progress::kSuccess && node.second_is == Progress::kSuccess;
  return both ? Progress::kSuccess : Progress::kGoesOn;
}

Progress Instructions::verify_open(const Instruction& node, const World& world, Move move) {
  if (move != Move::kToggle) return Progress::kGoesOn;
  const Position front = world.front();
  const Cell cell = world.at(front);
  if (!is_door(cell)) return Progress::kGoesOn;
  if (kind_of(cell) == Kind::kOpenDoor && node.what.fits(world.id_at(front))) {
    return Progress::kSuccess;
  }
  return node.strict ? Progress::kFailure : Progress::kGoesOn;
}

Progress Instructions::verify_pickup(Instruction& node, const World& world, Move move) {
  const ObjectId before = std::exchange(node.carried_before, world.carrying);
  if (move != Move::kPickup) return Progress::kGoesOn;
  if (before == kNoObject && node.what.fits(world.carrying)) return Progress::kSuccess;
  return node.strict && world.carrying != kNoObject ? Progress::kFailure : Progress::kGoesOn;
}

Progress Instructions::verify_put_next(Instruction& node, const World& world, Move move) {
  const ObjectId before = std::exchange(node.carried_before, world.carrying);
  if (move != Move::kDrop || !node.what.fits(before)) return Progress::kGoesOn;
  const Position p = world.object(before).position;
  for (const Position other : node.beside.positions) {
    if (distance(p, other) == 1) return Progress::kSuccess;
  }
  return Progress::kGoesOn;
}

bool Instructions::are_sound(const World& world) const {
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
      for (const Position p : list->positions) {
        if (!world.contains(p)) return false;
      }
    }
    if (node.carried_before >= world.object_count()) return false;
  }
  return true;
}

}  // namespace pp::minigrid
