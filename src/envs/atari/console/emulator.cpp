// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The sequences of frames that loading, resetting and acting consist of.
#include "emulator.h"

#include <parallel_pool/env.h>
#include <parallel_pool/error.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "color_averaging.h"
#include "reset_memory.h"

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

constexpr std::string_view kMagic = "parallel_pool Atari state 2\n";

std::string describe_md5(std::string_view md5) {
  const Game* game = find_game_by_md5(md5);
  return game != nullptr ? std::string(game->name()) : "a ROM with the MD5 " + std::string(md5);
}

// Mode procedures may throw.
class Tracking {
 public:
  Tracking(Machine& machine, RamHistory& history) : machine_(machine) { machine.track(&history); }
  ~Tracking() { machine_.track(nullptr); }
  Tracking(const Tracking&) = delete;
  Tracking& operator=(const Tracking&) = delete;

 private:
  Machine& machine_;
};

}  // namespace

Emulator::Emulator(const Game& game, std::span<const std::uint8_t> image,
                   const EmulatorSettings& settings)
    : game_(game),
      settings_(settings),
      image_(std::make_shared<const std::vector<std::uint8_t>>(image.begin(), image.end())),
      system_random_(seeded(kSystemSeed)),
      machine_(*game.rom, image, system_random_),
      random_(seeded(settings.seed)),
      mode_(game.default_mode()) {
  find_television();
  game_.reset(rules_);
  paddles_.max = game_.paddle_max;
  reset();
}

void Emulator::find_television() {
  machine_.reset(system_random_);
  if (settings_.genuine && !game_.rom->detection_matters) {
    television_ = game_.rom->television;
  } else {
    detect_television();
  }
  machine_.set_television(television_);
  machine_.reset(system_random_);
}

// PAL pictures have more lines.
void Emulator::detect_television() {
  const Inputs idle = inputs_of(game_.rom->controllers, Action::kNoop,
                                {.difficulty = game_.rom->power_on_expert ? 3 : 0});
  constexpr int kFramesThatCount = 30;
  constexpr int kNtscLines = 285;
  const bool repeatable = !machine_.board().keeps_state_over_resets();
  const auto known = ResetMemory::instance().detection(game_, image_);
  if (known && repeatable) {
    machine_.ram() = known->ram;
    machine_.set_frame_finished(known->frame_finished);
    television_ = known->television;
    return;
  }
  int long_frames = 0;
  for (int i = 1; i <= kDetectionFrames; ++i) {
    machine_.run_frame(idle, false);
    if (i > kDetectionFrames - kFramesThatCount && machine_.lines() > kNtscLines) ++long_frames;
  }
  television_ = long_frames >= kFramesThatCount / 2 ? Television::kPal : Television::kNtsc;
  ResetMemory::instance().add(game_, image_,
                              Detection{machine_.ram(), machine_.frame_finished(), television_});
}

void Emulator::reset() {
  episode_frame_number_ = 0;
  paddles_.centre();
  // The rules start anew within the reset; what they remember until then has no influence.
  game_.reset(rules_);
  machine_.reset(system_random_);
  const Board& board = machine_.board();
  if (board.keeps_state_over_resets() || board.has_ram()) return run_reset();
  const ResetStart start{.mode = mode_,
                         .difficulty = difficulty_,
                         .frame_finished = machine_.frame_finished(),
                         .rules = rules_,
                         .timer = machine_.timer(),
                         .ram = machine_.ram()};
  if (const auto known = ResetMemory::instance().find(game_, image_, start)) {
    machine_.restore(known->machine, known->history);
    rules_ = known->rules;
    frame_number_ += known->frames;
    episode_frame_number_ += known->frames;
    held_ = Action::kNoop;
    return;
  }
  run_and_remember_reset(start);
}

void Emulator::run_and_remember_reset(const ResetStart& start) {
  RamHistory history;
  reset_draws_ = false;
  {
    const Tracking tracking(machine_, history);
    run_reset();
  }
  if (reset_draws_) return;
  ResetMemory::instance().add(game_, image_, start,
                              {.machine = machine_.snapshot(),
                               .rules = rules_,
                               .frames = episode_frame_number_,
                               .history = history,
                               .timer_matters = machine_.timer_matters()});
}

void Emulator::run_reset() {
  frames(Action::kNoop, kBootFrames);
  press_reset();
  held_ = Action::kNoop;
  game_.reset(rules_);
  if (game_.choose_mode != nullptr) game_.choose_mode(*this, rules_, mode_);
  press_reset();
  held_ = Action::kNoop;
  for (const Action action : game_.starting_actions) frame(action);
}

void Emulator::act(Action action) {
  reset_draws_ = true;
  act(action, 1.0f, false);
}

std::uint32_t Emulator::draw() {
  reset_draws_ = true;
  return random_.next32();
}

std::int32_t Emulator::act(Action action, float strength, bool draw) {
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
    frame(done, draw);
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

void Emulator::serialize(StateIO& io) {
  constexpr float kMostStrength = 90'000;  // a paddle turns by 23,000 times as much, an int32
  io(system_random_, machine_, random_, rules_, paddles_, mode_, difficulty_, held_);
  io.require(game_.has_mode(mode_), "the state holds no mode of this game");
  io.require(difficulty_ == 0 || game_.has_difficulty(difficulty_),
             "the state holds no difficulty of this game");
  io(held_strength_);
  io.require(std::abs(held_strength_) <= kMostStrength, "the state holds no strength of an action");
  io.count(frame_number_, "number of frames");
  io.count(episode_frame_number_, "number of frames in the episode");
}

std::string Emulator::save() {
  std::string state(kMagic);
  state += game_.rom->md5;
  const std::size_t begin = state.size();
  state.resize(begin + kSealBytes);
  StateIO io = StateIO::append_to(std::move(state));
  serialize(io);
  state = io.take();
  seal(state.data() + begin, state.size() - begin);
  return state;
}

void Emulator::restore(std::string_view state) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::kState, why); };
  if (!state.starts_with(kMagic)) refuse("these bytes are not a saved state of an emulator");
  state.remove_prefix(kMagic.size());
  const std::string_view md5 = game_.rom->md5;
  if (!state.starts_with(md5)) {
    refuse("the state belongs to another game than " + std::string(game_.name()) + ": to " +
           describe_md5(state.substr(0, md5.size())));
  }
  state.remove_prefix(md5.size());
  state = unsealed(state);
  StateIO before = StateIO::copy_to("", false);
  serialize(before);
  try {
    StateIO io(state);
    serialize(io);
    io.finish();
  } catch (...) {
    StateIO undo = StateIO::copy_from(before.bytes(), false);
    serialize(undo);
    throw;
  }
}

Machine::View Emulator::view() {
  Machine::View view = machine_.view();
  if (!settings_.color_averaging) return view;
  const Averages& averages = averages_of(television_);
  const std::uint8_t* const before = machine_.picture_before();
  std::vector<std::uint8_t>& averaged = averaged_[view.number];
  averaged.resize(static_cast<std::size_t>(height()) * kWidth);
  for (std::size_t i = 0; i < averaged.size(); ++i) {
    averaged[i] = averages[view.pixels[i]][before[i]];
  }
  view.changed->add_all();
  view.pixels = averaged.data();
  return view;
}

RamView Emulator::ram() const {
  return {machine_.ram().data(), machine_.board().ram().data(), machine_.history()};
}

void Emulator::press_select(int count) {
  const Inputs pressed = inputs(Action::kNoop, true);
  for (int i = 0; i < count; ++i) machine_.run_frame(pressed, false);
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

void Emulator::frame(Action action, bool draw) {
  machine_.run_frame(inputs(action), draw);
  game_.rules(rules_, ram());
}

void Emulator::frames(Action action, int count) {
  for (int i = 0; i < count; ++i) frame(action);
}

}  // namespace pp::atari
