# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks in NumPy on every path that a pool has."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest
from parallel_pool import PoolError
from parallel_pool.mujoco import Batch, register, vector_env
from parallel_pool.testing import assert_same

from tests.mujoco.models import MODEL, use_egl
from tests.mujoco.reach import MODEL_OF_REACH, MODES, Reach, play_reach, reach
from tests.support import assert_clean, run_python


def test_a_task_is_a_vector_environment() -> None:
    with reach(num_envs=4, seed=0, gain=0.5) as envs:
        assert isinstance(envs, gymnasium.vector.VectorEnv)
        assert envs.single_observation_space == Reach.observation_space
        assert envs.config == {"gain": 0.5, "broken": ""}
        observations, _ = envs.reset()
        assert observations["goal"].shape == (4, 1)
        assert envs.observation_space.contains(observations)
        _, rewards, _, _, infos = envs.step(envs.action_space.sample())
        assert rewards.dtype == np.float64
        assert infos["count"].tolist() == [1] * 4
        copied = pickle.loads(pickle.dumps(envs))
        copied.reset(seed=0)
        np.testing.assert_array_equal(copied.reset(seed=0)[0]["goal"], observations["goal"])
        copied.close()


def test_seeds_give_gymnasiums_stream() -> None:
    with reach(num_envs=3) as envs:
        goals = envs.reset(seed=10)[0]["goal"][:, 0]
        expected = [np.random.default_rng(10 + i).uniform(-1, 1) for i in range(3)]
        assert goals.tolist() == np.float32(expected).tolist()
        again = [envs.np_random[i].uniform(-1, 1) for i in range(3)]
        follows = [np.random.default_rng(10 + i).uniform(-1, 1, 2)[1] for i in range(3)]
        assert again == follows


class Placed(Reach):
    """Takes goals from the options of resets."""

    reset_options = ("goal",)

    def reset(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        super().reset(sim, ids, generators)
        for i in ids:
            self.goal[i] = self.given.get(i, {}).get("goal", self.goal[i])


def test_resets_take_options() -> None:
    with vector_env(Placed, MODEL_OF_REACH, num_envs=3) as envs:
        first = envs.reset(seed=0)[0]["goal"][:, 0]
        mask = np.array([False, True, False])
        goals = envs.reset(options={"goal": 0.25, "reset_mask": mask})[0]["goal"][:, 0]
        assert goals.tolist() == [first[0], 0.25, first[2]]
        assert 0.25 not in envs.reset()[0]["goal"]
        with pytest.raises(TypeError, match="unknown reset option 'gaol', did you mean 'goal'"):
            envs.reset(options={"gaol": 1})


@pytest.mark.parametrize(
    ("model", "error", "message"),
    [
        (5, TypeError, "MJB file, got int"),
        ([MODEL_OF_REACH], TypeError, "MJB file, got list"),
        ("nowhere.xml", FileNotFoundError, r"there is no model file 'nowhere\.xml'"),
        (".", IsADirectoryError, "is a folder: expected an XML or MJB file"),
    ],
)
def test_what_can_be_no_model_is_refused_at_once(
    model: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        register("Nonsense-v0", Reach, model)
    assert "Nonsense-v0" not in parallel_pool.list_all_envs()


def test_a_registered_task() -> None:
    """By every door."""
    if "TestReach-v0" not in parallel_pool.list_all_envs():
        register("TestReach-v0", Reach, MODEL_OF_REACH)
    with pytest.raises(PoolError, match="exist already"):
        register("TestReach-v0", Reach, MODEL_OF_REACH)
    with gymnasium.make_vec("parallel_pool/TestReach-v0", num_envs=2) as envs:
        first = envs.reset(seed=4)[0]
    with gymnasium.make("parallel_pool/TestReach-v0") as env:
        single = env.reset(seed=4)[0]
        assert single["goal"] == first["goal"][0]
        for _ in range(20):
            *_, truncated, infos = env.step(np.zeros(1, np.float32))
        assert truncated
        assert infos["count"] == 20
    with parallel_pool.make("TestReach-v0", "gym", num_envs=2) as pool:
        assert pool.reset()["goal"].shape == (2, 1)
    with parallel_pool.make("TestReach-v0", "dm", num_envs=2) as pool:
        assert pool.reset().first().all()


def test_statistics_and_normalisation() -> None:
    with reach(num_envs=2, record_episode_statistics=True, normalize_reward=True) as envs:
        envs.reset(seed=0)
        for _ in range(20):
            infos = envs.step(np.zeros((2, 1), np.float32))[-1]
        assert infos["episode"]["l"].tolist() == [20, 20]


class Randomised(Reach):
    """Every episode has inertias of its own."""

    def setup(self, sim: Batch) -> None:
        super().setup(sim)
        self.inertia = sim.expand("body_inertia")
        self.usual = self.inertia[0].copy()

    def reset(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        super().reset(sim, ids, generators)
        for i, generator in zip(ids, generators, strict=True):
            self.inertia[i] = self.usual * generator.uniform(0.5, 2)
        sim.set_const(ids)


def test_models_may_differ_from_episode_to_episode() -> None:
    """Whatever the number of threads; states contain the parameters."""
    results = []
    for threads in (1, 3):
        with vector_env(
            Randomised, MODEL_OF_REACH, num_envs=6, num_threads=threads, max_episode_steps=5
        ) as envs:
            results.append(play_reach(envs, 12))
            states = envs.get_state([4])
            with vector_env(Randomised, MODEL_OF_REACH, num_envs=1, max_episode_steps=5) as other:
                other.reset(seed=9)
                other.set_state([0], states)
                for _ in range(7):
                    one = envs.step(np.ones((6, 1), np.float32))[0]["angle"][4]
                    assert other.step(np.ones((1, 1), np.float32))[0]["angle"][0] == one
    assert_same(results[0], results[1], "results")
    assert len({*results[0][3][0]["angle"][:, 0].tolist()}) == 6


# --- Options and spaces --------------------------------------------------------------------------


class Geared(Reach):
    """An arm whose gain may differ between environments."""

    def setup(self, sim: Batch) -> None:
        super().setup(sim)
        self.gains = self.option("gain")

    def act(self, sim: Batch, ids: Any, actions: np.ndarray) -> None:
        super().act(sim, ids, self.gains[ids, None] * actions / self.gain)


@pytest.mark.parametrize("mode", MODES)
def test_options_may_differ_between_environments(mode: str) -> None:
    """Each environment equals that of a pool with its options, from the next reset on."""
    gains = [0.5, 1, 2.0]
    options: dict[str, Any] = {"autoreset_mode": mode, "max_episode_steps": 4}

    def results(envs: Any, change: float | None) -> list[np.ndarray]:
        found = [envs.reset(seed=3)[0]["angle"]]
        for step in range(10):
            if step == 2 and change is not None:
                envs.set_config([0], gain=change)
            *_, truncated, _ = result = envs.step(np.ones((envs.num_envs, 1), np.float32))
            found.append(result[0]["angle"])
            if mode == "Disabled" and truncated.any():
                found.append(envs.reset()[0]["angle"])
        return found

    with vector_env(
        Geared, MODEL_OF_REACH, num_envs=3, gain=parallel_pool.PerEnv(gains), **options
    ) as envs:
        assert envs.config["gain"] == parallel_pool.PerEnv([0.5, 1.0, 2.0])
        found = results(envs, None)
    for i, gain in enumerate(gains):
        with vector_env(Geared, MODEL_OF_REACH, num_envs=3, gain=gain, **options) as envs:
            for one, other in zip(found, results(envs, None), strict=True):
                np.testing.assert_array_equal(one[i], other[i])
    with (
        vector_env(Geared, MODEL_OF_REACH, num_envs=1, gain=2.0, **options) as changed,
        vector_env(Geared, MODEL_OF_REACH, num_envs=1, gain=0.5, **options) as before,
    ):
        one, other = results(changed, 0.5), results(before, None)
        assert (one[3] != other[3]).all()  # still with the gain of its episode


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"broken": parallel_pool.PerEnv(["", "x"])}, ValueError, "'broken' of Geared is the same"),
        ({"gain": parallel_pool.PerEnv([1.0, "x"])}, TypeError, "of type float, got 'x'"),
        ({"gain": parallel_pool.PerEnv([1.0, [2.0]])}, TypeError, r"of type float, got \[2.0\]"),
    ],
)
def test_options_that_cannot_differ(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        vector_env(Geared, MODEL_OF_REACH, num_envs=2, **options)


def model_of(scale: float) -> Any:
    """The model with other gears."""
    return mujoco.MjModel.from_xml_string(MODEL.replace('gear="2"', f'gear="{scale}"'))


class Scaled(Reach):
    """Its model depends on an option."""

    model = staticmethod(model_of)

    def __init__(self, scale: float = 2) -> None:
        super().__init__()


def test_a_model_may_depend_on_options() -> None:
    angles = []
    for scale in (2, 4):
        with vector_env(Scaled, scale=scale, num_envs=1) as envs:
            envs.reset(seed=0)
            for _ in range(3):
                observations = envs.step(np.ones((1, 1), np.float32))[0]
            angles.append(observations["angle"].item())
            pickle.loads(pickle.dumps(envs)).close()
    assert angles[0] != angles[1]
    with pytest.raises(ValueError, match="'scale' of Scaled is the same for all"):
        vector_env(Scaled, num_envs=2, scale=parallel_pool.PerEnv([1, 2]))


class Nested(Reach):
    """Shows and takes trees."""

    observation_space = gymnasium.spaces.Dict(
        {
            "arm": gymnasium.spaces.Dict({"angle": Reach.observation_space["angle"]}),
            "rest": gymnasium.spaces.Tuple(
                (Reach.observation_space["goal"], gymnasium.spaces.Discrete(100))
            ),
        }
    )
    action_space = gymnasium.spaces.Dict(
        {
            "push": Reach.action_space,
            "side": gymnasium.spaces.Tuple((gymnasium.spaces.Discrete(2),)),
        }
    )

    def act(self, sim: Batch, ids: Any, actions: Any) -> None:
        super().act(sim, ids, actions["push"] * np.where(actions["side"][0], 1, -1)[:, None])

    def observe(self, sim: Batch, ids: Any) -> Any:
        plain = super().observe(sim, ids)
        rest = (plain["goal"], self.count[ids])
        return {"arm": {"angle": plain["angle"]}, "rest": rest}


def test_spaces_may_be_trees() -> None:
    """Over the end of episodes."""
    with (
        vector_env(Nested, MODEL_OF_REACH, num_envs=4, num_threads=2) as envs,
        reach(num_envs=4) as plain,
    ):
        assert envs.single_observation_space == Nested.observation_space
        assert envs.single_action_space == Nested.action_space
        envs.reset(seed=0)
        plain.reset(seed=0)
        sides = np.array([0, 1, 1, 0])
        for _ in range(25):
            push = np.linspace(-1, 1, 4, dtype=np.float32)[:, None]
            found = envs.step({"push": push, "side": (sides,)})
            expected = plain.step(push * np.where(sides, 1, -1).astype(np.float32)[:, None])
            np.testing.assert_array_equal(found[0]["arm"]["angle"], expected[0]["angle"])
            np.testing.assert_array_equal(found[0]["rest"][0], expected[0]["goal"])
            np.testing.assert_array_equal(found[1], expected[1])
            assert envs.observation_space.contains(found[0])
    wrong = type("Wrong", (Nested,), {"observe": lambda self, sim, ids: {"arm": {}, "rest": ()}})
    with pytest.raises(PoolError, match=r"observation\['arm'\], expected a dict with keys"):
        vector_env(wrong, MODEL_OF_REACH)


def test_families_of_tasks_are_imported_late() -> None:
    """Their ids are known before MuJoCo is."""
    code = (
        "import sys, parallel_pool\n"
        "from parallel_pool import Family\n"
        "from parallel_pool.simulations.lazy import LazyDefinition, task_module\n"
        "lazy = LazyDefinition('Late-v0', 'tests.mujoco.test_tasks:Scaled', 20)\n"
        "parallel_pool.register(Family(name='late', module=task_module('late', [lazy])))\n"
        "print('mujoco' in sys.modules, 'tests.mujoco.test_tasks' in sys.modules)\n"
        "envs = parallel_pool.make('Late-v0', num_envs=2, scale=3)\n"
        "print(envs.reset(seed=0)[0]['goal'].shape, envs.config)\n"
    )
    assert assert_clean(run_python(code)) == "False False\n(2, 1) {'scale': 3.0}\n"


def test_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each environment shows its own simulation."""
    use_egl(monkeypatch)
    code = (
        "from tests.mujoco.reach import reach\n"
        "envs = reach(num_envs=3, width=64, height=48, render_mode='rgb_array')\n"
        "envs.reset(seed=0)\n"
        "for _ in range(10): envs.step(np.array([[1], [-1], [1]], np.float32))\n"
        "first, other, same = envs.render()\n"
        "print(first.shape, np.array_equal(first, same), np.array_equal(first, other))\n"
        "envs.close()\n"
        "envs = reach(num_envs=3, width=64, height=48, render_mode='human')\n"
        "envs.reset(seed=0)\n"
        "import pygame\n"
        "before = pygame.surfarray.array3d(pygame.display.get_surface())\n"
        "for _ in range(10): envs.step(np.array([[1], [-1], [1]], np.float32))\n"
        "shown = pygame.surfarray.array3d(pygame.display.get_surface())\n"
        "print(shown.shape, np.array_equal(shown, before), "
        "np.array_equal(shown, first.swapaxes(0, 1)))\n"
        "envs.close()\n"
    )
    expected = "(48, 64, 3) True False\n(64, 48, 3) False True\n"
    assert assert_clean(run_python(code)) == expected
