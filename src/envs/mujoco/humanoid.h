// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Humanoid and HumanoidStandup: walk, or get up, as a body of some twenty joints, with the rewards
// of Gymnasium's HumanoidEnv and HumanoidStandupEnv (v5).
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include "options.h"
#include "simulation.h"

namespace pp::mujoco {

// What the observations of both hold.
struct HumanoidParts {
  bool exclude_current_positions_from_observation = true;
  bool include_cinert_in_observation = true;
  bool include_cvel_in_observation = true;
  bool include_qfrc_actuator_in_observation = true;
  bool include_cfrc_ext_in_observation = true;

  template <class Config>
  static constexpr auto options() {
    return std::tuple{
        option("exclude_current_positions_from_observation",
               &Config::exclude_current_positions_from_observation, meaning::kExclude),
        option("include_cinert_in_observation", &Config::include_cinert_in_observation,
               "Whether observations hold the bodies' inertias."),
        option("include_cvel_in_observation", &Config::include_cvel_in_observation,
               "Whether observations hold the bodies' velocities."),
        option("include_qfrc_actuator_in_observation",
               &Config::include_qfrc_actuator_in_observation,
               "Whether observations hold the actuators' forces."),
        option("include_cfrc_ext_in_observation", &Config::include_cfrc_ext_in_observation,
               "Whether observations hold the contact forces.")};
  }

  std::size_t size(const ModelFacts& facts) const {
    const std::size_t bodies = facts.nbody - 1;  // without the world
    std::size_t size = facts.nq + facts.nv - hidden();
    if (include_cinert_in_observation) size += 10 * bodies;
    if (include_cvel_in_observation) size += 6 * bodies;
    if (include_qfrc_actuator_in_observation) size += facts.nv - 6;
    if (include_cfrc_ext_in_observation) size += 6 * bodies;
    return size;
  }
  void write(const Simulation& simulation, Row<double, kDynamic>& out) const {
    ObservationWriter writer(out);
    writer.add(simulation, Array::kQpos, hidden());
    writer.add(simulation, Array::kQvel);
    if (include_cinert_in_observation) writer.add(simulation, Array::kCinert, 10);
    if (include_cvel_in_observation) writer.add(simulation, Array::kCvel, 6);
    if (include_qfrc_actuator_in_observation) writer.add(simulation, Array::kQfrcActuator, 6);
    if (include_cfrc_ext_in_observation) writer.add(simulation, Array::kCfrcExt, 6);
    writer.finish();
  }
  std::size_t hidden() const { return exclude_current_positions_from_observation ? 2 : 0; }
};

// Results of the last step that observations, rewards and infos read.
inline constexpr std::initializer_list<Array> kHumanoidResults = {
    Array::kCinert, Array::kCvel,      Array::kQfrcActuator, Array::kCfrcExt,
    Array::kXipos,  Array::kTenLength, Array::kTenVelocity};

template <class Row>
void copy_array(const Simulation& simulation, Array array, Row& out) {
  std::copy_n(simulation[array], simulation.size(array), out.begin());
}

class Humanoid {
 public:
  struct Config : HumanoidParts {
    std::string xml_file = "humanoid.xml";
    std::int64_t frame_skip = 5;
    double forward_reward_weight = 1.25;
    double ctrl_cost_weight = 0.1;
    double contact_cost_weight = 5e-7;
    std::array<double, 2> contact_cost_range = {-kInfinity, 10.0};
    double healthy_reward = 5.0;
    bool terminate_when_unhealthy = true;
    std::array<double, 2> healthy_z_range = {1.0, 2.0};
    double reset_noise_scale = 1e-2;

    static constexpr auto options() {
      return std::tuple_cat(
          std::tuple{
              option("xml_file", &Config::xml_file, meaning::kXmlFile),
              option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
              option("forward_reward_weight", &Config::forward_reward_weight,
                     meaning::kForwardWeight),
              option("ctrl_cost_weight", &Config::ctrl_cost_weight, meaning::kControlWeight),
              option("contact_cost_weight", &Config::contact_cost_weight, meaning::kContactWeight),
              option("contact_cost_range", &Config::contact_cost_range,
                     "To which the cost of contact forces is clipped."),
              option("healthy_reward", &Config::healthy_reward, meaning::kHealthyReward),
              option("terminate_when_unhealthy", &Config::terminate_when_unhealthy,
                     meaning::kTerminate),
              option("healthy_z_range", &Config::healthy_z_range, meaning::kHealthyZ),
              option("reset_noise_scale", &Config::reset_noise_scale, meaning::kNoise)},
          HumanoidParts::options<Config>());
    }
  };
  using Shared = SharedModel;
  struct Action {
    mujoco::Action controls;
  };
  struct Observation {
    Row<double, kDynamic> values;
  };
  struct Info {
    Row<double> x_position, y_position;
    Row<double, kDynamic> tendon_length, tendon_velocity;
    Row<double> distance_from_origin, x_velocity, y_velocity;
    Row<double> reward_survive, reward_forward, reward_ctrl, reward_contact;
  };

  static Spec<Humanoid> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    check_least(model->facts(), 7, 6);
    constexpr Presence always = Presence::kAlways, after_step = Presence::kAfterStep;
    const std::size_t tendons = model->size(Array::kTenLength);
    return {
        .observation = observation_space<Observation>(config.size(model->facts())),
        .action = action_space<Action>(model->facts()),
        .info = dict<Info>({{"x_position", value(&Info::x_position)},
                            {"y_position", value(&Info::y_position)},
                            {"tendon_length", value(&Info::tendon_length, always, {tendons})},
                            {"tendon_velocity", value(&Info::tendon_velocity, always, {tendons})},
                            {"distance_from_origin", value(&Info::distance_from_origin)},
                            {"x_velocity", value(&Info::x_velocity, after_step)},
                            {"y_velocity", value(&Info::y_velocity, after_step)},
                            {"reward_survive", value(&Info::reward_survive, after_step)},
                            {"reward_forward", value(&Info::reward_forward, after_step)},
                            {"reward_ctrl", value(&Info::reward_ctrl, after_step)},
                            {"reward_contact", value(&Info::reward_contact, after_step)}})};
  }

  Humanoid(const Config& config, const Shared& shared)
      : config_(config), simulation_(shared.model, config.frame_skip) {
    check_noise_scale(config.reset_noise_scale);
    const std::vector<double>& mass = shared.model->facts().body_mass;
    mass_ = pairwise_sum<double>(0, mass.size(), [&](std::size_t i) { return mass[i]; });
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Action& action) {
    const std::array<double, 2> before = mass_center();
    simulation_.advance_with_forces(action.controls);
    const std::array<double, 2> after = mass_center();
    for (std::size_t i = 0; i < 2; ++i) velocity_[i] = (after[i] - before[i]) / simulation_.dt();
    const double z = simulation_[Array::kQpos][2];
    const bool healthy = config_.healthy_z_range[0] < z && z < config_.healthy_z_range[1];
    healthy_reward_ = static_cast<double>(healthy) * config_.healthy_reward;
    control_cost_ = config_.ctrl_cost_weight * simulation_.sum_of_squares_of(Array::kCtrl);
    contact_cost_ =
        clip(config_.contact_cost_weight * simulation_.sum_of_squares_of(Array::kCfrcExt),
             config_.contact_cost_range[0], config_.contact_cost_range[1]);
    return {.reward = (forward_reward() + healthy_reward_) - (control_cost_ + contact_cost_),
            .terminated = !healthy && config_.terminate_when_unhealthy};
  }

  void observe(Observation& out) const { config_.write(simulation_, out.values); }

  void info(Info& out) const {
    const double* const qpos = simulation_[Array::kQpos];
    out.x_position = qpos[0];
    out.y_position = qpos[1];
    copy_array(simulation_, Array::kTenLength, out.tendon_length);
    copy_array(simulation_, Array::kTenVelocity, out.tendon_velocity);
    out.distance_from_origin = norm({qpos, 2});
    out.x_velocity = velocity_[0];
    out.y_velocity = velocity_[1];
    out.reward_survive = healthy_reward_;
    out.reward_forward = forward_reward();
    out.reward_ctrl = -control_cost_;
    out.reward_contact = -contact_cost_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, kHumanoidResults);
    io(velocity_, healthy_reward_, control_cost_, contact_cost_);
  }

 private:
  std::array<double, 2> mass_center() const {
    const ModelFacts& facts = simulation_.facts();
    const double* const centers = simulation_[Array::kXipos];
    std::array<double, 2> center{};
    for (std::size_t body = 0; body < facts.nbody; ++body) {
      for (std::size_t i = 0; i < 2; ++i) {
        center[i] += facts.body_mass[body] * centers[3 * body + i];
      }
    }
    for (double& value : center) value /= mass_;
    return center;
  }
  double forward_reward() const { return config_.forward_reward_weight * velocity_[0]; }

  Config config_;
  Simulation simulation_;
  double mass_;
  std::array<double, 2> velocity_{};
  double healthy_reward_ = 0.0;
  double control_cost_ = 0.0;
  double contact_cost_ = 0.0;
};

class HumanoidStandup {
 public:
  struct Config : HumanoidParts {
    std::string xml_file = "humanoidstandup.xml";
    std::int64_t frame_skip = 5;
    double uph_cost_weight = 1.0;
    double ctrl_cost_weight = 0.1;
    double impact_cost_weight = 0.5e-6;
    std::array<double, 2> impact_cost_range = {-kInfinity, 10.0};
    double reset_noise_scale = 1e-2;

    static constexpr auto options() {
      return std::tuple_cat(
          std::tuple{
              option("xml_file", &Config::xml_file, meaning::kXmlFile),
              option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
              option("uph_cost_weight", &Config::uph_cost_weight,
                     "Has no effect, as in Gymnasium."),
              option("ctrl_cost_weight", &Config::ctrl_cost_weight, meaning::kControlWeight),
              option("impact_cost_weight", &Config::impact_cost_weight, meaning::kContactWeight),
              option("impact_cost_range", &Config::impact_cost_range,
                     "To which the cost of contact forces is clipped."),
              option("reset_noise_scale", &Config::reset_noise_scale, meaning::kNoise)},
          HumanoidParts::options<Config>());
    }
  };
  using Shared = SharedModel;
  struct Action {
    mujoco::Action controls;
  };
  struct Observation {
    Row<double, kDynamic> values;
  };
  struct Info {
    Row<double> x_position, y_position, z_distance_from_origin;
    Row<double, kDynamic> tendon_length, tendon_velocity;
    Row<double> reward_linup, reward_quadctrl, reward_impact;
  };

  static Spec<HumanoidStandup> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    check_least(model->facts(), 7, 6);
    constexpr Presence always = Presence::kAlways, after_step = Presence::kAfterStep;
    const std::size_t tendons = model->size(Array::kTenLength);
    return {
        .observation = observation_space<Observation>(config.size(model->facts())),
        .action = action_space<Action>(model->facts()),
        .info = dict<Info>({{"x_position", value(&Info::x_position)},
                            {"y_position", value(&Info::y_position)},
                            {"z_distance_from_origin", value(&Info::z_distance_from_origin)},
                            {"tendon_length", value(&Info::tendon_length, always, {tendons})},
                            {"tendon_velocity", value(&Info::tendon_velocity, always, {tendons})},
                            {"reward_linup", value(&Info::reward_linup, after_step)},
                            {"reward_quadctrl", value(&Info::reward_quadctrl, after_step)},
                            {"reward_impact", value(&Info::reward_impact, after_step)}})};
  }

  HumanoidStandup(const Config& config, const Shared& shared)
      : config_(config), simulation_(shared.model, config.frame_skip) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Action& action) {
    simulation_.advance_with_forces(action.controls);
    up_reward_ = simulation_[Array::kQpos][2] / simulation_.facts().timestep;
    control_cost_ = config_.ctrl_cost_weight * simulation_.sum_of_squares_of(Array::kCtrl);
    impact_cost_ = clip(config_.impact_cost_weight * simulation_.sum_of_squares_of(Array::kCfrcExt),
                        config_.impact_cost_range[0], config_.impact_cost_range[1]);
    return {.reward = up_reward_ - control_cost_ - impact_cost_ + 1};
  }

  void observe(Observation& out) const { config_.write(simulation_, out.values); }

  void info(Info& out) const {
    const double* const qpos = simulation_[Array::kQpos];
    out.x_position = qpos[0];
    out.y_position = qpos[1];
    out.z_distance_from_origin = qpos[2] - simulation_.facts().qpos0[2];
    copy_array(simulation_, Array::kTenLength, out.tendon_length);
    copy_array(simulation_, Array::kTenVelocity, out.tendon_velocity);
    out.reward_linup = up_reward_;
    out.reward_quadctrl = -control_cost_;
    out.reward_impact = -impact_cost_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, kHumanoidResults);
    io(up_reward_, control_cost_, impact_cost_);
  }

 private:
  Config config_;
  Simulation simulation_;
  double up_reward_ = 0.0;
  double control_cost_ = 0.0;
  double impact_cost_ = 0.0;
};

}  // namespace pp::mujoco
