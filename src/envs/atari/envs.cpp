// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module of Atari games.
#include <nanobind/nanobind.h>
#include <parallel_pool/bindings/errors.h>

#include "atari/console/bind_emulator.h"
#include "atari/games/bind_games.h"
#include "atari/party/bind_party.h"
#include "atari/pool/bind_envs.h"
#include "atari/pool/bind_resize.h"

NB_MODULE(native, m) {
  pp::register_errors();
  pp::atari::bind_games(m);
  pp::atari::bind_emulator(m);
  pp::atari::bind_envs(m);
  pp::atari::bind_party(m);
  pp::atari::bind_resize(m);
}
