# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Forged states: the digest fits, and the bytes are anything.

Each is refused, or the environment goes on. A crash or an endless loop ends the process, so tests
call this in one of their own; what it prints last is what it tried.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterable

from parallel_pool import errors
from parallel_pool.pool.state import Owner

from tests.driver import Driver

# Numbers that lead out of bounds, stop loops from ending, or overflow.
_WORDS = [
    *(
        struct.pack("<i", n)
        for n in (-1, 0, 1, 2, 3, 4, 7, 9, 100, 255, 70_000, 2**31 - 1, -(2**31))
    ),
    *(struct.pack("<q", n) for n in (-1, 0, 100, 2**32, 2**63 - 1, -(2**63))),
    *(struct.pack("<d", x) for x in (float("nan"), float("inf"), -1e300, 1e-300, 1e15)),
    *(struct.pack("<f", x) for x in (float("nan"), float("inf"), -1e30)),
    *(bytes([n]) for n in (0, 1, 3, 200, 255)),
    bytes(64),
]


def forged(good: bytes, dice: random.Random) -> bytes:
    """The state with some words replaced. Short members stand first, and tables behind them."""
    bad = good
    for _ in range(dice.choice([1, 1, 2, 4])):
        bad = replaced(bad, int(len(good) * dice.random() ** dice.choice([1, 3, 9])), dice)
    return bad


def replaced(good: bytes, place: int, dice: random.Random) -> bytes:
    """The state with another word at this place."""
    word = dice.choice(_WORDS)[: len(good) - place]
    return good[:place] + word + good[place + len(word) :]


def try_states(
    ids: Iterable[str],
    attempts: int,
    seed: int = 0,
    forge: Callable[[bytes, random.Random], bytes] = forged,
) -> None:
    """Loads forged states into both environments of a pool, and plays on."""
    for id in ids:
        dice = random.Random(f"{id} {seed}")
        driver, states = _begin(id, dice)
        refused = 0
        for attempt in range(attempts):
            print(id, seed, attempt, flush=True)
            owner: Owner = driver.envs._engine._owner
            bad = [owner.pack(forge(owner.unpack(state), dice)) for state in states]
            try:
                driver.envs.set_state(None, bad)
            except errors.StateError:
                refused += 1
                continue
            try:
                for _ in range(3):
                    driver.advance(range(2))
            except (errors.PoolError, ValueError):  # it fails, or has another number of players
                driver.envs.close()
                driver, states = _begin(id, dice)
        print(id, "refused", refused, flush=True)
        driver.envs.close()


def _begin(id: str, dice: random.Random) -> tuple[Driver, list[bytes]]:
    driver = Driver(id, num_envs=2, num_threads=1)
    driver.run(dice.randint(1, 5), seed=dice.getrandbits(20))
    return driver, driver.envs.get_state()
