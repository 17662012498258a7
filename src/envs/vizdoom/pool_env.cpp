// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The spaces, steps, rewards and frames of EnvPool's scenarios.
#include "pool_env.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "action_set.h"
#include "dict_option.h"
#include "python_settings.h"

namespace pp::vizdoom {
namespace {

constexpr int kHitCount = 5, kDamageCount = 7, kHealth = 9, kWeapon = 15, kWeaponAmmo = 16;
// Variables that episodes do not begin with 0 everywhere.
constexpr std::array kCounted{kHitCount, kDamageCount, kDeathCount};
// Those of infos, in the order of PoolInfo.
constexpr std::array kShown{19, 20, 21, 22, 23, 24, 10, 7, 4, 3, 9, 5, 0, 15, 16, 73};

AllDeltaSteps delta_steps(const PoolConfig& config) {
  AllDeltaSteps all;
  for (const auto& [name, steps] : config.delta_button_config) {
    const int button = button_number(name);
    if (button < layout::kBinaryButtons) {
      throw Error(ErrorKind::kValue, "delta_button_config: " + name + " is no delta button");
    }
    all[static_cast<std::size_t>(button - layout::kBinaryButtons)] = {
        static_cast<int>(steps[0]), static_cast<float>(steps[1]), static_cast<float>(steps[2])};
  }
  return all;
}

// A picture of one byte a pixel.
class Plane final : public images::RowSource {
 public:
  Plane(const std::uint8_t* pixels, std::size_t width) : pixels_(pixels), width_(width) {
    row_.resize(width + images::kPadding);
  }
  const std::uint8_t* row(int y) override {
    std::memcpy(row_.data(), pixels_ + static_cast<std::size_t>(y) * width_, width_);
    return row_.data();
  }
  bool repeats(int y) override {
    const std::uint8_t* const row = pixels_ + static_cast<std::size_t>(y) * width_;
    return std::memcmp(row, row - width_, width_) == 0;
  }

 private:
  const std::uint8_t* pixels_;
  const std::size_t width_;
  std::vector<std::uint8_t> row_;
};

images::Size size_of(std::size_t height, std::size_t width) {
  return {static_cast<int>(height), static_cast<int>(width)};
}

}  // namespace

void PoolConfig::validate() const {
  check_between("img_height", img_height, 1, kMostPixels);
  check_between("img_width", img_width, 1, kMostPixels);
  check_between("stack_num", stack_num, 1, kMostStacked);
  check_between("frame_skip", frame_skip, 1, kMostSkipped);
  if (!(engine_timeout > 0.0)) {
    throw Error(ErrorKind::kValue,
                "engine_timeout must be positive, got " + std::to_string(engine_timeout));
  }
}

PoolScenario::PoolScenario(const PoolConfig& config)
    : PoolScenario(config, read_pool_settings(config.scenario, [&] {
                     PoolConfig copy = config;
                     return dump_options(bound_options(copy));
                   }())) {}

PoolScenario::PoolScenario(const PoolConfig& config, const PoolSettings& read)
    : settings(read.game),
      height(static_cast<std::size_t>(config.img_height)),
      width(static_cast<std::size_t>(config.img_width)),
      stack(static_cast<std::size_t>(config.stack_num)),
      channels(static_cast<std::size_t>(settings.launch.channels)),
      frame_skip(static_cast<int>(config.frame_skip)),
      weapon_duration(config.weapon_duration),
      ends_with_life(config.episodic_life),
      recordings(config.lmp_save_dir),
      middle_height(static_cast<std::size_t>(read.middle_height)),
      middle_width(static_cast<std::size_t>(read.middle_width)),
      resizes_twice(read.middle_width != settings.launch.width),
      first({settings.launch.height, settings.launch.width}, size_of(middle_height, middle_width),
            config.use_inter_area_resize ? images::Interpolation::kArea
                                         : images::Interpolation::kLinear),
      second(size_of(middle_height, middle_width), size_of(height, width),
             config.use_inter_area_resize ? images::Interpolation::kArea
                                          : images::Interpolation::kLinear) {
  settings.launch.timeout = config.engine_timeout;
  settings.timeout = 0;  // the pool limits episodes
  if (config.use_combined_action) {
    combinations = action_set(settings.buttons, config.force_speed, delta_steps(config));
  }
  // What EnvPool does between two lives.
  no_buttons.assign(settings.buttons.size(), 0.0);
  for (std::size_t i = 0; i < no_buttons.size(); ++i) {
    if (settings.buttons[i] == 8 && config.force_speed) no_buttons[i] = 1.0;
  }
  rewards.resize(settings.variables.size());
  for (const auto& [name, both] : config.reward_config) {
    const auto found = std::ranges::find(settings.variables, variable_number(name));
    if (found == settings.variables.end()) continue;
    rewards[static_cast<std::size_t>(found - settings.variables.begin())] = {
        static_cast<float>(both[0]), static_cast<float>(both[1])};
  }
  for (const auto& [weapon, reward] : config.selected_weapon_reward_config) {
    if (weapon >= 0 && weapon < 8)
      weapon_rewards[static_cast<std::size_t>(weapon)] = static_cast<float>(reward);
  }
  for (const int variable : kShown) {
    shown.push_back(static_cast<std::size_t>(std::ranges::find(settings.variables, variable) -
                                             settings.variables.begin()));
  }
}

Spec<PoolEnv> PoolEnv::spec(const Config& config) {
  const PoolScenario scenario(config);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Space<Action> action =
      config.use_combined_action
          ? discrete(&Action::combination, static_cast<std::int64_t>(scenario.combinations.size()))
          : box(&Action::buttons, -kInfinity, kInfinity, {scenario.settings.buttons.size()});
  using I = Info;
  return {.observation = box(&Observation::frames, 0, 255,
                             {scenario.stack * scenario.channels, scenario.height, scenario.width}),
          .action = std::move(action),
          .info = dict<I>({
              {"AMMO2", value(&I::ammo2), "Ammunition of weapon 2."},
              {"AMMO3", value(&I::ammo3), "Ammunition of weapon 3."},
              {"AMMO4", value(&I::ammo4), "Ammunition of weapon 4."},
              {"AMMO5", value(&I::ammo5), "Ammunition of weapon 5."},
              {"AMMO6", value(&I::ammo6), "Ammunition of weapon 6."},
              {"AMMO7", value(&I::ammo7), "Ammunition of weapon 7."},
              {"ARMOR", value(&I::armor), "Armour."},
              {"DAMAGECOUNT", value(&I::damage), "Damage done to enemies since the reset."},
              {"DEATHCOUNT", value(&I::deaths), "Deaths since the reset."},
              {"FRAGCOUNT", value(&I::frags), "Players killed, less suicides."},
              {"HEALTH", value(&I::health), "Health."},
              {"HITCOUNT", value(&I::hits), "Hits of enemies since the reset."},
              {"KILLCOUNT", value(&I::kills), "Enemies killed."},
              {"SELECTED_WEAPON", value(&I::weapon), "Number of the weapon in hand."},
              {"SELECTED_WEAPON_AMMO", value(&I::weapon_ammo), "Ammunition of the weapon in hand."},
              {"USER2", value(&I::user2), "The scenario's second variable."},
          }),
          .render_state = dict<RenderState>(
              {{"picture", value(&RenderState::picture, Presence::kAlways,
                                 {scenario.middle_height, scenario.middle_width, 3})}})};
}

PoolEnv::PoolEnv(const Config&, const PoolScenario& scenario, EnvId id)
    : scenario_(scenario),
      id_(id.number),
      game_(scenario.settings),
      stack_(scenario.stack * scenario.frame_bytes()) {}

void PoolEnv::seed(const SeedSequence& sequence) {
  seeds_.seed_legacy(sequence.low_word());
  seeded_ = true;
}

void PoolEnv::reset(Rng&) {
  const bool interrupted = std::exchange(interrupted_, false);
  const bool seeded = std::exchange(seeded_, false);
  continues_ = interrupted && !seeded && game_.running() && !game_.over();
  if (continues_) {
    game_.step(scenario_.no_buttons, scenario_.frame_skip);
  } else {
    const bool records = !scenario_.recordings.empty() && episodes_ > 0;
    game_.begin(seeds_.next32(), records ? scenario_.recordings + "/env_" + std::to_string(id_) +
                                               "_" + std::to_string(episodes_) + ".lmp"
                                         : "");
  }
  ++episodes_;
  if (game_.over()) return;
  values_.clear();
  read_variables();
  collect_reward(true);
  push_frame(true);
}

Transition PoolEnv::step(const Action& action) {
  const std::vector<int>& buttons = scenario_.settings.buttons;
  const double* values = nullptr;
  if (scenario_.combinations.empty()) {
    values = action.buttons.values();
  } else {
    values =
        scenario_.combinations[static_cast<std::size_t>(std::int64_t{action.combination})].data();
  }
  game_.step({values, buttons.size()}, scenario_.frame_skip);
  // The frames, infos and reward of an episode's end are those before it, and none.
  if (game_.over()) return {.reward = 0.0, .terminated = true, .truncated = false};
  read_variables();
  const float reward = collect_reward(false);
  push_frame(false);
  interrupted_ = scenario_.ends_with_life && game_.dead();
  return {.reward = reward, .terminated = interrupted_, .truncated = false};
}

void PoolEnv::read_variables() {
  const std::vector<int>& variables = scenario_.settings.variables;
  const bool is_reset = values_.empty();
  values_before_ = values_;
  values_.resize(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) values_[i] = game_.variable(variables[i]);
  if (is_reset) values_before_ = values_;
  for (std::size_t k = 0; k < kCounted.size(); ++k) {
    const auto found = std::ranges::find(variables, kCounted[k]);
    if (found == variables.end()) continue;
    const auto i = static_cast<std::size_t>(found - variables.begin());
    if (is_reset) {
      counted_before_[k] = values_[i];
      values_before_[i] = 0.0;
    }
    values_[i] -= counted_before_[k];
  }
}

// The terms in EnvPool's order and precision.
float PoolEnv::collect_reward(bool is_reset) {
  const std::vector<int>& variables = scenario_.settings.variables;
  if (is_reset) {
    weapon_ = -1;
    weapon_steps_ = 0;
  }
  std::int64_t weapon = -1, ammunition = 0;
  float reward = 0.0F;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    double& now = values_[i];
    double& before = values_before_[i];
    double change = now - before;
    if (variables[i] == kDamageCount && change >= 200) {
      change = 200;
    } else if (variables[i] == kHitCount && change >= 5) {
      change = 5;
    } else if (variables[i] == kWeapon) {
      weapon = static_cast<std::int64_t>(now);
    } else if (variables[i] == kWeaponAmmo) {
      ammunition = static_cast<std::int64_t>(now);
    } else if (variables[i] == kHealth) {  // negative where there is no player
      if (before < 0 && now < 0) {
        before = now = 100;
      } else if (now < 0) {
        now = before;
      } else if (before < 0) {
        before = now;
      }
      change = now - before;
    }
    const auto [growing, falling] = scenario_.rewards[i];
    if (change >= 0) {
      reward += static_cast<float>(change * growing);
    } else {
      reward -= static_cast<float>(change * falling);
    }
  }
  if (weapon == weapon_) {
    ++weapon_steps_;
  } else {
    weapon_ = weapon;
    weapon_steps_ = 1;
  }
  if (weapon >= 0 && weapon_steps_ >= scenario_.weapon_duration && ammunition > 0) {
    const auto number = std::min<std::size_t>(static_cast<std::size_t>(weapon),
                                              scenario_.weapon_rewards.size() - 1);
    reward += scenario_.weapon_rewards[number];
  }
  return reward;
}

void PoolEnv::push_frame(bool fill) {
  thread_local images::ResizeScratch scratch;
  thread_local std::vector<std::uint8_t> middle;
  const Launch& launch = scenario_.settings.launch;
  const std::size_t bytes = scenario_.frame_bytes();
  std::memmove(stack_.data(), stack_.data() + bytes, stack_.size() - bytes);
  std::uint8_t* const newest = stack_.data() + stack_.size() - bytes;
  const auto* screen = reinterpret_cast<const std::uint8_t*>(game_.engine().region(kScreen));
  const auto width = static_cast<std::size_t>(launch.width);
  for (std::size_t c = 0; c < scenario_.channels; ++c) {
    const std::uint8_t* plane = screen + c * scenario_.settings.pixels();
    std::size_t plane_width = width;
    if (scenario_.resizes_twice) {
      middle.resize(scenario_.middle_height * scenario_.middle_width + images::kPadding);
      Plane source(plane, width);
      scenario_.first.run(source, middle.data(), 1, scratch);
      plane = middle.data();
      plane_width = scenario_.middle_width;
    }
    Plane source(plane, plane_width);
    scenario_.second.run(source, newest + c * scenario_.height * scenario_.width, 1, scratch);
  }
  if (!fill) return;
  for (std::uint8_t* frame = stack_.data(); frame < newest; frame += bytes) {
    std::memcpy(frame, newest, bytes);
  }
}

void PoolEnv::observe(Observation& out) const {
  static_cast<void>(game_.engine());  // throws if it has failed
  std::memcpy(out.frames.values(), stack_.data(), stack_.size());
}

void PoolEnv::info(Info& out) const {
  const std::array<Row<double>*, kShown.size()> rows{
      &out.ammo2, &out.ammo3,  &out.ammo4,       &out.ammo5, &out.ammo6,  &out.ammo7,
      &out.armor, &out.damage, &out.deaths,      &out.frags, &out.health, &out.hits,
      &out.kills, &out.weapon, &out.weapon_ammo, &out.user2};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    *rows[k] = values_.empty() ? 0.0 : values_[scenario_.shown[k]];
  }
}

void PoolEnv::render_state(RenderState& out) const {
  if (!game_.running()) {
    std::fill(out.picture.begin(), out.picture.end(), 0);
    return;
  }
  images::ResizeScratch scratch;
  const std::size_t pixels = scenario_.middle_height * scenario_.middle_width;
  std::vector<std::uint8_t> plane(pixels + images::kPadding);
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t channel = std::min(c, scenario_.channels - 1);
    Plane source(reinterpret_cast<const std::uint8_t*>(game_.engine().region(kScreen)) +
                     channel * scenario_.settings.pixels(),
                 static_cast<std::size_t>(scenario_.settings.launch.width));
    scenario_.first.run(source, plane.data(), 1, scratch);
    for (std::size_t i = 0; i < pixels; ++i) out.picture[3 * i + c] = plane[i];
  }
}

// The game is last: it plays what is loaded, which takes long.
void PoolEnv::serialize(StateIO& io) {
  io(seeds_);
  io.block(stack_.data(), stack_.size(), "stacked frames");
  io(values_, values_before_, counted_before_, weapon_);
  io.require((values_.empty() || values_.size() == scenario_.settings.variables.size()) &&
                 values_before_.size() == values_.size(),
             "the state holds the variables of another game");
  io.count(weapon_steps_, "steps with a weapon");
  io.count(episodes_, "number of episodes");
  io(seeded_, interrupted_, continues_);
  game_.serialize(io, scenario_.frame_skip);
}

}  // namespace pp::vizdoom
