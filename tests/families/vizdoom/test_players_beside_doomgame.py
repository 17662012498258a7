# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Games of several players equal those of ViZDoom's DoomGame."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.families.vizdoom.players_side_by_side import PlayersSideBySide
from tests.families.vizdoom.running import OPTIONS

pytest.importorskip("vizdoom")


@pytest.mark.parametrize(
    ("players", "bots"),
    [(2, 0), *(pytest.param(*both, marks=pytest.mark.slow) for both in ((4, 0), (2, 3), (8, 0)))],
)
def test_rewards_and_pictures(
    players: int, bots: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the reference writes settings
    options = {**OPTIONS, "num_players": players, "num_bots": bots}
    both = PlayersSideBySide("VizdoomCigPlayers-v0", options, tmp_path)
    try:
        both.play(40)
    finally:
        both.close()
    assert both.rewarded
