// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module behind parallel_pool.mujoco.
#include <parallel_pool/bindings/begin_module.h>

#include "batch.h"
#include "shared/mujoco/bind_listen.h"
#include "task_type.h"

NB_MODULE(native, m) {
  pp::begin_module();
  pp::mujoco::bind_task_type(m);
  pp::mujoco::bind_batch(m);
  pp::mujoco::bind_listen(m);
  m.def("show_in", &pp::mujoco::show_in, nanobind::arg("data"),
        "Simulations that this thread renders are copied into the data at this address; 0: none.");
}
