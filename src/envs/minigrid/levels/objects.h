// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One room with some objects, one of which the mission names: Fetch, GoToObject and PutNear.
#pragma once

#include <string>
#include <vector>

#include "minigrid/level.h"

namespace pp::minigrid {

inline std::string& append_object(std::string& text, Cell cell) {
  return text.append(color_name(cell)).append(" ").append(kind_name(cell));
}

// Three kinds in six colours.
inline constexpr std::int64_t kDistinctObjects = 18;

// `count` objects no two of which look alike, at positions that are not rejected.
template <class Reject>
std::vector<ObjectId> place_distinct(World& world, Rng& rng, std::size_t count,
                                     const Reject& reject) {
  std::vector<ObjectId> objects;
  while (objects.size() < count) {
    const Kind kind = draw_kind(rng);
    const Color color = draw_color(rng);
    const auto same = [&](ObjectId id) { return world.object(id).cell == make_cell(kind, color); };
    if (std::ranges::any_of(objects, same)) continue;
    objects.push_back(place(world, rng, kind, color, world.whole(),
                            [&](Position p) { return reject(objects, p); }));
  }
  return objects;
}

class Fetch final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 8;
    std::int64_t num_objs = 3;

    static constexpr auto options() {
      return option_list(option("size", &Config::size, "Width and height of the grid."),
                         option("numObjs", &Config::num_objs, "Number of objects."),
                         common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 3);
    check_between("numObjs", config.num_objs, 1, (config.size - 2) * (config.size - 2) - 1);
    return {size, size, config.max_steps.value_or(5 * config.size * config.size), true};
  }
  explicit Fetch(const Config& config) : count_(static_cast<std::size_t>(config.num_objs)) {
    layout(config);
  }

  void generate(World& world, Rng& rng) override {
    world.walls();
    std::vector<ObjectId> objects;
    while (objects.size() < count_) {
      const Kind kind = draw_from(rng, std::array{Kind::kKey, Kind::kBall});
      const Color color = draw_color(rng);
      objects.push_back(place(world, rng, kind, color, world.whole()));
    }
    place_agent(world, rng, world.whole());
    target_ = world.object(draw_from(rng, objects)).cell;
    static constexpr std::array<std::string_view, 5> kPhrases = {
        "get a ", "go get a ", "fetch a ", "go fetch a ", "you must fetch a "};
    const std::int32_t phrase = draw(rng, 0, static_cast<std::int32_t>(kPhrases.size()));
    world.mission = kPhrases[static_cast<std::size_t>(phrase)];
    const std::int32_t is_ball = kind_of(target_) == Kind::kBall ? 1 : 0;
    world.mission_id = phrase * 12 + static_cast<std::int32_t>(color_of(target_)) * 2 + is_ball;
    append_object(world.mission, target_);
  }

  Transition step(World& world, Move move, Rng&) override {
    Transition result = world.act(move);
    if (world.carrying != kNoObject) {
      result.reward = world.carried_cell() == target_ ? world.success() : 0.0;
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(target_); }

 private:
  std::size_t count_;
  Cell target_ = kEmpty;
};

class GoToObject final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 6;
    std::int64_t num_objs = 2;

    static constexpr auto options() {
      return option_list(
          option("size", &Config::size, "Width and height of the grid."),
          option("numObjs", &Config::num_objs, "Number of objects, no two of which look alike."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 3);
    check_between("numObjs", config.num_objs, 1, kDistinctObjects);
    return {size, size, config.max_steps.value_or(5 * config.size * config.size), true};
  }
  explicit GoToObject(const Config& config) : count_(static_cast<std::size_t>(config.num_objs)) {
    layout(config);
  }

  void generate(World& world, Rng& rng) override {
    world.walls();
    const auto anywhere = [](const std::vector<ObjectId>&, Position) { return false; };
    const std::vector<ObjectId> objects = place_distinct(world, rng, count_, anywhere);
    place_agent(world, rng, world.whole());
    const Object& target = world.object(draw_from(rng, objects));
    target_ = target.position;
    world.mission_id = number_of(target.cell);
    world.mission = "go to the ";
    append_object(world.mission, target.cell);
  }

  Transition step(World& world, Move move, Rng&) override {
    Transition result = world.act(move);
    if (move == Move::kToggle) result.terminated = true;
    if (move == Move::kDone) {
      if (distance(world.agent, target_) == 1) result.reward = world.success();
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(target_); }
  bool is_sound(const World& world) const override { return world.contains(target_); }

 private:
  std::size_t count_;
  Position target_;
};

class PutNear final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 6;
    std::int64_t num_objs = 2;

    static constexpr auto options() {
      return option_list(
          option("size", &Config::size, "Width and height of the grid."),
          option("numObjs", &Config::num_objs, "Number of objects, no two of which look alike."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 3);
    check_between("numObjs", config.num_objs, 2, kDistinctObjects);
    return {size, size, config.max_steps.value_or(5 * config.size), true};
  }
  explicit PutNear(const Config& config) : count_(static_cast<std::size_t>(config.num_objs)) {
    layout(config);
  }

  void generate(World& world, Rng& rng) override {
    world.walls();
    const auto near_another = [&](const std::vector<ObjectId>& objects, Position p) {
      return std::ranges::any_of(
          objects, [&](ObjectId id) { return are_near(p, world.object(id).position); });
    };
    const std::vector<ObjectId> objects = place_distinct(world, rng, count_, near_another);
    place_agent(world, rng, world.whole());
    const ObjectId moved = draw_from(rng, objects);
    ObjectId target;
    do {
      target = draw_from(rng, objects);
    } while (target == moved);
    moved_ = world.object(moved).cell;
    target_ = world.object(target).position;
    world.mission_id = number_of(moved_) * 18 + number_of(world.object(target).cell);
    append_object(world.mission = "put the ", moved_).append(" near the ");
    append_object(world.mission, world.object(target).cell);
  }

  Transition step(World& world, Move move, Rng&) override {
    const ObjectId before = world.carrying;
    Transition result = world.act(move);
    if (move == Move::kPickup && world.carrying != kNoObject && world.carried_cell() != moved_) {
      result.terminated = true;
    }
    if (move == Move::kDrop && before != kNoObject) {
      const Position front = world.front();
      if (world.contains(front) && world.id_at(front) == before && are_near(front, target_)) {
        result.reward = world.success();
      }
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(moved_, target_); }
  bool is_sound(const World& world) const override { return world.contains(target_); }

 private:
  // Diagonals too.
  static bool are_near(Position a, Position b) {
    return std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1;
  }

  std::size_t count_;
  Cell moved_ = kEmpty;
  Position target_;
};

}  // namespace pp::minigrid
