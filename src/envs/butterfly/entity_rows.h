// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What agents of knights_archers_zombies see: a row for each entity that there may be.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "sprites.h"

namespace pp::butterfly {

enum Kind : std::size_t { kZombie, kArcher, kKnight, kMace, kArrow, kItself, kKinds };

inline Kind kind_of(const Fighter& fighter) { return fighter.is_archer ? kArcher : kKnight; }

// Where zombies look.
inline constexpr Direction kDown{0.0, 1.0};

class EntityRows {
 public:
  // The most that there may be of each.
  struct Room {
    std::size_t fighters, maces, arrows, zombies;

    std::size_t all() const { return fighters + maces + arrows + zombies; }
  };

  // Values of a row without its distance.
  static std::size_t width(bool names_kinds) { return 4 + (names_kinds ? std::size_t{kKinds} : 0); }

  // `names_kinds`: rows begin with what they describe.
  EntityRows(const Room& room, bool names_kinds)
      : room_(room), names_kinds_(names_kinds), entities_(room.all()) {}

  // Takes what there is now.
  void list(std::span<const Fighter> fighters, std::span<const Zombie> zombies) {
    std::size_t listed = 0;
    const auto take = [&](const Entity& entity) { entities_[listed++] = entity; };
    const auto at = [](Kind kind, const Rect& rect, Direction direction) {
      return Entity{kind, static_cast<double>(rect.x) / kScreenWidth,
                    static_cast<double>(rect.y) / kScreenHeight, direction};
    };
    const auto fill_up_to = [&](std::size_t end) {
      while (listed < end) take(Entity{});
    };
    for (const Fighter& fighter : fighters) {
      take(fighter.is_alive ? at(kind_of(fighter), fighter.rect, fighter.direction) : Entity{});
    }
    for (const Fighter& fighter : fighters) {
      if (fighter.mace.is_active) take(at(kMace, fighter.mace.rect, fighter.mace.direction));
    }
    fill_up_to(room_.fighters + room_.maces);
    for (const Fighter& fighter : fighters) {
      for (const Arrow& arrow : fighter.arrows) take(at(kArrow, arrow.rect, arrow.direction));
    }
    fill_up_to(room_.fighters + room_.maces + room_.arrows);
    for (const Zombie& zombie : zombies) take(at(kZombie, zombie.rect, kDown));
    fill_up_to(room_.all());
  }

  // As an agent sees them: itself, then all rows with places relative to it, each after its
  // distance. `closed_up`: rows of what exists, then zeros.
  void observe(const Fighter& own, bool closed_up, double* out, double* end) const {
    const double x = static_cast<double>(own.rect.x) / kScreenWidth;
    const double y = static_cast<double>(own.rect.y) / kScreenHeight;
    const auto put = [&](std::span<const double> values) {
      out = std::ranges::copy(values, out).out;
    };
    out = put_kind(true, kItself, out);
    put(std::array{0.0, x, y, own.direction.x, own.direction.y});
    for (const Entity& entity : entities_) {
      if (closed_up && !entity.exists()) continue;
      out = put_kind(entity.exists(), entity.kind, out);
      const double dx = entity.x - x;
      const double dy = entity.y - y;
      if (entity.exists()) {
        const double distance = std::sqrt(dx * dx + dy * dy) / std::sqrt(2.0);
        put(std::array{distance, dx, dy, entity.direction.x, entity.direction.y});
      } else {
        put(std::array{0.0, dx * 0.0, dy * 0.0, 0.0, 0.0});  // the reference's signs of zeros
      }
    }
    std::fill(out, end, 0.0);
  }

  // Relative to nobody.
  void show(double* out) const {
    for (const Entity& entity : entities_) {
      out = put_kind(entity.exists(), entity.kind, out);
      out = std::ranges::copy(
                std::array{entity.x, entity.y, entity.direction.x, entity.direction.y}, out)
                .out;
    }
  }

 private:
  // Nothing if it lacks a direction.
  struct Entity {
    Kind kind = kZombie;
    double x = 0.0;
    double y = 0.0;
    Direction direction{0.0, 0.0};

    bool exists() const { return direction.x != 0.0 || direction.y != 0.0; }
  };

  double* put_kind(bool exists, Kind kind, double* out) const {
    if (!names_kinds_) return out;
    for (std::size_t i = 0; i < kKinds; ++i) *out++ = exists && i == kind ? 1.0 : 0.0;
    return out;
  }

  Room room_;
  bool names_kinds_;
  std::vector<Entity> entities_;
};

}  // namespace pp::butterfly
