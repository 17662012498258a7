// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The memory that a ViZDoom engine shares with its client, as version 1.3.2 lays it out on Linux
// and x86-64: where each field is, in bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pp::vizdoom {

// The regions that follow one another.
enum Region : std::size_t { kState, kInput, kScreen, kDepth, kLabels, kAutomap, kAudio, kRegions };

namespace layout {

inline constexpr std::uint32_t kVersion = 132;
inline constexpr std::uint64_t kStateSize = 10'611'848;
inline constexpr std::uint64_t kInputSize = 776;

inline constexpr int kButtons = 43;
inline constexpr int kBinaryButtons = 38;  // the others are delta buttons
inline constexpr int kDeltaButtons = kButtons - kBinaryButtons;

// The head of the state.
inline constexpr std::size_t kVersionAt = 0, kSizeAt = 24, kOffsetsAt = 32, kSizesAt = 88;
inline constexpr std::size_t kMultiplayer = 170, kRecording = 172;
inline constexpr std::size_t kWidth = 176, kHeight = 180;
// The map.
inline constexpr std::size_t kMapTic = 216, kTicLimit = 220, kReward = 224, kUserVariables = 228;
inline constexpr std::size_t kMapKills = 468, kMapItems = 472, kMapSecrets = 476, kMapEnd = 480;
// The player.
inline constexpr std::size_t kDead = 482;
inline constexpr std::size_t kKills = 612, kItems = 616, kSecrets = 620, kFrags = 624;
inline constexpr std::size_t kDeaths = 628, kOnGround = 632, kHealth = 636, kArmor = 640;
inline constexpr std::size_t kAttackReady = 644, kAltAttackReady = 645;
inline constexpr std::size_t kWeapon = 648, kWeaponAmmo = 652, kAmmo = 656, kWeapons = 696;
inline constexpr std::size_t kMovement = 736, kCamera = 816;
inline constexpr std::size_t kPlayerNumber = 876, kPlayerCount = 880;
inline constexpr std::size_t kPlayersFrags = 2948;
inline constexpr std::size_t kHits = 10'579'056, kHitsTaken = 10'579'060;
inline constexpr std::size_t kDamage = 10'579'064, kDamageTaken = 10'579'068;
// What is seen and heard beside pictures.
inline constexpr std::size_t kLabelCount = 3156, kLabelList = 3160, kLabelSize = 352;
inline constexpr std::size_t kNotificationsLength = 10'579'072, kNotifications = 10'579'076;
inline constexpr std::size_t kNotificationsSize = 32'768;

// The input.
inline constexpr std::size_t kButtonValues = 0, kButtonAvailable = 344, kDeltaMaxima = 392;

template <class T>
T read(const std::byte* memory, std::size_t at) {
  T value;
  std::memcpy(&value, memory + at, sizeof(T));
  return value;
}
template <class T>
void write(std::byte* memory, std::size_t at, T value) {
  std::memcpy(memory + at, &value, sizeof(T));
}

}  // namespace layout

// The value of a game variable, by its number in the reference's enumeration.
double game_variable(const std::byte* state, int variable);
inline constexpr int kGameVariables = 132;
inline constexpr int kDeathCount = 4;

}  // namespace pp::vizdoom
