// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Maps of FrozenLake and their transitions.
#include "frozen_lake.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "categorical.h"

namespace pp::toy_text {
namespace {

const LakeMap kMap4x4 = {"SFFF", "FHFH", "FFFH", "HFFG"};
const LakeMap kMap8x8 = {"SFFFFFFF", "FFFFFFFF", "FFFHFFFF", "FFFFFHFF",
                         "FFFHFFFF", "FHHFFFHF", "FHFFHFHF", "FFFHFFFG"};
constexpr std::size_t kRandomSize = 8;
constexpr double kRandomFrozen = 0.8;

// The map that a configuration names; none if it is drawn at random.
std::optional<LakeMap> named_map(const FrozenLake::Config& config) {
  if (config.desc) {
    const LakeMap& map = *config.desc;
    if (map.empty() || map.front().empty())
      throw std::invalid_argument("desc must not be an empty map");
    for (const std::string& row : map) {
      if (row.size() != map.front().size()) {
        throw std::invalid_argument("desc must have rows of equal length, got '" + map.front() +
                                    "' and '" + row + "'");
      }
    }
    return map;
  }
  if (!config.map_name) return std::nullopt;
  if (*config.map_name == "4x4") return kMap4x4;
  if (*config.map_name == "8x8") return kMap8x8;
  throw std::invalid_argument("map_name must be '4x4', '8x8' or None, got '" + *config.map_name +
                              "'");
}

bool has_way(const LakeMap& map) {
  const auto size = static_cast<std::int64_t>(map.size());
  std::vector<bool> seen(map.size() * map.size());
  std::vector<std::pair<std::int64_t, std::int64_t>> frontier{{0, 0}};
  while (!frontier.empty()) {
    const auto [row, column] = frontier.back();
    frontier.pop_back();
    if (row < 0 || column < 0 || row >= size || column >= size) continue;
    const auto index = static_cast<std::size_t>(row * size + column);
    const char tile = map[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    if (tile == 'G') return true;
    if (tile == 'H' || seen[index]) continue;
    seen[index] = true;
    frontier.insert(frontier.end(),
                    {{row + 1, column}, {row, column + 1}, {row - 1, column}, {row, column - 1}});
  }
  return false;
}

}  // namespace

LakeMap random_lake_map(Rng& rng, std::size_t size, double frozen_probability) {
  LakeMap map;
  do {
    map.assign(size, std::string(size, 'F'));
    const std::array<double, 2> p = {frozen_probability, 1.0 - frozen_probability};
    for (std::string& row : map) {
      for (char& tile : row) tile = rng.choice(p) == 0 ? 'F' : 'H';
    }
    map.front().front() = 'S';
    map.back().back() = 'G';
  } while (!has_way(map));
  return map;
}

Lake::Lake(LakeMap given, const Options& options) : map_(std::move(given)) {
  const LakeMap& map = map_;
  const auto rows = static_cast<std::int32_t>(map.size());
  const auto columns = static_cast<std::int32_t>(map.front().size());
  const auto letter = [&](std::int32_t row, std::int32_t column) {
    return map[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  const auto ends = [](char tile) { return tile == 'G' || tile == 'H'; };
  const auto move = [&](std::int32_t row, std::int32_t column, int action, double probability) {
    switch (action) {
      case 0:
        column = std::max(column - 1, 0);
        break;
      case 1:
        row = std::min(row + 1, rows - 1);
        break;
      case 2:
        column = std::min(column + 1, columns - 1);
        break;
      default:
        row = std::max(row - 1, 0);
        break;
    }
    const char tile = letter(row, column);
    const double reward = options.reward_schedule[tile == 'G' ? 0 : tile == 'H' ? 1 : 2];
    return Move{probability, reward, row * columns + column, ends(tile)};
  };

  double starts = 0.0;
  for (const std::string& row : map) starts += static_cast<double>(std::ranges::count(row, 'S'));
  double start_sum = 0.0;
  for (std::int32_t row = 0; row < rows; ++row) {
    for (std::int32_t column = 0; column < columns; ++column) {
      const char tile = letter(row, column);
      start_cumulative_.push_back(start_sum += (tile == 'S' ? 1.0 : 0.0) / starts);
      std::array<Moves, 4>& by_action = moves_.emplace_back();
      for (int action = 0; action < 4; ++action) {
        Moves& moves = by_action[static_cast<std::size_t>(action)];
        moves.count = 1;
        if (ends(tile)) {
          moves.list[0] = {1.0, 0.0, row * columns + column, true};
        } else if (!options.is_slippery) {
          moves.list[0] = move(row, column, action, 1.0);
        } else {
          moves.count = 3;
          moves.list = {move(row, column, (action + 3) % 4, options.side_rate),
                        move(row, column, action, options.success_rate),
                        move(row, column, (action + 1) % 4, options.side_rate)};
        }
        double sum = 0.0;
        for (std::size_t i = 0; i < moves.count; ++i) {
          moves.cumulative[i] = sum += moves.list[i].probability;
        }
      }
    }
  }
}

std::int64_t Lake::draw_start(Rng& rng) const {
  return static_cast<std::int64_t>(
      first_above(start_cumulative_, start_cumulative_.size(), rng.random()));
}

const Lake::Move& Lake::draw_move(std::int64_t tile, std::int64_t action, Rng& rng) const {
  const Moves& moves = moves_[static_cast<std::size_t>(tile)][static_cast<std::size_t>(action)];
  return moves.list[first_above(moves.cumulative, moves.count, rng.random())];
}

FrozenLake::Shared::Shared(const Config& config) {
  if (!(config.success_rate >= 0.0 && config.success_rate <= 1.0)) {
    throw std::invalid_argument("success_rate must lie in [0, 1], got " +
                                std::to_string(config.success_rate));
  }
  if (const auto map = named_map(config)) {
    lake = std::make_shared<const Lake>(*map, lake_options(config));
  }
}

Spec<FrozenLake> FrozenLake::spec(const Config& config) {
  const auto map = named_map(config);
  const std::size_t rows = map ? map->size() : kRandomSize;
  const std::size_t columns = map ? map->front().size() : kRandomSize;
  return {.observation = discrete(&Observation::tile, static_cast<std::int64_t>(rows * columns)),
          .action = discrete(&Action::direction, 4),
          .info = dict<Info>(
              {{"prob", value(&Info::prob), "Probability of the transition that took place."}}),
          .render_state = dict<RenderState>(
              {{"tile", value(&RenderState::tile)},
               {"last_action", value(&RenderState::last_action)},
               {"map", value(&RenderState::map, Presence::kAlways, {rows, columns})}})};
}

FrozenLake::FrozenLake(const Config& config, const Shared& shared)
    : options_(lake_options(config)), lake_(shared.lake), owns_lake_(lake_ == nullptr) {
  if (!owns_lake_) return;
  Rng rng{SeedSequence(fresh_entropy())};  // unseeded, as in the reference
  lake_ = std::make_shared<const Lake>(random_lake_map(rng, kRandomSize, kRandomFrozen), options_);
}

void FrozenLake::render_state(RenderState& out) const {
  out.tile = tile_;
  out.last_action = last_action_;
  std::uint8_t* letter = out.map.begin();
  for (const std::string& row : lake_->map()) letter = std::ranges::copy(row, letter).out;
}

// A map that all environments share belongs to the configuration, not to the state.
void FrozenLake::serialize(StateIO& io) {
  const LakeMap own = owns_lake_ ? lake_->map() : LakeMap{};
  LakeMap map = own;
  io(map);
  io.within(tile_, 0, static_cast<std::int64_t>(lake_->tiles()) - 1, "tile");
  io(prob_);
  io.within(last_action_, -1, 3, "action");
  if (map == own) return;
  bool has_start = false, is_sound = map.size() == own.size();
  for (std::size_t row = 0; is_sound && row < map.size(); ++row) {
    is_sound = map[row].size() == own[row].size() &&
               map[row].find_first_not_of("SFHG") == std::string::npos;
    has_start = has_start || map[row].find('S') != std::string::npos;
  }
  io.require(is_sound && has_start, "the state holds another map");
  lake_ = std::make_shared<const Lake>(std::move(map), options_);
}

}  // namespace pp::toy_text
