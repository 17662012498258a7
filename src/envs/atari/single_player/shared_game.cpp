// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes the frames of observations row by row: maximum, then scaling.
#include "shared_game.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace pp::atari {
namespace {

// As text of six digits and back.
float through_text(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g", value);
  return std::strtof(text, nullptr);
}

bool has_fire(const std::vector<int>& actions) {
  return std::ranges::find(actions, static_cast<int>(Action::kFire)) != actions.end();
}

constexpr std::size_t kColors = 256;

// The maximum of some screens, in one channel. `gray_pairs` is empty, or has the gray of the maximum
// of each two colours.
class Pooled final : public images::RowSource {
 public:
  Pooled(const Screens& screens, const images::Shades& shades,
         const std::vector<std::uint8_t>& gray_pairs, const images::ImageKernels& kernels)
      : screens_(screens), shades_(shades), gray_pairs_(gray_pairs), kernels_(kernels) {}

  const std::uint8_t* row(int y) override {
    kernels_.shade(shades_, at(0, y), kWidth, pixels_);
    for (std::uint8_t i = 1; i < screens_.count(); ++i) {
      if (kernels_.equal(at(i, y), at(0, y), kWidth)) continue;
      if (gray_pairs_.empty()) {
        kernels_.shade_over(shades_, at(i, y), kWidth, pixels_);
      } else {
        for (int x = 0; x < kWidth; ++x) {
          pixels_[x] = gray_pairs_[at(0, y)[x] * kColors + at(i, y)[x]];
        }
      }
    }
    return pixels_;
  }

  bool repeats(int y) override {
    for (std::uint8_t i = 0; i < screens_.count(); ++i) {
      if (!kernels_.equal(at(i, y), at(i, y - 1), kWidth)) return false;
    }
    return true;
  }

  int next_changed(int y) override { return screens_.next_changed(y); }

 private:
  const std::uint8_t* at(std::uint8_t screen, int y) const { return screens_[screen] + y * kWidth; }

  const Screens& screens_;
  const images::Shades& shades_;
  const std::vector<std::uint8_t>& gray_pairs_;
  const images::ImageKernels& kernels_;
  alignas(32) std::uint8_t pixels_[kWidth + images::kPadding] = {};
};

images::Shades shades_of(const Palette& palette, bool gray, int channel) {
  images::Shades shades;
  for (int i = 0; i < static_cast<int>(kColors); ++i) {
    const auto index = static_cast<std::size_t>(i);
    const auto shade = static_cast<std::uint8_t>(palette.rgb[index] >> (16 - 8 * channel));
    shades.set(i, gray ? palette.grey[index] : shade);
  }
  return shades;
}

// OpenCV's gray of the channel-wise maximum of two colours.
std::uint8_t gray_of_maximum(std::uint32_t first, std::uint32_t second) {
  constexpr std::uint32_t kWeights[3] = {9798, 19235, 3735};  // of red, green and blue, of 2^15
  std::uint32_t sum = 1u << 14;
  for (int channel = 0; channel < 3; ++channel) {
    const int shift = 16 - 8 * channel;
    sum += kWeights[channel] * std::max((first >> shift) & 255, (second >> shift) & 255);
  }
  return static_cast<std::uint8_t>(sum >> 15);
}

std::vector<std::uint8_t> gray_pairs_of(const Palette& palette) {
  std::vector<std::uint8_t> pairs;
  pairs.reserve(kColors * kColors);
  for (const std::uint32_t first : palette.rgb) {
    for (const std::uint32_t second : palette.rgb) pairs.push_back(gray_of_maximum(first, second));
  }
  return pairs;
}

}  // namespace

SharedGame::SharedGame(const Config& config, std::vector<std::uint8_t> image)
    : config_(config),
      image_(std::move(image)),
      actions_(config.actions()),
      presses_fire_(config.use_fire_reset && has_fire(actions_)),
      frame_skips_(config.frame_skips()),
      repeat_action_probability_(through_text(config.repeat_action_probability)),
      resizer_({config.game->rom->height, kWidth}, {config.img_height, config.img_width},
               config.use_inter_area_resize ? images::Interpolation::kArea
                                            : images::Interpolation::kLinear) {
  for (const Television television : {Television::kNtsc, Television::kPal}) {
    for (int channel = 0; channel < 3; ++channel) {
      shades_[static_cast<std::size_t>(television)][static_cast<std::size_t>(channel)] =
          shades_of(palette_of(television), config.gray_scale, channel);
    }
    if (config.conventions != "sb3" || !config.gray_scale) continue;
    const auto index = static_cast<std::size_t>(television);
    gray_pairs_[index] = gray_pairs_of(palette_of(television));
    for (std::size_t i = 0; i < kColors; ++i) {
      shades_[index][0].set(static_cast<int>(i), gray_pairs_[index][i * kColors + i]);
    }
  }
}

void SharedGame::paint(const Screens& screens, Television television, std::uint8_t* out,
                       const std::uint8_t* before) const {
  if (!screens.comparable()) before = nullptr;
  thread_local images::ResizeScratch scratch;
  const auto channels = static_cast<std::size_t>(config_.channels());
  const std::size_t pixels = config_.frame_bytes() / channels;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const auto index = static_cast<std::size_t>(television);
    Pooled pooled(screens, shades_[index][channel], gray_pairs_[index], kernels_);
    if (config_.channels_first) {
      const std::size_t at = channel * pixels;
      resizer_.run(pooled, out + at, 1, scratch, before != nullptr ? before + at : nullptr);
    } else {
      resizer_.run(pooled, out + channel, channels, scratch, before);
    }
  }
}

}  // namespace pp::atari
