# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays a game of several players and ViZDoom's DoomGame side by side and compares every byte.

The reference's engines talk over the network, where packets arrive at any moment. Here they talk
through the same mailboxes as ours, so both play the same game.
"""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from parallel_pool.families.vizdoom import native

SEED = 3
MAILBOXES = 5_000_000  # bytes, which is more than they need
# Options of which DoomGame knows nothing: the wrapper's, and ours.
OTHERS = {
    *("scenario_config_file", "frame_skip", "max_buttons_pressed"),
    *("treat_episode_timeout_as_truncation", "use_multi_binary_action_space"),
    *("num_players", "num_bots", "game_mode", "engine_timeout"),
}


def at_once(calls: Sequence[Callable[[], Any]]) -> None:
    """Each in a thread of its own."""
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class PlayersSideBySide:
    """A game of a pool, and one of the reference with the same options, in an empty folder."""

    def __init__(self, id: str, options: Mapping[str, Any], folder: Path) -> None:
        # In the folder where the reference's engines run they make one; conftest.py says why first.
        Path("_vizdoom").mkdir(exist_ok=True)
        (folder / "mailboxes").write_bytes(bytes(MAILBOXES))
        self.pool = parallel_pool.make(
            id, num_envs=1, autoreset_mode=AutoresetMode.DISABLED, **options
        )
        self.config = self.pool.config
        self.players = self.config["num_players"]
        self.games = [self._reference(player, options, folder) for player in range(self.players)]
        self.keys = {*self.pool.single_observation_space}
        self.digest = hashlib.sha256()  # of all that was compared
        self.ended = False
        self.rewarded = False

    def _reference(self, player: int, options: Mapping[str, Any], folder: Path) -> Any:
        """A player's DoomGame, with the wrapper's settings; its engine uses the mailboxes."""
        import vizdoom

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
        game.load_config(str(Path(vizdoom.scenarios_path) / self.config["scenario_config_file"]))
        game.set_config({name: one for name, one in options.items() if name not in OTHERS})
        game.set_vizdoom_path(str(program))
        if game.get_screen_format() != vizdoom.ScreenFormat.GRAY8:
            game.set_screen_format(vizdoom.ScreenFormat.RGB24)
        if "audio_buffer_size" not in options:
            game.set_audio_buffer_size(self.config["frame_skip"])
        game.set_mode(vizdoom.Mode.PLAYER)
        game.set_window_visible(False)
        buttons = game.get_available_buttons()
        self.deltas = [button for button in buttons if vizdoom.is_delta_button(button)]
        self.switches = [button for button in buttons if button not in self.deltas]
        game.set_available_buttons(self.deltas + self.switches)
        join = f"-join 127.0.0.1:5029 -port {5029 + player}"
        host = f"-host {self.players} +sv_forcerespawn 1 -port 5029"
        if self.config["game_mode"] == "deathmatch":
            host += " -deathmatch"
        game.add_game_args(join if player else host)
        random, _ = gymnasium.utils.seeding.np_random(SEED)
        game.set_seed(int(random.integers(0, 2**32, dtype=np.uint32)))
        return game

    def play(self, steps: int) -> None:
        """Some steps with random actions, or fewer if the game ends."""
        observations = self.pool.reset(seed=SEED)[0]
        at_once([game.init for game in self.games])
        self._compare(observations, "the reset")
        for _ in range(self.config["num_bots"]):
            self.games[0].send_game_command("addbot")
        rng = np.random.default_rng(1)
        for number in range(steps):
            ours, theirs = self._actions(rng)
            observations, rewards, terminated, truncated, _ = self.pool.step(ours)
            at_once(
                [
                    lambda game=game, action=action: game.make_action(
                        action, self.config["frame_skip"]
                    )
                    for game, action in zip(self.games, theirs, strict=True)
                ]
            )
            where = f"step {number}"
            self._compare(observations, where)
            game = self.games[0]
            assert [*rewards] == [one.get_last_reward() for one in self.games], where
            self.rewarded |= bool(rewards.any())
            self.ended = game.is_episode_finished()
            times_out = self.config["treat_episode_timeout_as_truncation"]
            timed_out = times_out and game.is_episode_timeout_reached()
            assert [*terminated] == [self.ended], where
            assert [*truncated] == [timed_out], where
            self.digest.update(repr(([*rewards], self.ended, timed_out)).encode())
            if self.ended:
                break

    def _actions(self, rng: np.random.Generator) -> tuple[Any, list[list[float]]]:
        """The same for the pool and the reference."""
        pressed = rng.integers(0, 2, (self.players, len(self.switches)), np.int8)
        turned = rng.normal(0, 5, (self.players, len(self.deltas))).astype(np.float32)
        binary: Any = pressed
        space = self.pool.single_action_space
        if isinstance(space, spaces.Dict) and len(space) == 2:
            space = space["binary"]
        if isinstance(space, spaces.Discrete):
            most = self.config["max_buttons_pressed"]
            known = itertools.product((0, 1), repeat=len(self.switches))
            combinations = [one for one in known if sum(one) <= most]
            assert space.n == len(combinations)
            binary = rng.integers(0, space.n, self.players)
            pressed = np.array([combinations[one] for one in binary])
        elif isinstance(space, spaces.MultiDiscrete):
            binary = pressed.astype(np.int64)
        ours: Any = {"binary": binary, "continuous": turned}
        if not self.deltas or not self.switches:
            ours = binary if self.switches else turned
        return ours, np.concatenate([turned.astype(float), pressed], axis=1).tolist()

    def _compare(self, observations: Mapping[str, Any], where: str) -> None:
        assert {*observations} == self.keys
        for player, game in enumerate(self.games):
            state = game.get_state()
            for key, values in observations.items():
                ours = values[player]
                if state is None:
                    theirs = np.zeros_like(ours)
                elif key == "gamevariables":
                    theirs = state.game_variables.astype(np.float32)
                else:
                    theirs = getattr(state, f"{key}_buffer")
                    if key != "audio":
                        theirs = theirs.reshape((*theirs.shape[:2], -1))
                assert ours.dtype == theirs.dtype, f"{where}, {key}"
                np.testing.assert_array_equal(ours, theirs, f"{where}, {key}")
                self.digest.update(key.encode() + theirs.tobytes())

    def close(self) -> None:
        """Ends all engines."""
        self.pool.close()
        at_once([game.close for game in self.games])
