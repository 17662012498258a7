// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of PettingZoo's environments.
#include <parallel_pool/bind.h>

#include "connect_four.h"
#include "leduc_holdem.h"
#include "rock_paper_scissors.h"
#include "tic_tac_toe.h"

NB_MODULE(native, m) {
  using namespace pp::classic_games;
  using pp::bind_env;
  bind_env<ConnectFour>(m, {.id = "connect_four-v3"});
  bind_env<LeducHoldem>(m, {.id = "leduc_holdem-v4"});
  bind_env<RockPaperScissors>(m, {.id = "rps-v2", .max_episode_steps = 15});
  bind_env<TicTacToe>(m, {.id = "tictactoe-v3"});
}
