# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The kitchen beside Gymnasium-Robotics' own: all bytes; infos are masks instead of lists."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import testing
from parallel_pool.families.robotics.goals import KITCHEN_GOALS

from tests.families.robotics.driver import MODES, repair

pytest.importorskip("gymnasium_robotics", reason="needs `make test-adapters`")

ID = "FrankaKitchen-v1"
INFOS = ("tasks_to_complete", "step_task_completions", "episode_task_completions")


@pytest.fixture(autouse=True)
def _repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    repair(monkeypatch)


def flat(observation: Any, i: int | None = None) -> dict[str, bytes]:
    out = {}
    for name, value in observation.items():
        parts = value if isinstance(value, dict) else {"": value}
        out |= {f"{name} {n}": (v if i is None else v[i]).tobytes() for n, v in parts.items()}
    return out


def told(infos: Any, i: int, tasks: list[str]) -> dict[str, set[str]]:
    return {
        name: {task for task, yes in zip(tasks, infos[name][i], strict=True) if yes}
        for name in INFOS
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tasks_to_complete": ["microwave", "slide cabinet"], "object_noise_ratio": 0.5},
        {"tasks_to_complete": ["kettle", "light switch"], "remove_task_when_completed": False},
        {"tasks_to_complete": ["hinge cabinet"], "terminate_on_tasks_completed": False},
    ],
)
def test_results(options: dict[str, Any], mode: str) -> None:
    """The bounds of achievement are wide, so that tasks are done by chance: the goals are moved."""
    count, limit = 2, 17
    tasks = options.get("tasks_to_complete", [*KITCHEN_GOALS])
    references = [
        gymnasium.make(ID, disable_env_checker=True, max_episode_steps=limit, **options)
        for _ in range(count)
    ]
    generator = np.random.default_rng(3)
    with parallel_pool.make(
        ID, num_envs=count, autoreset_mode=mode, max_episode_steps=limit, num_threads=2, **options
    ) as envs:
        assert envs.single_observation_space == references[0].observation_space
        assert envs.single_action_space == references[0].action_space

        def begins(i: int, **given: Any) -> None:
            observation, infos = references[i].reset(**given)
            assert flat(observed, i) == flat(observation)
            assert told(masks, i, tasks) == {name: {*infos[name]} for name in INFOS}

        observed, masks = envs.reset(seed=4)
        for i in range(count):
            begins(i, seed=4 + i)
        ended = np.zeros(count, bool)
        for _ in range(45):
            if mode == "Disabled" and ended.any():
                observed, masks = envs.reset(options={"reset_mask": ended})
                for i in np.flatnonzero(ended):
                    begins(i)
                ended[:] = False
            actions = generator.uniform(-1.2, 1.2, (count, 9))
            observed, rewards, terminated, truncated, masks = envs.step(actions)
            for i, reference in enumerate(references):
                if ended[i]:
                    begins(i)
                    ended[i] = False
                    continue
                observation, reward, ends, cut, infos = reference.step(actions[i])
                assert (reward, ends, cut) == (rewards[i], terminated[i], truncated[i])
                ended[i] = ends or cut
                where = masks["final_info"] if ended[i] and mode == "SameStep" else masks
                assert told(where, i, tasks) == {name: {*infos[name]} for name in INFOS}
                if ended[i] and mode == "SameStep":
                    assert flat(masks["final_obs"][i]) == flat(observation)
                    begins(i)
                    ended[i] = False
                else:
                    assert flat(observed, i) == flat(observation)
    for one in references:
        one.close()


@pytest.mark.parametrize(("removes", "ends"), [(True, True), (False, True), (True, False)])
def test_tasks_are_done(removes: bool, ends: bool) -> None:
    """States in which things are where they should be, set in both."""
    options = {
        "tasks_to_complete": ["microwave", "slide cabinet", "kettle"],
        "remove_task_when_completed": removes,
        "terminate_on_tasks_completed": ends,
        "object_noise_ratio": 0.0,
        "robot_noise_ratio": 0.0,
    }
    reference: Any = gymnasium.make(ID, disable_env_checker=True, **options).unwrapped
    from parallel_pool.families.robotics.kitchen import _FIRST, Kitchen
    from parallel_pool.mujoco import vector_env

    class Moved(Kitchen):
        """Begins with the microwave open; the cabinet and the kettle follow."""

        def __init__(self) -> None:
            super().__init__(**options)

        def act(self, sim: Any, ids: Any, actions: Any) -> None:
            super().act(sim, ids, actions)
            for name in moved:
                place = slice(_FIRST[name], _FIRST[name] + len(KITCHEN_GOALS[name]))
                sim.qpos[ids, place] = KITCHEN_GOALS[name]

    moved: list[str] = []
    with vector_env(Moved, num_envs=1, autoreset_mode="Disabled") as envs:
        envs.reset(seed=1)
        reference.reset(seed=1)
        total = 0.0
        for step, name in enumerate(["", "microwave", "", "slide cabinet", "", "kettle", ""]):
            moved[:] = [name] if name else []
            for one in moved:
                place = slice(_FIRST[one], _FIRST[one] + len(KITCHEN_GOALS[one]))
                reference.data.qpos[place] = KITCHEN_GOALS[one]
            action = np.full((1, 9), 0.1 * step)
            observed, rewards, terminated, _, masks = envs.step(action)
            observation, reward, over, _, infos = reference.step(action[0])
            assert flat(observed, 0) == flat(observation)
            assert (reward, over) == (rewards[0], terminated[0])
            assert told(masks, 0, options["tasks_to_complete"]) == {
                name: {*infos[name]} for name in INFOS
            }
            total += reward
            if over:
                break
        assert total >= 2
    reference.close()


def test_rewards_in_batches() -> None:
    with parallel_pool.make(ID, num_envs=3) as envs:
        observed, _ = envs.reset(seed=0)
        achieved, desired = observed["achieved_goal"], observed["desired_goal"]
        assert envs.call("compute_reward", achieved, desired, {})[0].tolist() == [0.0, 0.0, 0.0]
        assert envs.call("compute_reward", desired, desired, {})[0].tolist() == [7.0, 7.0, 7.0]
    for wrong in (["kettel"], [["kettle"]], "kettle", []):
        with pytest.raises(ValueError, match="must be a list of some of"):
            parallel_pool.make(ID, tasks_to_complete=wrong)


def test_it_conforms() -> None:
    testing.check(ID)
