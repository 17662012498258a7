// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Drawing missions until one can be set, and whether everything can be reached.
#include "minigrid/babyai/level.h"

namespace pp::minigrid {
namespace {

constexpr int kMaxAttempts = 10'000;

}  // namespace

// A row of cells is a number of words of bits, so that a whole row is walked at once.
bool MissionBuilder::all_objects_reachable() const {
  constexpr std::uint32_t kFree = 1u << static_cast<unsigned>(Kind::kEmpty) |
                                  1u << static_cast<unsigned>(Kind::kOpenDoor) |
                                  1u << static_cast<unsigned>(Kind::kClosedDoor) |
                                  1u << static_cast<unsigned>(Kind::kLockedDoor);
  const auto words = static_cast<std::size_t>(world.width() + 63) / 64;
  const std::size_t count = words * static_cast<std::size_t>(world.height());
  std::array<std::uint64_t, 128> few{};
  std::vector<std::uint64_t> many(2 * count > few.size() ? 2 * count : 0);
  std::uint64_t* const free = many.empty() ? few.data() : many.data();
  std::uint64_t* const reached = free + count;
  const auto word = [&](Position p) {
    return static_cast<std::size_t>(p.y) * words + static_cast<std::size_t>(p.x) / 64;
  };
  const auto bit = [](Position p) { return std::uint64_t{1} << (p.x & 63); };
  for (std::int32_t y = 0; y < world.height(); ++y) {
    const Cell* const row = world.address({0, y});
    for (std::int32_t x = 0; x < world.width(); ++x) {
      free[word({x, y})] |= std::uint64_t{kFree >> (row[x] & 15) & 1} << (x & 63);
    }
  }
  reached[word(world.agent)] = bit(world.agent);
  // What is next to reached cells of word `n`, itself among it.
  const auto around = [&](std::size_t n) {
    std::uint64_t next = reached[n] | reached[n] << 1 | reached[n] >> 1;
    if (n >= words) next |= reached[n - words];
    if (n + words < count) next |= reached[n + words];
    if (words > 1 && n % words != 0) next |= reached[n - 1] >> 63;
    if (words > 1 && (n + 1) % words != 0) next |= reached[n + 1] << 63;
    return next;
  };
  bool grows = true;
  const auto walk = [&](std::size_t n) {
    const std::uint64_t now = (around(n) & free[n]) | reached[n];
    if (now == reached[n]) return;
    reached[n] = flood<std::uint64_t>(now & free[n], free[n]) | now;
    grows = true;
  };
  while (grows) {  // down and up again
    grows = false;
    for (std::size_t n = 0; n < count; ++n) walk(n);
    for (std::size_t n = count; n-- > 0;) walk(n);
  }
  for (std::size_t id = 1; id < world.object_count(); ++id) {
    const Position p = world.object(static_cast<ObjectId>(id)).position;
    if (p == kNowhere || world.id_at(p) != id) continue;
    if ((around(word(p)) & bit(p)) == 0) return false;
  }
  return true;
}

AnyBabyLevel::AnyBabyLevel(const RoomShape& shape, std::optional<std::int64_t> fixed_steps)
    : shape_(shape), fixed_steps_(fixed_steps) {}
AnyBabyLevel::~AnyBabyLevel() = default;

void AnyBabyLevel::generate(World& world, Rng& rng) {
  for (int attempts = 0; !draw_mission(world, rng); ++attempts) {
    if (attempts == kMaxAttempts) {
      throw std::runtime_error("no mission could be set in " + std::to_string(kMaxAttempts) +
                               " attempts: the rooms are too small, or hold too many objects");
    }
    world.begin();
  }
  world.mission.clear();
  instructions_.say(world.mission);
  world.mission_id = -1;
  world.max_steps = fixed_steps_.value_or(instructions_.ways() * shape_.size * shape_.size *
                                          shape_.rows * shape_.columns);
}

bool AnyBabyLevel::draw_mission(World& world, Rng& rng) {
  try {
    MissionBuilder rooms(world, rng, shape_, instructions_);
    if (!build(rooms)) return false;
    const std::vector<Color> locked =
        rooms.unblocking ? rooms.locked_colors() : std::vector<Color>{};
    return instructions_.prepare(world, shape_, locked);
  } catch (const Rejected&) {
    return false;
  }
}

Transition AnyBabyLevel::step(World& world, Move move, Rng&) {
  Transition result = world.act(move);
  if (move == Move::kDrop && world.changes != changes_) {
    instructions_.find_again(world);
    changes_ = world.changes;
  }
  const Progress progress = instructions_.verify(world, move);
  if (progress != Progress::kGoesOn) {
    result.terminated = true;
    result.reward = progress == Progress::kSuccess ? world.success() : 0.0;
  }
  return result;
}

}  // namespace pp::minigrid
