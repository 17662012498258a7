// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A level: generates the grid of an episode, and applies the rules of its task to each step. Each
// environment has a level of its own, which may hold the state of the task.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "placing.h"
#include "world.h"

namespace pp::minigrid {

class Level {
 public:
  virtual ~Level() = default;

  // Draws a new grid, places the agent, and says the mission. The world is empty before.
  virtual void generate(World& world, Rng& rng) = 0;

  // One step. Levels with a task of their own judge what the shared rules made of it.
  virtual Transition step(World& world, Move move, Rng&) { return world.act(move); }

  // What the task keeps from step to step.
  virtual void serialize(StateIO&) {}
  // Whether what was loaded fits the world.
  virtual bool is_sound(const World&) const { return true; }
};

// The options that all levels have.
struct CommonConfig {
  std::optional<std::int64_t> max_steps;
  std::int64_t agent_view_size = 7;
  std::string observation = "dict";
  std::string mission = "text";
  bool highlight = true;
  std::int64_t tile_size = 32;
  bool agent_pov = false;
  std::int64_t screen_size = 640;
  std::int64_t observation_tile_size = 8;

  static constexpr auto common_options() {
    return option_list(
        option("max_steps", &CommonConfig::max_steps,
               "Steps after which an episode is truncated; None takes the level's own number."),
        option("agent_view_size", &CommonConfig::agent_view_size,
               "Width and height of the square that the agent sees; odd, from 3 to 63."),
        option("observation", &CommonConfig::observation,
               "Form of the observation: 'dict' (the reference's image, direction and mission), "
               "'image' (the image alone), 'full', 'one_hot', 'symbolic', 'rgb', 'rgb_partial' "
               "(a dict with another image) or 'flat'."),
        option("mission", &CommonConfig::mission,
               "Form of the mission: 'text', 'bytes' (uint8, padded with zeros) or "
               "'tokens' (word numbers, padded with zeros)."),
        option("highlight", &CommonConfig::highlight,
               "Highlight the cells that the agent sees in images of the whole grid."),
        option("tile_size", &CommonConfig::tile_size, "Pixels of a cell's side when rendered."),
        option("agent_pov", &CommonConfig::agent_pov,
               "Render what the agent sees instead of the whole grid."),
        option("screen_size", &CommonConfig::screen_size,
               "Pixels of the window's side in render mode 'human'."),
        option("observation_tile_size", &CommonConfig::observation_tile_size,
               "Pixels of a cell's side in the observations 'rgb' and 'rgb_partial'."));
  }
};

// The option of those levels that leave it open.
struct SeeThroughConfig : CommonConfig {
  bool see_through_walls = false;

  static constexpr auto see_through_options() {
    return option_list(option("see_through_walls", &SeeThroughConfig::see_through_walls,
                              "Let the agent see through walls and closed doors."),
                       common_options());
  }
};

// --- Checks of options ------------------------------------------------------------------------

inline void check_at_least(const char* name, std::int64_t value, std::int64_t least) {
  if (value < least) {
    throw std::invalid_argument(std::string(name) + " must be at least " + std::to_string(least) +
                                ", got " + std::to_string(value));
  }
}
inline void check_between(const char* name, std::int64_t value, std::int64_t least,
                          std::int64_t most) {
  if (value < least || value > most) {
    throw std::invalid_argument(std::string(name) + " must lie in [" + std::to_string(least) +
                                ", " + std::to_string(most) + "], got " + std::to_string(value));
  }
}

// Grids are kept well below what memory and 32-bit arithmetic allow.
inline constexpr std::int64_t kMaxSide = 1000;

inline std::int32_t side(const char* name, std::int64_t value, std::int64_t least) {
  check_between(name, value, least, kMaxSide);
  return static_cast<std::int32_t>(value);
}

using StartPosition = std::optional<std::array<std::int64_t, 2>>;

// A place inside the walls.
inline Position inside(const char* name, const std::array<std::int64_t, 2>& p,
                       const Layout& layout) {
  if (p[0] < 1 || p[1] < 1 || p[0] > layout.width - 2 || p[1] > layout.height - 2) {
    throw std::invalid_argument(std::string(name) + " must lie inside the walls, x in [1, " +
                                std::to_string(layout.width - 2) + "] and y in [1, " +
                                std::to_string(layout.height - 2) + "], got (" +
                                std::to_string(p[0]) + ", " + std::to_string(p[1]) + ")");
  }
  return {static_cast<std::int32_t>(p[0]), static_cast<std::int32_t>(p[1])};
}

// Where the agent starts, if it is not drawn.
class Start {
 public:
  Start(const StartPosition& position, std::int64_t direction, const Layout& layout) {
    check_between("agent_start_dir", direction, 0, 3);
    direction_ = static_cast<std::uint32_t>(direction);
    if (position) position_ = inside("agent_start_pos", *position, layout);
  }
  void place(World& world, Rng& rng) const {
    if (!position_) {
      place_agent(world, rng, world.whole());
      return;
    }
    world.agent = *position_;
    world.direction = direction_;
  }

 private:
  std::optional<Position> position_;
  std::uint32_t direction_ = 0;
};

}  // namespace pp::minigrid
