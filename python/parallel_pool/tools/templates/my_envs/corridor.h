// A slippery row of cells: walk to the one on the right.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace my_envs {

class Corridor {
 public:
  static constexpr bool kBoundedSteps = true;  // a step is a handful of arithmetic

  // What users choose by keyword.
  struct Config {
    std::int64_t length = 10;
    double slip = 0.1;
    static constexpr auto options() {
      return pp::option_list(pp::option("length", &Config::length, "Number of cells, at least 2."),
                             pp::option("slip", &Config::slip,
                                        "Probability that a step goes in the wrong direction."));
    }
  };
  struct Action {
    pp::Row<std::int64_t> direction;  // 0: to the left, 1: to the right
  };
  struct Observation {
    pp::Row<float, 2> cells;  // those on the left, those on the right
  };
  struct Info {
    pp::Row<bool> slipped;
  };
  // What `render` shows: the corridor from above, as red, green and blue.
  struct RenderState {
    pp::Row<std::uint8_t, 20, 200, 3> picture;
  };

  // Names and bounds. Dtypes and shapes are in the types above.
  static pp::Spec<Corridor> spec(const Config& config) {
    const auto last = static_cast<double>(config.length - 1);
    return {
        .observation = pp::box(&Observation::cells, 0.0, last),
        .action = pp::discrete(&Action::direction, 2),
        .info = pp::dict<Info>({{"slipped", pp::value(&Info::slipped, pp::Presence::kAfterStep)}}),
        .render_state = pp::dict<RenderState>({{"picture", pp::value(&RenderState::picture)}})};
  }

  explicit Corridor(const Config& config) : last_(config.length - 1), slip_(config.slip) {
    if (config.length < 2) throw std::invalid_argument("length must be at least 2");
    if (!(slip_ >= 0.0 && slip_ <= 1.0)) throw std::invalid_argument("slip must lie in 0..1");
  }

  // A new episode, in the left half.
  void reset(pp::Rng& rng) { position_ = rng.integers<std::int64_t>(0, (last_ + 1) / 2); }

  pp::Transition step(const Action& action, pp::Rng& rng) {
    slipped_ = rng.random() < slip_;
    const bool right = (action.direction == 1) != slipped_;
    position_ = std::clamp<std::int64_t>(position_ + (right ? 1 : -1), 0, last_);
    const bool arrived = position_ == last_;
    return {.reward = arrived ? 1.0 : -0.01, .terminated = arrived};
  }

  // Called after reset and step alike: writes every field, changes nothing.
  void observe(Observation& out) const {
    out.cells[0] = static_cast<float>(position_);
    out.cells[1] = static_cast<float>(last_ - position_);
  }
  void info(Info& out) const { out.slipped = slipped_; }

  // The walker's cell is red, the goal is green. Called only when somebody renders.
  void render_state(RenderState& out) const {
    for (std::int64_t pixel = 0; pixel < 20 * 200; ++pixel) {
      const std::int64_t cell = pixel % 200 * (last_ + 1) / 200;
      std::uint8_t* colour = out.picture.begin() + 3 * pixel;
      colour[0] = cell == last_ && cell != position_ ? 0 : 255;
      colour[1] = cell == position_ ? 0 : 255;
      colour[2] = cell == position_ || cell == last_ ? 0 : 255;
    }
  }

  // What changes between calls, so that states can be saved.
  void serialize(pp::StateIO& io) { io(position_, slipped_); }

 private:
  std::int64_t last_;
  double slip_;
  std::int64_t position_ = 0;
  bool slipped_ = false;
};

}  // namespace my_envs
