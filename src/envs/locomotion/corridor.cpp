// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The arithmetic of dm_control's corridors, in its order.
#include "corridor.h"

#include <charconv>

namespace pp::locomotion {
namespace {

using Vector = std::array<double, 3>;

constexpr double kPadding = 2.0;
constexpr double kThickness = 0.16;
constexpr double kWallHeight = 3.0;
constexpr double kWallDistance = 4.0;

}  // namespace

void append(std::string& text, std::span<const double> numbers) {
  for (const double number : numbers) {
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof(digits), number);
    static_cast<void>(error);  // there is room
    text.append(digits, end);
    text += ' ';
  }
}

// Calls `put(size, position)` for each obstacle; `next(range)` gives its sizes.
template <class Next, class Put>
void Corridor::lay_out(const CorridorRules& rules, Next next, Put put) {
  if (rules.kind == CorridorRules::Kind::kWalls) {
    int side = 0;
    for (double x = kWallDistance - kPadding; x < rules.length; x += kWallDistance) {
      const double width = next(rules.size);
      side = 1 - side;
      put(Vector{kThickness / 2, width / 2, kWallHeight / 2},
          Vector{x, (2 * side - 1) * (rules.width - width) / 2, kWallHeight / 2});
    }
    return;
  }
  double x = 3.0 * kPadding;  // behind the first platform, which all corridors have
  while (x < rules.length) {
    const double length = next(rules.size);
    put(Vector{length / 2, rules.width / 2, kThickness}, Vector{x + length / 2., 0, -kThickness});
    x += length + next(rules.gap);
  }
}

void Corridor::draw(RandomState& random) {
  drawn_.clear();
  lay_out(
      *rules_,
      [&](const Range& range) {
        return drawn_.emplace_back(random.uniform(range.low, range.high));
      },
      [](const Vector&, const Vector&) {});
}

// Every corridor has the same number of geoms: those that are left over touch nothing.
std::string Corridor::text(const ArenaFacts& arena) const {
  std::string text = arena.before;
  std::size_t number = 0;
  std::size_t count = 0;
  lay_out(
      *rules_, [&](const Range&) { return drawn_[number++]; },
      [&](const Vector& size, const Vector& position) {
        text += arena.obstacle[0];
        append(text, size);
        text += arena.obstacle[1];
        append(text, position);
        text += arena.obstacle[2];
        ++count;
      });
  for (; count < arena.obstacles; ++count) text += arena.spare;
  return text + arena.after;
}

bool Corridor::is_possible(const std::vector<double>& drawn) const {
  if (drawn.empty()) return true;  // before the first reset
  bool is_sound = true;
  std::size_t number = 0;
  lay_out(
      *rules_,
      [&](const Range& range) {
        const double size = number < drawn.size() ? drawn[number] : range.low;
        is_sound = is_sound && size >= range.low && size <= range.high;
        ++number;
        return is_sound ? size : range.low;
      },
      [](const Vector&, const Vector&) {});
  return is_sound && number == drawn.size();
}

bool Corridor::serialize(StateIO& io) {
  std::vector<double> drawn = drawn_;
  io.finite("corridor", drawn);
  io.require(is_possible(drawn), "the state holds no possible corridor");
  if (!io.reading() || drawn == drawn_) return false;
  drawn_ = std::move(drawn);
  return true;
}

}  // namespace pp::locomotion
