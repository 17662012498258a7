// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The least that stepping the suite costs: MuJoCo's own functions in dm_control's order, with
// controls that contenders.py hands over, and nothing observed or rewarded.
#include <stddef.h>
#include <string.h>

typedef void (*Step)(const void* model, void* data);

// `controls` is (steps, envs, nu); `ctrl` has the place of each data's controls.
void run(Step step, Step step1, Step step2, const void* model, void** data, double** ctrl,
         size_t envs, size_t nu, size_t sub_steps, int runge_kutta, size_t steps,
         const double* controls) {
  for (size_t i = 0; i < steps; ++i) {
    for (size_t env = 0; env < envs; ++env, controls += nu) {
      memcpy(ctrl[env], controls, nu * sizeof(double));
      if (!runge_kutta) step2(model, data[env]);
      for (size_t k = runge_kutta ? 0 : 1; k < sub_steps; ++k) step(model, data[env]);
      step1(model, data[env]);
    }
  }
}
