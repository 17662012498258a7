// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Point mass: push a mass to the middle of a plane, with actuators that may pull askew.
#pragma once

#include <cmath>

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class PointMass final : public Task {
 public:
  static constexpr std::array kWritten{ModelArray::kWrapPrm};

  PointMass(Physics& physics, bool randomize_gains)
      : Task(physics),
        randomize_gains_(randomize_gains),
        target_(model().geom("target")),
        mass_(model().geom("pointmass")),
        near_({.upper = geom_size("target"), .margin = geom_size("target")}) {}

  void start_episode(RandomState& random) override {
    randomize_joints(physics_, random);
    if (!randomize_gains_) return;
    const auto first = direction(random);
    auto second = direction(random);
    while (std::abs(numpy::dot(first, second)) > 0.9) second = direction(random);
    double* const gains = physics_.in_model(ModelArray::kWrapPrm);
    std::copy(first.begin(), first.end(), gains);
    std::copy(second.begin(), second.end(), gains + 2);
  }
  void observe(Observer& out) const override {
    out.add("position", positions());
    out.add("velocity", velocities());
  }
  double reward() const override {
    const double distance = numpy::norm(difference(physics_.vector(Array::kGeomXpos, target_),
                                                   physics_.vector(Array::kGeomXpos, mass_)));
    return near_(distance) * ((small_control(controls()) + 4) / 5);
  }

 private:
  static std::array<double, 2> direction(RandomState& random) {
    std::array<double, 2> drawn;
    for (double& x : drawn) x = random.randn();
    const double norm = numpy::norm(drawn);
    for (double& x : drawn) x /= norm;
    return drawn;
  }

  bool randomize_gains_;
  std::size_t target_, mass_;
  Tolerance near_;
};

}  // namespace pp::dm_control
