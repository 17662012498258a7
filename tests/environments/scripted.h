// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment that does what its actions say, so that a model in the tests can predict all of
// it.
#pragma once

#include <parallel_pool/env.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace pp::testing {

class Scripted {
 public:
  // What an action does.
  enum Command : std::int64_t {
    kGoOn = 0,
    kTerminate = 1,
    kTruncate = 2,
    kThrow = 3,
    kSpin = 4,        // busy for `spin_us`
    kSleep = 5,       // asleep for `sleep_ms`
    kThrowLater = 6,  // the next observation throws
    kThrowNoException = 7,
    kCommands = 8,
  };

  struct Config {
    double spin_us = 5.0;
    double sleep_ms = 50.0;
    bool spin_always = false;
    bool spin_resets = false;
    bool fail_to_construct = false;
    std::int64_t payload = 1;  // elements of the observation's run-time sized part
    static constexpr auto options() {
      return option_list(
          option("spin_us", &Config::spin_us, "How long the spin command is busy."),
          option("sleep_ms", &Config::sleep_ms, "How long the sleep command sleeps."),
          option("spin_always", &Config::spin_always, "Spin in every step."),
          option("spin_resets", &Config::spin_resets, "Spin in every reset."),
          option("fail_to_construct", &Config::fail_to_construct, "Throw in the constructor."),
          option("payload", &Config::payload, "Elements of the observation's second part."));
    }
  };
  struct ResetOptions {
    std::int64_t offset = 0;
    bool fail = false;
    double sleep_ms = 0.0;
    static constexpr auto options() {
      return option_list(option("offset", &ResetOptions::offset, "Where the step counter starts."),
                         option("fail", &ResetOptions::fail, "Throw in reset."),
                         option("sleep_ms", &ResetOptions::sleep_ms, "How long the reset sleeps."));
    }
  };
  struct Action {
    Row<std::int64_t> command;
  };
  struct Observation {
    Row<std::int64_t, 4> counters;  // episodes, steps, last command, offset
    Row<double> noise;              // one draw each step
    Row<std::uint8_t, kDynamic> payload;
  };
  struct Info {
    Row<std::int64_t> steps;     // always
    Row<double> cost;            // after steps only
    Row<std::int32_t, 2> fresh;  // after resets only
  };

  static Spec<Scripted> spec(const Config& config) {
    const auto size = static_cast<std::size_t>(config.payload);
    return {.observation = dict<Observation>(
                {{"counters", box(&Observation::counters, -1, 1e15)},
                 {"inner", tuple<Observation>({box(&Observation::noise, 0, 1),
                                               box(&Observation::payload, 0, 255, {size})})}}),
            .action = discrete(&Action::command, kCommands),
            .info = dict<Info>(
                {{"steps", value(&Info::steps)},
                 {"nested", dict<Info>({{"cost", value(&Info::cost, Presence::kAfterStep)},
                                        {"fresh", value(&Info::fresh, Presence::kAfterReset)}})}})};
  }

  explicit Scripted(const Config& config) : config_(config) {
    if (config.fail_to_construct) throw std::invalid_argument("asked to fail in the constructor");
    if (config.payload < 1) throw std::invalid_argument("payload must be at least 1");
  }

  void reset(Rng& rng, const ResetOptions& options) {
    ++episodes_;
    steps_ = options.offset;
    offset_ = options.offset;
    last_ = -1;
    throw_later_ = false;
    sleep(options.sleep_ms);
    if (config_.spin_resets) spin();
    if (options.fail) throw std::runtime_error("asked to fail in reset");
    noise_ = rng.random();
  }

  Transition step(const Action& action, Rng& rng) {
    last_ = action.command;
    if (last_ == kThrow)
      throw std::runtime_error("asked to fail at step " + std::to_string(steps_));
    if (last_ == kThrowNoException) throw 42;
    if (last_ == kSpin || config_.spin_always) spin();
    if (last_ == kSleep) sleep(config_.sleep_ms);
    throw_later_ = last_ == kThrowLater;
    ++steps_;
    noise_ = rng.random();
    return {.reward = static_cast<double>(steps_) + 0.5 * static_cast<double>(last_),
            .terminated = last_ == kTerminate,
            .truncated = last_ == kTruncate};
  }

  void observe(Observation& out) const {
    if (throw_later_) throw std::runtime_error("asked to fail in observe");
    out.counters = std::array<std::int64_t, 4>{episodes_, steps_, last_, offset_};
    out.noise = noise_;
    for (auto& byte : out.payload) byte = static_cast<std::uint8_t>(steps_);
  }

  void info(Info& out) const {
    out.steps = steps_;
    out.cost = noise_ * 2;
    out.fresh[0] = static_cast<std::int32_t>(episodes_);
    out.fresh[1] = static_cast<std::int32_t>(offset_);
  }

  void serialize(StateIO& io) { io(episodes_, steps_, last_, offset_, noise_, throw_later_); }

 private:
  static void sleep(double milliseconds) {
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
  }
  void spin() const {
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::duration<double, std::micro>(config_.spin_us);
    while (std::chrono::steady_clock::now() < end) {
    }
  }

  Config config_;
  std::int64_t episodes_ = 0, steps_ = 0, last_ = -1, offset_ = 0;
  double noise_ = 0.0;
  bool throw_later_ = false;
};

}  // namespace pp::testing
