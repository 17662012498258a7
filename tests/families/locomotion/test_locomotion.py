# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Locomotion equals dm_control's bit for bit: corridors, targets, falls and what walkers sense."""

from __future__ import annotations

import os
import warnings
from functools import partial
from typing import Any
from unittest import mock

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool._core import sealed, unsealed
from parallel_pool.errors import EnvironmentFailure, StateError
from parallel_pool.families.locomotion import FUNCTIONS, tasks
from parallel_pool.testing import assert_same

os.environ.setdefault("MUJOCO_GL", "egl")  # dm_control decides on import what it draws with
pytest.importorskip("dm_control")
mujoco = pytest.importorskip("mujoco")
with warnings.catch_warnings(action="ignore"):
    from dm_control import composer
    from dm_control.locomotion.examples import basic_cmu_2019, basic_rodent_2020
    from dm_control.mujoco import engine
    from dm_control.rl import control

pytestmark = pytest.mark.filterwarnings("ignore")

TARGET, GAPS, WALLS = (f"DmcCmuHumanoid{name}-v1" for name in ("GoToTarget", "RunGaps", "RunWalls"))
BOWL = "DmcRodentEscapeBowl-v1"
RODENT_GAPS = "DmcRodentRunGaps-v1"
TOUCH = "DmcRodentTwoTouch-v1"
TASKS = {
    TARGET: basic_cmu_2019.cmu_humanoid_go_to_target,
    GAPS: basic_cmu_2019.cmu_humanoid_run_gaps,
    WALLS: basic_cmu_2019.cmu_humanoid_run_walls,
    BOWL: basic_rodent_2020.rodent_escape_bowl,
    RODENT_GAPS: basic_rodent_2020.rodent_run_gaps,
    TOUCH: basic_rodent_2020.rodent_two_touch,
}


@pytest.fixture(autouse=True)
def _no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bowl asks for what draws it, which needs OpenGL."""
    monkeypatch.setattr(engine.Physics, "contexts", None)


def make_without_camera(make: Any, seed: int, time_limit: float | None = None) -> Any:
    """dm_control's own environment; some draw from NumPy's global generator."""
    real = composer.Environment

    def without_camera(task: Any, **arguments: Any) -> Any:
        task._walker.observables.egocentric_camera.enabled = False
        if time_limit is not None:
            arguments["time_limit"] = time_limit
        return real(task, **arguments)

    np.random.seed(seed)
    with (
        warnings.catch_warnings(action="ignore"),
        mock.patch.object(composer, "Environment", without_camera),
    ):
        return make(random_state=seed)


def push(envs: Any, reference: Any, x: float, speed: float, also: slice = slice(0)) -> None:
    """Moves the walker along x, at a speed.

    All numbers in `also` become those of its place and speed too.
    """
    data = reference.physics.data
    positions, velocities = data.qpos.copy(), data.qvel.copy()
    positions[0] = positions[also] = x
    velocities[0] = velocities[also] = speed
    move([(envs, 0)], reference, positions, velocities)


def move(
    rows: list[tuple[Any, int]], reference: Any, positions: np.ndarray, velocities: np.ndarray
) -> None:
    """Moves a walker by hand, in the reference's data and in the numbers of saved states.

    Args:
        rows: pools and in each the row that equals the reference.
        reference: dm_control's environment.
        positions: its new ``qpos``.
        velocities: its new ``qvel``.
    """
    data = reference.physics.data
    for envs, row in rows:
        (state,) = envs.get_state([row])
        begin = next(i for i in range(len(state)) if is_sealed(state, i))
        payload = unsealed(state, begin)
        for old, new in ((data.qpos, positions), (data.qvel, velocities)):
            assert old.tobytes() in payload
            payload = payload.replace(old.tobytes(), new.tobytes())
        envs.set_state([row], [state[:begin] + sealed(payload)])
    data.qpos[:], data.qvel[:] = positions, velocities
    mujoco.mj_step1(reference.physics.model.ptr, data.ptr)  # as a load does


def is_sealed(state: bytes, begin: int) -> bool:
    try:
        unsealed(state, begin)
    except StateError:
        return False
    return True


def play(
    id: str,
    steps: int,
    seed: int,
    noise: float,
    time_limit: float | None = None,
    pushes: tuple[tuple[float, float], ...] = (),
) -> tuple[int, int, float]:
    """Compares a pool step by step; returns the number of falls, time-outs and the best reward.

    After the first step of each episode, the walker gets one of the `pushes`: to a place along x,
    at a speed.
    """
    reference = make_without_camera(TASKS[id], seed, time_limit)
    envs = parallel_pool.make(id, num_envs=1, seed=seed, time_limit=time_limit)
    rng = np.random.default_rng(seed)
    falls = timeouts = episodes = age = 0
    best = 0.0
    wanted, (seen, _) = reference.reset(), envs.reset()
    for number in range(steps):
        what = f"{id}, step {number}"
        assert list(seen) == list(wanted.observation)
        for name, array in seen.items():
            assert_same(array[0], np.asarray(wanted.observation[name]), f"{what}, {name}")
        age = 0 if wanted.first() else age + 1
        if pushes and age == 1 and not wanted.last():
            push(envs, reference, *pushes[episodes % len(pushes)])
            episodes += 1
        action = np.clip(noise * rng.normal(size=reference.action_spec().shape), -1, 1)
        wanted = reference.step(action)
        seen, reward, terminated, truncated, _ = envs.step(action[None])
        assert reward[0] == (wanted.reward or 0.0), what
        assert terminated[0] == (wanted.last() and wanted.discount == 0), what
        assert truncated[0] == (wanted.last() and wanted.discount == 1), what
        falls += terminated[0]
        timeouts += truncated[0]
        best = max(best, reward[0])
    return falls, timeouts, best


@pytest.mark.parametrize(("id", "noise"), [(TARGET, 0.05), (GAPS, 0.5), (WALLS, 0.5)])
def test_episodes_equal_the_reference(id: str, noise: float) -> None:
    falls, _, _ = play(id, 60, 3, noise)
    assert falls > 1


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("id", TASKS)
def test_many_episodes_equal_the_reference(id: str) -> None:
    for seed, noise in enumerate((0.0, 0.05, 0.2, 1.0)):
        play(id, 500, seed, noise)


@pytest.mark.parametrize("id", TASKS)
def test_single_environments_have_the_entries_of_the_reference(id: str) -> None:
    """Those without elements, too."""
    found = parallel_pool.DmEnv(id).observation_spec()
    wanted = make_without_camera(TASKS[id], 0).observation_spec()
    assert list(found) == list(wanted)
    for name, spec in wanted.items():
        assert (found[name].shape, found[name].dtype) == (spec.shape, spec.dtype), name


def test_entries_without_elements() -> None:
    """Every face has them, with and without copies, and in states."""
    names = ("walker/actuator_activation", "walker/sensors_force")
    envs = parallel_pool.make(TARGET, num_envs=3, batch_size=2, seed=0)
    for name in names:
        assert envs.observation_space[name].shape == (2, 0)
    envs.async_reset()
    for _ in range(4):
        seen, *_, infos = envs.recv()
        assert all(seen[name].shape == (2, 0) for name in names)
        envs.send(np.zeros((2, 56)), infos["env_id"])
    batched = parallel_pool.make(TARGET, env_type="dm", num_envs=3)
    assert batched.reset().observation.walker_sensors_force.shape == (3, 0)
    single = gymnasium.make(f"parallel_pool/{TARGET}")
    seen, _ = single.reset(seed=0)
    assert seen in single.observation_space
    assert seen["walker/sensors_force"].shape == (0,)


@pytest.mark.parametrize("id", [GAPS, WALLS, RODENT_GAPS])
def test_corridors_are_compiled_without_the_walker(id: str) -> None:
    """With the installed versions; with others, whole models are compiled, which takes longer."""
    assert tasks.describe(FUNCTIONS[id], has_camera=False)["part_blocks"]


def test_time_limits() -> None:
    assert play(WALLS, 12, 5, 0.1, time_limit=0.1)[1] == 2


# Over gaps and platforms or beside walls, and faster than is wanted.
PUSHES = ((20.0, 3.0), (47.0, 4.0), (61.3, -2.0), (80.6, 8.0), (97.9, 3.1))


@pytest.mark.parametrize("id", [GAPS, WALLS])
def test_places_along_a_corridor(id: str) -> None:
    _, _, best = play(id, 70, 7, 0.3, pushes=PUSHES)
    assert best > 0.9


def test_walker_that_falls_into_a_gap() -> None:
    """It ends the episode."""
    reference = make_without_camera(TASKS[GAPS], 1)
    reference.reset()
    model = reference.physics.model
    floors = [i for i in range(model.ngeom) if model.id2name(i, "geom").startswith("floor_")]
    ends = [model.geom_pos[i, 0] + model.geom_size[i, 0] for i in floors]
    begins = [model.geom_pos[i, 0] - model.geom_size[i, 0] for i in floors]
    middle, width = max(
        (((end + begin) / 2, begin - end) for end, begin in zip(ends, begins[1:], strict=False)),
        key=lambda gap: gap[1],
    )
    assert width > 1
    falls, _, _ = play(GAPS, 30, 1, 0.0, pushes=((middle - 0.3, 0.0),))
    assert falls > 0


def test_rodent_in_bowls() -> None:
    _, timeouts, best = play(BOWL, 14, 2, 1.0, time_limit=0.2)
    assert timeouts == 1
    assert best > 0


def test_rodent_that_falls_off_a_platform() -> None:
    """It may touch the ground, but not fall below it."""
    falls, _, best = play(RODENT_GAPS, 40, 2, 0.3, pushes=((30.0, 1.0), (-0.5, 0.0)))
    assert falls == 0
    assert best > 0.3
    assert play(RODENT_GAPS, 25, 2, 0.3, pushes=((-0.5, 0.0),))[0] > 0


def test_reached_target() -> None:
    def distance(seed: int) -> float:
        x, y, walker_x, walker_y = np.random.RandomState(seed).uniform(-4, 4, 4)
        return float(np.hypot(x - walker_x, y - walker_y))

    near = min(range(100), key=distance)
    assert play(TARGET, 10, near, 0.1)[2] == 1
    assert play(TARGET, 10, max(range(100), key=distance), 0.1)[2] == 0


@pytest.mark.parametrize("id", TASKS)
def test_states_continue_in_other_arenas(id: str) -> None:
    """A pool that takes over the states of another, in another order, goes on like it."""
    envs = parallel_pool.make(id, num_envs=3, seed=5, num_threads=1)
    other = parallel_pool.make(id, num_envs=3, seed=9, num_threads=3)
    envs.reset()
    other.reset()
    rng = np.random.default_rng(0)
    for number in range(40):
        if number % 15 == 7:
            other.set_state([2, 0, 1], [envs.get_state()[i] for i in (2, 0, 1)])
        action = rng.uniform(-1, 1, envs.action_space.shape)
        wanted, given = envs.step(action), other.step(action)
        if number >= 7:
            assert_same(given, wanted)


@pytest.mark.parametrize("id", [WALLS, BOWL])
def test_divergence_has_the_words_of_the_reference(id: str) -> None:
    """Its row fails; a reset heals it, with the same first observation as the reference."""
    reference = make_without_camera(TASKS[id], 0)
    envs = parallel_pool.make(id, num_envs=1, seed=0)
    still = np.zeros(envs.action_space.shape)
    reference.reset(), envs.reset()
    reference.step(still[0]), envs.step(still)
    push(envs, reference, 1e9, 9e9, also=slice(6))
    with pytest.raises(control.PhysicsError) as wanted:
        reference.step(still[0])
    with pytest.raises(EnvironmentFailure) as found:
        envs.step(still)
    assert str(wanted.value) in str(found.value)
    assert str(wanted.value).startswith("Physics state is invalid. Warning(s) raised: mjWARN_")
    observations, _ = envs.reset()
    for name, array in reference.reset().observation.items():
        assert_same(observations[name][0], np.asarray(array), name)


def test_states_of_impossible_corridors_are_refused() -> None:
    envs = parallel_pool.make(WALLS, num_envs=1, seed=0)
    envs.reset()
    (state,) = envs.get_state()
    begin = next(i for i in range(len(state)) if is_sealed(state, i))
    payload = unsealed(state, begin)
    width = np.random.RandomState(0).uniform(1, 7)
    for wrong in (0.5, 1e300, np.nan):
        changed = payload.replace(np.float64(width).tobytes(), np.float64(wrong).tobytes())
        assert changed != payload
        with pytest.raises(StateError, match="corridor"):
            envs.set_state([0], [state[:begin] + sealed(changed)])


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="time_limit must be above 0"):
        parallel_pool.make(WALLS, time_limit=0.0)


@pytest.mark.parametrize(
    "make",
    [
        basic_cmu_2019.cmu_humanoid_maze_forage,
        basic_cmu_2019.cmu_humanoid_heterogeneous_forage,
        basic_rodent_2020.rodent_maze_forage,
    ],
)
def test_other_tasks_run_in_the_python_pool(make: Any) -> None:
    reference = make_without_camera(make, 4)
    envs = parallel_pool.make_python(partial(make_without_camera, make, 4), num_envs=1)
    wanted, (seen, _) = reference.reset(), envs.reset()
    rng = np.random.default_rng(0)
    for _ in range(4):
        assert wanted.observation.keys() == seen.keys()
        for name, array in seen.items():
            assert_same(array[0], np.asarray(wanted.observation[name]), name)
        action = rng.uniform(-1, 1, reference.action_spec().shape)
        wanted = reference.step(action)
        seen, reward, *_ = envs.step(action[None])
        assert reward[0] == wanted.reward
    envs.close()
