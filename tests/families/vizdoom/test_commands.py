# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Commands show ViZDoom's games, or say on one line why they cannot."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as imageio
import pytest
from parallel_pool import registry

from tests.cli.test_cli import assert_clean_error, invoke
from tests.driver import is_multi_player

pytest.importorskip("vizdoom")

FAMILY = registry.family_of("VizdoomBasic-v1")


@pytest.mark.parametrize("id", ["Basic-v1", "VizdoomBasic-v1"])
def test_watch(id: str, tmp_path: Path) -> None:
    """With random actions."""
    file = tmp_path / "out.gif"
    result = invoke("watch", id, "--seed", "1", "--steps", "3", "--gif", file)
    assert result.exit_code == 0, result.output
    assert len(imageio.imread(file, index=None)) == 4


def test_play_has_no_keys_for_numbers_without_bounds() -> None:
    result = invoke("play", "Basic-v1", "--steps", "1")
    assert_clean_error(result, "play has no keys for actions of Box(-inf, inf")


@pytest.mark.parametrize("id", [id for id in FAMILY.ids if "Players" in id])
def test_play_refuses_games_of_several_players(id: str) -> None:
    assert is_multi_player(id)
    said = f"play controls one player, but {id} has several: use watch"
    assert_clean_error(invoke("play", id, "--steps", "1"), said)


@pytest.mark.parametrize("command", [["watch"], ["play"], ["check"], ["bench", "--id"]])
@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("D3Battle-v1", "set wad_path to the file's path"),
        ("VizdoomCustom-v1", "set cfg_path to its configuration"),
    ],
)
def test_what_needs_options_is_refused(command: list[str], id: str, said: str) -> None:
    assert_clean_error(invoke(*command, id), said)
