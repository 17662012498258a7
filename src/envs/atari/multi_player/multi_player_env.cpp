// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Episodes of an Atari game with several players.
#include "multi_player_env.h"

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>

#include "atari/console/palette.h"
#include "atari/console/picture.h"
#include "atari/single_player/rom_image.h"

namespace pp::atari {
namespace {

std::span<const std::int16_t> modes_of(const MultiPlayerConfig& config) {
  return config.game->modes_of(config.players());
}

void paint(const std::uint8_t* indices, const Palette& palette, std::size_t pixels,
           std::size_t channels, std::uint8_t* out) {
  if (channels == 1) {
    for (std::size_t i = 0; i < pixels; ++i) out[i] = palette.grey[indices[i]];
    return;
  }
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::uint32_t color = palette.rgb[indices[i]];
    out[3 * i] = static_cast<std::uint8_t>(color >> 16);
    out[3 * i + 1] = static_cast<std::uint8_t>(color >> 8);
    out[3 * i + 2] = static_cast<std::uint8_t>(color);
  }
}

}  // namespace

void MultiPlayerConfig::validate() const {
  if (obs_type != "rgb_image" && obs_type != "grayscale_image" && obs_type != "ram") {
    throw std::invalid_argument("obs_type must be 'rgb_image', 'grayscale_image' or 'ram', got '" +
                                obs_type + "'");
  }
  if (max_cycles < 1) {
    throw std::invalid_argument("max_cycles must be at least 1, got " + std::to_string(max_cycles));
  }
  if (modes_of(*this).empty()) {
    std::vector<std::size_t> counts;
    for (const MultiPlayerModes& some : game->modes) counts.push_back(some.players);
    throw std::invalid_argument("num_players must be one of " + listed(counts) + ", got " +
                                std::to_string(*num_players));
  }
  if (mode_num && std::ranges::find(modes_of(*this), *mode_num) == modes_of(*this).end()) {
    std::vector<int> modes(modes_of(*this).begin(), modes_of(*this).end());
    std::ranges::sort(modes);
    modes.erase(std::ranges::unique(modes).begin(), modes.end());
    throw std::invalid_argument("mode_num must be one of " + listed(modes) + " for " +
                                std::to_string(players()) + " players, got " +
                                std::to_string(*mode_num));
  }
}

std::size_t MultiPlayerConfig::players() const {
  if (!num_players) return game->modes.front().players;
  return *num_players < 0 ? 0 : static_cast<std::size_t>(*num_players);
}

int MultiPlayerConfig::mode() const {
  return mode_num ? static_cast<int>(*mode_num) : modes_of(*this).front();
}

std::vector<int> MultiPlayerConfig::actions() const {
  return (full_action_space ? kAllActions : game->minimal).list();
}

std::size_t MultiPlayerConfig::height() const {
  return static_cast<std::size_t>(game->rom->television == Television::kPal &&
                                          game->rom->height == kNtscHeight
                                      ? kPalHeight
                                      : game->rom->height);
}

MultiPlayerShared::MultiPlayerShared(const MultiPlayerConfig& config)
    : image(read_image(*config.game->rom)), actions(config.actions()) {}

Spec<MultiPlayerEnv> MultiPlayerEnv::spec(const Config& config) {
  constexpr std::array<const char*, kMostPlayers> kNames{"first_0", "second_0", "third_0",
                                                         "fourth_0"};
  std::vector<std::size_t> shape{config.height(), kWidth, config.channels()};
  if (config.shows_ram()) shape = {Machine::kRamBytes};
  Spec<MultiPlayerEnv> spec{
      .observation = box(&Observation::screen, 0, 255, shape),
      .action = discrete(&Action::choice, static_cast<std::int64_t>(config.actions().size())),
      .render_state = dict<RenderState>({{"picture", value(&RenderState::picture, Presence::kAlways,
                                                           {config.height(), kWidth, 3})}})};
  for (std::size_t i = 0; i < config.players(); ++i) spec.agents.emplace_back(kNames[i]);
  return spec;
}

MultiPlayerEnv::MultiPlayerEnv(const Config& config, const Shared& shared)
    : config_(config), shared_(shared), is_over_(config.players()) {}

void MultiPlayerEnv::seed(const SeedSequence& sequence) {
  seed_ = sequence.low_word();
  seed_pending_ = true;
}

void MultiPlayerEnv::insert_cartridge() {
  console_ = std::make_unique<MultiPlayerConsole>(*config_.game, shared_.image, seed_);
}

void MultiPlayerEnv::reset(Rng&) {
  if (seed_pending_) insert_cartridge();
  seed_pending_ = false;
  console_->reset(config_.mode(), config_.players());
  cycles_ = 0;
  rows_.clear();
  for (std::size_t i = 0; i < config_.players(); ++i) {
    rows_.push_back(static_cast<std::uint32_t>(i));
    is_over_[i] = false;
  }
}

Transition MultiPlayerEnv::step(const Action& action, PlayerResults& results, Rng&) {
  // The first action takes the place of what a player without lives would do.
  std::array<atari::Action, kMostPlayers> actions;
  actions.fill(static_cast<atari::Action>(shared_.actions.front()));
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::uint32_t player = rows_[row];
    if (is_over_[player]) continue;
    const auto choice = static_cast<std::size_t>(std::int64_t{action.choice[row]});
    actions[player] = static_cast<atari::Action>(shared_.actions[choice]);
    rows_[count++] = player;
  }
  rows_.resize(count);
  console_->act(std::span(actions).first(config_.players()), !config_.shows_ram());
  const MultiPlayerState& state = console_->state();
  const bool time_is_up = ++cycles_ == config_.max_cycles;
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint32_t player = rows_[row];
    is_over_[player] = state.terminal || state.is_out[player];
    results.reward[row] = state.reward[player];
    results.terminated[row] = is_over_[player];
    results.truncated[row] = time_is_up;
  }
  const bool everybody = std::ranges::all_of(is_over_, [](bool over) { return over; });
  return {.terminated = everybody, .truncated = time_is_up};
}

void MultiPlayerEnv::observe(Observation& out) const {
  if (config_.shows_ram()) {
    std::ranges::copy(console_->memory(), out.screen.begin());
    return;
  }
  paint(console_->screen(), palette_of(config_.game->rom->television), config_.height() * kWidth,
        config_.channels(), out.screen.values());
}

void MultiPlayerEnv::render_state(RenderState& out) const {
  paint(console_->screen(), palette_of(config_.game->rom->television), config_.height() * kWidth, 3,
        out.picture.values());
}

void MultiPlayerEnv::serialize(StateIO& io) {
  bool has_console = console_ != nullptr;
  io(seed_, seed_pending_);
  io.count(cycles_, "number of cycles");
  io(rows_, is_over_, has_console);
  io.require(has_console, "the state holds no console");
  if (!has_console) {
    console_.reset();
  } else {
    if (console_ == nullptr) insert_cartridge();
    io(*console_);
  }
  io.require(is_over_.size() == config_.players() &&
                 std::ranges::adjacent_find(rows_, std::ranges::greater_equal{}) == rows_.end() &&
                 (rows_.empty() || rows_.back() < config_.players()),
             "the state holds no such players");
}

}  // namespace pp::atari
