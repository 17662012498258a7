# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures of simulated robots: the reference's own, byte for byte, of every row."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool import errors, registry
from parallel_pool.rendering import render_keywords, render_metadata

from tests.families.mujoco.facts import FACTS
from tests.mujoco.gl import assert_any_thread_draws
from tests.mujoco.models import use_egl
from tests.rendering.interrupts import assert_drawn_anew_after_interrupts
from tests.support import assert_clean, newest, run_python

SMALL = {"width": 64, "height": 48}
FLAGS = mujoco.mjtVisFlag
CAMERAS: list[dict[str, Any]] = [
    {},
    {"camera_name": "track"},
    {"camera_id": 0},
    {"camera_id": -1, "width": 80},
    {"max_geom": 5},
    {"visual_options": {int(FLAGS.mjVIS_CONTACTPOINT): True, int(FLAGS.mjVIS_ACTUATOR): True}},
    {"default_camera_config": {"distance": 7.0, "azimuth": 40.0}},
]


@pytest.fixture(autouse=True)
def gl(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where there is no screen, Mesa's software renderer, which .ci/run installs."""
    use_egl(monkeypatch)
    yield
    gc.collect()  # contexts are freed here, not in another test


def references(id: str, count: int, **arguments: Any) -> list[Any]:
    made = [gymnasium.make(id, disable_env_checker=True, **arguments) for _ in range(count)]
    for seed, env in enumerate(made):
        env.reset(seed=seed)
    return made


def assert_same_picture(ours: Any, theirs: Any) -> None:
    if isinstance(theirs, tuple):
        for pair in zip(ours, theirs, strict=True):
            assert_same_picture(*pair)
        return
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    assert ours.tobytes() == theirs.tobytes()


def compare(id: str, mode: str, looks: tuple[int, ...], rows: int = 1, **arguments: Any) -> None:
    """Pictures after some of a few steps; the camera remembers where it looked first."""
    arguments = SMALL | arguments | {"render_mode": mode}
    envs = parallel_pool.make(id, num_envs=rows, seed=0, **arguments)
    rivals = references(id, rows, **arguments)
    envs.reset()
    space = envs.single_action_space
    draw = np.random.default_rng(0)
    ended = [False] * rows
    for step in range(max(looks) + 1):
        if step in looks:
            for ours, env in zip(envs.render() or (), rivals, strict=True):
                assert_same_picture(ours, env.render())
        actions = draw.uniform(space.low, space.high, (rows, *space.shape)).astype(np.float32)
        envs.step(actions)
        for i, env in enumerate(rivals):
            if ended[i]:
                env.reset()
                ended[i] = False
            else:
                ended[i] = any(env.step(actions[i])[2:4])
    envs.close()
    for env in rivals:
        env.close()


@pytest.mark.parametrize("id", newest(FACTS.ids, part=0))
def test_pictures_are_the_references(id: str) -> None:
    compare(id, "rgb_array", (1, 4), rows=2 if id == "Ant-v5" else 1)


@pytest.mark.parametrize("mode", ["depth_array", "rgbd_tuple"])
def test_depths_are_the_references(mode: str) -> None:
    compare("Ant-v5", mode, (0, 6), rows=2)


@pytest.mark.parametrize("camera", CAMERAS, ids=str)
def test_cameras_are_the_references(
    camera: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contacts too, which nothing but a copy of the whole simulation knows."""
    monkeypatch.chdir(tmp_path)  # the reference writes there that it has no room for bodies
    full = pytest.warns(RuntimeWarning, match="MuJoCo: Pre-allocated visual geom buffer is full")
    with full if "max_geom" in camera else nullcontext():
        compare("Ant-v5", "rgb_array", (0, 25), **camera)


def test_own_models_are_drawn() -> None:
    assets = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"
    compare("Ant-v5", "rgb_array", (2,), xml_file=str(assets / "humanoid.xml"), frame_skip=3)


@pytest.mark.parametrize("id", newest(FACTS.ids))
def test_keywords_are_the_references(id: str) -> None:
    """Version 4 leaves the free camera to its users in Swimmer only."""
    own = {"width", "height", "camera_id", "camera_name", "max_geom", "visual_options"}
    free = id.endswith("v5") or id == "Swimmer-v4"
    wanted = own | ({"default_camera_config"} if free else set())
    assert set(render_keywords(registry.find(id))) == wanted
    if not free:
        with pytest.raises(TypeError, match="multiple values"):
            gymnasium.make(id, default_camera_config={})
    assert render_metadata(registry.find(id))["render_modes"][0] == "human"


@pytest.mark.parametrize("id", ["Ant-v5", "Hopper-v5"])
def test_restored_states_and_clones_look_the_same(id: str) -> None:
    """Frames lag behind the positions, so these do not tell how a frame looks."""
    arguments: dict[str, Any] = {"render_mode": "rgb_array", "num_envs": 2} | SMALL
    envs, other = (parallel_pool.make(id, seed=seed, **arguments) for seed in (0, 5))
    for each in (envs, other):
        each.reset()
        each.action_space.seed(0)
        for _ in range(6):
            each.step(each.action_space.sample())
    other.set_state([0], envs.get_state([1]))
    other.clone([0], [1])
    frame = (envs.render([1]) or ())[0]
    for restored in other.render() or ():
        assert_same_picture(restored, frame)
    envs.close()
    other.close()


def test_chosen_rows_and_states() -> None:
    envs = parallel_pool.make("Hopper-v5", num_envs=3, render_mode="rgb_array", seed=1, **SMALL)
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.render()
    envs.reset()
    for _ in range(6):
        envs.step(envs.action_space.sample())
    frames = envs.render()
    chosen = envs.render([2, 0, 2])
    assert frames is not None
    assert chosen is not None
    assert [frame.tobytes() for frame in chosen] == [frames[i].tobytes() for i in (2, 0, 2)]
    chosen[0][:] = 0
    assert chosen[2].any()
    spec = envs.spec
    assert spec is not None
    assert spec.kwargs["width"] == 64
    assert gymnasium.make_vec(spec).render_mode == "rgb_array"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 0}, "width must be at least 1"),
        ({"height": 4.5}, "height must be an int, got 4.5"),
        ({"camera_id": -2}, "camera_id must be at least 0"),
        ({"camera_name": 3}, "camera_name must be a str or None, got 3"),
        ({"camera_id": 0, "camera_name": "track"}, "were both given: give only one of them"),
        ({"visual_options": [1]}, "visual_options must be a dict"),
        ({"windth": 3}, "keyword argument 'windth', did you mean 'width'"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        parallel_pool.make("Ant-v5", render_mode="rgb_array", **arguments)


def test_unknown_cameras() -> None:
    """A name that there is not is the free camera, as in the reference.

    Of a number the reference would say so by ending the process.
    """
    compare("Ant-v5", "rgb_array", (0,), camera_name="nowhere")
    envs = parallel_pool.make("Ant-v5", render_mode="rgb_array", camera_id=7, **SMALL)
    envs.reset()
    with pytest.raises(ValueError, match=r"camera_id must be below 1, .* got 7"):
        envs.render()
    assert envs.step(envs.action_space.sample())[0].shape == (1, 105)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "imageio", None)
    envs = parallel_pool.make("Ant-v5", render_mode="rgb_array", **SMALL)
    envs.reset()
    with pytest.raises(DependencyNotInstalled, match=r"imageio is not installed, .*\[render\]"):
        envs.render()


def test_drawing_writes_nothing(tmp_path: Path) -> None:
    """HalfCheetah's model has an attribute that MuJoCo warns of, on each load."""
    done = run_python(
        f"import os; os.chdir({str(tmp_path)!r})\n"
        "envs = parallel_pool.make('HalfCheetah-v5', render_mode='rgb_array', width=32)\n"
        "envs.reset(seed=0); envs.render(); envs.close(); print(os.listdir('.'))"
    )
    assert assert_clean(done) == "[]\n"
    assert done.stderr == ""


@pytest.mark.parametrize("mode", ["rgb_array", "human"])
def test_no_screen_is_an_error(mode: str) -> None:
    """Each time; the reference ends the process at the second picture."""
    done = run_python(
        "import os\n"
        "for name in ('MUJOCO_GL', 'DISPLAY', 'WAYLAND_DISPLAY'): os.environ.pop(name, None)\n"
        f"envs = parallel_pool.make('Ant-v5', render_mode={mode!r})\n"
        "for _ in range(3):\n"
        "    try: envs.reset(); envs.render()\n"
        "    except RuntimeError as error: print(str(error)[:27])\n"
    )
    assert assert_clean(done) == "there is no screen for Open\n" * 3


def test_any_thread_draws() -> None:
    assert_any_thread_draws("Ant-v5", **SMALL)


@pytest.mark.slow
def test_interrupted_pictures() -> None:
    assert_drawn_anew_after_interrupts("Ant-v5", width=32, height=24)
