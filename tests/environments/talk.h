// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment that says things: texts of fixed and of run-time size.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <string>
#include <string_view>
#include <tuple>

namespace pp::testing {

// Each action chooses what is said next.
class Talk {
 public:
  struct Config {
    std::int64_t size = 12;
    bool shouts = false;
    static constexpr auto options() {
      // A tuple is a list of options too, and may hold others.
      return std::tuple{
          option("size", &Config::size, "Bytes of the second text."),
          option_list(option("shouts", &Config::shouts, "Say more than there is room for."))};
    }
  };
  struct Action {
    Row<std::int64_t> what;
  };
  struct Observation {
    Text<16> word;
    Text<kDynamic> line;
    Row<std::int64_t> said;  // how many things were
  };

  static Spec<Talk> spec(const Config& config) {
    return {.observation = dict<Observation>(
                {{"word", text(&Observation::word, "!eghilnorstxy\xC3\xBC\xC3\x9F ")},
                 {"line", text(&Observation::line, static_cast<std::size_t>(config.size), "abc ")},
                 {"said", discrete(&Observation::said, 1 << 20)}}),
            .action = discrete(&Action::what, 4)};
  }

  explicit Talk(const Config& config) : shouts_(config.shouts) {}

  void reset(Rng& rng) {
    said_ = 0;
    word_ = rng.integers<std::int64_t>(0, 2) == 0 ? "hello" : "hi";
  }
  Transition step(const Action& action) {
    static constexpr std::array<std::string_view, 4> kWords = {"yes", "", "sixteen letters!",
                                                               "gr\xC3\xBC\xC3\x9F"};
    word_ = kWords[static_cast<std::size_t>(action.what)];
    if (shouts_ && action.what == 0) word_ = "more than sixteen";
    ++said_;
    return {.reward = 1.0, .terminated = said_ == 5};
  }
  void observe(Observation& out) const {
    out.word = word_;
    out.line = said_ % 2 == 0 ? "ab" : "";
    out.said = said_;
  }
  void serialize(StateIO& io) { io(word_, said_); }

 private:
  bool shouts_;
  std::string word_;
  std::int64_t said_ = 0;
};

}  // namespace pp::testing
