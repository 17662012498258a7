// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Cheetah: run forward on two legs, in a plane.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Cheetah final : public Task {
 public:
  explicit Cheetah(Physics& physics)
      : Task(physics), velocity_(model().sensor("torso_subtreelinvel")) {}

  void start_episode(RandomState& random) override {
    for (const Joint& joint : model().suite().joints) {
      if (joint.limited) qpos()[joint.qpos] = random.uniform(joint.low, joint.high);
    }
    physics_.step(200);  // to let it fall
    physics_.set_time(0);
  }
  void observe(Observer& out) const override {
    out.add("position", positions().subspan(1));
    out.add("velocity", velocities());
  }
  double reward() const override { return run_(physics_.sensor(velocity_)[0]); }

 private:
  static constexpr double kRunSpeed = 10;

  const Sensor& velocity_;
  Tolerance run_{{.lower = kRunSpeed,
                  .upper = kInfinity,
                  .margin = kRunSpeed,
                  .sigmoid = Sigmoid::kLinear,
                  .value_at_margin = 0}};
};

}  // namespace pp::dm_control
