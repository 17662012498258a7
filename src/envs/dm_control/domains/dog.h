// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Dog: stand, walk, trot or run on four legs, or fetch a ball.
#pragma once

#include <cmath>
#include <optional>

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Dog : public Task {
 public:
  // Without a speed it stands.
  explicit Dog(Physics& physics, std::optional<double> speed = std::nullopt)
      : Task(physics),
        speed_(speed),
        torso_(model().body("torso")),
        pelvis_(model().body("pelvis")),
        skull_(model().body("skull")),
        root_(qpos_of("root")),
        velocity_(model().sensor("torso_linvel")),
        inertial_(sensors({"accelerometer", "velocimeter", "gyro"})),
        feet_(sensors({"foot_L", "foot_R", "hand_L", "hand_R"})),
        touch_(sensors({"palm_L", "palm_R", "sole_L", "sole_R"})) {
    for (const Joint& joint : model().suite().joints) {
      if (joint.type == JointType::kHinge) hinges_.push_back(&joint);
    }
    physics_.reset();
    const std::array heights = this->heights();
    torso_height_ = at_least(heights[0] * kStandFraction);
    pelvis_height_ = at_least(heights[1] * kStandFraction);
    const double upright = numpy::cos(30 * (kPi / 180));
    upright_ = linear(upright, kInfinity, upright + 1, 0);
    const double mass = physics_.in_model(ModelArray::kBodySubtreemass)[torso_];
    const double weight = -model().suite().gravity * mass;
    feel_ground_ = linear(weight, kInfinity, weight, 0.9);
    if (speed_) forward_ = linear(*speed_, 2 * *speed_, std::max(1.0, *speed_), 0);
  }

  void start_episode(RandomState& random) override {
    physics_.reset();
    const double azimuth = random.uniform(0, 2 * kPi);
    double* const orientation = qpos() + root_ + 3;
    orientation[0] = numpy::cos(azimuth / 2);
    orientation[1] = orientation[2] = 0;
    orientation[3] = numpy::sin(azimuth / 2);
    for (const std::size_t i : {0, 1, 5}) qvel()[i] = 2 * random.randn();
    const SuiteFacts& suite = model().suite();
    for (std::size_t i = 0; i < suite.control_low.size(); ++i) {
      physics_[Array::kAct][i] = random.uniform(suite.control_low[i], suite.control_high[i]);
    }
  }
  void observe(Observer& out) const override {
    double* angles = out.part("joint_angles", {hinges_.size()});
    for (const Joint* const hinge : hinges_) *angles++ = qpos()[hinge->qpos];
    double* velocities = out.part("joint_velocites", {hinges_.size()});  // the reference's spelling
    for (const Joint* const hinge : hinges_) *velocities++ = qvel()[hinge->dof];
    out.add("torso_pelvis_height", heights());
    double* verticals = out.part("z_projection", {9});
    for (const std::size_t body : {skull_, torso_, pelvis_}) {
      verticals = std::copy_n(physics_.matrix(Array::kXmat, body) + kZX, 3, verticals);
    }
    out.add("torso_com_velocity", torso_velocity());
    copy_sensors(inertial_, out.part("inertial_sensors", {9}));
    copy_sensors(feet_, out.part("foot_forces", {12}));
    copy_sensors(touch_, out.part("touch_sensors", {4}));
    out.add("actuator_state", physics_.all(Array::kAct));
  }
  double reward() const override {
    const std::array heights = this->heights();
    double product = torso_height_(heights[0]) * pelvis_height_(heights[1]);
    for (const std::size_t body : {skull_, torso_, pelvis_}) {
      product *= upright_.of_element(physics_.matrix(Array::kXmat, body)[kZZ]);
    }
    double touch = 0.0;
    for (const Sensor* const sensor : touch_) touch += physics_.sensor(*sensor)[0];
    product *= feel_ground_(touch);
    if (speed_) product *= (4 * forward_(torso_velocity()[0]) + 1) / 5;
    return product;
  }

 private:
  static constexpr double kStandFraction = 0.9;  // of the height that the model stands at
  using Sensors = std::vector<const Sensor*>;

  static Tolerance at_least(double height) {
    return Tolerance({.lower = height, .upper = kInfinity, .margin = height});
  }
  static Tolerance linear(double lower, double upper, double margin, double value_at_margin) {
    return Tolerance({.lower = lower,
                      .upper = upper,
                      .margin = margin,
                      .sigmoid = Sigmoid::kLinear,
                      .value_at_margin = value_at_margin});
  }
  Sensors sensors(std::initializer_list<const char*> names) const {
    Sensors found;
    for (const char* const name : names) found.push_back(&model().sensor(name));
    return found;
  }
  void copy_sensors(const Sensors& sensors, double* out) const {
    for (const Sensor* const sensor : sensors) {
      const std::span<const double> values = physics_.sensor(*sensor);
      out = std::copy(values.begin(), values.end(), out);
    }
  }
  std::array<double, 2> heights() const {
    return {physics_.vector(Array::kXpos, torso_)[2], physics_.vector(Array::kXpos, pelvis_)[2]};
  }
  // Of the centre of mass, as seen from the torso.
  Vector torso_velocity() const {
    const std::span<const double> velocity = physics_.sensor(velocity_);
    return numpy::times_frame({velocity[0], velocity[1], velocity[2]},
                              physics_.matrix(Array::kXmat, torso_));
  }

  std::optional<double> speed_;
  std::size_t torso_, pelvis_, skull_, root_;
  const Sensor& velocity_;
  Sensors inertial_, feet_, touch_;
  std::vector<const Joint*> hinges_;
  Tolerance torso_height_, pelvis_height_, upright_, feel_ground_, forward_;
};

class DogFetch final : public Dog {
 public:
  explicit DogFetch(Physics& physics)
      : Dog(physics),
        head_(model().site("head")),
        upper_bite_(model().site("upper_bite")),
        lower_bite_(model().site("lower_bite")),
        ball_(model().geom("ball")),
        target_(model().geom("target")),
        ball_root_(model().joint("ball_root")),
        floor_(geom_size("floor")),
        target_radius_(geom_size("target")),
        reach_(reciprocal(site_size("upper_bite"), 2)),
        bring_(reciprocal(target_radius_, floor_)) {}

  void start_episode(RandomState& random) override {
    Dog::start_episode(random);
    const double radius = 0.75 * floor_;
    const double azimuth = random.uniform(0, 2 * kPi);
    double* const position = qpos() + ball_root_.qpos;
    position[0] = radius * numpy::sin(azimuth);
    position[1] = radius * numpy::cos(azimuth);
    position[2] = 0.05;
    const double height = random.uniform(0, 3);
    const double gravity = -model().suite().gravity;
    const double speed = random.uniform(0, 5);
    // Towards the centre, more or less.
    const double x = -numpy::sin(azimuth) + 0.05 * random.randn();
    const double y = -numpy::cos(azimuth) + 0.05 * random.randn();
    double* const velocity = qvel() + ball_root_.dof;
    velocity[0] = speed * x;
    velocity[1] = speed * y;
    velocity[2] = std::sqrt(2 * gravity * height);
  }
  void observe(Observer& out) const override {
    Dog::observe(out);
    const double* const frame = physics_.matrix(Array::kSiteXmat, head_);
    std::array<double, 6> head, ball;  // angular, then linear velocity
    physics_.object_velocity(model().suite().site_type, head_, head.data());
    physics_.object_velocity(model().suite().geom_type, ball_, ball.data());
    double* const state = out.part("ball_state", {6});
    const Vector seen = numpy::times_frame(difference(place(ball_), head_place()), frame);
    const Vector moves = numpy::times_frame(difference(ball.data() + 3, head.data() + 3), frame);
    std::copy(moves.begin(), moves.end(), std::copy(seen.begin(), seen.end(), state));
    out.add("target_position", numpy::times_frame(difference(place(target_), head_place()), frame));
  }
  double reward() const override {
    const double to_target = numpy::norm(difference(place(ball_), place(target_)));
    double reach = (6 * reach_(ball_to_mouth()) + 1) / 7;
    const double fetch = (bring_(to_target) + 1) / 2;
    if (to_target < 2 * target_radius_) reach = 1;  // it may leave the ball there
    return Dog::reward() * reach * fetch;
  }

 private:
  static Tolerance reciprocal(double radius, double margin) {
    return Tolerance({.upper = radius, .margin = margin, .sigmoid = Sigmoid::kReciprocal});
  }
  const double* place(std::size_t geom) const { return physics_.vector(Array::kGeomXpos, geom); }
  const double* head_place() const { return physics_.vector(Array::kSiteXpos, head_); }
  double ball_to_mouth() const {
    const double upper =
        numpy::norm(difference(place(ball_), physics_.vector(Array::kSiteXpos, upper_bite_)));
    const double lower =
        numpy::norm(difference(place(ball_), physics_.vector(Array::kSiteXpos, lower_bite_)));
    return 0.5 * (upper + lower);
  }

  std::size_t head_, upper_bite_, lower_bite_, ball_, target_;
  const Joint& ball_root_;
  double floor_, target_radius_;
  Tolerance reach_, bring_;
};

}  // namespace pp::dm_control
