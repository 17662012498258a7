# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Self-play learns to beat random moves."""

from __future__ import annotations

import pytest

from tests.examples.test_planning import example

pytest.importorskip("torch")


def test_self_play_runs() -> None:
    """One update by a few games; random play wins about half of them."""
    assert 0.2 < example("self_play_connect_four")["main"](updates=1, games=8, length=16) < 0.9


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_self_play_beats_random_moves() -> None:
    assert example("self_play_connect_four")["main"]() > 0.95
