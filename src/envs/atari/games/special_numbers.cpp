// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Scores, ends and lives that are kept in memory in unusual ways.
#include <bit>

#include "plain_rules.h"
#include "special_rules.h"

namespace pp::atari {
namespace {

// Digits in the low nibbles of cells that follow one another, units first; 10 is a blank.
int low_digits(const RamView& ram, int units, int count) {
  int value = 0;
  for (int cell = units + count - 1; cell >= units; --cell) {
    const int digit = ram[cell] & 15;
    value = 10 * value + (digit == 10 ? 0 : digit);
  }
  return value;
}

// Digits in the given cells, the most significant first.
template <std::size_t N>
int digits(const RamView& ram, const int (&cells)[N], int (*digit)(int)) {
  int value = 0;
  for (const int cell : cells) value = 10 * value + digit(ram[cell]);
  return value;
}

}  // namespace

int alien_score(const RamView& ram) {
  return 10 * digits(ram, {0x83, 0x85, 0x87, 0x89, 0x8B},
                     [](int byte) { return byte == 0x80 ? 0 : byte >> 3; });
}

int battle_zone_score(const RamView& ram) {
  const auto digit = [](int nibble) { return nibble == 10 ? 0 : nibble; };
  return 1000 * (digit(ram[0x9D] >> 4) + 10 * digit(ram[0x9E] & 15) + 100 * digit(ram[0x9E] >> 4));
}

int boxing_score(const RamView& ram) {
  const auto points = [](int byte) { return byte == 0xC0 ? 100 : bcd(byte); };
  return points(ram[0x92]) - points(ram[0x93]);
}

bool boxing_over(const RamView& ram) {
  return ram[0x92] == 0xC0 || ram[0x93] == 0xC0 || bcd(ram[0x92]) == 100 || bcd(ram[0x93]) == 100 ||
         (ram[0x90] >> 4 == 0 && ram[0x91] == 0);
}

int breakout_score(const RamView& ram) { return bcd(ram[0xCD]) + 100 * (ram[0xCC] & 15); }

int crazy_climber_score(const RamView& ram) {
  return 100 * digits(ram, {0x85, 0x84, 0x83, 0x82}, [](int byte) { return byte; });
}

int defender_score(const RamView& ram) { return low_digits(ram, 0x9C, 6); }

int double_dunk_score(const RamView& ram) { return bcd(ram[0xF6]) - bcd(ram[0xF7]); }

bool double_dunk_over(const RamView& ram) {
  return (bcd(ram[0xF6]) >= 24 || bcd(ram[0xF7]) >= 24) && ram[0xFE] == 0xE7;
}

int enduro_score(const RamView& ram) {
  const int level = ram[0xAD];
  if (level == 0) return 0;
  const int cars = decimal(0xAC, 0xAB)(ram);  // still to pass: 200 on the first day, then 300
  return level == 1 ? 200 - cars : 200 + 300 * (level - 2) + 300 - cars;
}

int fishing_derby_score(const RamView& ram) { return bcd(ram[0xBD]) - bcd(ram[0xBE]); }

bool human_cannonball_over(const RamView& ram) {
  return bcd(ram[0xB6]) == 7 || bcd(ram[0xB7]) == 7;
}

int ice_hockey_score(const RamView& ram) { return bcd(ram[0x8A]) - bcd(ram[0x8B]); }

bool kaboom_over(const RamView& ram) {
  return ram[0xA1] == 0 || decimal(0xA3, 0xA4, 0xA5)(ram) == 999'999;
}

int klax_score(const RamView& ram) {
  return 10'000 * bcd(ram.cartridge(0x36)) + 100 * bcd(ram.cartridge(0x35)) +
         bcd(ram.cartridge(0x34));
}

bool klax_over(const RamView& ram) {
  const int drops = ram.cartridge(0x69);
  if (drops > 0 && ram.cartridge(0x6E) == drops) return true;
  if (ram.cartridge(0x1D) == 0x99) return true;
  if (ram[0xA8] != 4) return false;
  for (int cell = 0xB3; cell <= 0xCB; ++cell) {
    const int value = ram[cell];
    if (value == 0 || value == 2 || value == 6 || value == 10 || value == 14) return false;
  }
  return true;  // the bin is full
}

int phoenix_score(const RamView& ram) {
  return 10 * (10 * decimal(0xC9, 0xC8)(ram) + (ram[0xC7] >> 4));
}

bool pitfall2_over(const RamView& ram) { return decimal(0xC7, 0xC8, 0xC9)(ram) == 199'000; }

int pong_score(const RamView& ram) { return ram[0x8E] - ram[0x8D]; }

int riverraid_score(const RamView& ram) {
  return digits(ram, {0xCD, 0xCF, 0xD1, 0xD3, 0xD5, 0xD7},
                [](int byte) { return byte % 8 == 0 && byte <= 72 ? byte / 8 : 0; });
}

int road_runner_score(const RamView& ram) { return 100 * low_digits(ram, 0xC9, 4); }

int robotank_score(const RamView& ram) { return 12 * ram[0xB6] + ram[0xB5]; }

int skiing_time(const RamView& ram) { return 6000 * ram[0xE8] + decimal(0xE9, 0xEA)(ram); }

int star_gunner_score(const RamView& ram) { return 100 * low_digits(ram, 0x83, 4); }

int surround_score(const RamView& ram) { return bcd(ram[0xF7]) - bcd(ram[0xF6]); }

bool surround_over(const RamView& ram) { return bcd(ram[0xF7]) == 10 || bcd(ram[0xF6]) == 10; }

int turmoil_score(const RamView& ram) { return 10 * (decimal(0x8A, 0x89)(ram) + ram[0xD3]); }

int wizard_of_wor_score(const RamView& ram) {
  const int score = decimal(0x88, 0x86)(ram);
  return 100 * (score >= 8000 ? score - 8000 : score);
}

int centipede_lives(const RamView& ram) { return ((ram[0xED] >> 4) & 7) + 1; }

int et_lives(const RamView& ram) { return static_cast<std::int8_t>(ram[0xE5] + 1); }

int gopher_lives(const RamView& ram) { return std::popcount(static_cast<unsigned>(ram[0xB4] & 7)); }

int gravitar_lives(const RamView& ram) { return ram[0x81] == 0 ? 6 : ram[0x84] + 1; }

int pitfall_lives(const RamView& ram) {
  const int shown = ram[0x80] >> 4;
  if (shown == 10) return 3;
  return shown == 8 ? 2 : 1;
}

int trondead_lives(const RamView& ram) { return 5 - ram[0xC8]; }

int video_pinball_lives(const RamView& ram) { return 4 + (ram[0xA8] & 1) - (ram[0x99] & 7); }

}  // namespace pp::atari
