// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module of MPE2's environments.
#include "bindings.h"

NB_MODULE(native, m) {
  pp::mpe::bind_navigation_games(m);
  pp::mpe::bind_communication_games(m);
  pp::mpe::bind_pursuit_games(m);
}
