# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The render modes, their results, and refusals."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from parallel_pool import errors, registry
from parallel_pool.testing import assert_same
from parallel_pool.testing.trajectory import ActionSource

from tests.rendering.ids import IDS
from tests.support import PUBLIC_IDS, TEST_IDS, assert_clean, run_python

# They draw themselves.
OF_THEIR_OWN = ("ALE-Pong-v5", "Breakout-v5")


def test_a_window_without_a_screen_is_refused() -> None:
    """SDL would take a driver that shows nothing, and others could not use EGL any more."""
    done = run_python(
        "import os\n"
        "for one in ('SDL_VIDEODRIVER', 'DISPLAY', 'WAYLAND_DISPLAY'): os.environ.pop(one, None)\n"
        "try: parallel_pool.make('CartPole-v1', render_mode='human')\n"
        "except RuntimeError as error: print(str(error)[:64])\n"
    )
    expected = "render_mode 'human' opens a window, and there is no screen: neit\n"
    assert assert_clean(done) == expected


@pytest.mark.parametrize("id", PUBLIC_IDS)
def test_metadata_is_the_references(id: str) -> None:
    """Modes and frame rate of the vector and the single environment, before rendering."""
    reference = registry.find(id).reference
    if not reference:
        envs = parallel_pool.make(id)
        if not envs.is_multi_player:  # whose reference is PettingZoo's: its family compares
            own = ["human", "rgb_array"] if id in OF_THEIR_OWN else []
            assert envs.metadata["render_modes"] == own
        return
    if registry.missing_reference(registry.find(id)):
        pytest.skip("its reference is not installed")
    expected = gymnasium.make(reference).metadata
    made: list[Any] = [parallel_pool.make(id)]
    if not made[0].is_multi_player:
        made.append(gymnasium.make(f"parallel_pool/{id}").unwrapped)
    for envs in made:
        assert envs.metadata["render_modes"] == expected["render_modes"]
        assert envs.metadata["render_fps"] == expected["render_fps"]


@pytest.mark.parametrize("id", IDS)
def test_chosen_rows(id: str) -> None:
    envs = parallel_pool.make(id, num_envs=4, render_mode="rgb_array")
    envs.reset(seed=0)
    frames = envs.render()
    assert frames is not None
    assert all(frame.ndim == 3 and frame.shape[2] == 3 for frame in frames)
    chosen = envs.render(env_ids=np.array([3, 1, 3]))
    assert chosen is not None
    assert [frame.tobytes() for frame in chosen] == [frames[i].tobytes() for i in (3, 1, 3)]
    assert envs.render(env_ids=np.array([], np.int32)) == ()


def test_environments_that_draw_themselves() -> None:
    """Their frame is the field `picture` of the render state, and pygame is not needed."""
    for face in ("gymnasium", "gym"):
        envs = parallel_pool.make(
            "Screens-v0", env_type=face, num_envs=2, render_mode="rgb_array", seed=1
        )
        assert envs.metadata["render_modes"] == ["human", "rgb_array"]
        envs.reset()
        observations = envs.step(np.array([1, 3]))[0]
        frames = envs.render()
        assert frames is not None
        for frame, screens in zip(frames, observations, strict=True):
            assert frame.shape == (84, 84, 3)
            assert np.array_equal(frame[:, :, 0], screens[0])
    window = parallel_pool.make("Screens-v0", num_envs=2, render_mode="human", seed=1)
    window.reset()
    assert window.render(env_ids=[1]) is None
    window.close()


@pytest.mark.parametrize(
    ("id", "mode", "modes"),
    [
        ("CartPole-v1", "ansi", "'human', 'rgb_array', None"),
        ("FrozenLake-v1", "depth_array", "'human', 'ansi', 'rgb_array', None"),
        (TEST_IDS[0], "rgb_array", "None"),
    ],
)
def test_unknown_modes(id: str, mode: str, modes: str) -> None:
    message = f"^{id}: render_mode must be one of {modes}, got '{mode}'$"
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id, render_mode=mode)
    with pytest.raises(ValueError, match="render_mode must be"):
        parallel_pool.make(id, render_mode=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    ("id", "render_mode"), [("CartPole-v1", "rgb_array_list"), ("FrozenLake-v1", "ansi_list")]
)
def test_collected_frames(id: str, render_mode: Any, mode: AutoresetMode) -> None:
    """Every frame since the last call, as Gymnasium's vector environments collect them."""
    ours = gymnasium.make_vec(
        f"parallel_pool/{id}", num_envs=3, render_mode=render_mode, autoreset_mode=mode
    )
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make(id, render_mode=render_mode)] * 3, autoreset_mode=mode
    )
    assert ours.metadata["render_modes"] == theirs.metadata["render_modes"]
    assert ours.render_mode == theirs.render_mode == render_mode
    ours.reset(seed=1)
    theirs.reset(seed=1)
    actions = ActionSource(ours.single_action_space, 3, 0)
    for step in range(60):
        batch = actions.batch(range(3))
        _, _, terminated, truncated, _ = ours.step(batch)
        theirs.step(batch)
        ended = terminated | truncated
        if mode == AutoresetMode.DISABLED and ended.any():
            ours.reset(options={"reset_mask": ended})
            theirs.reset(options={"reset_mask": ended})
        if step % 7 == 0:
            for one, other in zip(ours.render(), theirs.render(), strict=True):
                assert type(one) is type(other)
                assert_same(one, other)
    assert len(ours.render()[0]) > 0
    assert ours.render() == ([], [], [])


def test_no_mode_warns() -> None:
    """As in the references, rendering without a mode warns and returns None."""
    envs = parallel_pool.make("CartPole-v1")
    envs.reset(seed=0)
    with pytest.warns(UserWarning, match=r'make\("parallel_pool/CartPole-v1", render_mode="rgb'):
        assert envs.render() is None


def test_nothing_to_show() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3, render_mode="rgb_array")
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.render()
    envs.reset(env_id=[1])
    assert envs.render([1]) is not None
    with pytest.raises(errors.ResetNeededError, match="env id 2 was never reset"):
        envs.render([1, 2])
    envs.reset()
    with pytest.raises(IndexError, match="env id 3 is out of range"):
        envs.render([3])
    with pytest.raises(IndexError, match="env id -1 is out of range"):
        envs.render([-1])
    for bad in (1, [0.5], "01", [[0]]):
        with pytest.raises(TypeError, match="env_ids must be a one-dimensional array"):
            envs.render(bad)
    assert len(envs.render() or ()) == 3
    envs.close()
    with pytest.raises(errors.PoolClosedError):
        envs.render()


def test_rows_in_flight() -> None:
    """Rows in flight have no state to show; the others do."""
    envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=2, render_mode="rgb_array")
    envs.async_reset(seed=0)
    with pytest.raises(errors.InFlightError, match="is in flight: recv its result"):
        envs.render()
    ids = envs.recv()[4]["env_id"]
    assert len(envs.render(ids) or ()) == 2
    rest = [i for i in range(4) if i not in ids]
    for i in rest:
        with pytest.raises(errors.InFlightError, match=f"env id {i} is in flight"):
            envs.render([i])
    envs.recv()
    assert len(envs.render() or ()) == 4


def test_rows_that_failed() -> None:
    """A failed environment has no state to show."""
    envs = parallel_pool.make("Acrobot-v1", num_envs=2, render_mode="rgb_array")
    envs.reset(options={"low": 1e12, "high": 1e12})
    with pytest.raises(errors.EnvironmentFailure):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(errors.ResetNeededError, match="env id 0 failed: reset it first"):
        envs.render()


# --- Windows -----------------------------------------------------------------------------------


def window() -> bytes:
    """The pixels in pygame's window."""
    import pygame

    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def picture(id: str, seed: int, actions: list[int]) -> bytes:
    """The frame of an environment after some steps."""
    env = gymnasium.make(id, render_mode="rgb_array")
    env.reset(seed=seed)
    for action in actions:
        env.step(action)
    return np.ascontiguousarray(env.render()).tobytes()


def test_window_follows_one_environment() -> None:
    """The window shows the first environment until another one is chosen."""
    envs = parallel_pool.make("CartPole-v1", num_envs=3, render_mode="human")
    envs.reset(seed=0)
    assert window() == picture("CartPole-v1", 0, [])
    envs.step(np.ones(3, np.int64))
    assert window() == picture("CartPole-v1", 0, [1])
    assert envs.render() is None
    assert window() == picture("CartPole-v1", 0, [1])
    assert envs.render(env_ids=[2]) is None
    assert window() == picture("CartPole-v1", 2, [1])
    envs.step(np.zeros(3, np.int64))
    assert window() == picture("CartPole-v1", 2, [1, 0])
    envs.send(np.zeros(3, np.int64))
    envs.recv()
    assert window() == picture("CartPole-v1", 2, [1, 0, 0])
    with pytest.raises(ValueError, match="render_mode 'human' shows one environment, got 2"):
        envs.render(env_ids=[0, 1])
    with pytest.raises(IndexError):
        envs.render(env_ids=[3])
    envs.step(np.zeros(3, np.int64))
    assert window() == picture("CartPole-v1", 2, [1, 0, 0, 0])
    envs.close()
    import pygame

    assert not pygame.display.get_init()


def test_window_of_an_environment_in_flight() -> None:
    """The window keeps its frame until the result of the environment arrives."""
    envs = parallel_pool.make("CartPole-v1", num_envs=3, batch_size=1, render_mode="human")
    envs.async_reset(seed=0)
    while envs.in_flight:
        envs.recv()
    assert window() == picture("CartPole-v1", 0, [])
    envs.send(np.ones(2, np.int64), env_id=[0, 1])
    shown = {0: [], 1: [1]}
    first = int(envs.recv()[4]["env_id"][0])
    assert window() == picture("CartPole-v1", 0, shown[first] if first else [1])
    envs.recv()
    assert window() == picture("CartPole-v1", 0, [1])
    envs.close()


@pytest.mark.parametrize("id", ["CartPole-v1", "Taxi-v4"])
def test_single_window(id: str) -> None:
    """The window of a single environment also follows its steps."""
    env = gymnasium.make(f"parallel_pool/{id}", render_mode="human")
    env.reset(seed=3)
    assert window() == picture(id, 3, [])
    env.step(1)
    assert window() == picture(id, 3, [1])
    assert env.render() is None
    env.close()


# --- Imports -----------------------------------------------------------------------------------


def test_imports_wait_for_the_first_picture() -> None:
    code = """
import sys, parallel_pool
envs = parallel_pool.make("CartPole-v1", num_envs=2, render_mode="rgb_array")
envs.reset(seed=0)
def references():
    return [name for name in sys.modules if name.startswith("gymnasium.envs.")
            and name != "gymnasium.envs.registration"]
assert "pygame" not in sys.modules and not references()
envs.render()
assert "pygame" in sys.modules and references()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_missing_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra that installs it; text needs no package."""
    monkeypatch.setitem(sys.modules, "pygame", None)
    envs = parallel_pool.make("FrozenLake-v1", render_mode="rgb_array")
    envs.reset(seed=0)
    with pytest.raises(DependencyNotInstalled, match=r'pip install "parallel_pool\[render\]"'):
        envs.render()
    text = parallel_pool.make("FrozenLake-v1", render_mode="ansi")
    text.reset(seed=0)
    assert "SFFF" in str(text.render()).replace("\\x1b[41m", "").replace("\\x1b[0m", "")
