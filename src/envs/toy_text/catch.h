// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Catch: move a paddle under a falling ball. The rules are those of bsuite's environment in the
// form that EnvPool gave them.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace pp::toy_text {

class Catch {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    std::int64_t height = 10;
    std::int64_t width = 5;
    static constexpr auto options() {
      return option_list(
          option("height", &Config::height, "Number of rows of the board, at least 2."),
          option("width", &Config::width, "Number of columns of the board, at least 1."));
    }
  };
  struct Action {
    Row<std::int64_t> move;  // 0: to the left, 1: none, 2: to the right
  };
  struct Observation {
    Row<float, kDynamic> board;  // 1 where the ball is and where the paddle is, else 0
  };

  static Spec<Catch> spec(const Config& config) {
    check("height", config.height, 2);
    check("width", config.width, 1);
    return {.observation = box(
                &Observation::board, 0.0, 1.0,
                {static_cast<std::size_t>(config.height), static_cast<std::size_t>(config.width)}),
            .action = discrete(&Action::move, 3)};
  }

  explicit Catch(const Config& config) : height_(config.height), width_(config.width) {}

  // The ball starts anywhere in the first row, the paddle in the middle of the last.
  void reset(Rng& rng) {
    ball_row_ = 0;
    ball_column_ = rng.integers<std::int64_t>(0, width_);
    paddle_ = width_ / 2;
  }

  // The ball falls by a row each step. The episode ends in the last row.
  Transition step(const Action& action) {
    paddle_ = std::clamp<std::int64_t>(paddle_ + action.move - 1, 0, width_ - 1);
    ball_row_ = std::min(ball_row_ + 1, height_ - 1);
    if (ball_row_ < height_ - 1) return {.reward = 0.0};
    return {.reward = ball_column_ == paddle_ ? 1.0 : -1.0, .terminated = true};
  }

  void observe(Observation& out) const {
    std::ranges::fill(out.board, 0.0f);
    out.board[static_cast<std::size_t>(ball_row_ * width_ + ball_column_)] = 1.0f;
    out.board[static_cast<std::size_t>((height_ - 1) * width_ + paddle_)] = 1.0f;
  }

  void serialize(StateIO& io) {
    io.within(ball_row_, 0, height_ - 1, "row of the ball");
    io.within(ball_column_, 0, width_ - 1, "column of the ball");
    io.within(paddle_, 0, width_ - 1, "column of the paddle");
  }

 private:
  static constexpr std::int64_t kLargest = 1024;

  static void check(const char* name, std::int64_t extent, std::int64_t least) {
    if (extent < least || extent > kLargest) {
      throw std::invalid_argument(std::string(name) + " must lie in [" + std::to_string(least) +
                                  ", " + std::to_string(kLargest) + "], got " +
                                  std::to_string(extent));
    }
  }

  std::int64_t height_;
  std::int64_t width_;
  std::int64_t ball_row_ = 0;
  std::int64_t ball_column_ = 0;
  std::int64_t paddle_ = 0;
};

}  // namespace pp::toy_text
