# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gives damaged files, states and options to what reads them: each is refused, or it works.

``python tests/sanitizers/fuzz.py [--seconds 60] [--seed N] [target ...]`` runs each target for so
many seconds. Each attempt has a seed of its own, which is printed if it fails; a file names the
attempt that runs, in case it ends the process. Families add targets in ``fuzz.py`` of their folder
in tests/families: a dict ``TARGETS`` of functions that make one attempt.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from parallel_pool import errors, registry
from parallel_pool.pool.state import Owner

from tests.driver import Driver
from tests.families.facts import all_families, facts_of, ids_that_run
from tests.sanitizers.mutations import mutated

# One attempt, with a folder for files. It raises what is not allowed.
Target = Callable[[random.Random, Path], None]
_VALUES = (None, -1, 0, 1, 2**31, 2**63, -(2**70), 1e308, float("nan"), "", "a" * 99, b"x", [], {})
_IDS = [id for ids in ids_that_run().values() for id in ids]


def states(dice: random.Random, folder: Path) -> None:
    """A state that is damaged, sometimes with a digest that fits the damage."""
    id = dice.choice(_IDS)
    driver = Driver(id, num_envs=2)
    with driver.envs as envs:
        driver.run(dice.randint(1, 4), seed=dice.getrandbits(20))
        state = envs.get_state([0])[0]
        if dice.random() < 0.3:
            bad = mutated(state, dice)
        else:
            owner: Owner = envs._engine._owner
            bad = owner.pack(mutated(owner.unpack(state), dice))
        try:
            envs.set_state([1], [bad])
        except errors.StateError:
            return
        # An environment may find its state wrong when it is stepped.
        with contextlib.suppress(errors.PoolError, ValueError):
            for _ in range(3):
                driver.advance(range(2))


def options(dice: random.Random, folder: Path) -> None:
    """Options with values of wrong types and sizes."""
    id = dice.choice(_IDS)
    names = [name for name, _, _, _ in registry.find(id).options]
    if not names or (facts_of(id).simulates and dice.random() < 0.8):
        return
    given: dict[str, Any] = {dice.choice(names): dice.choice(_VALUES)}
    try:
        driver = Driver(id, num_envs=2, **given)
    except (TypeError, ValueError, OverflowError, OSError, errors.PoolError, MemoryError):
        return
    # Some values are found wrong only by a reset, such as those of a level without room.
    with driver.envs, contextlib.suppress(errors.PoolError):
        driver.run(3, seed=1)


def targets() -> dict[str, Target]:
    """All of them; families' names stand before theirs."""
    found: dict[str, Target] = {"states": states, "options": options}
    for facts in all_families().values():
        module = f"tests.families.{facts.name}.fuzz"
        if importlib.util.find_spec(module) is not None:
            own: dict[str, Target] = importlib.import_module(module).TARGETS
            found |= {f"{facts.name}: {name}": target for name, target in own.items()}
    return found


def run(name: str, target: Target, seconds: float, seed: int, folder: Path) -> tuple[int, int]:
    """Runs a target; how many attempts there were, and how many failed."""
    end, attempts, failed = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        here = f"{seed}-{attempts}"
        (folder / "attempt").write_text(f"{name} {here}\n")
        try:
            target(random.Random(f"{name} {here}"), folder)
        except Exception:
            failed += 1
            print(f"{name}, attempt {here}:\n{traceback.format_exc()}", flush=True)
        attempts += 1
    return attempts, failed


def main() -> int:
    """Runs; returns the process's exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("targets", nargs="*", help="all, if none is named")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--attempt", help="make this attempt of the targets alone, as printed")
    given: Any = parser.parse_args()
    known = targets()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in given.targets or known:
            if given.attempt is not None:
                known[name](random.Random(f"{name} {given.attempt}"), Path(folder))
                continue
            attempts, failed = run(name, known[name], given.seconds, given.seed, Path(folder))
            print(f"{name:>24}: {attempts:8,} attempts, {failed} failed", flush=True)
            failures += failed
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
