// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How the rows of classic control lie in memory, for bare loops over its classes.
#pragma once

#include "bare_loop.h"
#include "classic_control/acrobot.h"
#include "classic_control/cartpole.h"
#include "classic_control/continuous_mountain_car.h"
#include "classic_control/mountain_car.h"
#include "classic_control/pendulum.h"

namespace pp::testing {

template <>
struct Rows<classic_control::Acrobot>
    : OneLeaf<classic_control::Acrobot, &classic_control::Acrobot::Observation::state,
              &classic_control::Acrobot::Action::torque, 6, 3> {};
template <>
struct Rows<classic_control::CartPole>
    : OneLeaf<classic_control::CartPole, &classic_control::CartPole::Observation::state,
              &classic_control::CartPole::Action::push, 4, 2> {};
template <>
struct Rows<classic_control::MountainCar>
    : OneLeaf<classic_control::MountainCar, &classic_control::MountainCar::Observation::state,
              &classic_control::MountainCar::Action::push, 2, 3> {};
template <>
struct Rows<classic_control::ContinuousMountainCar>
    : OneLeaf<classic_control::ContinuousMountainCar,
              &classic_control::ContinuousMountainCar::Observation::state,
              &classic_control::ContinuousMountainCar::Action::force, 2, 0> {};
template <>
struct Rows<classic_control::Pendulum>
    : OneLeaf<classic_control::Pendulum, &classic_control::Pendulum::Observation::state,
              &classic_control::Pendulum::Action::torque, 3, 0> {};

}  // namespace pp::testing
