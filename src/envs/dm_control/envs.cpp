// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The tasks of the suite and their ids.
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <parallel_pool/bind.h>

#include "domains/acrobot.h"
#include "domains/ball_in_cup.h"
#include "domains/cartpole.h"
#include "domains/cheetah.h"
#include "domains/dog.h"
#include "domains/finger.h"
#include "domains/fish.h"
#include "domains/hopper.h"
#include "domains/humanoid.h"
#include "domains/lqr.h"
#include "domains/manipulator.h"
#include "domains/pendulum.h"
#include "domains/point_mass.h"
#include "domains/quadruped.h"
#include "domains/reacher.h"
#include "domains/stacker.h"
#include "domains/swimmer.h"
#include "domains/walker.h"
#include "environment.h"
#include "shared/mujoco/bind_listen.h"

namespace pp::dm_control {
namespace {

using Made = std::unique_ptr<Task>;
using Arguments = const TaskArguments&;

// A task of a class, with what its constructor takes after the physics.
template <class Class, auto... kValues>
Made make(Physics& physics, Arguments) {
  return std::make_unique<Class>(physics, kValues...);
}
template <bool kPeg, bool kInsert>
Made make_manipulator(Physics& physics, Arguments arguments) {
  return std::make_unique<Manipulator>(
      physics, Manipulator::Kind{kPeg, kInsert, arguments.fully_observable});
}
template <std::size_t kBoxes>
Made make_stacker(Physics& physics, Arguments arguments) {
  return std::make_unique<Stacker>(physics, kBoxes, arguments.fully_observable);
}
Made make_three_poles(Physics& physics, Arguments arguments) {
  return std::make_unique<Cartpole>(physics, true, arguments.sparse);
}
template <bool kCmu, double kSpeed, bool kPureState = false>
Made make_humanoid(Physics& physics, Arguments) {
  return std::make_unique<Humanoid>(physics, kCmu ? kHumanoidCmu : kHumanoid, kSpeed, kPureState);
}
template <double kSpeed>
Made make_dog(Physics& physics, Arguments) {
  return std::make_unique<Dog>(physics, kSpeed);
}

// id, then domain, task, seconds of a time step and of an episode, and what makes the rules.
struct Id {
  const char* id;
  Entry entry;
};
constexpr Id kTasks[]{
    {"AcrobotSwingup-v1", {"acrobot", "swingup", 0, 10, make<Acrobot, false>}},
    {"AcrobotSwingupSparse-v1", {"acrobot", "swingup_sparse", 0, 10, make<Acrobot, true>}},
    {"BallInCupCatch-v1", {"ball_in_cup", "catch", .02, 20, make<BallInCup>}},
    {"CartpoleBalance-v1", {"cartpole", "balance", 0, 10, make<Cartpole, false, false>}},
    {"CartpoleBalanceSparse-v1",
     {"cartpole", "balance_sparse", 0, 10, make<Cartpole, false, true>}},
    {"CartpoleSwingup-v1", {"cartpole", "swingup", 0, 10, make<Cartpole, true, false>}},
    {"CartpoleSwingupSparse-v1", {"cartpole", "swingup_sparse", 0, 10, make<Cartpole, true, true>}},
    {"CartpoleTwoPoles-v1", {"cartpole", "two_poles", 0, 10, make<Cartpole, true, false>}},
    {"CheetahRun-v1", {"cheetah", "run", 0, 10, make<Cheetah>}},
    {"DogFetch-v1", {"dog", "fetch", .015, 15, make<DogFetch>}},
    {"DogRun-v1", {"dog", "run", .015, 15, make_dog<9.0>}},
    {"DogStand-v1", {"dog", "stand", .015, 15, make<Dog>}},
    {"DogTrot-v1", {"dog", "trot", .015, 15, make_dog<3.0>}},
    {"DogWalk-v1", {"dog", "walk", .015, 15, make_dog<1.0>}},
    {"FingerSpin-v1", {"finger", "spin", .02, 20, make<FingerSpin>, FingerSpin::kWritten}},
    {"FingerTurnEasy-v1",
     {"finger", "turn_easy", .02, 20, make<FingerTurn, 0.07>, FingerTurn::kWritten}},
    {"FingerTurnHard-v1",
     {"finger", "turn_hard", .02, 20, make<FingerTurn, 0.03>, FingerTurn::kWritten}},
    {"FishSwim-v1", {"fish", "swim", .04, 40, make<Fish, true>, Fish::kWritten}},
    {"FishUpright-v1", {"fish", "upright", .04, 40, make<Fish, false>, Fish::kWritten}},
    {"HopperHop-v1", {"hopper", "hop", .02, 20, make<Hopper, true>}},
    {"HopperStand-v1", {"hopper", "stand", .02, 20, make<Hopper, false>}},
    {"HumanoidCMURun-v1", {"humanoid_CMU", "run", .02, 20, make_humanoid<true, 10.0>}},
    {"HumanoidCMUStand-v1", {"humanoid_CMU", "stand", .02, 20, make_humanoid<true, 0.0>}},
    {"HumanoidCMUWalk-v1", {"humanoid_CMU", "walk", .02, 20, make_humanoid<true, 1.0>}},
    {"HumanoidRun-v1", {"humanoid", "run", .025, 25, make_humanoid<false, 10.0>}},
    {"HumanoidRunPureState-v1",
     {"humanoid", "run_pure_state", .025, 25, make_humanoid<false, 10.0, true>}},
    {"HumanoidStand-v1", {"humanoid", "stand", .025, 25, make_humanoid<false, 0.0>}},
    {"HumanoidWalk-v1", {"humanoid", "walk", .025, 25, make_humanoid<false, 1.0>}},
    {"LqrLqr21-v1", {"lqr", "lqr_2_1", 0, kInfinity, make<Lqr>, Lqr::kWritten}},
    {"LqrLqr62-v1", {"lqr", "lqr_6_2", 0, kInfinity, make<Lqr>, Lqr::kWritten}},
    {"PendulumSwingup-v1", {"pendulum", "swingup", 0, 20, make<Pendulum>}},
    {"PointMassEasy-v1", {"point_mass", "easy", 0, 20, make<PointMass, false>}},
    {"PointMassHard-v1", {"point_mass", "hard", 0, 20, make<PointMass, true>, PointMass::kWritten}},
    {"QuadrupedEscape-v1",
     {"quadruped", "escape", .02, 20, make<QuadrupedEscape>, QuadrupedEscape::kWritten}},
    {"QuadrupedFetch-v1", {"quadruped", "fetch", .02, 20, make<QuadrupedFetch>}},
    {"QuadrupedRun-v1", {"quadruped", "run", .02, 20, make<QuadrupedMove, 5>}},
    {"QuadrupedWalk-v1", {"quadruped", "walk", .02, 20, make<QuadrupedMove, 0.5>}},
    {"ReacherEasy-v1", {"reacher", "easy", 0, 20, make<Reacher, 0.05>, Reacher::kWritten}},
    {"ReacherHard-v1", {"reacher", "hard", 0, 20, make<Reacher, 0.015>, Reacher::kWritten}},
    {"SwimmerSwimmer15-v1", {"swimmer", "swimmer15", .03, 30, make<Swimmer>, Swimmer::kWritten}},
    {"SwimmerSwimmer6-v1", {"swimmer", "swimmer6", .03, 30, make<Swimmer>, Swimmer::kWritten}},
    {"WalkerRun-v1", {"walker", "run", .025, 25, make<Walker, 8>}},
    {"WalkerStand-v1", {"walker", "stand", .025, 25, make<Walker, 0>}},
    {"WalkerWalk-v1", {"walker", "walk", .025, 25, make<Walker, 1>}}};

constexpr Id kManipulationTasks[]{
    {"ManipulatorBringBall-v1",
     {"manipulator", "bring_ball", .01, 10, make_manipulator<false, false>, Manipulator::kWritten}},
    {"ManipulatorBringPeg-v1",
     {"manipulator", "bring_peg", .01, 10, make_manipulator<true, false>, Manipulator::kWritten}},
    {"ManipulatorInsertBall-v1",
     {"manipulator", "insert_ball", .01, 10, make_manipulator<false, true>, Manipulator::kWritten}},
    {"ManipulatorInsertPeg-v1",
     {"manipulator", "insert_peg", .01, 10, make_manipulator<true, true>, Manipulator::kWritten}},
    {"StackerStack2-v1", {"stacker", "stack_2", .01, 10, make_stacker<2>, Stacker::kWritten}},
    {"StackerStack4-v1", {"stacker", "stack_4", .01, 10, make_stacker<4>, Stacker::kWritten}}};

constexpr Id kThreePoles{"CartpoleThreePoles-v1",
                         {"cartpole", "three_poles", 0, 10, make_three_poles}};

template <class TaskOptions>
void bind(nanobind::module_& m, const Id& id) {
  using Env = Environment<TaskOptions>;
  TaskOptions defaults;
  defaults.entry = &id.entry;
  const bool endless = id.entry.time_limit == kInfinity;
  pp::bind_env<Env>(m, {.id = id.id,
                        .max_episode_steps = endless ? std::nullopt : std::optional(1000),
                        .defaults = defaults});
}

std::map<std::string, std::pair<std::string, std::string>> tasks() {
  std::map<std::string, std::pair<std::string, std::string>> names;
  const auto add = [&](const Id& id) { names[id.id] = {id.entry.domain, id.entry.task}; };
  for (const Id& id : kTasks) add(id);
  for (const Id& id : kManipulationTasks) add(id);
  add(kThreePoles);
  return names;
}

}  // namespace
}  // namespace pp::dm_control

NB_MODULE(native, m) {
  using namespace pp::dm_control;
  for (const Id& id : kTasks) bind<Options>(m, id);
  for (const Id& id : kManipulationTasks) bind<ManipulationOptions>(m, id);
  bind<PolesOptions>(m, kThreePoles);
  pp::mujoco::bind_listen(m);
  m.def("show_in", &show_in, nanobind::arg("data"), nanobind::arg("model"),
        "Simulations that this thread renders are copied into the data and the model at these "
        "addresses; 0: none.");
  m.def("tasks", &tasks, "The domain and task of each id.");
}
