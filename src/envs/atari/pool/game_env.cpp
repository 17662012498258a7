// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The episodes of a game. `conventions_` alone selects among the behaviours of the peers.
#include "game_env.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace pp::atari {
namespace {

// std::uniform_int_distribution(0, count - 1) of the GNU library over std::mt19937: the peers'
// draws. The high half of a product, drawn again where that would favour some values.
std::uint32_t below(Mt19937& random, std::uint32_t count) {
  std::uint64_t product = std::uint64_t{random.next32()} * count;
  if (static_cast<std::uint32_t>(product) < count) {
    const std::uint32_t unfair = -count % count;
    while (static_cast<std::uint32_t>(product) < unfair) {
      product = std::uint64_t{random.next32()} * count;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

constexpr double sign(double value) { return (value > 0.0) - (value < 0.0); }

}  // namespace

GameCore::GameCore(const SharedGame& shared)
    : shared_(shared),
      conventions_(shared.config().conventions == "envpool"     ? Conventions::kEnvPool
                   : shared.config().conventions == "gymnasium" ? Conventions::kGymnasium
                                                                : Conventions::kAle),
      shows_ram_(shared.config().shows_ram()),
      continues_after_loss_(shared.config().after_life_loss == "continue"),
      frame_bytes_(shared.config().frame_bytes()),
      screens_(shared.screen_bytes()),
      stack_(frame_bytes_ * static_cast<std::size_t>(shared.config().stack_num)) {}

// Gymnasium's AtariEnv draws two seeds from the given one; the others take it as it is.
void GameCore::seed(const SeedSequence& sequence) {
  seed_pending_ = true;
  if (conventions_ == Conventions::kGymnasium) {
    std::uint32_t words[2];
    sequence.generate_state(words);
    noop_seed_ = words[0];
    game_seed_ = words[1];
  } else {
    noop_seed_ = game_seed_ = sequence.low_word();
  }
}

void GameCore::insert() {
  const Config& config = shared_.config();
  const bool limits = conventions_ == Conventions::kGymnasium;
  emulator_ = std::make_unique<Emulator>(
      shared_.game(), shared_.image(),
      EmulatorSettings{.genuine = true,  // `load_rom` lets no other pass
                       .seed = game_seed_,
                       .repeat_action_probability = shared_.repeat_action_probability(),
                       .max_frames_per_episode = limits ? config.max_num_frames_per_episode : 0});
  if (config.mode.value_or(-1) >= 0) emulator_->set_mode(*config.mode);
  if (config.difficulty.value_or(-1) >= 0) emulator_->set_difficulty(*config.difficulty);
}

void GameCore::load() {
  insert();
  if (conventions_ == Conventions::kGymnasium) {
    noop_generator_.seed(SeedSequence(seed_words(noop_seed_)));
  } else {
    noop_twister_.seed_legacy(noop_seed_);
  }
}

void GameCore::begin(bool loads) {
  if (loads) load();
  emulator_->reset();
  frames_played_ = 0;
}

std::int64_t GameCore::draw_noops() {
  const std::int64_t most = shared_.config().noop_max;
  const bool fire = shared_.presses_fire();
  if (most == 0) return 0;
  switch (conventions_) {
    case Conventions::kGymnasium:
      return noop_generator_.integers<std::int64_t>(1, most + 1);
    case Conventions::kEnvPool:
      return below(noop_twister_, static_cast<std::uint32_t>(most)) + (fire ? 0 : 1);
    case Conventions::kAle:
      return below(noop_twister_, static_cast<std::uint32_t>(most)) - std::int64_t{fire};
  }
  return 0;
}

bool GameCore::idle(std::int64_t frames, bool loads) {
  bool began = false;
  for (; frames > 0; --frames) {
    emulator_->act(Action::kNoop, 1.0, false);
    if (over()) {
      begin(loads);
      began = true;
    }
  }
  return began;
}

void GameCore::reset() {
  const bool seeded = std::exchange(seed_pending_, false);
  continues_ = interrupted_ && !seeded;
  interrupted_ = false;
  if (!continues_) begin(seeded);
  const bool fire = shared_.presses_fire();
  const bool reloads = seeded && conventions_ == Conventions::kGymnasium;
  if (fire && conventions_ == Conventions::kAle) emulator_->act(Action::kFire, 1.0, false);
  if (idle(draw_noops(), reloads)) continues_ = false;
  if (fire && conventions_ != Conventions::kAle) emulator_->act(Action::kFire, 1.0, false);
  if (!continues_) frames_played_ = 0;
  reward_ = 0.0;
  life_loss_ = false;
  begin_stack(!continues_);
}

bool GameCore::truncated() const {
  if (conventions_ == Conventions::kGymnasium) return emulator_->truncated();
  const std::int64_t limit = shared_.config().max_num_frames_per_episode;
  return limit > 0 && frames_played_ >= limit;
}

bool GameCore::lost_life(int before, int now) const {
  return now < before && (now > 0 || conventions_ == Conventions::kGymnasium);
}

Transition GameCore::step(const Move& move) {
  const Config& config = shared_.config();
  const bool pictures = !shows_ram_;
  const int at_first = emulator_->lives();
  int before = at_first;  // Gymnasium compares with the frame before, the others with the step
  bool ends = false;
  bool lost = false;
  reward_ = 0.0;
  for (int left = config.frame_skip; left > 0 && !ends; --left) {
    const bool seen = pictures && (left == 1 || (left == 2 && config.maxpool));
    reward_ += emulator_->act(move.action, move.strength, seen);
    ++frames_played_;
    const int lives = emulator_->lives();
    lost = config.episodic_life && lost_life(before, lives);
    if (conventions_ == Conventions::kGymnasium) before = lives;
    ends = over() || lost;
    if (ends || !seen) continue;  // the screens at the end of an episode are not observed
    left == 1 ? screens_.last(emulator_->screen()) : screens_.last_but_one(emulator_->screen());
  }
  life_loss_ = emulator_->lives() < at_first;
  interrupted_ = lost && !over() && continues_after_loss_;
  if (pictures && config.maxpool) screens_.pool();
  push();
  return {.reward = config.reward_clip ? sign(reward_) : reward_,
          .terminated = emulator_->terminal() || lost,
          .truncated = truncated()};
}

void GameCore::begin_stack(bool fill) {
  if (!shows_ram_) screens_.begin(emulator_->screen());
  if (fill) std::ranges::fill(stack_, std::uint8_t{0});
  push();
  if (!fill || shared_.config().stack_padding == "zero") return;
  const std::uint8_t* const first = stack_.data() + newest_ * frame_bytes_;
  for (std::size_t at = 0; at < stack_.size(); at += frame_bytes_) {
    if (stack_.data() + at != first) std::memcpy(stack_.data() + at, first, frame_bytes_);
  }
}

void GameCore::push() {
  const std::uint8_t* const before = stack_.data() + newest_ * frame_bytes_;
  newest_ = (newest_ + 1) * frame_bytes_ < stack_.size() ? newest_ + 1 : 0;
  std::uint8_t* const out = stack_.data() + newest_ * frame_bytes_;
  if (shows_ram_) {
    std::memcpy(out, emulator_->machine().ram().data(), frame_bytes_);
  } else {
    shared_.paint(screens_, emulator_->television(), out, before);
    screens_.observed();
  }
}

void GameCore::observe(GameObservation& out) const {
  const std::size_t older = (newest_ + 1) * frame_bytes_;  // from here to the end, then from 0 on
  std::memcpy(out.frames.values(), stack_.data() + older, stack_.size() - older);
  std::memcpy(out.frames.values() + stack_.size() - older, stack_.data(), older);
}

void GameCore::info(GameInfo& out) const {
  out.lives = emulator_->lives();
  out.reward = static_cast<float>(reward_);
  out.terminated = emulator_->terminal() ? 1 : 0;
  out.life_loss = life_loss_;
  out.frame_number = static_cast<std::int32_t>(emulator_->frame_number());
  out.episode_frame_number = static_cast<std::int32_t>(emulator_->episode_frame_number());
  std::memcpy(out.ram.values(), emulator_->machine().ram().data(), out.ram.size());
}

void GameCore::render_state(GamePicture& out) const {
  const auto& rgb = palette_of(emulator_->television()).rgb;
  const std::uint8_t* const screen = emulator_->screen();
  std::uint8_t* to = out.picture.values();
  for (std::size_t i = 0; i < shared_.screen_bytes(); ++i) {
    for (int shift = 16; shift >= 0; shift -= 8) {
      *to++ = static_cast<std::uint8_t>(rgb[screen[i]] >> shift);
    }
  }
}

void GameCore::serialize(StateIO& io) {
  io(game_seed_, noop_seed_, seed_pending_, noop_generator_, noop_twister_, reward_, life_loss_,
     interrupted_, continues_, frames_played_, newest_);
  if (io.within_pool()) {
    copy_emulator(io);
    io.block(stack_.data(), stack_.size(), "stacked frames");
    io(screens_);
    return;
  }
  std::string console = emulator_ != nullptr ? emulator_->save() : "";
  io(console);
  io.block(stack_.data(), stack_.size(), "stacked frames");
  io(screens_);
  if (!io.reading()) return;
  if (newest_ >= stack_.size() / frame_bytes_) {
    throw Error(ErrorKind::kState, "the state is damaged: its newest frame is number " +
                                       std::to_string(newest_) + ", but the stack holds " +
                                       std::to_string(stack_.size() / frame_bytes_));
  }
  if (console.empty()) {
    emulator_.reset();
    return;
  }
  if (emulator_ == nullptr) insert();
  emulator_->restore(console);
}

void GameCore::copy_emulator(StateIO& io) {
  bool exists = emulator_ != nullptr;
  io(exists);
  if (!exists) {
    emulator_.reset();
    return;
  }
  if (emulator_ == nullptr) insert();
  emulator_->serialize(io);
}

template <class ActionRows>
Spec<GameEnv<ActionRows>> GameEnv<ActionRows>::spec(const Config& config) {
  const auto stack = static_cast<std::size_t>(config.stack_num);
  const auto height = static_cast<std::size_t>(config.img_height);
  const auto width = static_cast<std::size_t>(config.img_width);
  std::vector<std::size_t> shape = {stack, height, width};
  if (config.shows_ram()) {
    shape = {stack, config.frame_bytes()};
  } else if (!config.gray_scale && config.channels_first) {
    shape = {3 * stack, height, width};
  } else if (!config.gray_scale) {
    shape.push_back(3);
  }
  const auto screen_height = static_cast<std::size_t>(config.game->rom->height);
  Spec<GameEnv> spec{
      .observation = box(&GameObservation::frames, 0, 255, std::move(shape)),
      .info = dict<GameInfo>({{"lives", value(&GameInfo::lives)},
                              {"reward", value(&GameInfo::reward)},
                              {"terminated", value(&GameInfo::terminated)},
                              {"life_loss", value(&GameInfo::life_loss)},
                              {"frame_number", value(&GameInfo::frame_number)},
                              {"episode_frame_number", value(&GameInfo::episode_frame_number)},
                              {"ram", value(&GameInfo::ram)}}),
      .render_state = dict<GamePicture>({{"picture", value(&GamePicture::picture, Presence::kAlways,
                                                           {screen_height, kWidth, 3})}}),
      .zero_discount = config.zero_discount_on_life_loss ? &GameInfo::life_loss : nullptr};
  if constexpr (std::is_same_v<ActionRows, PolarAction>) {
    constexpr double kPi = 3.14159274101257324219;  // as float32
    spec.action = box(&PolarAction::polar, {0.0, -kPi, 0.0}, {1.0, kPi, 1.0});
  } else {
    spec.action =
        discrete(&IndexAction::action, static_cast<std::int64_t>(config.actions().size()));
  }
  return spec;
}

template class GameEnv<IndexAction>;
template class GameEnv<PolarAction>;

}  // namespace pp::atari
