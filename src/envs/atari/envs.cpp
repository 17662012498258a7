// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module of Atari games.
#include <parallel_pool/bind.h>

#include "atari/console/bind_emulator.h"
#include "atari/games/bind_games.h"
#include "atari/multi_player/bind_multi_player.h"
#include "atari/single_player/bind_envs.h"
#include "atari/single_player/bind_resize.h"

NB_MODULE(native, m) {
  pp::begin_module();
  pp::atari::bind_games(m);
  pp::atari::bind_emulator(m);
  pp::atari::bind_envs(m);
  pp::atari::bind_multi_player(m);
  pp::atari::bind_resize(m);
}
