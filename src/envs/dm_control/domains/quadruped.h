// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Quadruped: walk, run, escape from a bowl of rough terrain, or fetch a ball, on four legs.
#pragma once

#include <cmath>

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"
#include "shared/numpy/zoom.h"

namespace pp::dm_control {

class Quadruped : public Task {
 public:
  // Upright is within this angle of the vertical, in degrees.
  explicit Quadruped(Physics& physics, double angle = 0)
      : Task(physics),
        torso_(model().body("torso")),
        root_(qpos_of("root")),
        workspace_(model().site("workspace")),
        velocimeter_(model().sensor("velocimeter")),
        imu_(of_types({"GYRO", "ACCELEROMETER"})),
        force_torque_(of_types({"FORCE", "TORQUE"})) {
    for (const Joint& joint : model().suite().joints) {
      if (joint.type == JointType::kHinge) hinges_.push_back(&joint);
    }
    const double deviation = numpy::cos(angle * (kPi / 180));
    upright_ = Tolerance({.lower = deviation,
                          .upper = kInfinity,
                          .margin = 1 + deviation,
                          .sigmoid = Sigmoid::kLinear,
                          .value_at_margin = 0});
  }

  void observe(Observer& out) const override {
    const std::span<const double> activations = physics_.all(Array::kAct);
    double* state = out.part("egocentric_state", {2 * hinges_.size() + activations.size()});
    for (const Joint* const hinge : hinges_) *state++ = qpos()[hinge->qpos];
    for (const Joint* const hinge : hinges_) *state++ = qvel()[hinge->dof];
    std::copy(activations.begin(), activations.end(), state);
    out.add("torso_velocity", physics_.sensor(velocimeter_));
    out.add("torso_upright", frame()[kZZ]);
    copy_sensors(imu_, out.part("imu", {size_of(imu_)}), [](double x) { return x; });
    copy_sensors(force_torque_, out.part("force_torque", {size_of(force_torque_)}), numpy::arcsinh);
  }

 protected:
  using Sensors = std::vector<const Sensor*>;
  using Orientation = std::array<double, 4>;

  Sensors of_types(std::initializer_list<const char*> types) const {
    Sensors found;
    for (const Sensor& sensor : model().suite().sensors) {
      if (std::find(types.begin(), types.end(), sensor.type) != types.end()) {
        found.push_back(&sensor);
      }
    }
    return found;
  }
  static std::size_t size_of(const Sensors& sensors) {
    std::size_t size = 0;
    for (const Sensor* const sensor : sensors) size += sensor->size;
    return size;
  }
  template <class Function>
  void copy_sensors(const Sensors& sensors, double* out, Function function) const {
    for (const Sensor* const sensor : sensors) {
      for (const double value : physics_.sensor(*sensor)) *out++ = function(value);
    }
  }

  const double* torso() const { return physics_.vector(Array::kXpos, torso_); }
  const double* frame() const { return physics_.matrix(Array::kXmat, torso_); }
  double upright_reward() const { return upright_(frame()[kZZ]); }

  static Orientation draw_orientation(RandomState& random) {
    Orientation orientation;
    for (double& x : orientation) x = random.randn();
    const double norm = numpy::norm(orientation);
    for (double& x : orientation) x /= norm;
    return orientation;
  }
  // Starts anew, higher and higher, until nothing touches.
  void find_height(const Orientation& orientation, double x = 0.0, double y = 0.0) {
    double z = 0.0;
    for (int attempt = 0; attempt <= 10000; ++attempt) {
      physics_.reset();
      double* const root = qpos() + root_;
      root[0] = x;
      root[1] = y;
      root[2] = z;
      std::copy(orientation.begin(), orientation.end(), root + 3);
      try {
        physics_.after_reset();
      } catch (const PhysicsError&) {
      }
      if (physics_.contacts() == 0) return;
      z += 0.01;
    }
    throw std::runtime_error("Failed to find a non-contacting configuration.");
  }

  std::size_t torso_, root_, workspace_;
  const Sensor& velocimeter_;

 private:
  Sensors imu_, force_torque_;
  std::vector<const Joint*> hinges_;
  Tolerance upright_;
};

class QuadrupedMove final : public Quadruped {
 public:
  QuadrupedMove(Physics& physics, double speed)
      : Quadruped(physics),
        move_({.lower = speed,
               .upper = kInfinity,
               .margin = speed,
               .sigmoid = Sigmoid::kLinear,
               .value_at_margin = 0.5}) {}

  void start_episode(RandomState& random) override { find_height(draw_orientation(random)); }
  double reward() const override {
    return upright_reward() * move_(physics_.sensor(velocimeter_)[0]);
  }

 private:
  Tolerance move_;
};

class QuadrupedEscape final : public Quadruped {
 public:
  static constexpr std::array kWritten{ModelArray::kHfieldData};

  explicit QuadrupedEscape(Physics& physics)
      : Quadruped(physics, 20),
        rangefinders_(of_types({"RANGEFINDER"})),
        terrain_size_(physics.in_model(ModelArray::kHfieldSize)[0]),
        escape_({.lower = terrain_size_,
                 .upper = kInfinity,
                 .margin = terrain_size_,
                 .sigmoid = Sigmoid::kLinear,
                 .value_at_margin = 0}) {}

  void start_episode(RandomState& random) override {
    const std::vector<double>& bowl = model().suite().bowl;
    const auto side = static_cast<std::size_t>(std::lround(std::sqrt(bowl.size())));
    const auto bumps_side = static_cast<std::size_t>(2 * terrain_size_ / kBumpScale);
    std::vector<double> bumps(bumps_side * bumps_side);
    for (double& bump : bumps) bump = random.uniform(kSmoothness, 1);
    const std::vector<double> smooth = numpy::zoom_square(bumps, bumps_side, side);
    float* const terrain = physics_.in_model<float>(ModelArray::kHfieldData);
    for (std::size_t i = 0; i < bowl.size(); ++i) {
      terrain[i] = static_cast<float>(bowl[i] * smooth[i]);
    }
    first_reward_ = reward();
    find_height(draw_orientation(random));
  }
  void observe(Observer& out) const override {
    Quadruped::observe(out);
    const Vector to_origin{-torso()[0], -torso()[1], -torso()[2]};
    out.add("origin", numpy::times_frame(to_origin, frame()));
    copy_sensors(rangefinders_, out.part("rangefinder", {size_of(rangefinders_)}),
                 [](double x) { return x == -1.0 ? 1.0 : numpy::tanh(x); });
  }
  double reward() const override {
    const double distance = numpy::norm({physics_.vector(Array::kSiteXpos, workspace_), 3});
    return upright_reward() * escape_(distance);
  }
  // dm_control colors before it looks for a place to stand.
  double first_reward() const override { return first_reward_; }

 private:
  static constexpr double kSmoothness = 0.15;  // 0 is rough, 1 is smooth
  static constexpr double kBumpScale = 2;

  Sensors rangefinders_;
  double terrain_size_;
  double first_reward_ = 0;
  Tolerance escape_;
};

class QuadrupedFetch final : public Quadruped {
 public:
  explicit QuadrupedFetch(Physics& physics)
      : Quadruped(physics),
        ball_(model().body("ball")),
        target_(model().site("target")),
        ball_root_(model().joint("ball_root")),
        root_joint_(model().joint("root")),
        floor_(geom_size("floor")) {
    const double arena = floor_ * std::sqrt(2.0);
    reach_ = near(site_size("workspace") + geom_size("ball"), arena);
    fetch_ = near(site_size("target"), arena);
  }

  void start_episode(RandomState& random) override {
    const double azimuth = random.uniform(0, 2 * kPi);
    const double radius = 0.9 * floor_;
    const double x = random.uniform(-radius, radius);
    const double y = random.uniform(-radius, radius);
    find_height({numpy::cos(azimuth / 2), 0, 0, numpy::sin(azimuth / 2)}, x, y);
    double* const ball = qpos() + ball_root_.qpos;
    ball[0] = random.uniform(-radius, radius);
    ball[1] = random.uniform(-radius, radius);
    ball[2] = 2;
    double* const velocity = qvel() + ball_root_.dof;
    velocity[0] = 5 * random.randn();
    velocity[1] = 5 * random.randn();
  }
  void observe(Observer& out) const override {
    Quadruped::observe(out);
    const double* const ball_velocity = qvel() + ball_root_.dof;
    std::array<Vector, 3> state{difference(ball(), torso()),
                                difference(ball_velocity, qvel() + root_joint_.dof),
                                Vector{ball_velocity[3], ball_velocity[4], ball_velocity[5]}};
    numpy::times_frame(state[0].data(), 3, frame(), out.part("ball_state", {9}));
    out.add("target_position", numpy::times_frame(difference(target(), torso()), frame()));
  }
  double reward() const override {
    const double reach =
        reach_(in_plane(difference(physics_.vector(Array::kSiteXpos, workspace_), ball())));
    const double fetch = fetch_(in_plane(difference(target(), ball())));
    return upright_reward() * (reach * (0.5 + 0.5 * fetch));
  }

 private:
  static Tolerance near(double radius, double margin) {
    return Tolerance(
        {.upper = radius, .margin = margin, .sigmoid = Sigmoid::kLinear, .value_at_margin = 0});
  }
  static double in_plane(const Vector& vector) { return numpy::norm({vector.data(), 2}); }
  const double* ball() const { return physics_.vector(Array::kXpos, ball_); }
  const double* target() const { return physics_.vector(Array::kSiteXpos, target_); }

  std::size_t ball_, target_;
  const Joint &ball_root_, &root_joint_;
  double floor_;
  Tolerance reach_, fetch_;
};

}  // namespace pp::dm_control
