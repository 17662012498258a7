// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Grids of equal rooms with doors between neighbours: what levels build them with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "level.h"

namespace pp::minigrid {

// Sides of a room, and the headings through them.
inline constexpr std::size_t kRightSide = 0, kLowerSide = 1, kLeftSide = 2, kUpperSide = 3;

struct RoomShape {
  std::int32_t size = 0;  // of a room with its walls, which neighbours share
  std::int32_t rows = 0;
  std::int32_t columns = 0;

  std::int32_t width() const { return (size - 1) * columns + 1; }
  std::int32_t height() const { return (size - 1) * rows + 1; }
  Layout layout(std::int64_t max_steps) const { return {width(), height(), max_steps, false}; }
};

inline RoomShape room_shape(std::int64_t size, std::int64_t rows, std::int64_t columns) {
  check_between("room_size", size, 3, kMaxSide);
  check_between("num_rows", rows, 1, kMaxSide / (size - 1));
  check_between("num_cols", columns, 1, kMaxSide / (size - 1));
  return {static_cast<std::int32_t>(size), static_cast<std::int32_t>(rows),
          static_cast<std::int32_t>(columns)};
}

// A room by its column and row.
struct RoomPlace {
  std::int32_t i = 0;
  std::int32_t j = 0;

  friend constexpr bool operator==(RoomPlace, RoomPlace) = default;
};

class RoomBuilder {
 public:
  struct Door {
    ObjectId id;
    Position position;
    Color color;
  };

  // In an empty world, draws where doors may be, and stands the agent in the middle for as long as
  // it has no place of its own: objects keep away from it even there.
  RoomBuilder(World& world, Rng& rng, const RoomShape& shape)
      : world(world), rng(rng), shape_(shape) {
    rooms_.resize(static_cast<std::size_t>(shape.rows * shape.columns));
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

  World& world;
  Rng& rng;

  const RoomShape& shape() const { return shape_; }
  Area area(RoomPlace room) const {
    return {{room.i * (shape_.size - 1), room.j * (shape_.size - 1)}, {shape_.size, shape_.size}};
  }
  RoomPlace room_at(Position p) const { return {p.x / (shape_.size - 1), p.y / (shape_.size - 1)}; }

  std::int32_t draw_column() { return draw(rng, 0, shape_.columns); }
  std::int32_t draw_row() { return draw(rng, 0, shape_.rows); }
  RoomPlace draw_room() {
    const std::int32_t i = draw_column();
    return {i, draw_row()};
  }

  bool has_neighbour(RoomPlace room, std::size_t side) const {
    return exists(neighbour(room, side));
  }
  bool has_door(RoomPlace room, std::size_t side) const {
    return rooms_[index(room)].doors[side] != kNoObject;
  }

  // Places an object that exists.
  Position place_in(RoomPlace room, ObjectId id) {
    const auto next_to_agent = [&](Position p) { return distance(p, world.agent) < 2; };
    const Position p = draw_position(world, rng, area(room), next_to_agent, kMaxTries);
    world.put(p, id);
    placed_.push_back(world.object(id).cell);
    return p;
  }

  // Kind, then colour are drawn where they are not given.
  ObjectId add_object(RoomPlace room, std::optional<Kind> kind = {},
                      std::optional<Color> color = {}) {
    const Kind drawn_kind = kind ? *kind : draw_kind(rng);
    const Color drawn_color = color ? *color : draw_color(rng);
    const ObjectId id = world.make(drawn_kind, drawn_color);
    place_in(room, id);
    return id;
  }

  // Side, colour, and whether it is locked are drawn where they are not given.
  Door add_door(RoomPlace room, std::optional<std::size_t> side = {},
                std::optional<Color> color = {}, std::optional<bool> locked = {}) {
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
    from.doors[*side] = id;
    rooms_[index(neighbour(room, *side))].doors[opposite(*side)] = id;
    return {id, from.door_positions[*side], *color};
  }

  void remove_wall(RoomPlace room, std::size_t side) {
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
    rooms_[index(room)].doors[side] = kNoWall;
    rooms_[index(neighbour(room, side))].doors[opposite(side)] = kNoWall;
  }

  // Somewhere that the agent does not face an object at once.
  void place_agent_in(std::optional<RoomPlace> room = {}) {
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

  // Adds unlocked doors until every room can be reached from the agent's.
  void connect_all(std::span<const Color> colors = kColors) {
    const RoomPlace start = room_at(world.agent);
    bool all = all_reachable(start);
    for (int iterations = 0;; ++iterations) {
      if (iterations > 5000) throw Rejected("no doors connect all rooms");
      if (all) return;
      const RoomPlace room = draw_room();
      const auto side = static_cast<std::size_t>(draw(rng, 0, 4));
      if (!has_neighbour(room, side) || has_door(room, side)) continue;
      if (rooms_[index(room)].locked || rooms_[index(neighbour(room, side))].locked) continue;
      add_door(room, side, draw_from(rng, colors), false);
      all = all_reachable(start);
    }
  }

  // Adds objects of drawn colours and kinds; a column or row that is not given is drawn for each.
  std::vector<ObjectId> add_distractors(std::optional<RoomPlace> room, std::int64_t count,
                                        bool all_unique) {
    std::vector<ObjectId> added;
    while (static_cast<std::int64_t>(added.size()) < count) {
      const Color color = draw_color(rng);
      const Kind kind = draw_kind(rng);
      if (all_unique && is_placed(make_cell(kind, color))) continue;
      added.push_back(add_object(room ? *room : draw_room(), kind, color));
    }
    return added;
  }

  void open_all_doors() {
    for (const Room& room : rooms_) {
      for (const ObjectId door : room.doors) {
        if (door == kNoObject || door == kNoWall) continue;
        const Position p = world.object(door).position;
        world.set(p, make_cell(Kind::kOpenDoor, color_of(world.at(p))), door);
      }
    }
  }

  // The doors of a room that are doors, by side.
  std::vector<ObjectId> doors_of(RoomPlace room) const {
    std::vector<ObjectId> doors;
    for (const ObjectId door : rooms_[index(room)].doors) {
      if (door != kNoObject && door != kNoWall) doors.push_back(door);
    }
    return doors;
  }

 private:
  struct Room {
    std::array<ObjectId, 4> doors{};
    std::array<Position, 4> door_positions{};
    bool locked = false;  // a locked door was added from this room
  };

  // Whether the agent may face this cell at first.
  bool leaves_open(Position p) const {
    return world.is_empty(p) || kind_of(world.at(p)) == Kind::kWall;
  }
  bool any_open_front(const Area& room) const {
    for (std::int32_t y = room.top.y + 1; y < room.top.y + room.size.y - 1; ++y) {
      for (std::int32_t x = room.top.x + 1; x < room.top.x + room.size.x - 1; ++x) {
        const auto opens = [&](Position heading) { return leaves_open(Position{x, y} + heading); };
        if (world.is_empty({x, y}) && std::ranges::any_of(kHeadings, opens)) return true;
      }
    }
    return false;
  }

  static constexpr ObjectId kNoWall = 0xFFFF;  // no door, but a way
  static constexpr std::int64_t kMaxTries = 1000;

  static std::size_t opposite(std::size_t side) { return (side + 2) % 4; }
  std::size_t index(RoomPlace room) const {
    if (!exists(room)) throw std::runtime_error("this level wants a room that is not there");
    return static_cast<std::size_t>(room.j * shape_.columns + room.i);
  }
  bool exists(RoomPlace room) const {
    return room.i >= 0 && room.j >= 0 && room.i < shape_.columns && room.j < shape_.rows;
  }
  static RoomPlace neighbour(RoomPlace room, std::size_t side) {
    return {room.i + kHeadings[side].x, room.j + kHeadings[side].y};
  }

  void draw_doors(RoomPlace place) {
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

  std::size_t draw_free_side(RoomPlace room) {
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

  bool all_reachable(RoomPlace start) const {
    std::vector<bool> reached(rooms_.size());
    std::vector<RoomPlace> open = {start};
    std::size_t count = 0;
    while (!open.empty()) {
      const RoomPlace room = open.back();
      open.pop_back();
      if (reached[index(room)]) continue;
      reached[index(room)] = true;
      ++count;
      for (std::size_t side = 0; side < 4; ++side) {
        if (has_door(room, side)) open.push_back(neighbour(room, side));
      }
    }
    return count == rooms_.size();
  }

  // Whether an object of this look is in a room; throws where all looks are.
  bool is_placed(Cell cell) const {
    if (std::ranges::find(placed_, cell) == placed_.end()) return false;
    for (const Kind kind : kObjectKinds) {
      for (const Color color : kColors) {
        if (std::ranges::find(placed_, make_cell(kind, color)) == placed_.end()) return true;
      }
    }
    throw std::runtime_error("this level wants more than 18 objects that all look different");
  }

  RoomShape shape_;
  std::vector<Room> rooms_;
  std::vector<Cell> placed_;
};

}  // namespace pp::minigrid
