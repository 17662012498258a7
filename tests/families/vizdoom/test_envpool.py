# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's ids give the same frames, rewards and infos as EnvPool 1.2.7, of which a record is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool import registry

from tests.families.vizdoom import envpool_play
from tests.families.vizdoom.envpool_play import TRIES
from tests.families.vizdoom.running import program_of_engine

vizdoom = pytest.importorskip("vizdoom")

QUICK = ("Basic-v1", "Cig-v1", "D1Basic-v1", "DefendTheCenter-v1")
QUICK_OPTIONS = ("episodic_life", "force_speed", "lmp_save_dir", "reward_config", "custom", "host")
# Ours alone: the first is tried with each id, the other by test_faults.py.
OURS = {"draw_as_envpool", "engine_timeout"}


def record() -> dict[str, Any]:
    """What EnvPool gave."""
    return json.loads(envpool_play.RECORD.read_text())


@pytest.mark.parametrize(
    "id",
    [pytest.param(id, marks=[] if id in QUICK else [pytest.mark.slow]) for id in envpool_play.IDS],
)
def test_ids(id: str) -> None:
    assert envpool_play.play(parallel_pool, id, draw_as_envpool=True) == record()[id]


@pytest.mark.parametrize("id", envpool_play.WITH_FILES)
def test_ids_that_need_files(id: str) -> None:
    """Which the package envpool-assets has."""
    assets = pytest.importorskip("envpool_assets")
    wad = Path(next(iter(assets.__path__))) / "vizdoom/maps" / f"{id[:2]}_{id[2:-3].lower()}.wad"
    options = {"draw_as_envpool": True, "wad_path": str(wad)}
    assert envpool_play.play(parallel_pool, id, **options) == record()[id]


@pytest.mark.parametrize("id", envpool_play.IDS)
def test_sampled_actions(id: str) -> None:
    """They have no bounds, and each can be taken."""
    with parallel_pool.make(id, num_envs=1) as envs:
        space = envs.single_action_space
        assert isinstance(space, spaces.Box)
        assert np.isinf([space.low, space.high]).all()
        envs.action_space.seed(1)
        envs.reset(seed=1)
        for _ in range(3):
            envs.step(envs.action_space.sample())


def test_every_option_is_tried() -> None:
    declared = {name for name, *_ in registry.find("Basic-v1").options}
    assert {*TRIES} - {"custom", "host"} == declared - OURS


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[] if one in QUICK_OPTIONS else [pytest.mark.slow]) for one in TRIES],
)
def test_options(name: str, tmp_path: Path) -> None:
    """Each gives what it gives in EnvPool, and something else than without it."""
    one = TRIES[name]
    package = program_of_engine().parent
    main_wad = "iwad_path" in one.files
    places = {".wad": package if main_wad else package / "scenarios", "vizdoom": package}
    ours = envpool_play.play_with(parallel_pool, one, places, tmp_path, draw_as_envpool=True)
    assert ours == record()[f"option {name}"]
    if one.shows:
        without = envpool_play.play(parallel_pool, one.id, draw_as_envpool=True, **one.beside)
        assert ours != without


def test_screens_as_envpool_draws_them() -> None:
    """Without the option, small screens are drawn small, which gives other pictures."""
    ours = envpool_play.play(parallel_pool, "D1Basic-v1")
    theirs = record()["D1Basic-v1"]
    assert ours["seen"] != theirs["seen"]
    assert (ours["gained"], ours["told"]) == (theirs["gained"], theirs["told"])
