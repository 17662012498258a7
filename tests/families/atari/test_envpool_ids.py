# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each of EnvPool 1.2.7's Atari ids makes one of our games."""

from __future__ import annotations

from pathlib import Path

from parallel_pool.atari import find_game
from parallel_pool.families.atari import native as atari

from tests.faces.rival import envpool, needs_envpool

IDS = (Path(__file__).parent / "envpool_ids.txt").read_text().split()


def test_every_id_names_a_game() -> None:
    assert len(IDS) == 104
    assert [find_game(id).name for id in IDS] == [game.name for game in atari.games]
    assert [f"{game.envpool_title}-v5" for game in atari.games] == IDS


@needs_envpool
def test_these_are_envpools_ids() -> None:
    specs = envpool.registration.registry.specs
    tasks = {id: spec[2]["task"] for id, spec in specs.items() if spec[0] == "envpool.atari"}
    assert tasks == {id: find_game(id).name for id in IDS}
