# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures of every row, byte for byte as dm_control draws them: each has a pitch of its own."""

from __future__ import annotations

import os
import warnings
from typing import Any

os.environ.setdefault("MUJOCO_GL", "egl")

import numpy as np
import parallel_pool
import pytest

pytest.importorskip("dm_control")
with warnings.catch_warnings(action="ignore"):
    from dm_control.locomotion import soccer

from parallel_pool.families.soccer import pictures
from parallel_pool.families.soccer.match import load_task

from tests.families.soccer.test_soccer import ANT, ID, KICKS, kick
from tests.mujoco.gl import skip_unless_drawn

pytestmark = pytest.mark.filterwarnings("ignore")
SMALL = {"width": 96, "height": 64}


def load(id: str, seed: int, **config: Any) -> Any:
    walker = soccer.WalkerType.ANT if id == ANT else soccer.WalkerType.BOXHEAD
    env = soccer.load(1, random_state=seed, walker_type=walker, **config)
    blur_shadows(env.task)
    return env


def blur_shadows(task: Any) -> Any:
    """Without a GPU, the reference's own shadows take a second."""
    task.arena.mjcf_model.visual.quality.shadowsize = 256
    return task


@pytest.fixture(autouse=True)
def blurred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "load_task", lambda *request: blur_shadows(load_task(*request)))


@pytest.fixture(scope="module", autouse=True)
def gl() -> None:
    env = load(ID, 0)
    skip_unless_drawn(lambda: env.physics.render(8, 8))


@pytest.mark.parametrize(
    ("id", "look"),
    [
        (ID, SMALL),
        (ID, {**SMALL, "camera_id": "top_down"}),
        (ANT, {**SMALL, "camera_id": "home0/egocentric"}),
    ],
)
def test_pictures(id: str, look: dict[str, Any]) -> None:
    """Of two rows with other pitches, also after a new episode has given them new ones."""
    envs = parallel_pool.make(
        id, "parallel", num_envs=2, render_mode="rgb_array", seed=0, team_size=1, **look
    )
    references = [load(id, seed) for seed in range(2)]
    rng = np.random.default_rng(0)
    for _ in range(2):
        envs.reset()
        for env in references:
            env.reset()
        for _ in range(2):
            for picture, env in zip(envs.render(), references, strict=True):
                assert np.array_equal(picture, env.physics.render(**look))
            size = envs.action_space("home0").shape
            actions = {agent: rng.uniform(-1, 1, (2, *size)) for agent in envs.possible_agents}
            envs.step(actions)
            for i, env in enumerate(references):
                env.step([actions[agent][i] for agent in envs.possible_agents])
    envs.close()


@pytest.mark.parametrize("terminate_on_goal", [True, False])
def test_posts_show_goals(terminate_on_goal: bool) -> None:
    """The posts of a goal change their color while the ball is in it."""
    look = {**SMALL, "camera_id": "top_down"}
    config = {"terminate_on_goal": terminate_on_goal}
    options: dict[str, Any] = {"team_size": 1, **config, **look}
    envs = parallel_pool.make(
        ID, "parallel", num_envs=1, render_mode="rgb_array", seed=0, **options
    )
    reference = load(ID, 0, **config)
    envs.reset()
    reference.reset()
    still = {agent: np.zeros((1, 3)) for agent in envs.possible_agents}
    colored = 0
    for number in range(24):
        if number == 3:
            kick(envs, reference, KICKS[0])
        envs.step(still)
        reference.step([np.zeros(3)] * 2)
        if number < 8:
            continue
        (picture,) = envs.render()
        assert np.array_equal(picture, reference.physics.render(**look))
        posts = reference.physics.named.model.geom_rgba["away_goal/top_post"]
        colored += not np.array_equal(posts, reference.task.arena.away_goal.goalpost_rgba)
    assert colored > 0
    envs.close()


def test_depth() -> None:
    envs = parallel_pool.make(
        ID, "parallel", num_envs=1, render_mode="depth_array", seed=0, team_size=1, **SMALL
    )
    envs.reset()
    reference = load(ID, 0)
    reference.reset()
    assert np.array_equal(envs.render()[0], reference.physics.render(depth=True, **SMALL))
    envs.close()


def test_unknown_camera() -> None:
    with pytest.raises(ValueError, match="camera_id"):
        parallel_pool.make(ID, "parallel", render_mode="rgb_array", camera_id=-2)


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"width": 641}, "width must be at most 640, got 641"),
        ({"height": 481}, "height must be at most 480, got 481"),
        ({"camera_id": 10}, "below 10, or one of .'top_down', .* got 10"),
        ({"camera_id": "home1/egocentric"}, "home0/egocentric.* got 'home1/egocentric'"),
    ],
)
def test_pictures_that_cannot_be_drawn(look: dict[str, Any], message: str) -> None:
    """The messages say what the model has."""
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(ID, "parallel", num_envs=1, render_mode="rgb_array", team_size=1, **look)
