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

constexpr Move kNothing{Action::kNoop, 1.0};
constexpr Move kFire{Action::kFire, 1.0};

constexpr double sign(double value) { return (value > 0.0) - (value < 0.0); }

}  // namespace

GameCore::GameCore(const SharedGame& shared)
    : shared_(shared),
      conventions_(shared.config().conventions == "envpool"     ? Conventions::kEnvPool
                   : shared.config().conventions == "gymnasium" ? Conventions::kGymnasium
                   : shared.config().conventions == "sb3"       ? Conventions::kSb3
                                                                : Conventions::kAle),
      shows_ram_(shared.config().shows_ram()),
      continues_after_loss_(shared.config().after_life_loss == "continue"),
      frame_bytes_(shared.config().frame_bytes()),
      screens_(shared.screen_bytes()),
      stack_(frame_bytes_ * static_cast<std::size_t>(shared.config().stack_num)) {}

// Gymnasium's AtariEnv draws two seeds from the given one; the others take it as it is.
void GameCore::seed(const SeedSequence& sequence) {
  seed_pending_ = true;
  if (over_gymnasium()) {
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
  const bool limits = over_gymnasium();
  emulator_ = std::make_unique<Emulator>(
      shared_.game(), shared_.image(),
      EmulatorSettings{.genuine = true,  // `load_rom` lets no other pass
                       .seed = game_seed_,
                       .repeat_action_probability = shared_.repeat_action_probability(),
                       .max_frames_per_episode = limits ? config.max_num_frames_per_episode : 0,
                       .color_averaging = config.color_averaging});
  if (config.mode.value_or(-1) >= 0) emulator_->set_mode(*config.mode);
  if (config.difficulty.value_or(-1) >= 0) emulator_->set_difficulty(*config.difficulty);
}

void GameCore::load() {
  insert();
  if (over_gymnasium()) {
    noop_generator_.seed(SeedSequence(seed_words(noop_seed_)));
  } else {
    noop_twister_.seed_legacy(noop_seed_);
  }
}

void GameCore::begin(bool loads) {
  if (loads) load();
  emulator_->reset();
  frames_played_ = 0;
  score_ = 0.0;
}

std::int64_t GameCore::draw_noops() {
  const std::int64_t most = shared_.config().noop_max;
  const bool fire = shared_.presses_fire();
  if (most == 0) return 0;
  switch (conventions_) {
    case Conventions::kGymnasium:
    case Conventions::kSb3:
      return noop_generator_.integers<std::int64_t>(1, most + 1);
    case Conventions::kEnvPool:
      return below(noop_twister_, static_cast<std::uint32_t>(most)) + (fire ? 0 : 1);
    case Conventions::kAle:
      return below(noop_twister_, static_cast<std::uint32_t>(most)) - std::int64_t{fire};
  }
  return 0;
}

std::int64_t GameCore::draw_frame_skip() {
  const auto [low, high] = shared_.frame_skips();
  if (high - low == 1) return low;
  if (over_gymnasium()) return noop_generator_.integers<std::int64_t>(low, high);
  return low + std::int64_t{below(noop_twister_, static_cast<std::uint32_t>(high - low))};
}

double GameCore::act(const Move& move, bool draw) {
  const double reward = emulator_->act(move.action, move.strength, draw);
  score_ += reward;
  return reward;
}

bool GameCore::idle(std::int64_t noops, bool loads) {
  // AtariPreprocessing's no-ops are steps of the environment below, which draws their frames.
  const bool draws = over_gymnasium() && shared_.draws_frame_skips();
  bool began = false;
  for (; noops > 0; --noops) {
    for (std::int64_t left = draws ? draw_frame_skip() : 1; left > 0; --left) act(kNothing, false);
    if (over()) {
      begin(loads);
      began = true;
    }
  }
  return began;
}

void GameCore::resume(bool seeded) {
  const bool sb3 = conventions_ == Conventions::kSb3;
  continues_ = interrupted_ && !seeded;
  if (!sb3 || seeded) interrupted_ = false;
  if (sb3 && continues_) {
    play(kNothing);
    continues_ = !over();
    if (continues_) return;
  }
  if (!continues_) begin(seeded);
  if (shared_.presses_fire() && conventions_ == Conventions::kAle) act(kFire, false);
  if (idle(draw_noops(), seeded && over_gymnasium())) continues_ = false;
  if (sb3 && !shows_ram_) screens_.begin(emulator_->view());
}

void GameCore::press_twice(bool seeded) {
  for (const std::size_t index : {std::size_t{1}, std::size_t{2}}) {
    const bool lost = play({static_cast<Action>(shared_.actions()[index]), 1.0});
    interrupted_ = shared_.config().episodic_life && !over();
    if (index == 2) begin_stack(!continues_);      // shown even if another game starts now
    if (lost || over()) resume(seeded && over());  // a seed counts where a game starts
  }
}

void GameCore::reset() {
  const bool seeded = std::exchange(seed_pending_, false);
  const bool sb3 = conventions_ == Conventions::kSb3;
  const bool fire = shared_.presses_fire();
  resume(seeded);
  if (fire && sb3) {
    press_twice(seeded);
  } else {
    if (fire && conventions_ != Conventions::kAle) act(kFire, false);
    if (!sb3 && !shows_ram_) screens_.begin(emulator_->view());
    begin_stack(!continues_);
  }
  if (!continues_) {
    frames_played_ = 0;
    if (!sb3) score_ = 0.0;  // Stable-Baselines3's Monitor counts the no-ops too
  }
  reward_ = 0.0;
  life_loss_ = false;
  game_over_ = false;
}

bool GameCore::truncated() const {
  if (over_gymnasium()) return emulator_->truncated();
  const std::int64_t limit = shared_.config().max_num_frames_per_episode;
  return limit > 0 && frames_played_ >= limit;
}

bool GameCore::lost_life(int before, int now) const {
  return now < before && (now > 0 || conventions_ == Conventions::kGymnasium);
}

bool GameCore::play(const Move& move) {
  const Config& config = shared_.config();
  const bool pictures = !shows_ram_;
  // Stable-Baselines3 sees lost lives after the step, as AtariPreprocessing does where the
  // environment below repeats the action. It also keeps the screens at the end of an episode.
  const bool sb3 = conventions_ == Conventions::kSb3;
  const bool repeats_below = conventions_ == Conventions::kGymnasium && shared_.draws_frame_skips();
  const bool sees_frames = !sb3 && !repeats_below;
  int before =
      emulator_->lives();  // Gymnasium compares with the frame before, others with the step
  bool lost = false;
  bool ends = false;
  reward_ = 0.0;
  std::int64_t left = draw_frame_skip();
  for (; left > 0 && !ends; --left) {
    const bool seen = pictures && (left == 1 || (left == 2 && config.maxpool));
    const bool drawn = seen || (config.color_averaging && pictures && left <= 3);
    reward_ += act(move, drawn);
    ++frames_played_;
    const int lives = emulator_->lives();
    lost = config.episodic_life && (sees_frames || left == 1) && lost_life(before, lives);
    if (conventions_ == Conventions::kGymnasium && sees_frames) before = lives;
    ends = over() || lost;
    if (!seen || (ends && !sb3)) continue;
    if (left == 1) {
      screens_.last(emulator_->view());
    } else {
      screens_.last_but_one(emulator_->view(), emulator_->machine().frame_finished());
    }
  }
  // The environment below does not see the end: it changes nothing then, but may draw a number.
  for (; repeats_below && left > 0; --left) act(move, false);
  if (pictures && config.maxpool) sb3 ? screens_.pair() : screens_.pool();
  return lost;
}

Transition GameCore::step(const Move& move) {
  const Config& config = shared_.config();
  const int before = emulator_->lives();
  const bool lost = play(move);
  const int lives = emulator_->lives();
  life_loss_ = config.life_loss_info ? lost_life(before, lives) : lives < before;
  const bool goes_on = !over() && continues_after_loss_;
  interrupted_ = goes_on && (lost || (conventions_ == Conventions::kSb3 && config.episodic_life));
  game_over_ = over() || (lost && !interrupted_);
  push();
  return {.reward = config.reward_clip ? sign(reward_) : reward_,
          .terminated = emulator_->terminal() || lost,
          .truncated = truncated()};
}

void GameCore::begin_stack(bool fill) {
  screens_.forget();
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
  out.score = score_;
  out.game_over = game_over_;
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
  io(game_seed_, noop_seed_, seed_pending_, noop_generator_, noop_twister_, reward_, score_,
     game_over_, life_loss_, interrupted_, continues_);
  io.count(frames_played_, "number of frames");
  io.within(newest_, 0, stack_.size() / frame_bytes_ - 1, "newest frame");
  serialize_emulator(io);
  if (io.within_pool()) {
    io.lasting(stack_.data(), stack_.size());
  } else {
    io.block(stack_.data(), stack_.size(), "stacked frames");
  }
  io(screens_);
  io.require(shows_ram_ || screens_.count() > 0, "the state holds no screen");
}

void GameCore::serialize_emulator(StateIO& io) {
  bool exists = emulator_ != nullptr;
  io(exists);
  io.require(exists, "the state holds no console");
  if (!exists) {
    emulator_.reset();
    return;
  }
  if (emulator_ == nullptr) insert();
  emulator_->serialize(io);
}

namespace {

Space<GameInfo> info_space() {
  return dict<GameInfo>(
      {{"lives", value(&GameInfo::lives), "Number of lives left."},
       {"reward", value(&GameInfo::reward), "Reward of the time step before clipping."},
       {"score", value(&GameInfo::score),
        "Points of the whole game so far, over all its lives and before clipping."},
       {"terminated", value(&GameInfo::terminated),
        "1 if the console says that the game is over, else 0."},
       {"game_over", value(&GameInfo::game_over),
        "The time step ended the game, and not only a life."},
       {"life_loss", value(&GameInfo::life_loss), "The time step lost a life."},
       {"frame_number", value(&GameInfo::frame_number),
        "Number of frames since the cartridge was inserted."},
       {"episode_frame_number", value(&GameInfo::episode_frame_number),
        "Number of frames since the game began."},
       {"ram", value(&GameInfo::ram), "The console's memory."}});
}

}  // namespace

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
      .info = info_space(),
      .render_state = dict<GamePicture>({{"picture", value(&GamePicture::picture, Presence::kAlways,
                                                           {screen_height, kWidth, 3})}}),
      .zero_discount = config.zero_discount_on_life_loss ? &GameInfo::life_loss : nullptr,
      .reported_termination = config.life_loss_info ? &GameInfo::life_loss : nullptr,
      .whole = {.score = &GameInfo::score, .is_over = &GameInfo::game_over}};
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
