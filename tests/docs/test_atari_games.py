# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The page about Atari games: by hand down to a marker, from the table of games below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pytest
from parallel_pool.atari import title
from parallel_pool.envs import atari

PAGE = Path(__file__).parents[2] / "docs" / "environments" / "atari_games.md"
MARKER = "<!-- What follows is written by `make golden`. -->\n"


def ranges(numbers: Sequence[int]) -> str:
    """Numbers in short: 0-3, 8."""
    parts = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        if len(run) > 2:
            parts.append(f"{run[0]}-{run[-1]}")
        else:
            parts += [str(number) for number in run]
    if len(parts) > 12:
        parts = [*parts[:3], "...", parts[-1]]
    return ", ".join(parts)


def repeated(actions: Sequence[int]) -> str:
    """Actions in short: 0 x 60, 1."""
    runs = ((action, len(list(group))) for action, group in groupby(actions))
    return ", ".join(str(action) if count == 1 else f"{action} x {count}" for action, count in runs)


def rows() -> Iterator[tuple[object, ...]]:
    """A row for each game."""
    for game in atari.games:
        everything = len(game.minimal_actions) == 18
        yield (
            f"`{game.name}`",
            f"`{title(game)}`",
            game.cartridge,
            game.television,
            game.height,
            game.controllers,
            "all" if everything else ranges(game.minimal_actions),
            ranges(game.modes),
            ranges(game.difficulties),
            repeated(game.starting_actions),
            f"`{game.md5}`",
        )


HEAD = (
    "game", "in ids", "cartridge", "television", "height", "controllers", "minimal actions",
    "modes", "difficulties", "starting actions", "MD5 of the ROM",
)  # fmt: skip


def test_page_is_current(request: pytest.FixtureRequest) -> None:
    by_hand, marker, generated = PAGE.read_text().partition(MARKER)
    assert marker
    lines = [
        "| " + " | ".join(map(str, row)) + " |" for row in (HEAD, ("---",) * len(HEAD), *rows())
    ]
    expected = "\n" + "\n".join(lines) + "\n"
    if request.config.getoption("--update-golden"):
        PAGE.write_text(by_hand + MARKER + expected)
    else:
        assert generated == expected, "run `make golden` and look at the difference"
