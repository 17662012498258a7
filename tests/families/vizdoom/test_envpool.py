# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's ids give the same frames, rewards and infos as EnvPool 1.2.7, of which a record is."""

from __future__ import annotations

import json

import parallel_pool
import pytest

from tests.families.vizdoom import envpool_play

pytest.importorskip("vizdoom")

QUICK = ("Basic-v1", "Cig-v1", "D1Basic-v1", "DefendTheCenter-v1")


@pytest.mark.parametrize(
    "id",
    [pytest.param(id, marks=[] if id in QUICK else [pytest.mark.slow]) for id in envpool_play.IDS],
)
def test_ids(id: str) -> None:
    record = json.loads(envpool_play.RECORD.read_text())
    assert envpool_play.play(parallel_pool, id, draw_as_envpool=True) == record[id]
