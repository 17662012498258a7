// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What several tasks draw and reward alike.
#include <parallel_pool/numerics.h>

#include <algorithm>
#include <cmath>

#include "dm_control/physics/tolerance.h"
#include "task.h"

namespace pp::dm_control {
namespace {

// The quaternion of a rotation about a random axis by at most `limit`.
void draw_limited_quaternion(Physics& physics, RandomState& random, double limit, double* out) {
  Vector axis;
  for (double& x : axis) x = random.randn();
  const double norm = numpy::norm(axis);
  for (double& x : axis) x /= norm;
  physics.model().model()->functions().axis_angle_to_quat(out, axis.data(), random.rand() * limit);
}

template <class Draw>
void draw_quaternion(double* out, Draw draw) {
  for (std::size_t i = 0; i < 4; ++i) out[i] = draw();
  const double norm = numpy::norm({out, 4});
  for (std::size_t i = 0; i < 4; ++i) out[i] /= norm;
}

}  // namespace

void randomize_joints(Physics& physics, RandomState& random) {
  for (const Joint& joint : physics.model().suite().joints) {
    double* const position = physics[Array::kQpos] + joint.qpos;
    const bool turns_or_slides = joint.type == JointType::kHinge || joint.type == JointType::kSlide;
    if (joint.limited && turns_or_slides) {
      *position = random.uniform(joint.low, joint.high);
    } else if (joint.limited && joint.type == JointType::kBall) {
      draw_limited_quaternion(physics, random, joint.high, position);
    } else if (joint.limited) {
      continue;
    } else if (joint.type == JointType::kHinge) {
      *position = random.uniform(-kPi, kPi);
    } else if (joint.type == JointType::kBall) {
      draw_quaternion(position, [&] { return random.randn(); });
    } else if (joint.type == JointType::kFree) {
      draw_quaternion(position + 3, [&] { return random.rand(); });
    }
  }
}

void randomize_joints_without_contact(Physics& physics, RandomState& random, std::size_t attempts) {
  for (std::size_t i = 0; attempts == 0 || i < attempts; ++i) {
    randomize_joints(physics, random);
    physics.after_reset();
    if (physics.contacts() == 0) return;
  }
  throw std::runtime_error("Could not find a collision-free state after " +
                           std::to_string(attempts) + " attempts");
}

double small_control(std::span<const double> controls) {
  static const Tolerance small({.margin = 1, .sigmoid = Sigmoid::kQuadratic, .value_at_margin = 0});
  const auto reward = [&](std::size_t i) { return small.of_element(controls[i]); };
  return math::pairwise_sum<double>(0, controls.size(), reward) /
         static_cast<double>(controls.size());
}

}  // namespace pp::dm_control
