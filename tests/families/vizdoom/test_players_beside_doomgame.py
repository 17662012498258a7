# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Games of several players equal those of ViZDoom's DoomGame.

The reference's engines talk over the network, where packets arrive at any moment. Here they talk
through the same mailboxes as ours, so both play the same game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.families.vizdoom import native

from tests.families.vizdoom.running import OPTIONS

vizdoom = pytest.importorskip("vizdoom")

SEED = 3
MAILBOXES = 5_000_000  # bytes, which is more than they need


def at_once(calls: list[Callable[[], None]]) -> None:
    """Each in a thread of its own."""
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def reference(player: int, players: int, folder: Path) -> Any:
    """A player's DoomGame, whose engine uses the mailboxes."""
    program = folder / f"engine_{player}"
    preload = Path(native.__file__).with_name("engine_preload.so")
    program.write_text(
        "#!/bin/sh\n"
        f"exec 3>&- 4>&- 5>&- 6>&- 7<>{folder}/mailboxes\n"
        f"export LD_PRELOAD={preload} PARALLEL_POOL_PLAYER={player}\n"
        f'exec {vizdoom.exe_path} "$@"\n'
    )
    program.chmod(0o755)
    game = vizdoom.DoomGame()
    game.load_config(str(Path(vizdoom.scenarios_path) / "cig.cfg"))
    settings = {name: value for name, value in OPTIONS.items() if name != "frame_skip"}
    game.set_config(settings)
    game.set_vizdoom_path(str(program))
    game.set_screen_format(vizdoom.ScreenFormat.RGB24)
    game.set_mode(vizdoom.Mode.PLAYER)
    game.set_window_visible(False)
    buttons = game.get_available_buttons()
    deltas = [button for button in buttons if vizdoom.is_delta_button(button)]
    game.set_available_buttons(deltas + [one for one in buttons if one not in deltas])
    join = f"-join 127.0.0.1:5029 -port {5029 + player}"
    host = f"-host {players} +sv_forcerespawn 1 -deathmatch -port 5029"
    game.add_game_args(join if player else host)
    random, _ = gymnasium.utils.seeding.np_random(SEED)
    game.set_seed(int(random.integers(0, 2**32, dtype=np.uint32)))
    return game


@pytest.mark.parametrize(
    ("players", "bots"),
    [(2, 0), *(pytest.param(*both, marks=pytest.mark.slow) for both in ((4, 0), (2, 3), (8, 0)))],
)
def test_rewards_and_pictures(
    players: int, bots: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the reference writes settings
    (tmp_path / "mailboxes").write_bytes(bytes(MAILBOXES))
    games = [reference(player, players, tmp_path) for player in range(players)]
    envs = parallel_pool.make("VizdoomCigPlayers-v0", num_players=players, num_bots=bots, **OPTIONS)
    rng = np.random.default_rng(1)
    try:
        observations = envs.reset(seed=SEED)[0]
        at_once([game.init for game in games])
        compare(observations, games, "the reset")
        for _ in range(bots):
            games[0].send_game_command("addbot")
        binary, deltas = envs.single_action_space["binary"], envs.single_action_space["continuous"]
        for number in range(40):
            pressed = rng.integers(0, 2, (players, *binary.shape), np.int8)
            turned = rng.normal(0, 5, (players, *deltas.shape)).astype(np.float32)
            observations, rewards, *_ = envs.step({"binary": pressed, "continuous": turned})
            actions = np.concatenate([turned.astype(float), pressed], axis=1).tolist()
            at_once(
                [
                    lambda game=game, action=action: game.make_action(action, 4)
                    for game, action in zip(games, actions, strict=True)
                ]
            )
            compare(observations, games, f"step {number}")
            assert [*rewards] == [game.get_last_reward() for game in games], f"step {number}"
    finally:
        envs.close()
        at_once([game.close for game in games])


def compare(observations: dict[str, Any], games: list[Any], where: str) -> None:
    for player, game in enumerate(games):
        state = game.get_state()
        variables = state.game_variables.astype(np.float32)
        np.testing.assert_array_equal(observations["gamevariables"][player], variables, where)
        np.testing.assert_array_equal(observations["screen"][player], state.screen_buffer, where)
        depth = observations["depth"][player, ..., 0]
        np.testing.assert_array_equal(depth, state.depth_buffer, where)
