// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The forms of observation: the reference's own, and those of its wrappers.
#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tiles.h"
#include "view.h"
#include "world.h"

namespace pp::minigrid {

enum class Form : std::uint8_t {
  kDict,
  kImage,
  kFull,
  kOneHot,
  kSymbolic,
  kRgb,
  kRgbPartial,
  kFlat,
};

// Throws std::invalid_argument for another name.
Form form_named(const std::string& name);

// What the bits of a cell stand for in the one-hot form: types, then colours, then door states.
inline constexpr std::int32_t kTypes = 11, kColorCount = 6, kStates = 3;
inline constexpr std::int32_t kOneHotBits = kTypes + kColorCount + kStates;

void write_one_hot(const World& world, std::int32_t size, std::uint8_t* out);

// The whole grid, with the agent as a cell of its own.
void write_full(const World& world, std::uint8_t* out);

// x, y and the type of what is there, -1 for nothing.
void write_symbolic(const World& world, std::int64_t* out);

// --- Missions ---------------------------------------------------------------------------------

// One-hot letters, a to z, blank and comma.
inline constexpr std::size_t kFlatLetters = 28;
inline constexpr std::size_t kFlatLength = 96;

void write_flat_mission(std::string_view mission, std::uint8_t* out);

// The words of all missions. The first are those of the reference's wrapper, in its order; those
// after them are BabyAI's own.
inline constexpr auto kWords = std::to_array<std::string_view>(
    {"red",    "green",    "blue",   "yellow", "purple", "grey",    "unseen", "empty",  "wall",
     "floor",  "box",      "key",    "ball",   "door",   "goal",    "agent",  "lava",   "pick",
     "avoid",  "get",      "find",   "put",    "use",    "open",    "go",     "fetch",  "reach",
     "unlock", "traverse", "up",     "the",    "a",      "at",      ",",      "square", "and",
     "then",   "to",       "of",     "rooms",  "near",   "opening", "must",   "you",    "matching",
     "end",    "hallway",  "object", "from",   "room",   "maze",    "on",     "your",   "left",
     "right",  "in",       "front",  "behind", "next",   "after"});
inline constexpr std::int64_t kReferenceWords = 51;

// The numbers of a mission's words from 1 on, zeros after them.
void write_tokens(std::string_view mission, std::int64_t* out, std::size_t size);

}  // namespace pp::minigrid
