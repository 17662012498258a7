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
  RoomBuilder(World& world, Rng& rng, const RoomShape& shape);

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
  Position place_in(RoomPlace room, ObjectId id);

  // Kind, then colour are drawn where they are not given.
  ObjectId add_object(RoomPlace room, std::optional<Kind> kind = {},
                      std::optional<Color> color = {});

  // Side, colour, and whether it is locked are drawn where they are not given.
  Door add_door(RoomPlace room, std::optional<std::size_t> side = {},
                std::optional<Color> color = {}, std::optional<bool> locked = {});

  void remove_wall(RoomPlace room, std::size_t side);

  // Somewhere that the agent does not face an object at once.
  void place_agent_in(std::optional<RoomPlace> room = {});

  // Adds unlocked doors until every room can be reached.
  void connect_all(std::span<const Color> colors = kColors);

  // Adds objects of drawn colours and kinds; a column or row that is not given is drawn for each.
  std::vector<ObjectId> add_distractors(std::optional<RoomPlace> room, std::int64_t count,
                                        bool all_unique);

  void open_all_doors();

  // The doors of a room that are doors, by side.
  std::vector<ObjectId> doors_of(RoomPlace room) const;

 private:
  struct Room {
    std::array<ObjectId, 4> doors{};
    std::array<Position, 4> door_positions{};
    bool locked = false;       // a locked door was added from this room
    std::uint32_t parent = 0;  // another room of those that are connected, or itself
  };

  // Whether the agent may face this cell at first.
  bool leaves_open(Position p) const {
    return world.is_empty(p) || kind_of(world.at(p)) == Kind::kWall;
  }
  bool any_open_front(const Area& room) const;

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

  void draw_doors(RoomPlace place);
  std::size_t draw_free_side(RoomPlace room);
  // Makes a way between neighbours, a door or kNoWall.
  void connect(RoomPlace room, std::size_t side, ObjectId way);
  std::size_t group_of(std::size_t room) const;
  // Whether an object of this look is in a room; throws where all looks are.
  bool is_placed(Cell cell) const;

  RoomShape shape_;
  std::vector<Room> rooms_;
  std::size_t groups_;        // of rooms that are connected
  std::uint32_t placed_ = 0;  // the looks of objects, as bits by their number
};

}  // namespace pp::minigrid
