# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Time steps of games with several players per CPU-second: the pool beside its rivals, in turns.

All run in this process, with one thread, and their resets count. PettingZoo's environments run one
by one, and the parallel ones in SuperSuit's vector environment too. EnvPool has other rules for its
three games of two. Moves are random; those of PettingZoo's turn-based games are legal ones, because
an illegal move ends the game with a warning. A time step of a turn-based game is one move. Each
contender's median speed over the rounds counts, and the median of the rounds' ratios.

Run it with Python 3.12 or newer: ``python benchmarks/players/speed.py`` writes a file for each
family into ``benchmarks/results``.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import importlib
import logging
import os
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import parallel_pool

RESULTS = Path(__file__).parents[1] / "results"
NUM_ENVS = 1024
SUPERSUIT_ENVS = 8  # more of them are no faster
SECONDS = 0.2  # of CPU time that a turn should take

# A turn: runs so many batches, and says how many time steps of environments these were.
Turn = Callable[[int], int]

PACKAGES = {
    "mpe": "mpe2",
    "sisl": "pettingzoo.sisl",
    "classic_games": "pettingzoo.classic",
    "butterfly": "pettingzoo.butterfly",
    "atari_players": "pettingzoo.atari",
}
# The ids to measure of a family whose other environments are for one player.
CHOSEN = {"atari_players": ["boxing-v2", "pong-v3"]}
# Observations of 1024 environments with pictures would take too much memory.
WITH_PICTURES = {"boxing-v2": 64, "cooperative_pong-v6": 32, "pong-v3": 64}
# Agents may leave, whose place SuperSuit keeps with zeros.
WITH_DEATHS = ("knights_archers_zombies-v11",)
ENVPOOL = {
    "connect_four-v3": "ConnectFour-v1",
    "leduc_holdem-v4": "LeducHoldem-v1",
    "tictactoe-v3": "TicTacToe-v1",
}
TURN_BASED = tuple(ENVPOOL)


def ids(family: str) -> list[str]:
    """All environments of a family, or some."""
    if family in CHOSEN:
        return CHOSEN[family]
    module = importlib.import_module(f"parallel_pool.families.{family}.native")
    return sorted(env_type.id for env_type in module.env_types)


def choices(space: Any, rows: int) -> list[np.ndarray]:
    """Random actions of a Discrete space, for some batches."""
    rng = np.random.default_rng(0)
    return [rng.integers(0, space.n, rows) for _ in range(16)]


def pool(id: str) -> Turn:
    """The pool. In turn-based games, each row belongs to the player whose turn it is."""
    if id in TURN_BASED:
        rows = parallel_pool.make(id, num_envs=NUM_ENVS, num_threads=1, seed=0)
        rows.reset()
        moves = choices(rows.single_action_space, NUM_ENVS)

        def move(batches: int) -> int:
            for i in range(batches):
                rows.step(moves[i % 16])
            return batches * NUM_ENVS

        return move
    count = WITH_PICTURES.get(id, NUM_ENVS)
    envs = parallel_pool.make(id, "parallel", num_envs=count, num_threads=1, seed=0)
    envs.reset()
    actions = {agent: choices(envs.action_space(agent), count) for agent in envs.possible_agents}

    def run(batches: int) -> int:
        for i in range(batches):
            envs.step({agent: drawn[i % 16] for agent, drawn in actions.items()})
        return batches * count

    return run


def module(family: str, id: str) -> Any:
    """PettingZoo's module of an environment."""
    return importlib.import_module(f"{PACKAGES[family]}.{id.replace('-', '_')}")


def reference(family: str, id: str) -> Any:
    """One parallel environment of the reference, with what it needs to have pictures."""
    options: dict[str, Any] = {}
    if family == "atari_players":
        from parallel_pool.atari import find_game, find_rom

        options["auto_rom_install_path"] = str(find_rom(find_game("pong")).parent)
    elif id in WITH_PICTURES:
        options["render_mode"] = "rgb_array"
    return module(family, id).parallel_env(**options)


def pettingzoo(family: str, id: str) -> Turn:
    """One environment of the reference."""
    if id in TURN_BASED:
        return pettingzoo_turns(module(family, id).env())
    env = reference(family, id)
    env.reset(seed=0)
    drawn = {agent: choices(env.action_space(agent), 64) for agent in env.possible_agents}
    actions = [{agent: int(batches[0][i]) for agent, batches in drawn.items()} for i in range(64)]

    def run(steps: int) -> int:
        for i in range(steps):
            if env.agents:
                env.step({agent: actions[i % 64][agent] for agent in env.agents})
            else:
                env.reset()
        return steps

    return run


def pettingzoo_turns(env: Any) -> Turn:
    """One turn-based environment of the reference, with legal moves."""
    env.reset(seed=0)
    noise = np.random.default_rng(0).random(1024).tolist()

    def run(moves: int) -> int:
        for i in range(moves):
            if any(env.terminations.values()) or any(env.truncations.values()):
                env.reset()
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(legal[int(noise[i % 1024] * len(legal))]))
        return moves

    return run


def supersuit(family: str, id: str) -> Turn:
    """SuperSuit's vector environment; it takes games whose agents have the same spaces."""
    from supersuit import black_death_v3, concat_vec_envs_v1, pettingzoo_env_to_vec_env_v1

    alone = reference(family, id)
    one = pettingzoo_env_to_vec_env_v1(black_death_v3(alone) if id in WITH_DEATHS else alone)
    envs = concat_vec_envs_v1(one, SUPERSUIT_ENVS, num_cpus=1, base_class="gymnasium")
    envs.reset(seed=0)
    actions = choices(one.action_space, envs.num_envs)

    def run(batches: int) -> int:
        for i in range(batches):
            envs.step(actions[i % 16])
        return batches * SUPERSUIT_ENVS

    return run


def envpool(id: str) -> Turn:
    """EnvPool's game of the same name."""
    import envpool as package

    envs = package.make(ENVPOOL[id], "gym", num_envs=NUM_ENVS, num_threads=1, seed=0)
    envs.reset()
    moves = [batch.astype(np.int32) for batch in choices(envs.action_space, NUM_ENVS)]

    def run(batches: int) -> int:
        for i in range(batches):
            envs.step(moves[i % 16])
        return batches * NUM_ENVS

    return run


def speed(turn: Turn, batches: int) -> float:
    """Time steps per CPU-second."""
    start = time.process_time()
    steps = turn(batches)
    return steps / (time.process_time() - start)


def calibrated(turn: Turn) -> int:
    """How many batches take about SECONDS."""
    batches = 1
    while True:
        start = time.process_time()
        turn(batches)
        if time.process_time() - start > SECONDS / 2:
            return batches
        batches *= 2


def contenders(family: str, id: str) -> dict[str, Turn]:
    """All who can run an environment."""
    found = {"pool": pool(id), "PettingZoo": pettingzoo(family, id)}
    if id in ENVPOOL:
        found["EnvPool"] = envpool(id)
    else:
        try:
            found["SuperSuit"] = supersuit(family, id)
        except AssertionError:
            print(f"{id}: SuperSuit refuses unlike spaces")
    return found


def measure(family: str, id: str, rounds: int) -> dict[str, str]:
    """A row of results."""
    turns = contenders(family, id)
    batches = {name: calibrated(turn) for name, turn in turns.items()}
    played = [{name: speed(turns[name], batches[name]) for name in turns} for _ in range(rounds)]
    row = {"date": str(datetime.date.today()), "load": f"{os.getloadavg()[0]:.1f}", "id": id}
    for name in turns:
        row[name] = f"{median(one[name] for one in played):.0f}"
        if name != "pool":
            row[f"pool/{name}"] = f"{median(one['pool'] / one[name] for one in played):.4g}"
    print(row, flush=True)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("families", nargs="*", default=[*PACKAGES])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--results", type=Path, default=RESULTS)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    for family in options.families:
        rows = [measure(family, id, options.rounds) for id in ids(family)]
        path = options.results / f"{family}-{datetime.date.today()}.csv"
        fields = list(dict.fromkeys(name for row in rows for name in row))
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, fields)
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
