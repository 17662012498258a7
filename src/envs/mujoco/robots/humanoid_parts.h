// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The parts of the observations of Humanoid and HumanoidStandup.
#pragma once

#include <initializer_list>
#include <span>

#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

// Version 5 has options for the parts.
struct ChosenHumanoidParts {
  bool exclude_current_positions_from_observation = true;
  bool include_cinert_in_observation = true;
  bool include_cvel_in_observation = true;
  bool include_qfrc_actuator_in_observation = true;
  bool include_cfrc_ext_in_observation = true;

  template <class Config>
  static constexpr auto options() {
    return option_list(
        shared_option::exclude_current_positions_from_observation<Config>(),
        option("include_cinert_in_observation", &Config::include_cinert_in_observation,
               "Add the inertias of the bodies to the observation."),
        option("include_cvel_in_observation", &Config::include_cvel_in_observation,
               "Add the velocities of the bodies to the observation."),
        option("include_qfrc_actuator_in_observation",
               &Config::include_qfrc_actuator_in_observation,
               "Add the actuator forces to the observation."),
        option("include_cfrc_ext_in_observation", &Config::include_cfrc_ext_in_observation,
               "Add the contact forces to the observation."));
  }
};

// Version 4 has all parts, including those of the world body.
struct AllHumanoidParts {
  static constexpr bool include_cinert_in_observation = true;
  static constexpr bool include_cvel_in_observation = true;
  static constexpr bool include_qfrc_actuator_in_observation = true;
  static constexpr bool include_cfrc_ext_in_observation = true;
};

template <int kVersion>
struct HumanoidObservation {
  static constexpr std::size_t kFirstBody = kVersion == 5 ? 1 : 0;
  static constexpr std::size_t kFirstForce = kVersion == 5 ? 6 : 0;

  template <class Config>
  static std::size_t size(const Config& config, const ModelFacts& facts) {
    const std::size_t bodies = facts.nbody - kFirstBody;
    std::size_t size = facts.nq + facts.nv - hidden_positions<2>(config);
    if (config.include_cinert_in_observation) size += 10 * bodies;
    if (config.include_cvel_in_observation) size += 6 * bodies;
    if (config.include_qfrc_actuator_in_observation) size += facts.nv - kFirstForce;
    if (config.include_cfrc_ext_in_observation) size += 6 * bodies;
    return size;
  }
  template <class Config>
  static void write(const Config& config, const Simulation& simulation, std::span<double> out) {
    ObservationWriter writer(out);
    writer.add(simulation, Array::kQpos, hidden_positions<2>(config));
    writer.add(simulation, Array::kQvel);
    if (config.include_cinert_in_observation) {
      writer.add(simulation, Array::kCinert, 10 * kFirstBody);
    }
    if (config.include_cvel_in_observation) writer.add(simulation, Array::kCvel, 6 * kFirstBody);
    if (config.include_qfrc_actuator_in_observation) {
      writer.add(simulation, Array::kQfrcActuator, kFirstForce);
    }
    if (config.include_cfrc_ext_in_observation) {
      writer.add(simulation, Array::kCfrcExt, 6 * kFirstBody);
    }
    writer.finish();
  }
};

// Results of the last step that observations, rewards and infos read.
inline constexpr std::initializer_list<Array> kHumanoidResults = {
    Array::kCinert, Array::kCvel,      Array::kQfrcActuator, Array::kCfrcExt,
    Array::kXipos,  Array::kTenLength, Array::kTenVelocity};

template <class Row>
void copy_array(const Simulation& simulation, Array array, Row& out) {
  std::copy_n(simulation[array], simulation.size(array), out.begin());
}

}  // namespace pp::mujoco
