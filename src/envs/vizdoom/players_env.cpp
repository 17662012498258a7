// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Starts the engines of a game and has them play in step.
#include "players_env.h"

#include <parallel_pool/random.h>
#include <strings.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/mailboxes.h"
#include "human_picture.h"
#include "scenario_spaces.h"

namespace pp::vizdoom {

void PlayersConfig::validate() const {
  ScenarioConfig::validate();
  if (num_players < 2 || num_players > kMostPlayers) {
    throw Error(ErrorKind::kValue, "num_players must be from 2 to " + std::to_string(kMostPlayers) +
                                       ", got " + std::to_string(num_players));
  }
  if (num_bots < 0 || num_players + num_bots > kMostPlayers) {
    throw Error(ErrorKind::kValue, "num_bots must be from 0 to " +
                                       std::to_string(kMostPlayers - num_players) + " beside " +
                                       std::to_string(num_players) + " players, got " +
                                       std::to_string(num_bots));
  }
  if (game_mode != "deathmatch" && game_mode != "cooperative") {
    throw Error(ErrorKind::kValue,
                "game_mode must be 'deathmatch' or 'cooperative', got '" + game_mode + "'");
  }
}

namespace {

// With one of these, the engines would wait for each other forever.
void refuse_network(const std::vector<std::string>& arguments) {
  for (const std::string& one : arguments) {
    for (const char* const known : {"-host", "-join", "-dup"}) {
      if (strcasecmp(one.c_str(), known) != 0) continue;
      throw Error(ErrorKind::kValue,
                  "game_args: games of several players set up their own network: leave out -host, "
                  "-join and -dup, got '" +
                      one + "'");
    }
  }
}

}  // namespace

PlayersScenario::PlayersScenario(const PlayersConfig& config)
    : Scenario(config),
      players(static_cast<std::size_t>(config.num_players)),
      bots(config.num_bots) {
  if (settings.notifications) {
    throw Error(ErrorKind::kValue,
                "notifications_buffer_enabled: messages are observed in games of one player only");
  }
  refuse_network(settings.launch.arguments);
  const std::string port = std::to_string(kFirstPort);
  for (std::size_t player = 0; player < players; ++player) {
    Launch launch = settings.launch;
    launch.player = static_cast<int>(player);
    std::vector<std::string> more{"-join", "127.0.0.1:" + port};
    if (player == 0) {
      // Respawning needs no button, so that a dead player's actions mean nothing.
      more = {"-host", std::to_string(players), "+sv_forcerespawn", "1"};
      if (config.game_mode == "deathmatch") more.push_back("-deathmatch");
    }
    launch.arguments.insert(launch.arguments.end(), more.begin(), more.end());
    launch.arguments.push_back("-port");
    launch.arguments.push_back(std::to_string(kFirstPort + player));
    launches.push_back(std::move(launch));
  }
}

Spec<PlayersEnv> PlayersEnv::spec(const Config& config) {
  const PlayersScenario scenario(config);
  const Launch& launch = scenario.settings.launch;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scenario.players; ++i) names.push_back("player_" + std::to_string(i));
  return {
      .observation = observation_space<Observation>(scenario),
      .action = action_space<Action>(scenario),
      .render_state = dict<RenderState>(
          {{"picture", value(&RenderState::picture, Presence::kAlways,
                             {static_cast<std::size_t>(launch.height) * scenario.players,
                              static_cast<std::size_t>(launch.width) * scenario.buffers(), 3})}}),
      .agents = std::move(names)};
}

template <class Play>
void PlayersEnv::guarded(Play&& play) {
  try {
    play();
  } catch (...) {
    players_.clear();
    begun_ = false;
    throw;
  }
}

void PlayersEnv::reset(Rng& rng) {
  Mt19937 seeds;
  seeds.seed_legacy(rng.bits().next32());
  begin(seeds.next32());
}

// Each episode has new engines: what a game is like would otherwise depend on those before it.
void PlayersEnv::begin(std::uint32_t seed) {
  guarded([&] {
    players_.clear();
    start_engines(seed);
    begun_ = true;
    seed_ = seed;
    played_.clear();
    collect(nullptr);
  });
}

void PlayersEnv::start_engines(std::uint32_t seed) {
  network_ = anonymous_file("vizdoom network", sizeof(Network));
  launches_ = scenario_.launches;
  players_.resize(launches_.size());
  std::vector<Engine*> engines;
  for (std::size_t i = 0; i < launches_.size(); ++i) {
    launches_[i].network = network_.number();
    players_[i].engine = std::make_unique<Engine>(launches_[i], seed);
    engines.push_back(players_[i].engine.get());
  }
  for (Engine* const engine : engines) engine->watch(engines);
  for (Engine* const engine : engines) engine->await_ready();
  const Engine::Clock::time_point limit = any().time_limit();
  while (any().read<std::uint32_t>(layout::kMapTic) < scenario_.settings.start_time) {
    any().check_time(limit, "did not reach the time at which episodes start");
    all_tic(false);
  }
  all_picture();
  const GameSettings& settings = scenario_.settings;
  for (Player& player : players_) {
    std::byte* const input = player.engine->input();
    for (int button = 0; button < layout::kButtons; ++button) {
      const bool available = std::ranges::find(settings.buttons, button) != settings.buttons.end();
      layout::write(input, layout::kButtonAvailable + static_cast<std::size_t>(button), available);
      layout::write(input, layout::kButtonValues + 8 * static_cast<std::size_t>(button), 0.0);
    }
    for (std::size_t i = 0; i < settings.delta_maxima.size(); ++i) {
      layout::write(input, layout::kDeltaMaxima + 8 * i, settings.delta_maxima[i]);
    }
    player.last_tic = player.engine->read<std::uint32_t>(layout::kMapTic);
  }
  // The host's engine invites them; they come with the next tics.
  for (std::int64_t bot = 0; bot < scenario_.bots; ++bot) players_[0].engine->command("addbot");
}

void PlayersEnv::all_tic(bool with_picture) {
  for (Player& player : players_) player.engine->start_tics(1, with_picture, 0);
  for (Player& player : players_) player.engine->wait();
}

void PlayersEnv::all_picture() {
  for (Player& player : players_) player.engine->start_picture();
  for (Player& player : players_) player.engine->wait();
}

const Engine& PlayersEnv::any() const {
  if (players_.empty()) {
    throw EngineError("a ViZDoom engine has ended; reset the environment to start others");
  }
  return *players_[0].engine;
}

bool PlayersEnv::over() const { return any().read<bool>(layout::kMapEnd) || timed_out(); }

bool PlayersEnv::timed_out() const {
  const GameSettings& settings = scenario_.settings;
  const std::int64_t now = any().read<std::uint32_t>(layout::kMapTic);
  const std::int64_t limit = any().read<std::uint32_t>(layout::kTicLimit);
  return (settings.timeout > 0 && settings.timeout + settings.start_time <= now) ||
         (limit > 0 && limit <= now);
}

Transition PlayersEnv::step(const Action& action, Rewards& rewards, Rng&) {
  static_cast<void>(any());
  guarded([&] {
    const std::size_t count = scenario_.settings.buttons.size();
    for (std::size_t i = 0; i < players_.size(); ++i) {
      const ButtonValues buttons =
          scenario_.buttons_of({.combination = action.combination[i].values(),
                                .pressed = action.pressed[i].values(),
                                .switched = action.switched[i].values(),
                                .deltas = action.deltas[i].values()});
      played_.insert(played_.end(), buttons.begin(),
                     buttons.begin() + static_cast<std::ptrdiff_t>(count));
    }
    play(played_.data() + played_.size() - count * players_.size());
    collect(rewards.values());
  });
  return {.reward = 0.0,
          .terminated = over(),
          .truncated = scenario_.times_out_by_truncation && timed_out()};
}

void PlayersEnv::press(const double* buttons) {
  for (Player& player : players_) {
    for (const int button : scenario_.settings.buttons) {
      layout::write(player.engine->input(),
                    layout::kButtonValues + 8 * static_cast<std::size_t>(button), *buttons++);
    }
  }
}

void PlayersEnv::play(const double* buttons) {
  press(buttons);
  for (int i = 0; i < scenario_.frame_skip && !over(); ++i) {
    for (Player& player : players_) {
      player.last_tic = player.engine->read<std::uint32_t>(layout::kMapTic) + 1;
    }
    const bool is_last = i == scenario_.frame_skip - 1;
    all_tic(is_last);
    if (!is_last && over()) all_picture();
  }
}

void PlayersEnv::collect(double* rewards) {
  for (Player& player : players_) {
    const double reward =
        player.rewards.collect(*player.engine, player.last_tic, scenario_.settings);
    if (rewards != nullptr) *rewards++ = reward;
  }
}

void PlayersEnv::observe(Observation& out) const {
  const bool over = this->over();
  const GameSettings& settings = scenario_.settings;
  const Launch& launch = settings.launch;
  for (std::size_t i = 0; i < players_.size(); ++i) {
    const Engine& engine = *players_[i].engine;
    const auto show = [&](auto row, Region region) {
      const std::size_t bytes = row.size() * sizeof(row[0]);
      if (over) {
        std::memset(row.values(), 0, bytes);
      } else {
        std::memcpy(row.values(), engine.region(region), bytes);
      }
    };
    show(out.screen[i], kScreen);
    if (launch.depth) show(out.depth[i], kDepth);
    if (launch.labels) show(out.labels[i], kLabels);
    if (launch.automap) show(out.automap[i], kAutomap);
    if (settings.audio_samples > 0) show(out.audio[i], kAudio);
    for (std::size_t k = 0; k < settings.variables.size(); ++k) {
      const double value = game_variable(engine.state(), settings.variables[k]);
      out.variables[i][k] = over ? 0.0F : static_cast<float>(value);
    }
  }
}

// The pictures of the players, one below the other.
void PlayersEnv::render_state(RenderState& out) const {
  const std::size_t bytes = out.picture.size() / scenario_.players;
  for (std::size_t i = 0; i < scenario_.players; ++i) {
    std::uint8_t* const picture = out.picture.values() + i * bytes;
    if (players_.empty() || over()) {
      std::memset(picture, 0, bytes);
    } else {
      draw_human_picture(*players_[i].engine, scenario_.settings, picture);
    }
  }
}

void PlayersEnv::serialize(StateIO& io) {
  bool begun = begun_;
  std::uint32_t seed = seed_;
  std::vector<double> played = played_;
  io(begun, seed, played);
  if (!io.reading()) return;
  const std::size_t width = scenario_.settings.buttons.size() * scenario_.players;
  io.require(played.size() % width == 0, "the state holds the actions of another game");
  if (!begun) {
    begun_ = false;
    return;
  }
  begin(seed);
  guarded([&] {
    for (std::size_t at = 0; at < played.size(); at += width) play(played.data() + at);
    collect(nullptr);
    played_ = std::move(played);
  });
}

}  // namespace pp::vizdoom
