// Corridor: the smallest complete environment, to be filled with rules.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <stdexcept>

namespace my_envs {

class Corridor {
 public:
  static constexpr bool kBoundedSteps = true;  // remove it if a step may take milliseconds

  // What users choose by keyword.
  struct Config {
    double goal = 10.0;
    static constexpr auto options() {
      return pp::option_list(pp::option("goal", &Config::goal, "Position that ends an episode."));
    }
  };
  struct Action {
    pp::Row<std::int64_t> move;
  };
  struct Observation {
    pp::Row<float> position;
  };
  // What `render` shows, as red, green and blue.
  struct RenderState {
    pp::Row<std::uint8_t, 64, 64, 3> picture;
  };

  // Names and bounds. Dtypes and shapes are in the types above.
  static pp::Spec<Corridor> spec(const Config& config) {
    return {.observation = pp::box(&Observation::position, 0.0, config.goal),
            .action = pp::discrete(&Action::move, 2),
            .render_state = pp::dict<RenderState>({{"picture", pp::value(&RenderState::picture)}})};
  }

  explicit Corridor(const Config& config) : goal_(config.goal) {
    if (!(goal_ > 1.0)) throw std::invalid_argument("goal must be above 1");
  }

  // A new episode.
  void reset(pp::Rng& rng) { position_ = rng.uniform(0.0, 1.0); }

  // One time step. A second argument `pp::Rng& rng` gives it the environment's generator.
  pp::Transition step(const Action& action) {
    if (action.move == 1) position_ += 0.5;
    if (position_ > goal_) position_ = goal_;
    return {.reward = action.move == 1 ? -0.1 : 0.0, .terminated = position_ == goal_};
  }

  // Called after reset and step alike: writes every field, changes nothing.
  void observe(Observation& out) const { out.position = static_cast<float>(position_); }

  // Called only when somebody renders.
  void render_state(RenderState& out) const {
    const auto shade = static_cast<std::uint8_t>(255.0 * position_ / goal_);
    for (std::uint8_t& value : out.picture) value = shade;
  }

  // What changes between calls, so that states can be saved.
  void serialize(pp::StateIO& io) { io(position_); }

 private:
  double goal_;
  double position_ = 0.0;
};

}  // namespace my_envs
