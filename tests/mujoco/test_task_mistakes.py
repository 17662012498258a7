# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Mistakes of tasks are exceptions that name the method, and lose no environment."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import EnvironmentFailure, PoolError
from parallel_pool.mujoco import Batch, Task, register, vector_env
from parallel_pool.testing import ConformanceError, check

from tests.mujoco.reach import MODEL_OF_REACH, MODES, Reach, reach
from tests.support import ctrl_c_raises


def test_options_have_their_annotated_types() -> None:
    class Typed(Reach):
        def __init__(self, gain: float = 1.0, name: str = "a", flag: bool = True) -> None:
            super().__init__()

    with vector_env(Typed, MODEL_OF_REACH, gain=2, flag=False):
        pass
    for wrong, message in (
        ({"gain": "2"}, "gain must be of type float, got '2'"),
        ({"gain": True}, "gain must be of type float, got True"),
        ({"name": 3}, "name must be of type str, got 3"),
        ({"flag": 1}, "flag must be of type bool, got 1"),
    ):
        with pytest.raises(TypeError, match=message):
            vector_env(Typed, MODEL_OF_REACH, **wrong)


# --- What goes wrong -----------------------------------------------------------------------------


def spoilt(**members: Any) -> type[Task]:
    return type("Spoilt", (Reach,), members)


@pytest.mark.parametrize(
    ("members", "options", "message"),
    [
        ({}, {"broken": "dtype"}, r"observe\(\) returned an array of float64 .* expected float32"),
        ({}, {"broken": "shape"}, r"outcome\(\) returned an array of float64 with shape \(1, 1\)"),
        ({"outcome": lambda *_: None}, {}, r"outcome\(\) returned NoneType"),
        ({"observe": lambda *_: 1 / 0}, {}, r"observe\(\) raised ZeroDivisionError"),
        ({"reset_infos": lambda *_: {"a": "b"}}, {}, "info 'a' must be an array"),
        ({"reset_infos": lambda *_: [1]}, {}, r"reset_infos\(\) returned list"),
        ({"setup": lambda self, sim: sim.qpso}, {}, r"setup\(\) raised AttributeError"),
        ({"reset": lambda self, sim, *_: sim.expand("geom_typ")}, {}, "mean 'geom_type'"),
    ],
)
def test_mistakes_name_the_method(
    members: Mapping[str, Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(PoolError, match=message):
        vector_env(spoilt(**members), MODEL_OF_REACH, **options)


@pytest.mark.parametrize(
    ("task", "error", "message"),
    [
        (Task, TypeError, "observation_space must be a Box, Discrete"),
        (spoilt(action_space=gymnasium.spaces.Text(3)), TypeError, "action_space must be a Box"),
        (spoilt(__init__=lambda self, size: None), TypeError, "'size' of Spoilt has no default"),
        (object, TypeError, "derived from Task"),
        (spoilt(frame_skip=0), ValueError, "frame_skip must be at least 1 .* got 0"),
        (spoilt(after_step="forward"), TypeError, r"Spoilt.after_step must be a tuple .*'forward'"),
        (spoilt(before_step=3), TypeError, "Spoilt.before_step must be a tuple of str"),
        (spoilt(after_reset=("step -1",)), ValueError, "Spoilt.after_reset has 'step -1', but"),
        (spoilt(after_reset=("step 0",)), ValueError, "number of 'step 0' .* got 0"),
        (spoilt(after_reset=("forward 2",)), ValueError, "'forward 2', but only 'step 5'"),
        (spoilt(reset_options="goal"), TypeError, "Spoilt.reset_options must be a tuple .*'goal'"),
        (
            spoilt(reset_options=(1,)),
            TypeError,
            r"reset_options must be a tuple of str.*got \(1,\)",
        ),
    ],
)
def test_bad_tasks_are_refused(task: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        vector_env(task, MODEL_OF_REACH)


def test_a_task_without_a_model() -> None:
    with pytest.raises(ValueError, match="Reach has no model"):
        vector_env(Reach)


def test_an_unknown_option() -> None:
    task = spoilt(setup=lambda self, sim: self.option("gian"))
    with pytest.raises(PoolError, match="has no option 'gian', it has"):
        vector_env(task, MODEL_OF_REACH)


@pytest.mark.parametrize("broken", ["act", "late"])
@pytest.mark.parametrize("mode", MODES)
def test_a_method_that_raises_loses_no_environment(broken: str, mode: str) -> None:
    with reach(num_envs=3, broken=broken, autoreset_mode=mode) as envs:
        envs.reset(seed=0)
        actions = np.zeros((3, 1), np.float32)
        if broken == "act":
            envs.step(actions)
        envs.step(actions)
        with pytest.raises(EnvironmentFailure, match=r"Reach\.(act|observe)\(\)") as caught:
            envs.step(actions)
        assert caught.value.env_ids.tolist() == [0, 1, 2]
        with pytest.raises(parallel_pool.errors.ResetNeededError):
            envs.step(actions)
        envs.reset(seed=0)
        envs.step(actions)


def test_a_reset_that_raises() -> None:
    message = r"Reach\.reset\(\) raised RuntimeError: no goal"
    with (
        reach(num_envs=2, broken="reset") as envs,
        pytest.raises(EnvironmentFailure, match=message),
    ):
        envs.reset()


def test_an_array_that_comes_too_late() -> None:
    """New arrays would be read by workers that are under way."""

    def outcome(self: Any, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        if self.count.max() > 1:
            sim.bind("xpos")
        return Reach.outcome(self, sim, ids, actions)

    with vector_env(spoilt(outcome=outcome), MODEL_OF_REACH, num_envs=2) as envs:
        envs.reset()
        envs.step(np.zeros((2, 1), np.float32))
        with pytest.raises(EnvironmentFailure, match=r"xpos was not used .* use it in setup"):
            envs.step(np.zeros((2, 1), np.float32))


def test_a_task_conforms() -> None:
    """To every rule that environments in C++ are checked by."""
    if "TestReach-v0" not in parallel_pool.list_all_envs():
        register("TestReach-v0", Reach, MODEL_OF_REACH)
    check("TestReach-v0")


class Careless(Reach):
    """Writes to all rows in one of its methods."""

    where = ""

    def reset(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        super().reset(sim, ids, generators)
        if self.where == "reset":
            sim.qvel[:] = 0.5

    def act(self, sim: Batch, ids: Any, actions: np.ndarray) -> None:
        super().act(sim, ids, actions)
        if self.where == "act":
            sim.ctrl[:] *= 0.5

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        if self.where == "outcome":
            self.goal += 0.125
        return super().outcome(sim, ids, actions)


class Rounding(Reach):
    """Says that it equals a reference, whose squares are those of scalars."""

    reference = "Pendulum-v1"

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        reward, terminated, infos = super().outcome(sim, ids, actions)
        return reward**2, terminated, infos


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("reset", r"Careless.reset\(\) wrote to row \d of sim.qvel"),
        ("act", r"Careless.act\(\) wrote to row \d of sim.ctrl, which is not among its ids"),
        ("outcome", r"Careless.outcome\(\) wrote to row \d of the array 'goal'"),
    ],
)
def test_the_kit_finds_writes_to_other_rows(where: str, message: str) -> None:
    task = type("Careless", (Careless,), {"where": where})
    id = register(f"Careless-{where}-v0", task, MODEL_OF_REACH)
    with pytest.raises(ConformanceError, match=message):
        check(id, rules=["environments_share_nothing"])


def test_the_kit_finds_arithmetic_that_rounds_otherwise() -> None:
    id = register("Rounding-v0", Rounding, MODEL_OF_REACH)
    with pytest.raises(ConformanceError, match=r"outcome\(\) uses 'reward \*\* 2': use rows.power"):
        check(id, rules=["environments_share_nothing"])


class Meddling(Reach):
    """Does in `outcome` what `meddle` does."""

    meddle: Any = staticmethod(lambda sim: None)

    def outcome(self, sim: Batch, ids: Any, actions: Any) -> Any:
        type(self).meddle(sim)
        return super().outcome(sim, ids, actions)


def step_meddling(meddle: Any) -> Any:
    envs = vector_env(Meddling, MODEL_OF_REACH, num_envs=2, seed=0)
    envs.reset()
    Meddling.meddle = staticmethod(meddle)
    try:
        return envs.step(np.zeros(envs.action_space.shape, np.float32))
    finally:
        Meddling.meddle = staticmethod(lambda sim: None)
        envs.reset()
        envs.step(np.zeros(envs.action_space.shape, np.float32))


def test_ctrl_c_within_a_method() -> None:
    with ctrl_c_raises(), pytest.raises(KeyboardInterrupt):
        step_meddling(lambda sim: signal.raise_signal(signal.SIGINT))


def test_messages_that_are_no_utf8() -> None:
    def raises(sim: Batch) -> None:
        raise ValueError("\udcff")

    with pytest.raises(EnvironmentFailure, match=r"raised ValueError: .udcff"):
        step_meddling(raises)


def test_methods_cannot_close_the_simulations() -> None:
    with pytest.raises(EnvironmentFailure, match="belong to its pool: close the pool"):
        step_meddling(lambda sim: sim.close())


class Doubling(Reach):
    """Writes to its actions."""

    def act(self, sim: Batch, ids: Any, actions: Any) -> None:
        actions *= 2


def test_actions_are_read_only() -> None:
    """Else what `outcome` sees would depend on whether all environments step together."""
    with pytest.raises(PoolError, match=r"Doubling\.act.*read-only"):
        vector_env(Doubling, MODEL_OF_REACH)


class Changing(Reach):
    """Counts in floats after the first step."""

    def outcome(self, sim: Batch, ids: Any, actions: Any) -> Any:
        reward, terminated, infos = super().outcome(sim, ids, actions)
        if sim.num_envs > 1:
            infos["count"] = infos["count"] / 2
        return reward, terminated, infos


def test_infos_keep_their_dtypes() -> None:
    """A cast would lose what they say."""
    envs = vector_env(Changing, MODEL_OF_REACH, num_envs=2, seed=0)
    envs.reset()
    with pytest.raises(EnvironmentFailure, match="info 'count' as float64, at first it was int64"):
        envs.step(np.zeros((2, 1), np.float32))
