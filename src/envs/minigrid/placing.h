// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Random draws in the order of the reference, and the placing of objects and agents by rejection.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "world.h"

namespace pp::minigrid {

// Placing gave up, or a level cannot be had as it was drawn. BabyAI's levels start again then.
class Rejected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One of low, ..., high - 1, as `integers(low, high)` draws it: Lemire's method on 32 bits. A
// single value draws nothing.
inline std::int32_t draw(Rng& rng, std::int32_t low, std::int32_t high) {
  const auto count = static_cast<std::uint32_t>(high - low);
  if (count == 1) return low;
  if (high <= low) {
    throw std::runtime_error("this level has no room for what it needs: nothing lies between " +
                             std::to_string(low) + " and " + std::to_string(high));
  }
  std::uint64_t product = static_cast<std::uint64_t>(rng.bits().next32()) * count;
  if (static_cast<std::uint32_t>(product) < count) {
    const std::uint32_t threshold = (0u - count) % count;
    while (static_cast<std::uint32_t>(product) < threshold) {
      product = static_cast<std::uint64_t>(rng.bits().next32()) * count;
    }
  }
  return low + static_cast<std::int32_t>(product >> 32);
}

inline bool draw_bool(Rng& rng) { return draw(rng, 0, 2) == 0; }

template <class List>
auto draw_from(Rng& rng, const List& list) {
  return list[static_cast<std::size_t>(draw(rng, 0, static_cast<std::int32_t>(std::size(list))))];
}
inline Color draw_color(Rng& rng) { return draw_from(rng, kColors); }
inline Kind draw_kind(Rng& rng) { return draw_from(rng, kObjectKinds); }

// `count` distinct elements, in the order in which they were drawn.
template <class T>
std::vector<T> draw_subset(Rng& rng, std::vector<T> rest, std::size_t count) {
  std::vector<T> chosen;
  while (chosen.size() < count) {
    const auto i = draw(rng, 0, static_cast<std::int32_t>(rest.size()));
    chosen.push_back(rest[static_cast<std::size_t>(i)]);
    rest.erase(rest.begin() + i);
  }
  return chosen;
}

inline constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();

namespace detail {

struct NothingRejected {
  bool operator()(Position) const { return false; }
};

// The part of an area in which positions are drawn: x and y before `from` are not, nor from `to`
// on.
struct Bounds {
  Position from, to;
};
inline Bounds bounds_of(const World& world, const Area& area) {
  const Position from = {std::max(area.top.x, 0), std::max(area.top.y, 0)};
  return {from,
          {std::min(from.x + area.size.x, world.width()),
           std::min(from.y + area.size.y, world.height())}};
}

template <class Reject>
bool is_free(const World& world, Position p, const Reject& reject) {
  return world.at(p) == kEmpty && p != world.agent && !reject(p);
}

// Whether drawing on can succeed.
template <class Reject>
bool any_free(const World& world, const Bounds& bounds, const Reject& reject) {
  for (std::int32_t y = bounds.from.y; y < bounds.to.y; ++y) {
    for (std::int32_t x = bounds.from.x; x < bounds.to.x; ++x) {
      if (is_free(world, {x, y}, reject)) return true;
    }
  }
  return false;
}

}  // namespace detail

// Draws positions in an area until one is empty, is not the agent's, and is not rejected. After
// max_tries + 1 draws it throws Rejected. Without such a limit it throws where no position is
// left; the reference would draw for ever.
template <class Reject = detail::NothingRejected>
Position draw_position(const World& world, Rng& rng, const Area& area, const Reject& reject = {},
                       std::int64_t max_tries = kAnyNumber) {
  const detail::Bounds bounds = detail::bounds_of(world, area);
  for (std::int64_t tries = 0;; ++tries) {
    if (tries > max_tries) throw Rejected("rejection sampling failed");
    if (tries == 1000 && max_tries == kAnyNumber && !detail::any_free(world, bounds, reject)) {
      throw std::runtime_error("this level has no free cell left to place an object in");
    }
    const std::int32_t x = draw(rng, bounds.from.x, bounds.to.x);
    const std::int32_t y = draw(rng, bounds.from.y, bounds.to.y);
    if (detail::is_free(world, {x, y}, reject)) return {x, y};
  }
}

// Makes an object and places it.
template <class Reject = detail::NothingRejected>
ObjectId place(World& world, Rng& rng, Kind kind, Color color, const Area& area,
               const Reject& reject = {}, std::int64_t max_tries = kAnyNumber) {
  const ObjectId id = world.make(kind, color);
  world.put(draw_position(world, rng, area, reject, max_tries), id);
  return id;
}

// Places the agent, then turns it.
inline void place_agent(World& world, Rng& rng, const Area& area,
                        std::int64_t max_tries = kAnyNumber) {
  world.agent = kNowhere;
  world.agent = draw_position(world, rng, area, {}, max_tries);
  world.direction = static_cast<std::uint32_t>(draw(rng, 0, 4));
}

}  // namespace pp::minigrid
