// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Plays episodes on an engine in the order of messages that the reference keeps.
#include "game.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/episode_end.h"

namespace pp::vizdoom {

int channels_of(int screen_format) {
  constexpr std::array<int, 10> kChannels{3, 3, 4, 4, 3, 3, 4, 4, 1, 1};
  return kChannels[static_cast<std::size_t>(screen_format)];
}

// After an error the engine is in an unknown state: it is given up, and the next reset starts
// another.
template <class Play>
void Game::guarded(Play&& play) {
  try {
    play();
  } catch (...) {
    engine_.reset();
    begun_ = false;
    throw;
  }
}

void Game::begin(std::uint32_t seed, const std::string& recording) {
  guarded([&] {
    if (engine_ == nullptr) {
      start_engine(seed);
    } else {
      restart_map(seed, recording);
    }
    note_begin(seed);
  });
}

void Game::begin_again(std::uint32_t seed, const Past& past) {
  guarded([&] {
    const bool is_first = engine_ == nullptr;
    if (is_first) start_engine(seed);
    if (!is_first || !past.is_first) restart_map(seed, "", &past);
    note_begin(seed);
  });
}

void Game::note_begin(std::uint32_t seed) {
  begun_ = true;
  seed_ = seed;
  played_.clear();
  tics_.clear();
  deaths_before_ = game_variable(engine_->state(), kDeathCount);
  deaths_offset_ = 0.0;
  collect_reward();
}

void Game::start_engine(std::uint32_t seed) {
  engine_ = std::make_unique<Engine>(settings_.launch, seed);
  engine_->await_ready();
  await_start_time();
  engine_->picture();
  release_all();
  std::byte* const input = engine_->input();
  for (int button = 0; button < layout::kButtons; ++button) {
    const bool available = std::ranges::find(settings_.buttons, button) != settings_.buttons.end();
    layout::write(input, layout::kButtonAvailable + static_cast<std::size_t>(button), available);
  }
  for (std::size_t i = 0; i < settings_.delta_maxima.size(); ++i) {
    layout::write(input, layout::kDeltaMaxima + 8 * i, settings_.delta_maxima[i]);
  }
  last_tic_ = tic();
  past_ = {};
}

// Engines that end by themselves write what they have recorded.
Game::~Game() {
  if (engine_ == nullptr || !engine_->read<bool>(layout::kRecording)) return;
  try {
    engine_->finish();
  } catch (const std::exception&) {  // it has ended, and its recording with it
  }
}

void Game::restart_map(std::uint32_t seed, const std::string& recording, const Past* past) {
  engine_->trim_output();
  if (engine_->read<bool>(layout::kRecording)) engine_->command("stop");
  if (hosts()) {
    change_map(seed);
  } else {
    restart_alone(seed, recording);
  }
  past_ = past != nullptr ? *past : Past{.is_first = false, .carried = engine_->carried()};
  engine_->set_carried(past_.carried);
  if (past_.is_first) engine_->picture();
  await_start_time();
  engine_->command("viz_override_player 0");
  engine_->picture();
  last_tic_ = tic();
}

// A host moves to the next map with its players as they are, instead of starting a new game. Its
// player leaves the screen between two maps by pressing USE.
void Game::change_map(std::uint32_t seed) {
  engine_->command("rngseed set " + std::to_string(seed));
  engine_->command("changemap " + settings_.map);
  release_all();
  constexpr std::size_t kUse = layout::kButtonAvailable + 1;
  const bool available = layout::read<bool>(engine_->input(), kUse);
  layout::write(engine_->input(), kUse, true);
  engine_->command("-use");
  constexpr int kMostTics = 2000;
  for (int waited = 1;; ++waited) {
    if (waited == kMostTics) throw EngineError("the ViZDoom engine does not start the map again");
    engine_->command(waited % 2 != 0 ? "+use" : "-use");
    engine_->tic();
    if (!engine_->read<bool>(layout::kMapEnd) && tic() <= last_tic_) break;
  }
  engine_->command("-use");
  layout::write(engine_->input(), kUse, available);
}

void Game::restart_alone(std::uint32_t seed, const std::string& recording) {
  const std::string map = recording.empty() ? "map " + settings_.map
                                            : "recordmap \"" + recording + "\" " + settings_.map;
  engine_->command("viz_set_seed " + std::to_string(seed));
  engine_->command(map);
  release_all();
  const Engine::Clock::time_point limit = engine_->time_limit();
  for (int waited = 1;; ++waited) {
    engine_->check_time(limit, "did not begin the map");
    engine_->tic();
    if (waited > 3) {
      engine_->command(map);
      waited = 0;
    }
    if (!engine_->read<bool>(layout::kMapEnd) && tic() <= last_tic_) break;
  }
}

void Game::await_start_time() {
  const Engine::Clock::time_point limit = engine_->time_limit();
  while (tic() < settings_.start_time) {
    engine_->check_time(limit, "did not reach the time at which episodes start");
    engine_->tic();
  }
}

void Game::press(std::span<const double> buttons) {
  for (std::size_t i = 0; i < settings_.buttons.size(); ++i) {
    const auto button = static_cast<std::size_t>(settings_.buttons[i]);
    layout::write(engine_->input(), layout::kButtonValues + 8 * button, buttons[i]);
  }
}

void Game::release_all() {
  for (std::size_t button = 0; button < layout::kButtons; ++button) {
    layout::write(engine_->input(), layout::kButtonValues + 8 * button, 0.0);
  }
}

const Engine& Game::engine() const {
  if (engine_ == nullptr) {
    throw EngineError("the ViZDoom engine has ended; reset the environment to start another");
  }
  return *engine_;
}

double Game::step(std::span<const double> buttons, int tics) {
  static_cast<void>(engine());
  double reward = 0.0;
  guarded([&] {
    played_.insert(played_.end(), buttons.begin(), buttons.end());
    tics_.push_back(tics);
    play(buttons, tics);
    reward = collect_reward();
  });
  return reward;
}

void Game::play(std::span<const double> buttons, int tics) {
  press(buttons);
  if (over()) return;
  engine_->run_here();
  engine_->start_tics(tics, true, stop_tic());
  engine_->wait();
  last_tic_ = engine_->last_tic();
}

// Draws every picture again: walls once drawn stay on the automap, and the status bar's face, the
// weapon's bob and the noise of some monsters depend on earlier pictures.
void Game::play_again(const std::vector<double>& buttons, const std::vector<std::int32_t>& tics) {
  const std::size_t width = settings_.buttons.size();
  for (std::size_t i = 0; i < tics.size(); ++i) {
    play(std::span(buttons).subspan(i * width, width), tics[i]);
  }
  collect_reward();
  played_ = buttons;
  tics_ = tics;
}

bool Game::over() const { return is_over(engine_->state(), stop_tic()); }
bool Game::timed_out() const { return is_timed_out(engine_->state(), stop_tic()); }

double Game::collect_reward() { return rewards_.collect(*engine_, last_tic_, settings_); }

double Game::variable(int number) const {
  const double value = game_variable(engine_->state(), number);
  return number == kDeathCount ? value + deaths_offset_ : value;
}

void Game::serialize(StateIO& io, int frame_skip) {
  if (running() && hosts()) {
    throw Error(ErrorKind::kUnsupported,
                "states of games with -host cannot be saved: their players carry over to later "
                "episodes, so a seed and actions do not repeat them");
  }
  double deaths = deaths_before_ + deaths_offset_;
  bool begun = begun_;
  std::uint32_t seed = seed_;
  Past past = past_;
  std::vector<double> played = played_;
  std::vector<std::int32_t> tics = tics_;
  io(begun, seed, past.is_first, past.carried.bob, past.carried.noise, deaths, played, tics);
  if (!io.reading()) return;
  const auto is_step = [=](std::int32_t count) { return count == frame_skip; };
  io.require(
      played.size() == tics.size() * settings_.buttons.size() && std::ranges::all_of(tics, is_step),
      "the state holds the actions of another game");
  io.require(past.carried.noise >= 0 && past.carried.noise < Carried::kNoise,
             "the state holds place " + std::to_string(past.carried.noise) +
                 " in the noise of monsters, expected 0 to " + std::to_string(Carried::kNoise - 1));
  if (!begun) {
    begun_ = false;
    return;
  }
  begin_again(seed, past);
  deaths_offset_ = deaths - deaths_before_;
  guarded([&] { play_again(played, tics); });
}

}  // namespace pp::vizdoom
