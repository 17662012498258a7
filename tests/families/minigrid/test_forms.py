# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Forms of observation beside Minigrid's wrappers, pictures, missions, and bad options."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from parallel_pool import registry
from parallel_pool.errors import UnknownEnvironmentError
from parallel_pool.testing import assert_same

from tests.families.minigrid.facts import FACTS
from tests.families.minigrid.reference import make
from tests.families.minigrid.test_exactness import compare

pytest.importorskip("minigrid")

FORMS = ("image", "full", "one_hot", "symbolic", "rgb", "rgb_partial", "flat")
SHOWN = (
    "MiniGrid-DoorKey-5x5-v0",
    "MiniGrid-ObstructedMaze-1Dlhb-v0",
    "MiniGrid-DistShift1-v0",
    "BabyAI-PutNextS5N2Carrying-v0",
    "BabyAI-GoToObjDoor-v0",
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("id", SHOWN)
def test_forms_equal_wrappers(id: str, form: str) -> None:
    """At the usual size of views and tiles, and at others."""
    if form == "flat" and id.startswith("BabyAI"):
        return
    steps = 12 if form.startswith("rgb") else 40
    compare(id, steps, 3, AutoresetMode.SAME_STEP, observation=form, max_steps=9)
    more = {"observation_tile_size": 5, "highlight": False} if form.startswith("rgb") else {}
    compare(id, steps, 4, AutoresetMode.NEXT_STEP, observation=form, agent_view_size=5, **more)


@pytest.mark.parametrize(
    "id", [id for id in FACTS.ids if id.startswith("MiniGrid") and "RedBlue" not in id][::7]
)
def test_tokens_equal_the_wrapper(id: str) -> None:
    compare(id, 12, 3, AutoresetMode.NEXT_STEP, mission="tokens", max_steps=4)


def test_bytes_spell_the_mission() -> None:
    for id, size in (("MiniGrid-Fetch-8x8-N3-v0", 96), ("BabyAI-BossLevel-v0", 512)):
        text = parallel_pool.make(id, num_envs=5, seed=0)
        raw = parallel_pool.make(id, num_envs=5, seed=0, mission="bytes")
        missions, spelled = text.reset()[0]["mission"], raw.reset()[0]["mission"]
        assert spelled.shape == (5, size)
        assert raw.single_observation_space["mission"] == spaces.Box(0, 255, (size,), np.uint8)
        assert tuple(row.tobytes().rstrip(b"\0").decode() for row in spelled) == missions


def test_faces_of_arrays_get_bytes() -> None:
    text = parallel_pool.make("BabyAI-Synth-v0", num_envs=4, seed=0).reset()[0]["mission"]
    script = parallel_pool.make("BabyAI-Synth-v0", num_envs=4, seed=0, env_type="gym")
    spelled = script.reset()["mission"]
    assert script.observation_space["mission"] == spaces.Box(0, 255, (512,), np.uint8)
    assert tuple(row.tobytes().rstrip(b"\0").decode() for row in spelled) == text
    deepmind = parallel_pool.make("BabyAI-Synth-v0", num_envs=4, seed=0, env_type="dm")
    assert_same(deepmind.reset().observation.mission, spelled)


def test_texts_are_kept_while_they_stay() -> None:
    envs = parallel_pool.make("BabyAI-GoToObj-v0", num_envs=3, seed=0)
    first = envs.reset()[0]["mission"]
    assert envs.step([0, 0, 0])[0]["mission"] is first
    mask = np.array([False, True, False])
    later = envs.reset(seed=[5, 6, 7], options={"reset_mask": mask})[0]["mission"]
    assert later[0] is first[0]
    assert later[2] is first[2]


@pytest.mark.parametrize("id", FACTS.ids)
def test_mission_spaces_equal_the_reference_s(id: str) -> None:
    theirs = make(registry.find(id), {}, None).observation_space["mission"]
    envs = parallel_pool.make(id, num_envs=1)
    ours = envs.single_observation_space["mission"]
    assert ours == theirs
    ours.seed(4)
    theirs.seed(4)
    samples = [ours.sample() for _ in range(10)]
    assert samples == [theirs.sample() for _ in range(10)]
    for text in {*samples, "", "go", "pick up the ball", *envs.reset(seed=1)[0]["mission"]}:
        assert ours.contains(text) == theirs.contains(text)


@pytest.mark.parametrize("id", SHOWN)
@pytest.mark.parametrize(
    "look",
    [
        {"tile_size": 8},
        {"tile_size": 12, "highlight": False},
        {"agent_pov": True, "tile_size": 9},
        {"agent_view_size": 3, "tile_size": 7},
    ],
)
def test_pictures_equal_the_reference_s(id: str, look: dict[str, Any]) -> None:
    """Of the first picture and of some later ones."""
    ours = parallel_pool.make(id, num_envs=1, render_mode="rgb_array", **look)
    theirs = gymnasium.make(
        registry.find(id).reference, render_mode="rgb_array", disable_env_checker=True, **look
    )
    ours.reset(seed=9)
    theirs.reset(seed=9)
    rng = np.random.default_rng(2)
    for _ in range(4):
        assert_same(ours.render()[0], theirs.render())
        for _ in range(3):
            action = int(rng.choice([0, 1, 2, 2, 3, 5]))
            _, _, terminated, truncated, _ = theirs.step(action)
            ours.step([action])
            if terminated or truncated:
                return


@pytest.mark.parametrize("size", [8, pytest.param(32, marks=pytest.mark.slow)])
def test_all_tiles_equal_the_reference_s(size: int) -> None:
    """Every cell that can be, by a picture of a grid of them."""
    from minigrid.core.constants import COLORS
    from minigrid.core.grid import Grid
    from minigrid.core.world_object import Ball, Box, Door, Goal, Key, Lava, Wall

    doors = [
        Door(color, is_open=is_open, is_locked=is_locked)
        for color in COLORS
        for is_open, is_locked in ((True, False), (False, False), (False, True))
    ]
    things = [kind(color) for kind in (Key, Ball, Box) for color in COLORS]
    wanted = {
        (Grid.render_tile(thing, None, lit, size).astype(np.uint8)).tobytes()
        for thing in [None, Wall(), Goal(), Lava(), *doors, *things]
        for lit in (False, True)
    }
    shown: set[bytes] = set()
    for id in ("MiniGrid-LavaCrossingS9N1-v0", "MiniGrid-Playground-v0", "BabyAI-GoToObjDoor-v0"):
        for lit in (False, True):
            envs = parallel_pool.make(
                id, num_envs=40, seed=0, render_mode="rgb_array", tile_size=size, highlight=lit
            )
            envs.reset()
            for picture in envs.render():
                tiles = picture.reshape(
                    picture.shape[0] // size, size, picture.shape[1] // size, size, 3
                ).swapaxes(1, 2)
                shown |= {tile.tobytes() for row in tiles for tile in row}
    assert len(wanted & shown) > 60
    agents = shown - wanted
    assert len(agents) <= 8  # four headings, seen or not


@pytest.mark.parametrize(
    ("id", "config", "message"),
    [
        ("MiniGrid-DoorKey-8x8-v0", {"size": 4}, r"size must lie in \[5, 1000\], got 4"),
        ("MiniGrid-Empty-8x8-v0", {"max_steps": 0}, "max_steps must lie in"),
        ("MiniGrid-Empty-8x8-v0", {"agent_view_size": 6}, "agent_view_size must be odd, got 6"),
        ("MiniGrid-Empty-8x8-v0", {"agent_start_dir": 4}, "agent_start_dir must lie in"),
        ("MiniGrid-Empty-8x8-v0", {"agent_start_pos": (0, 3)}, "inside the walls"),
        ("MiniGrid-Empty-8x8-v0", {"observation": "pixels"}, "observation must be 'dict'"),
        ("MiniGrid-Empty-8x8-v0", {"mission": "words"}, "mission must be 'text', 'bytes'"),
        (
            "MiniGrid-Empty-8x8-v0",
            {"mission": "tokens", "observation": "image"},
            "no place in observation='image'",
        ),
        ("BabyAI-GoTo-v0", {"observation": "flat"}, "observation='flat' is for MiniGrid"),
        ("MiniGrid-LavaCrossingS9N1-v0", {"size": 8}, "size must be odd"),
        ("MiniGrid-LavaCrossingS9N1-v0", {"obstacle_type": "ice"}, "'lava' or 'wall', got 'ice'"),
        ("MiniGrid-KeyCorridorS3R1-v0", {"obj_type": "door"}, "got 'door'"),
        ("MiniGrid-PutNear-6x6-N2-v0", {"numObjs": 1}, "numObjs must lie in"),
        ("BabyAI-BossLevel-v0", {"action_kinds": ["jump"]}, "action_kinds may hold"),
        ("BabyAI-BossLevel-v0", {"instr_kinds": []}, "instr_kinds must not be empty"),
        ("BabyAI-OpenDoorsOrderN2-v0", {"num_doors": 5}, "num_doors must lie in"),
        ("BabyAI-OpenTwoDoors-v0", {"first_color": "pink"}, "first_color must be None"),
    ],
)
def test_bad_options_are_refused(id: str, config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id, num_envs=1, **config)


@pytest.mark.parametrize("name", ["MazeSimple", "ObstaclesHogs3"])
def test_wave_function_collapse_is_refused(name: str) -> None:
    with pytest.raises(UnknownEnvironmentError, match="in none of Minigrid's releases"):
        parallel_pool.make(f"MiniGrid-WFC-{name}-v0", num_envs=1)


@pytest.mark.parametrize(
    ("id", "config", "message"),
    [
        ("BabyAI-GoToLocal-v0", {"room_size": 4, "num_dists": 30}, "30 objects, .* 16 cells"),
        ("BabyAI-GoToLocal-v0", {"room_size": 5, "num_dists": 20}, "no mission could be set"),
        ("BabyAI-GoToLocal-v0", {"num_dists": 2**31}, "2147483648 objects, .* 64 cells"),
        ("BabyAI-BossLevel-v0", {"num_dists": 2**62}, "objects, and has no more than 484 cells"),
        ("MiniGrid-Empty-Random-5x5-v0", {"size": 3}, "no free cell left"),
        ("MiniGrid-MultiRoom-N6-v0", {"width": 7, "height": 7}, "the grid is too small"),
        ("BabyAI-UnlockLocal-v0", {"num_rows": 1, "num_cols": 1}, "no wall left for one"),
    ],
)
def test_levels_that_cannot_be_drawn_fail(id: str, config: dict[str, Any], message: str) -> None:
    """The reference would draw for ever, or crash."""
    envs = parallel_pool.make(id, num_envs=1, **config)
    with pytest.raises(parallel_pool.EnvironmentFailure, match=message):
        envs.reset(seed=0)


def test_infos_are_envpool_s_on_its_faces() -> None:
    """Numbers of missions by EnvPool 1.2.7; none on Gymnasium's face."""
    numbers = {
        "MiniGrid-GoToDoor-5x5-v0": {"go to the red door": 0, "go to the grey door": 5},
        "MiniGrid-Fetch-5x5-N2-v0": {"get a red ball": 1, "go get a red key": 12},
        "MiniGrid-PutNear-6x6-N2-v0": {"put the red ball near the green key": 21},
        "MiniGrid-LavaCrossingS9N1-v0": {"avoid the lava and get to the green goal square": 0},
    }
    for id, known in numbers.items():
        envs = parallel_pool.make_gym(id, num_envs=400, seed=0, gym_reset_return_info=True)
        observations, infos = envs.reset()
        assert infos["agent_pos"].dtype == infos["mission_id"].dtype == np.int32
        assert infos["agent_pos"].shape == (400, 2)
        told = zip(observations["mission"], infos["mission_id"], strict=True)
        found = {row.tobytes().rstrip(b"\0").decode(): int(number) for row, number in told}
        assert {text: found[text] for text in known} == known
        gymnasium_face = parallel_pool.make(id, num_envs=2, seed=0)
        assert gymnasium_face.reset()[1] == {} == gymnasium_face.step([0, 0])[4]
    boss = parallel_pool.make_gym("BabyAI-BossLevel-v0", num_envs=1, gym_reset_return_info=True)
    assert boss.reset()[1]["mission_id"].tolist() == [-1]
