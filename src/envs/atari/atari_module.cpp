// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module of Atari games.
#include <nanobind/nanobind.h>
#include <parallel_pool/errors.h>

#include "bind_emulator.h"
#include "games/bind_games.h"
#include "pool/bind_envs.h"
#include "pool/bind_resize.h"

NB_MODULE(atari, m) {
  pp::register_errors();
  pp::atari::bind_games(m);
  pp::atari::bind_emulator(m);
  pp::atari::bind_envs(m);
  pp::atari::bind_resize(m);
}
