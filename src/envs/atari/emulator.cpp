// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The sequences of frames that loading, resetting and acting consist of.
#include "emulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace pp::atari {
namespace {

constexpr std::uint32_t kSystemSeed = 4753849;
constexpr int kDetectionFrames = 60;
constexpr int kBootFrames = 60;
constexpr int kResetFrames = 4;

Mt19937 seeded(std::uint32_t seed) {
  Mt19937 random;
  random.seed_legacy(seed);
  return random;
}

double uniform(Mt19937& random) { return random.next32() / 4294967296.0; }

std::string listed(const auto& values) {
  std::string text;
  for (const auto value : values) {
    if (!text.empty()) text += ", ";
    text += std::to_string(value);
  }
  return text;
}

}  // namespace

Emulator::Emulator(const Game& game, std::span<const std::uint8_t> image,
                   const EmulatorSettings& settings)
    : game_(game),
      settings_(settings),
      system_random_(seeded(kSystemSeed)),
      machine_(*game.rom, image, system_random_),
      random_(seeded(settings.seed)),
      mode_(game.default_mode()) {
  detect_television();
  game_.reset(rules_);
  paddles_.max = game_.paddle_max;
  reset();
}

// PAL pictures have more lines.
void Emulator::detect_television() {
  machine_.reset(system_random_);
  const Inputs idle = inputs_of(game_.rom->controllers, Action::kNoop,
                                {.difficulty = game_.rom->power_on_expert ? 3 : 0});
  constexpr int kFramesThatCount = 30;
  constexpr int kNtscLines = 285;
  int long_frames = 0;
  for (int i = 1; i <= kDetectionFrames; ++i) {
    machine_.run_frame(idle);
    if (i > kDetectionFrames - kFramesThatCount && machine_.scanlines() > kNtscLines) ++long_frames;
  }
  television_ = long_frames >= kFramesThatCount / 2 ? Television::kPal : Television::kNtsc;
  machine_.set_television(television_);
  machine_.reset(system_random_);
}

void Emulator::reset() {
  episode_frame_number_ = 0;
  paddles_.centre();
  machine_.reset(system_random_);
  frames(Action::kNoop, kBootFrames);
  press_reset();
  held_ = Action::kNoop;
  game_.reset(rules_);
  if (game_.choose_mode != nullptr) {
    game_.choose_mode(*this, rules_, mode_);
  }
  press_reset();
  held_ = Action::kNoop;
  for (const Action action : game_.starting_actions) frame(action);
}

std::int32_t Emulator::act(Action action, double strength) {
  std::int64_t sum = 0;
  const double repeat = settings_.repeat_action_probability;
  for (int i = 0; i < settings_.frame_skip; ++i) {
    if (uniform(random_) >= repeat) {
      held_ = action;
      held_strength_ = strength;
    }
    uniform(random_);  // for the second player, who does nothing
    if (terminal() || truncated()) continue;
    const Action done = game_.legal.contains(held_) ? held_ : Action::kNoop;
    if (has_paddles(game_.rom->controllers)) paddles_.turn(done, held_strength_);
    frame(done);
    ++frame_number_;
    ++episode_frame_number_;
    sum += rules_.reward;
  }
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(sum, settings_.reward_min, settings_.reward_max));
}

void Emulator::set_mode(int mode) {
  if (!game_.has_mode(mode)) {
    throw std::invalid_argument(std::string(game_.name()) + " has no mode " + std::to_string(mode) +
                                "; its modes are " + listed(game_.modes));
  }
  mode_ = mode;
}

void Emulator::set_difficulty(int difficulty) {
  if (!game_.has_difficulty(difficulty)) {
    throw std::invalid_argument(std::string(game_.name()) + " has no difficulty " +
                                std::to_string(difficulty) + "; its difficulties are " +
                                listed(game_.difficulties));
  }
  difficulty_ = difficulty;
}

bool Emulator::truncated() const {
  const std::int64_t limit = settings_.max_frames_per_episode;
  return (limit > 0 && episode_frame_number_ >= limit) ||
         (settings_.truncate_on_loss_of_life && lives() < game_.fresh.lives);
}

RamView Emulator::ram() const { return {machine_.ram().data(), machine_.board().ram().data()}; }

void Emulator::press_select(int count) {
  const Inputs pressed = inputs(Action::kNoop, true);
  for (int i = 0; i < count; ++i) machine_.run_frame(pressed);
  frame(Action::kNoop);
  ++frame_number_;
  ++episode_frame_number_;
}

void Emulator::press_reset() { frames(Action::kReset, kResetFrames); }

Inputs Emulator::inputs(Action action, bool select) const {
  Inputs inputs =
      inputs_of(game_.rom->controllers, action, {.select = select, .difficulty = difficulty_});
  const bool swapped = game_.rom->controllers == Controllers::kSwappedPaddlesBoth;
  inputs.resistance[swapped ? 1 : 0] = paddles_.resistance;
  inputs.resistance[swapped ? 0 : 1] = paddles_.middle();
  return inputs;
}

void Emulator::frame(Action action) {
  machine_.run_frame(inputs(action));
  game_.rules(rules_, ram());
}

void Emulator::frames(Action action, int count) {
  for (int i = 0; i < count; ++i) frame(action);
}

}  // namespace pp::atari
