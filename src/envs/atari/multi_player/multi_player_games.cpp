// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The table of games for several players. It was found by measurement: programs of our own noted
// what a reset holds down, and memory was compared with rewards and ends of episodes.
#include "atari/games/game_data.h"
#include "multi_player_game.h"
#include "multi_player_rules.h"

namespace pp::atari {
namespace {

constexpr auto kInvadersOver = either(bit(0x98, 7), is(0xC9, 0));
template <int kHigh, int kLow>
constexpr Rules kInvaders = plain<decimal(kHigh, kLow), kInvadersOver, kNoLives, Wraps{10000}>;
template <int kHigh, int kLow, int kLives>
constexpr Rules kMario = plain<decimal(kHigh, kLow).times(100), is(kLives, 0), kNoLives>;

bool shows_checkers(const RamView& ram, int mode) { return bcd(ram[0xF6]) == mode; }

// Presses SELECT until there are as many players as in the mode.
void choose_entombed(GameConsole& console, GameState&, int mode) {
  select_until(console, 1, [mode](const RamView& ram) { return ram[0xF4] == (mode == 1 ? 1 : 0); });
  console.press_reset();
}

template <int kHigh, int kMiddle, int kLow, int kLives>
constexpr Rules kJoust = plain<decimal(kHigh, kMiddle, kLow), bit(kLives, 7), kNoLives>;
constexpr Rules kCombat = plain<lead<0xA1, 0xA2>, is(0x88, 0), kNoLives>;
constexpr Rules kSpaceWar =
    plain<lead<0xA7, 0xA8>, either(either(is(0xA7, 0x10), is(0xA8, 0x10)), is(0x80, 0)), kNoLives>;
template <int kScore>
constexpr Rules kFlags = plain<decimal(kScore), kNever, kNoLives>;

constexpr Rules kBoxing = plain<boxing_score, boxing_over, kNoLives>;
constexpr Rules kIceHockey =
    plain<ice_hockey_score, both(is(0x87, 0), is(0x86, 0)), kNoLives, Within{-1000, 1}>;
constexpr Rules kSurround = plain<surround_score, surround_over, kNoLives>;

constexpr MultiPlayerModes kBoxingModes[] = {{2, kModes<2>}};
constexpr MultiPlayerModes kIceHockeyModes[] = {{2, kModes<1, 3>}};
constexpr MultiPlayerModes kInvadersModes[] = {
    {2, kRanges<kModes<34>, kModes<33>, kRange<35, 64>>}};
constexpr MultiPlayerModes kMarioModes[] = {{2, kRange<2, 8, 2>}};
constexpr MultiPlayerModes kSurroundModes[] = {{2, kRanges<kModes<1>, kRange<5, 12>>}};
constexpr MultiPlayerModes kWizardModes[] = {{2, kModes<1>}};
constexpr MultiPlayerModes kTennisModes[] = {{2, kModes<2, 4>}};

constexpr MultiPlayerModes kPlaneModes[] = {{2, kRanges<kModes<15>, kRange<16, 27>>}};
constexpr MultiPlayerModes kTankModes[] = {{2, kRanges<kModes<9>, kRange<1, 14>>}};
constexpr MultiPlayerModes kCompetitiveModes[] = {{2, kModes<2>}};
constexpr MultiPlayerModes kCooperativeModes[] = {{2, kModes<3>}};
constexpr MultiPlayerModes kDunkModes[] = {{2, kRange<16, 31>}};
constexpr MultiPlayerModes kFlagModes[] = {{2, kRange<1, 4>}};
constexpr MultiPlayerModes kJoustModes[] = {{2, kModes<1, 3>}};
constexpr MultiPlayerModes kMazeModes[] = {{2, kRanges<kModes<4>, kRange<0, 63>>}};
constexpr MultiPlayerModes kOthelloModes[] = {{2, kModes<4>}};
constexpr MultiPlayerModes kSpaceWarModes[] = {{2, kRange<1, 5>}};
constexpr MultiPlayerModes kCheckersModes[] = {{2, kModes<10>}};
constexpr MultiPlayerModes kWarlordsModes[] = {{4, kModes<1>}};

// ROMs of games that nobody plays alone.
constexpr Rom kCombatRom{.name = "combat",
                         .md5 = "0ef64cdbecccb7049752a3de0b7ade14",
                         .cartridge = Cartridge::k2K,
                         .television = Television::kPal,
                         .first_line = 39,
                         .height = 256};
constexpr Rom kJoustRom{
    .name = "joust", .md5 = "3276c777cbe97cdd2b4a63ffc16b7151", .cartridge = Cartridge::kF8};
constexpr Rom kMazeRom{.name = "maze_craze",
                       .md5 = "ed2218b3075d15eaa34e3356025ccca3",
                       .cartridge = Cartridge::k4K,
                       .television = Television::kPal,
                       .height = 250};
constexpr Rom kWarlordsRom{.name = "warlords",
                           .md5 = "cbe5a166550a8129a5e6d374901dffad",
                           .cartridge = Cartridge::k4K,
                           .controllers = Controllers::kPaddlesBoth};

// The modes of Video Olympics, the cartridge of Pong.
constexpr std::array<std::int16_t, 22> kGamesOfTwo = {3,  4,  9,  10, 13, 14, 19, 20, 23, 24, 25,
                                                      26, 27, 28, 35, 36, 39, 40, 43, 44, 45, 46};
constexpr std::array<std::int16_t, 26> kGamesOfFour = {5,  6,  7,  8,  11, 12, 15, 16, 17,
                                                       18, 21, 22, 29, 30, 31, 32, 33, 34,
                                                       37, 38, 41, 42, 47, 48, 49, 50};
template <std::int16_t kPair, std::int16_t kFour>
constexpr MultiPlayerModes kPairFirst[] = {{2, kRanges<kModes<kPair>, kGamesOfTwo>},
                                           {4, kRanges<kModes<kFour>, kGamesOfFour>}};
template <std::int16_t kPair, std::int16_t kFour>
constexpr MultiPlayerModes kFourFirst[] = {{4, kRanges<kModes<kFour>, kGamesOfFour>},
                                           {2, kRanges<kModes<kPair>, kGamesOfTwo>}};
constexpr MultiPlayerModes kQuadrapongModes[] = {{4, kRanges<kModes<33>, kGamesOfFour>}};

constexpr MultiPlayerGame pong(std::string_view id, std::span<const MultiPlayerModes> modes) {
  return {.id = id,
          .rom = rom("pong"),
          .minimal = {0, 1, 3, 4, 11, 12},
          .modes = modes,
          .choose_mode = select<2, Shows{0x96, 1, -1}>,
          .rules = pong_for_many};
}

constexpr MultiPlayerGame combat(std::string_view id, std::span<const MultiPlayerModes> modes) {
  return {.id = id,
          .rom = &kCombatRom,
          .modes = modes,
          .choose_mode = select<1, Shows{0x80, 1, -1}>,
          .rules = opponents<kCombat>};
}

constexpr MultiPlayerGame entombed(std::string_view id, std::span<const MultiPlayerModes> modes,
                                   MultiPlayerRules rules) {
  return {.id = id,
          .rom = rom("entombed"),
          .modes = modes,
          .starting_actions = kStart<Run{Action::kFire}, Run{Action::kNoop, 5}>,
          .choose_mode = choose_entombed,
          .rules = rules};
}

constexpr MultiPlayerGame kMultiPlayerGames[] = {
    pong("basketball_pong-v3", kPairFirst<45, 49>),
    {.id = "boxing-v2",
     .rom = rom("boxing"),
     .modes = kBoxingModes,
     .choose_mode = select<1, Shows{0x92}>,
     .rules = opponents<kBoxing>},
    combat("combat_plane-v2", kPlaneModes),
    combat("combat_tank-v2", kTankModes),
    {.id = "double_dunk-v3",
     .rom = rom("double_dunk"),
     .modes = kDunkModes,
     .power_on_mode = 0,
     .starting_actions = kStart<Run{Action::kUpFire}>,
     .choose_mode = choose_double_dunk,
     .rules = double_dunk_for_two},
    entombed("entombed_competitive-v3", kCompetitiveModes, entombed_against_each_other),
    entombed("entombed_cooperative-v3", kCooperativeModes, entombed_together),
    {.id = "flag_capture-v2",
     .rom = rom("flag_capture"),
     .minimal = ActionSet::range(0, 9),
     .modes = kFlagModes,
     .power_on_mode = 8,
     .starting_actions = kStart<Run{Action::kNoop, 10}>,
     .choose_mode = select<10, Shows{0xD6}>,
     .rules = companions<kFlags<0xAB>, kFlags<0xEB>>},
    pong("foozpong-v3", kFourFirst<19, 21>),
    {.id = "ice_hockey-v2",
     .rom = rom("ice_hockey"),
     .modes = kIceHockeyModes,
     .power_on_mode = 0,
     .choose_mode = select<2, Shows{0x80}>,
     .rules = opponents<kIceHockey>},
    {.id = "joust-v3",
     .rom = &kJoustRom,
     .modes = kJoustModes,
     .power_on_mode = 0,
     .choose_mode = select<1, Shows{0xF8}>,
     .rules = companions<kJoust<0x83, 0x85, 0x87, 0x81>, kJoust<0x84, 0x86, 0x88, 0x82>>},
    {.id = "mario_bros-v3",
     .rom = rom("mario_bros"),
     .modes = kMarioModes,
     .starting_actions = kStart<Run{Action::kNoop, 10}, Run{Action::kFire, 7}>,
     .choose_mode = select<5, Shows{0x80, 1, -1}>,
     .rules = companions<kMario<0x89, 0x8A, 0x87>, kMario<0x8B, 0x8C, 0x88>>},
    {.id = "maze_craze-v3",
     .rom = &kMazeRom,
     .modes = kMazeModes,
     .power_on_mode = 0,
     .choose_mode = select<2, Shows{0xBD}>,
     .rules = maze_craze},
    {.id = "othello-v3",
     .rom = rom("othello"),
     .minimal = ActionSet::range(0, 9),
     .modes = kOthelloModes,
     .choose_mode = select<2, Shows{0xDE}>,
     .rules = othello_for_two},
    pong("pong-v3", kPairFirst<4, 6>),
    pong("quadrapong-v4", kQuadrapongModes),
    {.id = "space_invaders-v2",
     .rom = rom("space_invaders"),
     .minimal = {0, 1, 3, 4, 11, 12},
     .modes = kInvadersModes,
     .choose_mode = select<2, Shows{0xDC, 1, -1}>,
     .rules = companions<kInvaders<0xE6, 0xE8>, kInvaders<0xE7, 0xE9>>},
    {.id = "space_war-v2",
     .rom = rom("space_war"),
     .modes = kSpaceWarModes,
     .power_on_mode = 6,
     .choose_mode = select<2, shows_space_war>,
     .rules = opponents<kSpaceWar>},
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
     .rules = tennis_for_two},
    {.id = "video_checkers-v4",
     .rom = rom("video_checkers"),
     .minimal = {1, 6, 7, 8, 9},
     .modes = kCheckersModes,
     .choose_mode = select<1, shows_checkers>,
     .rules = checkers_for_two},
    pong("volleyball_pong-v3", kFourFirst<39, 41>),
    {.id = "warlords-v3",
     .rom = &kWarlordsRom,
     .minimal = {0, 1, 3, 4, 11, 12},
     .modes = kWarlordsModes,
     .power_on_mode = 4,
     .choose_mode = select<1, Shows{0xD9, 1, -1}>,
     .rules = warlords},
    {.id = "wizard_of_wor-v3",
     .rom = rom("wizard_of_wor"),
     .minimal = {1, 2, 3, 4, 5, 10, 11, 12, 13},
     .modes = kWizardModes,
     .power_on_mode = 0,
     .choose_mode = select<1, Shows{0x81}>,
     .rules = wizard_for_two},
};

}  // namespace

std::span<const std::int16_t> MultiPlayerGame::modes_of(std::size_t players) const {
  for (const MultiPlayerModes& some : modes) {
    if (some.players == players) return some.modes;
  }
  return {};
}

std::span<const MultiPlayerGame> multi_player_games() { return kMultiPlayerGames; }

}  // namespace pp::atari
