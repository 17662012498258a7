# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The long comparison with ALE: every game, mode and difficulty; writes the table in the docs.

``python -m tests.families.atari.long_suite --frames 100000 --seeds 3 --jobs 2``

With ``--results FILE`` every outcome is kept there, and a case that the file has from the same
build is not played again: a run that was interrupted goes on, and the table tells of both parts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

from parallel_pool.families.atari import native as atari

from tests.families.atari.exactness import Case, Outcome, all_setups, play

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "environments" / "atari_exactness.md"
MARKER = "<!-- What follows is written by `make test-atari`. -->\n"


def cases(games: list[str], frames: int, seeds: int, setup_frames: int) -> Iterator[Case]:
    """Long games as they are loaded, and short ones in all modes and difficulties."""
    chosen = [game for game in atari.games if not games or game.name in games]
    for seed in range(seeds):
        for game in chosen:
            # Some things happen only in a console that goes on for very long without a reset.
            leaves = 0.0 if seed % 2 else 0.0002
            yield Case(game.name, seed=seed, frames=frames, restores=0.001, leaves=leaves)
    for game in chosen:
        setups = all_setups(game)
        if len(setups) > 1 and setup_frames > 0:
            yield Case(game.name, seed=100, setups=setups, frames=setup_frames, restores=0.01)


def report(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """The table, a line a game."""
    yield "| game | frames compared | episodes | returns to a state | setups | mismatches |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    rows = []
    for game in atari.games:
        mine = [outcome for outcome in outcomes if outcome.case.game == game.name]
        if mine:
            rows.append(
                [
                    sum(outcome.frames for outcome in mine),
                    sum(outcome.episodes for outcome in mine),
                    sum(outcome.restores for outcome in mine),
                    max(outcome.setups for outcome in mine),
                    sum(len(outcome.mismatches) for outcome in mine),
                ]
            )
            yield row(game.name, rows[-1])
    yield row("**all**", [sum(column) for column in zip(*rows, strict=True)])


def row(name: str, numbers: Iterable[int]) -> str:
    return f"| {name} | {' | '.join(f'{number:,}' for number in numbers)} |"


class Results:
    """Outcomes, in a file or only in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.build = hashlib.md5(Path(atari.__file__).read_bytes()).hexdigest()
        self.outcomes: dict[Case, Outcome] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                saved = json.loads(line)
                if saved.pop("build") == self.build:
                    outcome = outcome_of(saved)
                    self.outcomes[outcome.case] = outcome

    def add(self, outcome: Outcome) -> None:
        """Keeps an outcome, and prints it."""
        self.outcomes[outcome.case] = outcome
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps({"build": self.build} | asdict(outcome)) + "\n")
        case = outcome.case
        print(f"{case.game} seed {case.seed}: {outcome.frames} frames", flush=True)
        for text in outcome.mismatches:
            print(f"  MISMATCH {text}", flush=True)


def outcome_of(saved: dict[str, Any]) -> Outcome:
    """From JSON, which has no tuples."""
    case = saved["case"]
    case |= {"kinds": tuple(case["kinds"]), "setups": tuple(map(tuple, case["setups"]))}
    return Outcome(**saved | {"case": Case(**case)})


def main() -> None:
    """Runs all cases and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--frames", type=int, default=100_000, help="of each game and seed")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--setup-frames", type=int, default=300, help="of each mode and difficulty")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, help="where outcomes are kept")
    parser.add_argument("--write", action="store_true", help="write the table into the docs")
    given = parser.parse_args()

    results = Results(given.results)
    work = cases(given.games, given.frames, given.seeds, given.setup_frames)
    with ProcessPoolExecutor(given.jobs) as pool:
        played = [pool.submit(play, case) for case in work if case not in results.outcomes]
        for done in as_completed(played):
            results.add(done.result())
    table = "\n".join(report(results.outcomes.values()))
    if given.write:
        by_hand, _, _ = PAGE.read_text().partition(MARKER)
        PAGE.write_text(f"{by_hand}{MARKER}\n{table}\n")
    print(table)
    sys.exit(any(outcome.mismatches for outcome in results.outcomes.values()))


if __name__ == "__main__":
    main()
