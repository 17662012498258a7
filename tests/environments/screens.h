// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pictures, lives and clipped rewards in the form of EnvPool's arcade games, for scripts that expect them;
// buttons that take long or break, for libraries that take no nested observations.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <thread>

namespace pp::testing {

// Each step is worth 2 points, and loses a life with probability 0.1.
class Screens {
 public:
  struct Config {
    bool episodic_life = false;
    bool reward_clip = false;
    double repeat_action_probability = 0.0;
    double slow_ms = 0.0;
    bool breaks = false;
    static constexpr auto options() {
      return option_list(
          option("episodic_life", &Config::episodic_life, "A lost life ends an episode."),
          option("reward_clip", &Config::reward_clip, "Rewards are signs."),
          option("repeat_action_probability", &Config::repeat_action_probability,
                 "The probability that the last action is taken again."),
          option("slow_ms", &Config::slow_ms, "How long button 3 takes."),
          option("breaks", &Config::breaks, "Button 2 throws."));
    }
  };
  struct Action {
    Row<std::int64_t> button;
  };
  struct Observation {
    Row<std::uint8_t, 4, 84, 84> screens;
  };
  struct Info {
    Row<std::int32_t> lives;
    Row<float> reward;             // as it was before it was clipped
    Row<std::int32_t> terminated;  // the game is over
  };
  struct RenderState {
    Row<std::uint8_t, 84, 84, 3> picture;
  };

  static Spec<Screens> spec(const Config&) {
    return {.observation = box(&Observation::screens, 0, 255),
            .action = discrete(&Action::button, 4),
            .info = dict<Info>({{"lives", value(&Info::lives)},
                                {"reward", value(&Info::reward)},
                                {"terminated", value(&Info::terminated)}}),
            .render_state = dict<RenderState>({{"picture", value(&RenderState::picture)}})};
  }

  explicit Screens(const Config& config) : config_(config) {}

  void reset(Rng&) {
    if (lives_ == 0 || !config_.episodic_life) lives_ = 3;
    reward_ = 0.0f;
  }

  Transition step(const Action& action, Rng& rng) {
    if (rng.random() >= config_.repeat_action_probability) button_ = action.button;
    if (button_ == 2 && config_.breaks) throw std::runtime_error("button 2 is broken");
    if (button_ == 3)
      std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(config_.slow_ms));
    const bool lost = rng.random() < 0.1;
    lives_ -= lost ? 1 : 0;
    reward_ = 2.0f;
    return {.reward = config_.reward_clip ? 1.0 : 2.0,
            .terminated = lives_ == 0 || (lost && config_.episodic_life)};
  }

  void observe(Observation& out) const { std::ranges::fill(out.screens, shade()); }
  void render_state(RenderState& out) const { std::ranges::fill(out.picture, shade()); }

  void info(Info& out) const {
    out.lives = lives_;
    out.reward = reward_;
    out.terminated = lives_ == 0 ? 1 : 0;
  }

  void serialize(StateIO& io) { io(lives_, button_, reward_); }

 private:
  std::uint8_t shade() const { return static_cast<std::uint8_t>(60 * button_ + lives_); }

  Config config_;
  std::int32_t lives_ = 0;
  std::int64_t button_ = 0;
  float reward_ = 0.0f;
};

}  // namespace pp::testing
