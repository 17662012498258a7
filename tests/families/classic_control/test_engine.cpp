// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pools of classic control go on as bare loops do, at any schedule, and their steps allocate
// nothing; nor do copies of environments.
#include "bare_rows.h"
#include "no_allocations.h"
#include "schedules.h"

int main() {
  using namespace pp::testing;
  trajectories_are_the_bare_loops<pp::classic_control::Acrobot>();
  trajectories_are_the_bare_loops<pp::classic_control::CartPole>();
  trajectories_are_the_bare_loops<pp::classic_control::ContinuousMountainCar>();
  trajectories_are_the_bare_loops<pp::classic_control::MountainCar>();
  trajectories_are_the_bare_loops<pp::classic_control::Pendulum>();
  steps_allocate_nothing<pp::classic_control::CartPole>("CartPole");
  steps_allocate_nothing<pp::classic_control::Pendulum>("Pendulum");
  clones_allocate_nothing<pp::classic_control::CartPole>("CartPole");
  clones_allocate_nothing<pp::classic_control::Acrobot>("Acrobot");
}
