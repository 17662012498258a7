// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment whose author throws what nobody expects.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace pp::testing {

class Reckless {
 public:
  struct Config {
    std::string thrown = "";
    std::string where = "";
    std::int64_t size = 1;
    static constexpr auto options() {
      return option_list(
          option("thrown", &Config::thrown, "What is thrown: number or bytes."),
          option("where", &Config::where, "Where: spec, constructor, reset or save."),
          option("size", &Config::size, "Elements of the observation."));
    }
  };
  struct Action {
    Row<std::int64_t> push;
  };
  struct Observation {
    Row<float, kDynamic> speed;
  };

  static Spec<Reckless> spec(const Config& config) {
    throw_at("spec", config);
    const auto size = static_cast<std::size_t>(config.size);
    return {.observation = dict<Observation>({{"speed", box(&Observation::speed, -1, 1, {size})}}),
            .action = discrete(&Action::push, 2)};
  }

  explicit Reckless(const Config& config) : config_(config) { throw_at("constructor", config); }
  void reset(Rng& rng) {
    throw_at("reset", config_);
    speed_ = static_cast<float>(rng.uniform(-1, 1));
  }
  Transition step(const Action&) { return {}; }
  void observe(Observation& out) const {
    for (float& speed : out.speed) speed = speed_;
  }
  void serialize(StateIO& io) {
    if (config_.where == "save") throw Error(ErrorKind::kUnsupported, "no states here");
    io(speed_);
  }

 private:
  static void throw_at(const std::string& place, const Config& config) {
    if (config.where != place) return;
    if (config.thrown == "number") throw 42;
    throw std::runtime_error("no text: \xff");
  }

  Config config_;
  float speed_ = 0.0f;
};

}  // namespace pp::testing
