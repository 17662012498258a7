// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The table of games for several players. It was found by measurement: programs of our own noted
// what a reset holds down, and memory was compared with rewards and ends of episodes.
#include "atari/games/game_data.h"
#include "party_game.h"

namespace pp::atari {
namespace {

// What one side wins, the other loses. Players belong to the two sides alternately.
template <Rules kRules>
void opponents(PartyState& state, const RamView& ram) {
  GameState& first = state.seats[0];
  kRules(first, ram);
  for (std::size_t i = 0; i < kMostPlayers; ++i) {
    state.reward[i] = i % 2 == 0 ? first.reward : -first.reward;
  }
  state.terminal = first.terminal;
}

// Each player has a score and lives of its own; the game ends when nobody has lives.
template <Rules kFirst, Rules kSecond>
void companions(PartyState& state, const RamView& ram) {
  kFirst(state.seats[0], ram);
  kSecond(state.seats[1], ram);
  state.terminal = true;
  for (std::size_t i = 0; i < state.seats.size(); ++i) {
    state.reward[i] = state.seats[i].reward;
    state.is_out[i] = state.seats[i].terminal;
    state.terminal = state.terminal && state.is_out[i];
  }
}

// A knight of the maze: lives are counted while it is outside. The last one leaves a while before
// the game is over.
template <int kHigh, int kLow, int kLives, int kInside>
void wizard_seat(GameState& state, const RamView& ram) {
  int& lives = state.memory[0];
  const int score = decimal(kHigh, kLow)(ram);
  const int shown = 100 * (score >= 8000 ? score - 8000 : score);
  state.reward = shown - state.score;
  state.score = shown;
  if ((ram[kInside] & 1) == 0) lives = ram[kLives] & 15;
  state.terminal = lives == 0;
}

void wizard_for_two(PartyState& state, const RamView& ram) {
  companions<wizard_seat<0x88, 0x86, 0x8D, 0xD7>, wizard_seat<0x87, 0x85, 0x8C, 0xD6>>(state, ram);
  state.terminal = (ram[0x8D] & 15) == 0 && (ram[0x8C] & 15) == 0 && ram[0xF4] == 0xF8;
}

constexpr auto kInvadersOver = either(bit(0x98, 7), is(0xC9, 0));
template <int kHigh, int kLow>
constexpr Rules kInvaders = plain<decimal(kHigh, kLow), kInvadersOver, kNoLives, Wraps{10000}>;
template <int kHigh, int kLow, int kLives>
constexpr Rules kMario = plain<decimal(kHigh, kLow).times(100), is(kLives, 0), kNoLives>;

constexpr Rules kPong = plain<pong_score, either(is(0x8D, 21), is(0x8E, 21)), kNoLives>;
constexpr Rules kBoxing = plain<boxing_score, boxing_over, kNoLives>;
constexpr Rules kIceHockey =
    plain<ice_hockey_score, both(is(0x87, 0), is(0x86, 0)), kNoLives, Within{-1000, 1}>;
constexpr Rules kSurround = plain<surround_score, surround_over, kNoLives>;

constexpr PartyModes kBoxingModes[] = {{2, kModes<2>}};
constexpr PartyModes kIceHockeyModes[] = {{2, kModes<1, 3>}};
constexpr PartyModes kInvadersModes[] = {{2, kRanges<kModes<34>, kModes<33>, kRange<35, 64>>}};
constexpr PartyModes kMarioModes[] = {{2, kRange<2, 8, 2>}};
constexpr PartyModes kSurroundModes[] = {{2, kRanges<kModes<1>, kRange<5, 12>>}};
constexpr PartyModes kWizardModes[] = {{2, kModes<1>}};
constexpr PartyModes kTennisModes[] = {{2, kModes<2, 4>}};

// The modes of Video Olympics, the cartridge of Pong.
constexpr std::array<std::int16_t, 22> kGamesOfTwo = {3,  4,  9,  10, 13, 14, 19, 20, 23, 24, 25,
                                                      26, 27, 28, 35, 36, 39, 40, 43, 44, 45, 46};
constexpr std::array<std::int16_t, 26> kGamesOfFour = {5,  6,  7,  8,  11, 12, 15, 16, 17,
                                                       18, 21, 22, 29, 30, 31, 32, 33, 34,
                                                       37, 38, 41, 42, 47, 48, 49, 50};
template <std::int16_t kPair, std::int16_t kFour>
constexpr PartyModes kPairFirst[] = {{2, kRanges<kModes<kPair>, kGamesOfTwo>},
                                     {4, kRanges<kModes<kFour>, kGamesOfFour>}};
template <std::int16_t kPair, std::int16_t kFour>
constexpr PartyModes kFourFirst[] = {{4, kRanges<kModes<kFour>, kGamesOfFour>},
                                     {2, kRanges<kModes<kPair>, kGamesOfTwo>}};
constexpr PartyModes kQuadrapongModes[] = {{4, kRanges<kModes<33>, kGamesOfFour>}};

constexpr PartyGame pong(std::string_view id, std::span<const PartyModes> modes) {
  return {.id = id,
          .rom = rom("pong"),
          .minimal = {0, 1, 3, 4, 11, 12},
          .modes = modes,
          .choose_mode = select<2, Shows{0x96, 1, -1}>,
          .rules = opponents<kPong>};
}

constexpr PartyGame kPartyGames[] = {
    pong("basketball_pong-v3", kPairFirst<45, 49>),
    {.id = "boxing-v2",
     .rom = rom("boxing"),
     .modes = kBoxingModes,
     .choose_mode = select<1, Shows{0x92}>,
     .rules = opponents<kBoxing>},
    pong("foozpong-v3", kFourFirst<19, 21>),
    {.id = "ice_hockey-v2",
     .rom = rom("ice_hockey"),
     .modes = kIceHockeyModes,
     .power_on_mode = 0,
     .choose_mode = select<2, Shows{0x80}>,
     .rules = opponents<kIceHockey>},
    {.id = "mario_bros-v3",
     .rom = rom("mario_bros"),
     .modes = kMarioModes,
     .starting_actions = kStart<Run{Action::kNoop, 10}, Run{Action::kFire, 7}>,
     .choose_mode = select<5, Shows{0x80, 1, -1}>,
     .rules = companions<kMario<0x89, 0x8A, 0x87>, kMario<0x8B, 0x8C, 0x88>>},
    pong("pong-v3", kPairFirst<4, 6>),
    pong("quadrapong-v4", kQuadrapongModes),
    {.id = "space_invaders-v2",
     .rom = rom("space_invaders"),
     .minimal = {0, 1, 3, 4, 11, 12},
     .modes = kInvadersModes,
     .choose_mode = select<2, Shows{0xDC, 1, -1}>,
     .rules = companions<kInvaders<0xE6, 0xE8>, kInvaders<0xE7, 0xE9>>},
    {.id = "surround-v2",
     .rom = rom("surround"),
     .minimal = {0, 2, 3, 4, 5},
     .modes = kSurroundModes,
     .power_on_mode = 2,
     .choose_mode = select<2, Shows{0xF9, 1, -1}>,
     .rules = opponents<kSurround>},
    {.id = "tennis-v3",
     .rom = rom("tennis"),
     .modes = kTennisModes,
     .choose_mode = select<2, Shows{0x80, 1, -1}>,
     .rules = opponents<tennis>},
    pong("volleyball_pong-v3", kFourFirst<39, 41>),
    {.id = "wizard_of_wor-v3",
     .rom = rom("wizard_of_wor"),
     .minimal = {1, 2, 3, 4, 5, 10, 11, 12, 13},
     .modes = kWizardModes,
     .power_on_mode = 0,
     .choose_mode = select<1, Shows{0x81}>,
     .rules = wizard_for_two},
};

}  // namespace

std::span<const std::int16_t> PartyGame::modes_of(std::size_t players) const {
  for (const PartyModes& some : modes) {
    if (some.players == players) return some.modes;
  }
  return {};
}

std::span<const PartyGame> party_games() { return kPartyGames; }

}  // namespace pp::atari
