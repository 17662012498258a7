// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Swimmer: bring the nose of a chain of links to a target in a viscous plane.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Swimmer final : public Task {
 public:
  static constexpr std::array kWritten{ModelArray::kGeomPos, ModelArray::kLightPos};

  explicit Swimmer(Physics& physics)
      : Task(physics),
        head_(model().body("head")),
        nose_(model().geom("nose")),
        target_(model().geom("target")),
        light_(model().light("target_light")),
        near_({.upper = geom_size("target"),
               .margin = 5 * geom_size("target"),
               .sigmoid = Sigmoid::kLongTail}) {}

  void start_episode(RandomState& random) override {
    randomize_joints(physics_, random);
    const bool close = random.rand() < .2;
    const double box = close ? .3 : 2;
    const double x = random.uniform(-box, box);
    const double y = random.uniform(-box, box);
    for (double* const place : {physics_.in_model(ModelArray::kGeomPos) + 3 * target_,
                                physics_.in_model(ModelArray::kLightPos) + 3 * light_}) {
      place[0] = x;
      place[1] = y;
    }
  }
  void observe(Observer& out) const override {
    out.add("joints", positions().subspan(3));
    const Vector nose = nose_to_target();
    out.add("to_target", {nose.data(), 2});
    // Six numbers a link, of which those in the plane count.
    const std::span<const double> links = physics_.all(Array::kSensordata).subspan(12);
    double* velocities = out.part("body_velocities", {links.size() / 2});
    for (std::size_t i = 0; i < links.size(); i += 6) {
      *velocities++ = links[i];
      *velocities++ = links[i + 1];
      *velocities++ = links[i + 5];
    }
  }
  double reward() const override {
    const Vector nose = nose_to_target();
    return near_(numpy::norm({nose.data(), 2}));
  }

 private:
  Vector nose_to_target() const {
    return numpy::times_frame(difference(physics_.vector(Array::kGeomXpos, target_),
                                         physics_.vector(Array::kGeomXpos, nose_)),
                              physics_.matrix(Array::kXmat, head_));
  }

  std::size_t head_, nose_, target_, light_;
  Tolerance near_;
};

}  // namespace pp::dm_control
