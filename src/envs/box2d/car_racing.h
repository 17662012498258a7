// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// CarRacing: drive a lap on a random road, seen from above, with the arithmetic and the pictures of
// Gymnasium's CarRacing. All episodes of an environment take place in one world, as they do there.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "car.h"
#include "car_track.h"
#include "engine/lanes.h"
#include "engine/world.h"
#include "step_in_lanes.h"

namespace pp::box2d {

struct CarRacingConfig {
  bool continuous = true;
  double lap_complete_percent = 0.95;
  bool domain_randomize = false;
  static constexpr auto options() {
    using Config = CarRacingConfig;
    return option_list(option("continuous", &Config::continuous,
                              "Take steering, gas and brake as actions, not one of five."),
                       option("lap_complete_percent", &Config::lap_complete_percent,
                              "The fraction of tiles to visit before a lap counts."),
                       option("domain_randomize", &Config::domain_randomize,
                              "Draw new colors of road, field and grass in every reset."));
  }
};

class CarRacingRules : private ContactListener {
 public:
  struct Observation {
    Row<std::uint8_t, 96, 96, 3> picture;
  };
  struct Info {
    Row<bool> lap_finished;  // the episode ended by a lap, not by leaving the field
  };
  static constexpr std::size_t kMaxQuads = 2048;
  struct RenderState {
    Row<double, kMaxQuads, 8> road;  // corners of tiles and borders as x, y pairs, in order
    Row<double, kMaxQuads, 3> colors;
    Row<std::int64_t> road_count;
    Row<double, 3> field_color;
    Row<double, 3> grass_color;
    Row<float, 5, 3> poses;  // x, y and angle of the hull and the wheels
    Row<float, 3> velocity;  // of the hull: x, y, angular
    Row<double, 4> omegas;   // of the wheels
    Row<double, 4> phases;
    Row<float, Car::kMaxSkids, SkidMark::kMaxPoints, 2> skids;
    Row<std::int64_t, Car::kMaxSkids> skid_lengths;
    Row<bool, Car::kMaxSkids> skids_on_grass;
    Row<double> time;
    Row<double> reward;
  };
  struct ResetOptions {
    bool randomize = true;
    static constexpr auto options() {
      return option_list(
          option("randomize", &ResetOptions::randomize, "With domain_randomize: draw new colors."));
    }
  };
  struct Controls {
    double steer = 0.0;  // positive to the left
    double gas = 0.0;
    double brake = 0.0;
  };
  using Rgb = std::array<double, 3>;
  static Space<RenderState> shown_space();
  struct Tile {
    Id body = kNoId;
    Rgb color{};
    bool is_visited = false;
    template <class Io>
    void serialize(Io& io) {
      io(body, color, is_visited);
    }
  };

  explicit CarRacingRules(const CarRacingConfig& config);

  // The first step without controls belongs to the reset.
  void reset(Rng& rng, const ResetOptions& options);
  Transition step(const Controls& controls);
  void observe(Observation& out) const;
  void info(Info& out) const { out.lap_finished = lap_finished_; }
  bool has_info() const { return has_ended_; }
  // Throws std::runtime_error for a road that is too long to be shown.
  void render_state(RenderState& out) const;
  void serialize(StateIO& io);

  // A step in parts, so that the physics of several cars can be solved together.
  Island* begin_step(const Controls& controls);
  Transition end_step();
  static const StepSize& step_size();

  // What pictures show.
  const World& world() const { return world_; }
  const Car& car() const { return car_; }
  const Track& track() const { return track_; }
  const std::vector<Tile>& tiles() const { return tiles_; }
  const Rgb& field_color() const { return field_color_; }
  const Rgb& grass_color() const { return grass_color_; }
  double time() const { return time_; }
  double shown_reward() const { return shown_reward_; }

 private:
  void begin_contact(const Contact& contact) override { touch(contact, true); }
  void end_contact(const Contact& contact) override { touch(contact, false); }
  void touch(const Contact& contact, bool begins);
  // The tile that a contact is with, or -1; and what is there with it.
  struct Touch {
    std::int32_t tile = -1;
    Id other = kNoId;
  };
  Touch touch_of(const Contact& contact) const;
  void draw_colors(Rng& rng);
  void create_road();
  void simulate_first_step();
  void render_car(RenderState& out) const;
  void check() const;
  bool has_car() const;
  bool has_road() const;
  bool has_colors() const;

  CarRacingConfig config_;
  World world_;
  Track track_;
  Car car_;
  std::vector<Tile> tiles_;
  std::vector<std::int32_t> tile_of_body_;  // by number; -1 for others
  Rgb road_color_{102, 102, 102};
  Rgb field_color_{102, 204, 102};
  Rgb grass_color_{102, 230, 102};
  double time_ = 0.0;
  double reward_ = 0.0;
  double reward_before_ = 0.0;
  double shown_reward_ = 0.0;
  std::int64_t visited_ = 0;
  bool has_lap_ = false;
  bool lap_finished_ = false;
  bool has_ended_ = false;
};

struct SteeringGasBrake {
  Row<float, 3> controls;  // steering (-1: left), gas, brake
};
struct FiveControls {
  Row<std::int64_t> control;  // 0: none, 1: right, 2: left, 3: gas, 4: brake
};

template <class ActionOf>
class CarRacingOf final : public CarRacingRules {
 public:
  using Config = CarRacingConfig;
  using Action = ActionOf;
  static constexpr bool kIsContinuous = std::is_same_v<Action, SteeringGasBrake>;

  static Spec<CarRacingOf> spec(const Config&) {
    return {.observation = box(&Observation::picture, 0, 255),
            .action = action_space(),
            .info = dict<Info>({{"lap_finished", value(&Info::lap_finished, Presence::kSometimes),
                                 "The car has finished the lap."}}),
            .render_state = shown_space()};
  }

  using CarRacingRules::CarRacingRules;

  Transition step(const Action& action) { return CarRacingRules::step(controls(action)); }

  static constexpr std::size_t kGroup = kLanes;
  static void step_group(std::span<CarRacingOf* const> envs, std::span<const Action> actions,
                         std::span<Rng* const>, std::span<Transition> transitions) {
    step_in_lanes(envs, transitions, step_size(), [&](CarRacingOf& env, std::size_t i) {
      return env.begin_step(controls(actions[i]));
    });
  }

  static Controls controls(const Action& action) {
    if constexpr (kIsContinuous) {
      return {.steer = -static_cast<double>(action.controls[0]),
              .gas = action.controls[1],
              .brake = action.controls[2]};
    } else {
      const std::int64_t control = action.control;
      return {.steer = control == 1   ? -0.6
                       : control == 2 ? 0.6
                                      : 0.0,
              .gas = control == 3 ? 0.2 : 0.0,
              .brake = control == 4 ? 0.8 : 0.0};
    }
  }

 private:
  static Space<Action> action_space() {
    if constexpr (kIsContinuous) {
      return box(&Action::controls, {-1, 0, 0}, {1, 1, 1});
    } else {
      return discrete(&Action::control, 5);
    }
  }
};

using CarRacing = CarRacingOf<SteeringGasBrake>;
using CarRacingDiscrete = CarRacingOf<FiveControls>;

}  // namespace pp::box2d
