// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The grid world of one environment: its cells and objects, the agent, and what the seven actions
// do. After Minigrid (Chevalier-Boisvert et al., 2023).
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cell.h"

namespace pp::minigrid {

struct Position {
  std::int32_t x = 0;
  std::int32_t y = 0;

  friend constexpr bool operator==(Position, Position) = default;
  friend constexpr Position operator+(Position a, Position b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Position operator-(Position a, Position b) { return {a.x - b.x, a.y - b.y}; }
  void serialize(StateIO& io) { io(x, y); }
};

inline constexpr Position kNowhere = {-1, -1};

// By direction: right, down, left, up.
inline constexpr std::array<Position, 4> kHeadings = {Position{1, 0}, Position{0, 1},
                                                      Position{-1, 0}, Position{0, -1}};

constexpr std::int32_t distance(Position a, Position b) {
  const Position d = a - b;
  return (d.x < 0 ? -d.x : d.x) + (d.y < 0 ? -d.y : d.y);
}

// A corner and an extent.
struct Area {
  Position top;
  Position size;

  constexpr bool contains(Position p) const {
    return p.x >= top.x && p.y >= top.y && p.x < top.x + size.x && p.y < top.y + size.y;
  }
};

enum class Move : std::uint8_t { kLeft, kRight, kForward, kPickup, kDrop, kToggle, kDone };

// Which object a cell holds; equal cells may hold different ones.
using ObjectId = std::uint16_t;
inline constexpr ObjectId kNoObject = 0;

struct Object {
  Cell cell = kEmpty;
  ObjectId content = kNoObject;  // of a box
  Position position = kNowhere;

  void serialize(StateIO& io) { io(cell, content, position); }
};

// What a level fixes for all its episodes.
struct Layout {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int64_t max_steps = 100;
  bool see_through_walls = false;
};

class World {
 public:
  // `view_size` is how far the agent sees: the grid has a margin of walls of that width.
  World(const Layout& layout, std::int32_t view_size)
      : max_steps(layout.max_steps),
        width_(layout.width),
        height_(layout.height),
        margin_(view_size - 1),
        see_through_walls_(layout.see_through_walls),
        cells_(area(), kWall),
        ids_(static_cast<std::size_t>(width_ * height_), kNoObject),
        objects_(1) {}

  std::int32_t width() const { return width_; }
  std::int32_t height() const { return height_; }
  bool see_through_walls() const { return see_through_walls_; }
  Area whole() const { return {{0, 0}, {width_, height_}}; }
  bool contains(Position p) const { return whole().contains(p); }

  // --- Cells ---------------------------------------------------------------------------------

  Cell at(Position p) const { return cells_[cell_index(p)]; }
  ObjectId id_at(Position p) const { return ids_[id_index(p)]; }
  bool is_empty(Position p) const { return at(p) == kEmpty; }

  void set(Position p, Cell cell, ObjectId id = kNoObject) {
    cells_[cell_index(p)] = cell;
    ids_[id_index(p)] = id;
  }
  void clear(Position p) { set(p, kEmpty); }

  // Puts an object here.
  void put(Position p, ObjectId id) {
    set(p, objects_[id].cell, id);
    objects_[id].position = p;
  }

  // The cells in memory, row by row, with a margin of walls around them.
  const Cell* address(Position p) const { return cells_.data() + cell_index(p); }
  std::ptrdiff_t stride() const { return width_ + 2 * margin_; }

  // --- Objects -------------------------------------------------------------------------------

  std::size_t object_count() const { return objects_.size(); }
  ObjectId make(Kind kind, Color color) {
    if (objects_.size() == kMaxObjects) {
      throw std::runtime_error("this level wants more than " + std::to_string(kMaxObjects - 1) +
                               " objects");
    }
    objects_.push_back({make_cell(kind, color)});
    return static_cast<ObjectId>(objects_.size() - 1);
  }
  Object& object(ObjectId id) { return objects_[id]; }
  const Object& object(ObjectId id) const { return objects_[id]; }
  Cell carried_cell() const { return carrying == kNoObject ? kEmpty : objects_[carrying].cell; }
  void recolor(ObjectId id, Color color) {
    objects_[id].cell = make_cell(kind_of(objects_[id].cell), color);
    set(objects_[id].position, objects_[id].cell, id);
  }

  // --- Building ------------------------------------------------------------------------------

  // An empty grid without an agent.
  void begin() {
    for (std::int32_t y = 0; y < height_; ++y) {
      std::fill_n(cells_.begin() + cell_index({0, y}), width_, kEmpty);
    }
    std::ranges::fill(ids_, kNoObject);
    objects_.resize(1);
    agent = kNowhere;
    carrying = taken_next = kNoObject;
    step_count = 0;
  }
  void horizontal(std::int32_t x, std::int32_t y, std::int32_t length, Cell cell = kWall) {
    std::fill_n(cells_.begin() + cell_index({x, y}), length, cell);
    std::fill_n(ids_.begin() + static_cast<std::ptrdiff_t>(id_index({x, y})), length, kNoObject);
  }
  void vertical(std::int32_t x, std::int32_t y, std::int32_t length, Cell cell = kWall) {
    for (std::int32_t i = 0; i < length; ++i) set({x, y + i}, cell);
  }
  void wall_rectangle(const Area& area) {
    const auto [x, y] = area.top;
    const auto [w, h] = area.size;
    horizontal(x, y, w);
    horizontal(x, y + h - 1, w);
    vertical(x, y, h);
    vertical(x + w - 1, y, h);
  }
  void walls() { wall_rectangle(whole()); }

  // --- Playing -------------------------------------------------------------------------------

  Position front() const { return agent + kHeadings[direction]; }

  // The reward of success now.
  double success() const {
    return 1 - 0.9 * (static_cast<double>(step_count) / static_cast<double>(max_steps));
  }

  // Takes in hand what is to be carried from the start.
  void take() {
    ++changes;
    clear(objects_[taken_next].position);
    carrying = std::exchange(taken_next, kNoObject);
  }

  // One step of the rules that all levels share. Most steps turn or walk, or do nothing at all;
  // which of these cannot be predicted, so they have no branches.
  Transition act(Move move) {
    if (taken_next != kNoObject) [[unlikely]]
      take();
    ++step_count;
    direction = (direction + kTurns[static_cast<std::size_t>(move)]) & 3;
    const Position heading = kHeadings[direction];
    const Position to = agent + heading;
    const Cell cell = at(to);
    const std::int32_t walks = (move == Move::kForward) & is_walkable(cell);
    agent.x += walks * heading.x;
    agent.y += walks * heading.y;
    Transition result;
    const auto& changing = kChanging[carrying == kNoObject ? 0 : 1];
    if ((changing[static_cast<std::size_t>(move)] >> (cell & 15) & 1) != 0) [[unlikely]] {
      change(move, to, cell, result);
    }
    result.truncated = step_count >= max_steps;
    return result;
  }

  void serialize(StateIO& io) {
    std::vector<Cell> cells;
    for (std::int32_t i = 0; i < width_ * height_; ++i) cells.push_back(at(nth(i)));
    io(cells, ids_, objects_, mission, agent, direction, carrying, taken_next, mission_id,
       step_count, max_steps);
    if (!io.reading()) return;
    if (io.checks()) io.require(is_sound(cells), "the state holds no grid of this size");
    for (std::int32_t i = 0; i < width_ * height_; ++i) set(nth(i), cells[i], ids_[i]);
  }

  Position agent = kNowhere;
  std::uint32_t direction = 0;
  ObjectId carrying = kNoObject;
  // In hand from the first step on, though the first view of the agent shows it lying.
  ObjectId taken_next = kNoObject;
  std::int64_t step_count = 0;
  std::int64_t max_steps;
  std::uint64_t changes = 1;  // goes up whenever a step may have moved an object
  std::string mission;
  std::int32_t mission_id = 0;  // EnvPool's number of the mission, where it numbers them

 private:
  std::size_t area() const {
    return static_cast<std::size_t>((width_ + 2 * margin_) * (height_ + 2 * margin_) +
                                    2 * kPadding);
  }
  std::ptrdiff_t cell_index(Position p) const {
    return (p.y + margin_) * stride() + p.x + margin_ + kPadding;
  }
  std::size_t id_index(Position p) const { return static_cast<std::size_t>(p.y * width_ + p.x); }

  // How far each move turns the agent.
  static constexpr std::array<std::uint8_t, 7> kTurns = {3, 1};

  // The kinds of cells before the agent, as bits, at which a move does more than turn or walk: with
  // empty hands, and with an object in hand.
  static constexpr auto kChanging = [] {
    constexpr auto bits = [](auto... kinds) {
      return static_cast<std::uint16_t>((0u | ... | (1u << static_cast<unsigned>(kinds))));
    };
    std::array<std::array<std::uint16_t, 7>, 2> kinds{};
    for (auto& each : kinds) {
      each[static_cast<std::size_t>(Move::kForward)] = bits(Kind::kGoal, Kind::kLava);
      each[static_cast<std::size_t>(Move::kToggle)] =
          bits(Kind::kOpenDoor, Kind::kClosedDoor, Kind::kLockedDoor, Kind::kBox);
    }
    kinds[0][static_cast<std::size_t>(Move::kPickup)] = bits(Kind::kKey, Kind::kBall, Kind::kBox);
    kinds[1][static_cast<std::size_t>(Move::kDrop)] = bits(Kind::kEmpty);
    return kinds;
  }();

  // What a move does to the cell before the agent, or what that does to the agent.
  [[gnu::noinline]] void change(Move move, Position p, Cell cell, Transition& result) {
    ++changes;
    switch (move) {
      case Move::kForward:
        result.terminated = true;
        if (cell == kGoal) result.reward = success();
        break;
      case Move::kPickup:
        carrying = id_at(p);
        objects_[carrying].position = kNowhere;
        clear(p);
        break;
      case Move::kDrop:
        put(p, std::exchange(carrying, kNoObject));
        break;
      default:
        toggle(p);
    }
  }

  void toggle(Position p) {
    const Cell cell = at(p);
    const Color color = color_of(cell);
    switch (kind_of(cell)) {
      case Kind::kLockedDoor:
        if (carrying == kNoObject || carried_cell() != make_cell(Kind::kKey, color)) return;
        set(p, make_cell(Kind::kOpenDoor, color), id_at(p));
        break;
      case Kind::kClosedDoor:
        set(p, make_cell(Kind::kOpenDoor, color), id_at(p));
        break;
      case Kind::kOpenDoor:
        set(p, make_cell(Kind::kClosedDoor, color), id_at(p));
        break;
      case Kind::kBox: {
        const ObjectId content = objects_[id_at(p)].content;
        // The content keeps the position that it was given, which for a boxed key is none.
        set(p, content == kNoObject ? kEmpty : objects_[content].cell, content);
        break;
      }
      default:
        break;
    }
  }

  Position nth(std::int32_t i) const { return {i % width_, i / width_}; }

  // A state of another layout, or one that was changed by hand, must not lead out of the grid.
  bool is_sound(const std::vector<Cell>& cells) const {
    const auto count = static_cast<std::size_t>(width_ * height_);
    const auto known = [&](ObjectId id) { return id < objects_.size(); };
    const auto is_cell = [](Cell cell) {
      return kind_of(cell) <= Kind::kLockedDoor && color_of(cell) <= Color::kGrey &&
             cell == make_cell(kind_of(cell), color_of(cell));
    };
    const auto holds = [&](const Object& object) {
      return is_cell(object.cell) && known(object.content) &&
             (object.position == kNowhere || contains(object.position));
    };
    const auto known_place = [&](ObjectId id) {
      return id < objects_.size() && contains(objects_[id].position);
    };
    return cells.size() == count && ids_.size() == count && contains(agent) && direction < 4 &&
           !objects_.empty() && objects_.size() <= kMaxObjects && known(carrying) &&
           known(taken_next) && (taken_next == kNoObject || known_place(taken_next)) &&
           step_count >= 0 && step_count <= max_steps && max_steps > 0 &&
           std::ranges::all_of(cells, is_cell) && std::ranges::all_of(ids_, known) &&
           std::ranges::all_of(objects_, holds);
  }

  static constexpr std::size_t kMaxObjects = 60'000;
  static constexpr std::int32_t kPadding = 8;  // at both ends: views are read in words

  std::int32_t width_, height_, margin_;
  bool see_through_walls_;
  std::vector<Cell> cells_;
  std::vector<ObjectId> ids_;
  std::vector<Object> objects_;  // from 1 on
};

}  // namespace pp::minigrid
