# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of Atari games beside EnvPool and ale-py."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from parallel_pool.atari import find_game
from parallel_pool.tools.bench.report import times

from benchmarks.markdown import Row, geometric_mean, measured, results, table

# Each peer, with the column of its ratio.
PEERS = {"EnvPool": "ours/envpool", "ale-py": "ours_ale/ale"}


def pools() -> Iterator[str]:
    """Ratios over all games, and of two that everyone knows."""
    rows = results("atari-pool")
    ratios = {peer: {r["game"]: float(r[name]) for r in rows} for peer, name in PEERS.items()}
    lines = [
        ("geometric mean", *(times(geometric_mean(of.values())) for of in ratios.values())),
        ("lowest", *(_least(of) for of in ratios.values())),
        *(
            (title, *(times(of[title.lower()]) for of in ratios.values()))
            for title in ("Pong", "Breakout")
        ),
    ]
    yield from table((f"{len(rows)} games", *PEERS), lines)
    yield from measured("atari-pool")


def six() -> Iterator[str]:
    """Ratios of six games."""
    peers = {**PEERS, "ale-py's `xla()`": "ours_xla/ale_xla"}
    rows = results("atari-six")
    ratios = [_column(rows, name) for name in peers.values()]
    lines = [
        (find_game(r["game"]).title, *(times(float(r[p])) for p in peers.values())) for r in rows
    ]
    lines.append(("geometric mean", *(times(geometric_mean(of)) for of in ratios)))
    yield from table(("", *peers), lines)
    yield from measured("atari-six")


def _least(ratios: dict[str, float]) -> str:
    least = min(ratios, key=ratios.__getitem__)
    return f"{times(ratios[least])} ({least})"


def emulator() -> Iterator[str]:
    """The emulator without a pool."""
    rows = results("atari")
    ale = round(geometric_mean(_column(rows, "ale")), -2)
    yield from table(
        ("", "the emulator", "ALE"),
        (
            ("frames per second, every frame drawn", _span(rows, "drawn"), f"{ale:,.0f}"),
            ("frames per second, two of four drawn", _span(rows, "half_drawn"), f"{ale:,.0f}"),
            ("make a game", _time(rows, "make_ms"), _time(rows, "ale_make_ms")),
            ("first reset of a game", _time(rows, "first_ms"), _time(rows, "ale_reset_ms")),
            ("reset with a new seed", _time(rows, "new_reset_ms"), _time(rows, "ale_reset_ms")),
            ("reset with the same seed", _time(rows, "reset_ms"), _time(rows, "ale_reset_ms")),
        ),
    )
    yield from measured("atari")


def _column(rows: Sequence[Row], name: str) -> list[float]:
    return [float(row[name]) for row in rows]


def _span(rows: Sequence[Row], name: str) -> str:
    ratios = _column(rows, name)
    return f"{geometric_mean(ratios):.2f} times as many ({min(ratios):.2f} to {max(ratios):.2f})"


def _time(rows: Sequence[Row], name: str) -> str:
    median = statistics.median(_column(rows, name))
    return f"{median:.0f} ms" if median >= 10 else f"{median:.2g} ms"


TABLES = {"atari_pool": pools, "atari_six": six, "atari_emulator": emulator}
