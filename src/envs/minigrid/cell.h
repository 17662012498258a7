// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a cell of the grid holds, as one byte: its kind, its colour, and whether it blocks the view.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pp::minigrid {

// The kinds up to `kAgent` have the numbers that observations show. A door is one of three kinds,
// which observations show as one kind with a state.
enum class Kind : std::uint8_t {
  kUnseen,
  kEmpty,
  kWall,
  kFloor,
  kOpenDoor,
  kKey,
  kBall,
  kBox,
  kGoal,
  kLava,
  kAgent,
  kClosedDoor,
  kLockedDoor,
};

enum class Color : std::uint8_t { kRed, kGreen, kBlue, kPurple, kYellow, kGrey };

inline constexpr std::array<std::string_view, 6> kColorNames = {"red",    "green",  "blue",
                                                                "purple", "yellow", "grey"};
// The order in which colours are drawn: by name.
inline constexpr std::array<Color, 6> kColors = {Color::kBlue,   Color::kGreen, Color::kGrey,
                                                 Color::kPurple, Color::kRed,   Color::kYellow};
// The order in which kinds of objects are drawn.
inline constexpr std::array<Kind, 3> kObjectKinds = {Kind::kKey, Kind::kBall, Kind::kBox};

// Bits 0 to 3 are the kind, 4 to 6 the colour; bit 7 says that nobody sees through.
using Cell = std::uint8_t;

inline constexpr Cell kOpaque = 0x80;

constexpr Cell make_cell(Kind kind, Color color = Color::kRed) {
  const bool opaque = kind == Kind::kWall || kind == Kind::kClosedDoor || kind == Kind::kLockedDoor;
  return static_cast<Cell>(static_cast<unsigned>(kind) | static_cast<unsigned>(color) << 4 |
                           (opaque ? kOpaque : 0u));
}

inline constexpr Cell kUnseen = make_cell(Kind::kUnseen);
inline constexpr Cell kEmpty = make_cell(Kind::kEmpty);
inline constexpr Cell kWall = make_cell(Kind::kWall, Color::kGrey);
inline constexpr Cell kGoal = make_cell(Kind::kGoal, Color::kGreen);
inline constexpr Cell kLava = make_cell(Kind::kLava, Color::kRed);

constexpr Kind kind_of(Cell cell) { return static_cast<Kind>(cell & 15); }
constexpr Color color_of(Cell cell) { return static_cast<Color>((cell >> 4) & 7); }
constexpr std::string_view color_name(Color color) {
  return kColorNames[static_cast<std::size_t>(color)];
}
constexpr std::string_view color_name(Cell cell) { return color_name(color_of(cell)); }

constexpr bool is_door(Cell cell) {
  const Kind kind = kind_of(cell);
  return kind == Kind::kOpenDoor || kind == Kind::kClosedDoor || kind == Kind::kLockedDoor;
}
constexpr bool is_pickable(Cell cell) {
  const Kind kind = kind_of(cell);
  return kind == Kind::kKey || kind == Kind::kBall || kind == Kind::kBox;
}
// The number of an object among all kinds and colours, as EnvPool's missions count them.
constexpr std::int32_t number_of(Cell cell) {
  const auto kind =
      static_cast<std::int32_t>(kind_of(cell)) - static_cast<std::int32_t>(Kind::kKey);
  return static_cast<std::int32_t>(color_of(cell)) * 3 + kind;
}
// Whether the agent may stand here.
constexpr bool is_walkable(Cell cell) {
  const Kind kind = kind_of(cell);
  return kind == Kind::kEmpty || kind == Kind::kGoal || kind == Kind::kLava ||
         kind == Kind::kFloor || kind == Kind::kOpenDoor;
}

// The word for a kind; doors of all states are doors.
constexpr std::string_view kind_name(Cell cell) {
  switch (kind_of(cell)) {
    case Kind::kKey:
      return "key";
    case Kind::kBall:
      return "ball";
    case Kind::kBox:
      return "box";
    case Kind::kOpenDoor:
    case Kind::kClosedDoor:
    case Kind::kLockedDoor:
      return "door";
    default:
      return "object";
  }
}

// What observations show of a cell.
struct Triple {
  std::uint8_t type;
  std::uint8_t color;
  std::uint8_t state;  // of a door: 0 open, 1 closed, 2 locked
};

constexpr Triple triple_of(Cell cell) {
  const auto color = static_cast<std::uint8_t>((cell >> 4) & 7);
  constexpr auto kDoor = static_cast<std::uint8_t>(Kind::kOpenDoor);
  switch (kind_of(cell)) {
    case Kind::kClosedDoor:
      return {kDoor, color, 1};
    case Kind::kLockedDoor:
      return {kDoor, color, 2};
    default:
      return {static_cast<std::uint8_t>(cell & 15), color, 0};
  }
}

}  // namespace pp::minigrid
