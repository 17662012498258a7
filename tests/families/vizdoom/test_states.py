# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What an engine shows of its past and of the clock, and how saved states hold it.

That is the status bar's face, the weapon's bob, the noise of spectres and the automap; and a
message about slow work.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

pytest.importorskip("vizdoom")

OPTIONS: dict[str, Any] = {
    "id": "VizdoomFreedoom1E1M1-S3-v0",
    "automap_buffer_enabled": True,
    "use_multi_binary_action_space": False,
    "max_buttons_pressed": 1,
    "available_buttons": ["ATTACK", "MOVE_BACKWARD"],  # the last one is action 1
}
# The face's first change depends on when it is first drawn. The weapon's bob is seen while the
# weapon is raised, unless the status bar hides it. On this map, the player begins before a spectre.
SHOWN: dict[str, dict[str, Any]] = {
    "face": {"render_hud": True, "episode_start_time": 10},
    "bob": {"render_hud": False, "episode_start_time": 1},
    "noise": {"id": "VizdoomFreedoom2MAP26-S4-v0"},
}


def walk(envs: Any, steps: int) -> list[Any]:
    return [envs.step(np.ones(envs.num_envs, np.int64))[:4] for _ in range(steps)]


def make(earlier: list[int], **options: Any) -> Any:
    """A pool of one game, whose engine has played episodes of so many steps, and begins another."""
    envs = parallel_pool.make(num_envs=1, seed=0, **OPTIONS | options)
    for steps in earlier:
        envs.reset()
        walk(envs, steps)
    envs.reset()
    return envs


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("earlier", [[], [24], [3, 24]], ids=str)
def test_states_go_on_whatever_the_engines_have_played(shown: str, earlier: list[int]) -> None:
    envs = make(earlier, **SHOWN[shown])
    for steps in (0, 2):
        walk(envs, steps)
        state = envs.get_state()
        expected = walk(envs, 45)
        for others in ([], [24], [1, 9]):
            other = make(others, **SHOWN[shown])
            walk(other, 5)
            other.set_state(None, state)
            assert other.get_state() == state
            assert_same(walk(other, 45), expected)
            other.close()
        envs.set_state(None, state)
    fresh = parallel_pool.make(num_envs=1, seed=3, **OPTIONS | SHOWN[shown])
    fresh.set_state(None, state)
    assert_same(walk(fresh, 45), walk(envs, 45))
    fresh.close()
    envs.close()


def test_clones_look_the_same() -> None:
    """Of an engine's first episode and of a later one, to an engine that has ended on the move."""
    envs = parallel_pool.make(num_envs=2, seed=0, **OPTIONS | SHOWN["bob"])
    envs.reset()
    walk(envs, 24)
    envs.reset(env_id=[1])
    walk(envs, 2)
    for source, target in ((1, 0), (0, 1)):
        envs.clone([source], [target])
        for step in walk(envs, 12):
            assert_same(step[0]["screen"][0], step[0]["screen"][1])
        envs.reset(env_id=[0])
        walk(envs, 2)
    envs.close()


def test_messages_do_not_depend_on_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reference's engine keeps nodes that took long to build in a file; all take long here."""
    import vizdoom.gymnasium_wrapper  # noqa: F401

    monkeypatch.chdir(tmp_path)
    (tmp_path / "_vizdoom").mkdir()
    id = "VizdoomFreedoom2MAP28-S4-v0"
    options = {"notifications_buffer_enabled": True, "game_args": "+gl_cachetime 0"}
    envs = parallel_pool.make(id, seed=0, **options)
    reference = gymnasium.make(id, disable_env_checker=True, **options)
    ours = envs.reset()[0]["notifications"][0]
    assert ours == reference.reset(seed=0)[0]["notifications"]
    reference.close()
    envs.close()
    assert list(tmp_path.rglob("*.gzc"))
