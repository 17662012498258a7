// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What CarRacing's observation shows: the field from above, turned so that the car drives upwards,
// and below it a bar with instruments and the reward.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pp::box2d {

class CarRacingRules;

// Texts of rewards, as a font draws them; rendered by the installed pygame, as fonts are not ours.
struct RewardText {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> grey;  // row by row
};

// Texts for the rewards `lowest`, `lowest` + 1, ...; then the one for rewards in (-0.5, 0).
void set_reward_texts(int lowest, std::span<const RewardText> texts);
bool has_reward_texts();

// 96x96 pixels, red, green and blue each. Throws std::runtime_error if there is no text for the
// reward, or no car on the field.
void draw(const CarRacingRules& rules, std::uint8_t* out);

}  // namespace pp::box2d
