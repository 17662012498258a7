// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of PettingZoo's SISL environments.
#include <parallel_pool/bind.h>

#include "pursuit.h"

NB_MODULE(native, m) {
  pp::bind_env<pp::sisl::Pursuit>(m, {.id = "pursuit-v5", .max_episode_steps = 500});
}
