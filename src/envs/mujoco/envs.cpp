// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of Gymnasium's MuJoCo environments.
#include <nanobind/stl/string.h>
#include <parallel_pool/bind.h>

#include "mujoco/robots/ant.h"
#include "mujoco/robots/arms.h"
#include "mujoco/robots/half_cheetah.h"
#include "mujoco/robots/humanoid.h"
#include "mujoco/robots/humanoid_standup.h"
#include "mujoco/robots/inverted_double_pendulum.h"
#include "mujoco/robots/inverted_pendulum.h"
#include "mujoco/robots/planar_walker.h"
#include "mujoco/robots/swimmer.h"
#include "shared/gymnasium/version.h"
#include "shared/mujoco/bind_listen.h"

namespace {

template <class Env>
void bind(nanobind::module_& m, const char* id, std::int64_t max_episode_steps,
          std::optional<double> reward_threshold = std::nullopt) {
  typename Env::Config defaults;
  defaults.reference = id;
  pp::bind_env<Env>(m, {.id = id,
                        .max_episode_steps = max_episode_steps,
                        .reward_threshold = reward_threshold,
                        .reference = id,
                        .defaults = defaults});
}

}  // namespace

NB_MODULE(native, m) {
  using namespace pp::mujoco;
  humanoid_rounds_products = !pp::gymnasium_since(1, 2, 1);
  bind<AntV4>(m, "Ant-v4", 1000, 6000.0);
  bind<Ant>(m, "Ant-v5", 1000, 6000.0);
  bind<HalfCheetahV4>(m, "HalfCheetah-v4", 1000, 4800.0);
  bind<HalfCheetah>(m, "HalfCheetah-v5", 1000, 4800.0);
  bind<HopperV4>(m, "Hopper-v4", 1000, 3800.0);
  bind<Hopper>(m, "Hopper-v5", 1000, 3800.0);
  bind<HumanoidV4>(m, "Humanoid-v4", 1000);
  bind<Humanoid>(m, "Humanoid-v5", 1000);
  bind<HumanoidStandupV4>(m, "HumanoidStandup-v4", 1000);
  bind<HumanoidStandup>(m, "HumanoidStandup-v5", 1000);
  bind<InvertedDoublePendulumV4>(m, "InvertedDoublePendulum-v4", 1000, 9100.0);
  bind<InvertedDoublePendulum>(m, "InvertedDoublePendulum-v5", 1000, 9100.0);
  bind<InvertedPendulumV4>(m, "InvertedPendulum-v4", 1000, 950.0);
  bind<InvertedPendulum>(m, "InvertedPendulum-v5", 1000, 950.0);
  bind<Pusher>(m, "Pusher-v5", 100, 0.0);
  bind<ReacherV4>(m, "Reacher-v4", 50, -3.75);
  bind<Reacher>(m, "Reacher-v5", 50, -3.75);
  bind<SwimmerV4>(m, "Swimmer-v4", 1000, 360.0);
  bind<Swimmer>(m, "Swimmer-v5", 1000, 360.0);
  bind<Walker2dV4>(m, "Walker2d-v4", 1000);
  bind<Walker2d>(m, "Walker2d-v5", 1000);
  bind_listen(m);
  m.def("show_in", &show_in, nanobind::arg("data"),
        "Simulations that this thread renders are copied into the data at this address; 0: none.");
}
