// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Drawing grids of rooms: doors, objects and the agent.
#include "room_grid.h"

namespace pp::minigrid {

RoomBuilder::RoomBuilder(World& world, Rng& rng, const RoomShape& shape)
    : world(world),
      rng(rng),
      shape_(shape),
      rooms_(static_cast<std::size_t>(shape.rows * shape.columns)),
      groups_(rooms_.size()) {
  for (std::size_t n = 0; n < rooms_.size(); ++n) rooms_[n].parent = static_cast<std::uint32_t>(n);
  for (std::int32_t j = 0; j < shape.rows; ++j) {
    for (std::int32_t i = 0; i < shape.columns; ++i) world.wall_rectangle(area({i, j}));
  }
  for (std::int32_t j = 0; j < shape.rows; ++j) {
    for (std::int32_t i = 0; i < shape.columns; ++i) draw_doors({i, j});
  }
  const auto middle = [&](std::int32_t count) {
    return count / 2 * (shape.size - 1) + shape.size / 2;
  };
  world.agent = {middle(shape.columns), middle(shape.rows)};
  world.direction = 0;
}

// --- Objects ----------------------------------------------------------------------------------

Position RoomBuilder::place_in(RoomPlace room, ObjectId id) {
  const auto next_to_agent = [&](Position p) { return distance(p, world.agent) < 2; };
  const Position p = draw_position(world, rng, area(room), next_to_agent, kMaxTries);
  world.put(p, id);
  placed_ |= 1u << number_of(world.object(id).cell);
  return p;
}

ObjectId RoomBuilder::add_object(RoomPlace room, std::optional<Kind> kind,
                                 std::optional<Color> color) {
  const Kind drawn_kind = kind ? *kind : draw_kind(rng);
  const Color drawn_color = color ? *color : draw_color(rng);
  const ObjectId id = world.make(drawn_kind, drawn_color);
  place_in(room, id);
  return id;
}

std::vector<ObjectId> RoomBuilder::add_distractors(std::optional<RoomPlace> room,
                                                   std::int64_t count, bool all_unique) {
  if (const std::int64_t cells = std::int64_t{world.width()} * world.height(); count > cells) {
    throw std::runtime_error("this level wants " + std::to_string(count) +
                             " objects, and has no more than " + std::to_string(cells) + " cells");
  }
  std::vector<ObjectId> added;
  added.reserve(static_cast<std::size_t>(count) + 4);  // some levels add doors
  while (static_cast<std::int64_t>(added.size()) < count) {
    const Color color = draw_color(rng);
    const Kind kind = draw_kind(rng);
    if (all_unique && is_placed(make_cell(kind, color))) continue;
    added.push_back(add_object(room ? *room : draw_room(), kind, color));
  }
  return added;
}

bool RoomBuilder::is_placed(Cell cell) const {
  constexpr std::uint32_t kAll = (1u << kColors.size() * kObjectKinds.size()) - 1;
  if ((placed_ >> number_of(cell) & 1) == 0) return false;
  if (placed_ != kAll) return true;
  throw std::runtime_error("this level wants more than 18 objects that all look different");
}

// --- Doors ------------------------------------------------------------------------------------

void RoomBuilder::draw_doors(RoomPlace place) {
  const auto [x, y] = area(place).top;
  const std::int32_t far = shape_.size - 1;
  Room& room = rooms_[index(place)];
  if (has_neighbour(place, kRightSide)) {
    const Position p = {x + far, draw(rng, y + 1, y + far)};
    room.door_positions[kRightSide] = p;
    rooms_[index(neighbour(place, kRightSide))].door_positions[kLeftSide] = p;
  }
  if (has_neighbour(place, kLowerSide)) {
    const Position p = {draw(rng, x + 1, x + far), y + far};
    room.door_positions[kLowerSide] = p;
    rooms_[index(neighbour(place, kLowerSide))].door_positions[kUpperSide] = p;
  }
}

std::size_t RoomBuilder::draw_free_side(RoomPlace room) {
  const auto is_free = [&](std::size_t side) {
    return has_neighbour(room, side) && !has_door(room, side);
  };
  if (!is_free(0) && !is_free(1) && !is_free(2) && !is_free(3)) {
    throw std::runtime_error("this level wants a door in a room that has no wall left for one");
  }
  for (;;) {
    const auto side = static_cast<std::size_t>(draw(rng, 0, 4));
    if (is_free(side)) return side;
  }
}

std::size_t RoomBuilder::group_of(std::size_t room) const {
  while (rooms_[room].parent != room) room = rooms_[room].parent;
  return room;
}

void RoomBuilder::connect(RoomPlace room, std::size_t side, ObjectId way) {
  const std::size_t from = index(room);
  const std::size_t to = index(neighbour(room, side));
  rooms_[from].doors[side] = way;
  rooms_[to].doors[opposite(side)] = way;
  const std::size_t one = group_of(from);
  const std::size_t other = group_of(to);
  if (one == other) return;
  rooms_[other].parent = static_cast<std::uint32_t>(one);
  --groups_;
}

RoomBuilder::Door RoomBuilder::add_door(RoomPlace room, std::optional<std::size_t> side,
                                        std::optional<Color> color, std::optional<bool> locked) {
  if (!side) side = draw_free_side(room);
  if (!color) color = draw_color(rng);
  if (!locked) locked = draw_bool(rng);
  if (!has_neighbour(room, *side)) {
    throw std::runtime_error("this level wants a door where there is no room behind");
  }
  const ObjectId id = world.make(*locked ? Kind::kLockedDoor : Kind::kClosedDoor, *color);
  Room& from = rooms_[index(room)];
  world.put(from.door_positions[*side], id);
  from.locked = *locked;
  connect(room, *side, id);
  return {id, from.door_positions[*side], *color};
}

void RoomBuilder::remove_wall(RoomPlace room, std::size_t side) {
  if (!has_neighbour(room, side)) {
    throw std::runtime_error("this level wants to open a wall that has no room behind");
  }
  const auto [x, y] = area(room).top;
  const std::int32_t far = shape_.size - 1;
  for (std::int32_t k = 1; k < far; ++k) {
    const std::array<Position, 4> cells = {Position{x + far, y + k}, Position{x + k, y + far},
                                           Position{x, y + k}, Position{x + k, y}};
    world.clear(cells[side]);
  }
  connect(room, side, kNoWall);
}

void RoomBuilder::connect_all(std::span<const Color> colors) {
  for (int iterations = 0;; ++iterations) {
    if (iterations > 5000) throw Rejected("no doors connect all rooms");
    if (groups_ == 1) return;
    const RoomPlace room = draw_room();
    const auto side = static_cast<std::size_t>(draw(rng, 0, 4));
    if (!has_neighbour(room, side) || has_door(room, side)) continue;
    if (rooms_[index(room)].locked || rooms_[index(neighbour(room, side))].locked) continue;
    add_door(room, side, draw_from(rng, colors), false);
  }
}

void RoomBuilder::open_all_doors() {
  for (const Room& room : rooms_) {
    for (const ObjectId door : room.doors) {
      if (door == kNoObject || door == kNoWall) continue;
      const Position p = world.object(door).position;
      world.set(p, make_cell(Kind::kOpenDoor, color_of(world.at(p))), door);
    }
  }
}

std::vector<ObjectId> RoomBuilder::doors_of(RoomPlace room) const {
  std::vector<ObjectId> doors;
  for (const ObjectId door : rooms_[index(room)].doors) {
    if (door != kNoObject && door != kNoWall) doors.push_back(door);
  }
  return doors;
}

// --- The agent --------------------------------------------------------------------------------

void RoomBuilder::place_agent_in(std::optional<RoomPlace> room) {
  const Area place = area(room ? *room : draw_room());
  for (int tries = 0;; ++tries) {
    place_agent(world, rng, place, kMaxTries);
    if (leaves_open(world.front())) return;
    // The reference would draw for ever.
    if (tries == 1000 && !any_open_front(place)) {
      throw Rejected("the agent would face an object wherever it stood");
    }
  }
}

bool RoomBuilder::any_open_front(const Area& room) const {
  for (std::int32_t y = room.top.y + 1; y < room.top.y + room.size.y - 1; ++y) {
    for (std::int32_t x = room.top.x + 1; x < room.top.x + room.size.x - 1; ++x) {
      const auto opens = [&](Position heading) { return leaves_open(Position{x, y} + heading); };
      if (world.is_empty({x, y}) && std::ranges::any_of(kHeadings, opens)) return true;
    }
  }
  return false;
}

}  // namespace pp::minigrid
