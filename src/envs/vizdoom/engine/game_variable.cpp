// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads game variables from an engine's memory.
#include "layout.h"

namespace pp::vizdoom {
namespace {

using namespace layout;

enum class Kind : std::uint8_t { kInt, kBool, kDouble, kUnsigned };

// Variables of one kind that follow one another, both in the enumeration and in memory.
struct Run {
  int first, count;
  Kind kind;
  std::size_t at;
};

constexpr std::array<Run, 24> kRuns{{
    {0, 1, Kind::kInt, kKills},
    {1, 1, Kind::kInt, kItems},
    {2, 1, Kind::kInt, kSecrets},
    {3, 2, Kind::kInt, kFrags},  // and deaths
    {5, 1, Kind::kInt, kHits},
    {6, 1, Kind::kInt, kHitsTaken},
    {7, 1, Kind::kInt, kDamage},
    {8, 1, Kind::kInt, kDamageTaken},
    {9, 1, Kind::kInt, kHealth},
    {10, 1, Kind::kInt, kArmor},
    {11, 1, Kind::kBool, kDead},
    {12, 1, Kind::kBool, kOnGround},
    {13, 1, Kind::kBool, kAttackReady},
    {14, 1, Kind::kBool, kAltAttackReady},
    {15, 1, Kind::kInt, kWeapon},
    {16, 1, Kind::kInt, kWeaponAmmo},
    {17, 10, Kind::kInt, kAmmo},
    {27, 10, Kind::kInt, kWeapons},
    {37, 10, Kind::kDouble, kMovement},
    {47, 7, Kind::kDouble, kCamera},
    {54, 1, Kind::kUnsigned, kPlayerNumber},
    {55, 1, Kind::kUnsigned, kPlayerCount},
    {56, 16, Kind::kInt, kPlayersFrags},
    {72, 60, Kind::kInt, kUserVariables},
}};

}  // namespace

double game_variable(const std::byte* state, int variable) {
  for (const Run& run : kRuns) {
    if (variable < run.first || variable >= run.first + run.count) continue;
    const auto index = static_cast<std::size_t>(variable - run.first);
    switch (run.kind) {
      case Kind::kInt:
        return read<std::int32_t>(state, run.at + 4 * index);
      case Kind::kUnsigned:
        return read<std::uint32_t>(state, run.at + 4 * index);
      case Kind::kBool:
        return read<std::uint8_t>(state, run.at + index) != 0;
      case Kind::kDouble:
        return read<double>(state, run.at + 8 * index);
    }
  }
  return 0.0;
}

}  // namespace pp::vizdoom
