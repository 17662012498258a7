// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module behind parallel_pool.mujoco.
#include <parallel_pool/bindings/errors.h>

#include "batch.h"
#include "shared/mujoco/bind_listen.h"

NB_MODULE(native, m) {
  pp::import_numpy();
  nanobind::set_leak_warnings(false);
  pp::register_errors();
  pp::mujoco::bind_batch(m);
  pp::mujoco::bind_listen(m);
}
