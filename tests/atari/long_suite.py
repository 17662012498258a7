# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The long comparison with ALE: every game, mode and difficulty; writes the table in the docs.

``python tests/atari/long_suite.py --frames 100000 --seeds 3 --jobs 2``
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))

from exactness import Case, Outcome, all_setups, play  # noqa: E402
from parallel_pool.envs import atari  # noqa: E402

PAGE = ROOT / "docs" / "environments" / "atari_exactness.md"
MARKER = "<!-- What follows is written by `make test-atari`. -->\n"


def cases(games: list[str], frames: int, seeds: int, setup_frames: int) -> Iterator[Case]:
    """Long games as they are loaded, and short ones in all modes and difficulties."""
    for game in atari.games:
        if games and game.name not in games:
            continue
        for seed in range(seeds):
            yield Case(game.name, seed=seed, frames=frames)
        setups = all_setups(game)
        if len(setups) > 1:
            yield Case(game.name, seed=seeds, setups=setups, frames=setup_frames)


def report(outcomes: list[Outcome]) -> Iterator[str]:
    """The table, a line a game."""
    yield "| game | frames compared | episodes | modes and difficulties | mismatches |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    total = Outcome(Case("all"))
    for game in atari.games:
        mine = [outcome for outcome in outcomes if outcome.case.game == game.name]
        if not mine:
            continue
        frames = sum(outcome.frames for outcome in mine)
        episodes = sum(outcome.episodes for outcome in mine)
        setups = max(outcome.setups for outcome in mine)
        wrong = [text for outcome in mine for text in outcome.mismatches]
        total.frames += frames
        total.episodes += episodes
        total.setups += setups
        total.mismatches += wrong
        yield f"| {game.name} | {frames:,} | {episodes:,} | {setups} | {len(wrong)} |"
    yield (
        f"| **all** | {total.frames:,} | {total.episodes:,} | {total.setups} "
        f"| {len(total.mismatches)} |"
    )


def main() -> None:
    """Runs all cases and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--frames", type=int, default=100_000, help="of each game and seed")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--setup-frames", type=int, default=300, help="of each mode and difficulty")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the table into the docs")
    given = parser.parse_args()

    work = list(cases(given.games, given.frames, given.seeds, given.setup_frames))
    outcomes = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for outcome in pool.map(play, work):
            outcomes.append(outcome)
            case = outcome.case
            print(f"{case.game} seed {case.seed}: {outcome.frames} frames", flush=True)
            for text in outcome.mismatches:
                print(f"  MISMATCH {text}", flush=True)
    table = "\n".join(report(outcomes))
    if given.write:
        by_hand, _, _ = PAGE.read_text().partition(MARKER)
        PAGE.write_text(f"{by_hand}{MARKER}\n{table}\n")
    print(table)
    sys.exit(any(outcome.mismatches for outcome in outcomes))


if __name__ == "__main__":
    main()
