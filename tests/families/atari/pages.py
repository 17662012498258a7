# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The page about Atari games: by hand down to a marker, from the table of games below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from parallel_pool.families.atari import native as atari


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
            f"`{game.title}`",
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


def lines() -> Iterator[str]:
    """The table of all games."""
    for row in (HEAD, ("---",) * len(HEAD), *rows()):
        yield "| " + " | ".join(map(str, row)) + " |"


# The generated part of pages in docs/environments, beside the family's own.
PAGES = {"atari_games.md": lines}
