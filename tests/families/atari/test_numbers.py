# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The counts and measured numbers in Atari's pages are those of the table and of the results."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import pytest
from parallel_pool.families.atari import native as atari

from tests.docs.numbers import ROOT, agrees, results, table

PAGES = ROOT / "docs" / "environments"


def geometric_mean(values: Sequence[float]) -> float:
    return math.exp(statistics.fmean(map(math.log, values)))


def column(rows: Sequence[dict[str, str]], name: str) -> list[float]:
    return [float(row[name]) for row in rows]


def test_the_number_of_games() -> None:
    count = len(atari.games)
    assert f"| {count} games, such as" in (ROOT / "README.md").read_text()
    assert f"All {count} games of ale-py" in (PAGES / "atari.md").read_text()
    assert f"All {count} Atari games" in (ROOT / "CHANGELOG.md").read_text()


def test_the_frames_of_the_comparison() -> None:
    rows = table("docs/environments/atari_exactness.md", "Atari: comparison with ALE")
    (total,) = (row["frames compared"] for name, row in rows.items() if name == "**all**")
    games = [row for name, row in rows.items() if name != "**all**"]
    frames = sum(int(row["frames compared"].replace(",", "")) for row in games)
    assert total == f"{frames:,}"
    assert len(games) == len(atari.games)
    millions = f"{frames / 1e6:.1f}"
    log = " ".join((ROOT / "CHANGELOG.md").read_text().split())
    assert f"A comparison over {millions} million frames" in log


@pytest.mark.parametrize(
    ("heading", "name"),
    [("speed relative to EnvPool", "ours/envpool"), ("speed relative to ale-py", "ours_ale/ale")],
)
def test_the_speed_of_pools(heading: str, name: str) -> None:
    measured = results("atari-pool")
    rows = table("docs/environments/atari.md", "Speed")
    ratios = {row["game"]: float(row[name]) for row in measured}
    least = min(ratios, key=ratios.__getitem__)
    assert agrees(rows["geometric mean"][heading], geometric_mean([*ratios.values()]))
    assert rows["lowest"][heading] == f"{ratios[least]} times ({least})"
    for game in ("Pong", "Breakout"):
        assert rows[game][heading] == f"{ratios[game.lower()]} times"


def test_the_speed_of_the_emulator() -> None:
    measured = results("atari")
    rows = table("docs/environments/atari_emulator.md", "Why it is fast")
    shown = {what: row["the emulator"] for what, row in rows.items()}
    for what, name in (("every frame drawn", "drawn"), ("two of four frames drawn", "half_drawn")):
        ratios = column(measured, name)
        mean, _, span = shown[what].partition(" times as fast")
        assert agrees(mean, geometric_mean(ratios))
        lowest, highest = span.removeprefix(" (geometric mean)").removeprefix(", ").split(" to ")
        assert agrees(lowest, min(ratios))
        assert agrees(highest, max(ratios))
    page = " ".join((PAGES / "atari_emulator.md").read_text().split())
    names = ("make_ms", "first_ms", "reset_ms", "new_reset_ms", "ale_make_ms", "ale_reset_ms")
    made, first, again, new, ale_made, ale_reset = (column(measured, name) for name in names)
    assert f"ALE ran {round(geometric_mean(column(measured, 'ale')), -2):,.0f} frames" in page
    assert f"{statistics.median(made):.2f} ms (median), under 2 ms in {below(made, 2)} game" in page
    for times, limit, digits in ((first, 2, 1), (new, 1, 2)):
        median = f"{statistics.median(times):.{digits}f} ms"
        few = f"under {limit} ms in {below(times, limit)} games, at most {max(times):.1f}"
        assert f"{median}, {few} |" in page
    assert f"{statistics.median(again):.3f} ms, under 1 ms in {below(again, 1)} games" in page
    assert f"{statistics.median(ale_made):.0f} ms (median)" in page
    assert f"{statistics.median(ale_reset):.1f} ms |" in page


def below(values: Sequence[float], limit: float) -> int:
    return sum(value < limit for value in values)
