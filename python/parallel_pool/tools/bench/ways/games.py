# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ways of single games with the API of PettingZoo."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from parallel_pool.tools.bench.ways import openers
from parallel_pool.tools.bench.ways.measuring import OURS, Call, Way

# Time steps of a game that would last longer.
_MOST = 50


def ways() -> Iterator[Way]:
    """Games of each part of PettingZoo."""
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4"):
        yield from turns(name.replace("_v", "-v"), f"pettingzoo.classic.{name}")
        yield turns_of_pool(name.replace("_v", "-v"), f"pettingzoo.classic.{name}")
    yield at_once("rps-v2", "pettingzoo.classic.rps_v2")
    for name in ("simple_spread_v3", "simple_tag_v3"):
        yield at_once(name.replace("_v", "-v"), f"mpe2.{name}", 25)
    yield at_once("pursuit-v5", "pettingzoo.sisl.pursuit_v5")
    yield at_once("knights_archers_zombies-v11", "pettingzoo.butterfly.knights_archers_zombies_v11")


def turns(id: str, module: str) -> Iterator[Way]:
    """A whole game whose agents take turns, without PettingZoo's wrappers and with them."""
    for ours, theirs in (("PoolAECEnv", "raw_env"), ("env", "env")):
        yield Way(
            f"{id}: a game, {ours}()",
            {
                OURS: partial(_opened, "parallel_pool.pettingzoo", ours, id),
                f"{theirs}()": partial(_opened, module, theirs),
            },
        )


def _opened(module: str, name: str, *arguments: Any) -> Call:
    return _game(openers.attribute(module, name)(*arguments))


def turns_of_pool(id: str, module: str) -> Way:
    """The same with the face for many games, of which there is one."""
    return Way(
        f"{id}: a game, env_type='aec'",
        {
            OURS: lambda: _game_of_pool(openers.pool(id, 1, env_type="aec")),
            "raw_env()": lambda: _game(openers.attribute(module, "raw_env")()),
        },
    )


def at_once(id: str, module: str, count: int = _MOST) -> Way:
    """A whole game, or its first time steps, whose agents act at once."""
    return Way(
        f"{id}: {count} time steps, parallel_env()",
        {
            OURS: lambda: _parallel(
                openers.attribute("parallel_pool.pettingzoo", "parallel_env")(id), count
            ),
            "parallel_env()": lambda: _parallel(openers.attribute(module, "parallel_env")(), count),
        },
    )


def _game(env: Any) -> Call:
    def run() -> None:
        env.reset(seed=1)
        draw = random.Random(0)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else _legal(observation["action_mask"], draw))

    return Call(run, env.close)


def _game_of_pool(envs: Any) -> Call:
    def run() -> None:
        envs.reset(seed=1)
        draw = random.Random(0)
        while True:
            observations, _, terminated, truncated, _ = envs.last()
            if terminated[0] or truncated[0]:
                return
            envs.step(np.array([_legal(observations["action_mask"][0], draw)]))

    return Call(run, envs.close)


def _legal(mask: np.ndarray, draw: random.Random) -> int:
    return draw.choice(mask.nonzero()[0].tolist())


def _parallel(env: Any, count: int) -> Call:
    env.reset(seed=1)
    spaces = {agent: env.action_space(agent) for agent in env.possible_agents}
    for number, space in enumerate(spaces.values()):
        space.seed(number)
    actions = [{agent: space.sample() for agent, space in spaces.items()} for _ in range(count)]

    def run() -> None:
        env.reset(seed=1)
        for batch in actions:
            if not env.agents:
                return
            env.step({agent: batch[agent] for agent in env.agents})

    return Call(run, env.close)
