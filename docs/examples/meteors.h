// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A ship under falling meteors, seen as an image: the tutorial's first environment.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace my_envs {

class Meteors {
 public:
  struct Config {
    std::int64_t size = 16;
    double rate = 0.3;
    static constexpr auto options() {
      return pp::option_list(
          pp::option("size", &Config::size, "Height and width of the image, 4 to 256."),
          pp::option("rate", &Config::rate, "Probability of a new meteor in each time step."));
    }
  };

  struct Action {
    pp::Row<std::int64_t> move;  // 0: to the left, 1: stay, 2: to the right
  };
  struct Observation {
    pp::Row<std::uint8_t, pp::kDynamic> image;
  };
  struct Info {
    pp::Row<std::int64_t> meteors;
  };

  static pp::Spec<Meteors> spec(const Config& config) {
    const auto size = static_cast<std::size_t>(config.size);
    return {.observation = pp::box(&Observation::image, 0, 255, {size, size}),
            .action = pp::discrete(&Action::move, 3),
            .info = pp::dict<Info>({{"meteors", pp::value(&Info::meteors)}})};
  }

  explicit Meteors(const Config& config) : size_(config.size), rate_(config.rate) {
    if (size_ < 4 || size_ > 256) throw std::invalid_argument("size must lie in 4..256");
    if (!(rate_ >= 0.0 && rate_ <= 1.0)) throw std::invalid_argument("rate must lie in 0..1");
    sky_.resize(static_cast<std::size_t>(size_ * size_));
  }

  void reset(pp::Rng& rng) {
    std::ranges::fill(sky_, false);
    ship_ = rng.integers<std::int64_t>(0, size_);
  }

  pp::Transition step(const Action& action, pp::Rng& rng) {
    ship_ = std::clamp<std::int64_t>(ship_ + action.move - 1, 0, size_ - 1);
    std::shift_right(sky_.begin(), sky_.end(), size_);  // every row becomes the one below
    std::fill_n(sky_.begin(), size_, false);
    if (rng.random() < rate_) sky_[index(0, rng.integers<std::int64_t>(0, size_))] = true;
    const bool hit = sky_[index(size_ - 1, ship_)];
    return {.reward = hit ? -1.0 : 0.1, .terminated = hit};
  }

  void observe(Observation& out) const {
    for (std::size_t i = 0; i < sky_.size(); ++i) out.image[i] = sky_[i] ? 128 : 0;
    out.image[index(size_ - 1, ship_)] = 255;
  }
  void info(Info& out) const { out.meteors = std::ranges::count(sky_, true); }

  void serialize(pp::StateIO& io) {
    io.block(sky_.data(), sky_.size(), "sky");
    io.within(ship_, 0, size_ - 1, "column of the ship");
  }

 private:
  std::size_t index(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * size_ + column);
  }

  std::int64_t size_;
  double rate_;
  std::vector<std::uint8_t> sky_;  // row by row, true where a meteor is
  std::int64_t ship_ = 0;
};

}  // namespace my_envs
