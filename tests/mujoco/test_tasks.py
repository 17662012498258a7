# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks in NumPy equal the same rules in C++ and in Gymnasium, on every path that a pool has."""

from __future__ import annotations

import importlib.util
import pickle
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest
from parallel_pool import EnvironmentFailure, PoolError
from parallel_pool.mujoco import Batch, Task, register, vector_env
from parallel_pool.testing import ConformanceError, assert_same, check

from tests.mujoco.models import MODEL
from tests.support import assert_clean, ctrl_c_raises, run_python

EXAMPLE = Path(__file__).parents[2] / "examples" / "mujoco_tasks.py"
_spec = importlib.util.spec_from_file_location("mujoco_tasks", EXAMPLE)
assert _spec is not None
assert _spec.loader is not None
examples = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(examples)

# Gymnasium's own file of HalfCheetah has what newer versions of MuJoCo warn of.
pytestmark = pytest.mark.filterwarnings("ignore:.*settotalmass")

ROBOTS = {name: getattr(examples, name) for name in ("Hopper", "HalfCheetah", "Ant", "Humanoid")}
MODES = ("NextStep", "SameStep", "Disabled")


def play(envs: Any, steps: int, mode: str) -> list[Any]:
    """Results of seeded resets and steps; where nothing resets by itself, a mask does."""
    results: list[Any] = [envs.reset(seed=5)]
    generator = np.random.default_rng(0)
    low, high = envs.action_space.low, envs.action_space.high
    for _ in range(steps):
        actions = generator.uniform(low, high).astype(envs.action_space.dtype)
        results.append(envs.step(actions))
        ended = results[-1][2] | results[-1][3]
        if mode == "Disabled" and ended.any():
            results.append(envs.reset(options={"reset_mask": ended}))
    return results


def test_options_have_their_annotated_types() -> None:
    class Typed(examples.Hopper):  # type: ignore[misc, name-defined]
        def __init__(self, gain: float = 1.0, name: str = "a", flag: bool = True) -> None: ...

    with vector_env(Typed, gain=2, flag=False):
        pass
    for wrong, message in (
        ({"gain": "2"}, "gain must be of type float, got '2'"),
        ({"gain": True}, "gain must be of type float, got True"),
        ({"name": 3}, "name must be of type str, got 3"),
        ({"flag": 1}, "flag must be of type bool, got 1"),
    ):
        with pytest.raises(TypeError, match=message):
            vector_env(Typed, **wrong)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ROBOTS)
def test_robots_equal_those_in_cpp(name: str, mode: str) -> None:
    """Observations, rewards, flags, final observations and infos, over time limits and falls."""
    options: dict[str, Any] = {"num_envs": 5, "autoreset_mode": mode, "max_episode_steps": 23}
    steps = 60
    with (
        vector_env(ROBOTS[name], num_threads=2, **options) as envs,
        parallel_pool.make(f"{name}-v5", **options) as reference,
    ):
        expected = play(reference, steps, mode)
        assert any(one[3].any() for one in expected if len(one) == 5)
        for number, (one, other) in enumerate(zip(play(envs, steps, mode), expected, strict=True)):
            assert_same(one, other, f"result {number}")


@pytest.mark.parametrize("name", ROBOTS)
def test_robots_equal_gymnasiums(name: str) -> None:
    """The reference itself, environment by environment."""
    id = f"{name}-v5"
    reference = gymnasium.make_vec(id, num_envs=3, vectorization_mode="sync")
    with vector_env(ROBOTS[name], num_envs=3) as envs:
        pairs = zip(play(envs, 120, "NextStep"), play(reference, 120, "NextStep"), strict=True)
        for number, (one, other) in enumerate(pairs):
            for a, b in zip(one[:-1], other[:-1], strict=True):
                np.testing.assert_array_equal(a, b, err_msg=f"result {number}")
    reference.close()


def rows_by_env(envs: Any, seed: int, count: int) -> dict[int, list[tuple[Any, ...]]]:
    """The rows of each environment in async mode."""
    found: dict[int, list[tuple[Any, ...]]] = {i: [] for i in range(envs.num_envs)}
    envs.async_reset(seed=seed)
    while min(map(len, found.values())) < count:
        observations, rewards, ends, cuts, infos = envs.recv()
        ids = infos["env_id"]
        for row, i in enumerate(ids):
            found[i].append((observations[row].copy(), rewards[row], ends[row], cuts[row]))
        # Actions that follow from the environment's own history.
        actions = np.stack(
            [np.tanh(found[i][-1][0][: envs.single_action_space.shape[0]]) for i in ids]
        ).astype(np.float32)
        envs.send(actions, ids)
    return found


def test_async_mode_equals_cpp() -> None:
    """Methods see the rows that have finished, in any order."""
    options: dict[str, Any] = {"num_envs": 6, "batch_size": 2, "num_threads": 2}
    options["max_episode_steps"] = 11
    with (
        vector_env(ROBOTS["Hopper"], **options) as envs,
        parallel_pool.make("Hopper-v5", **options) as reference,
    ):
        found, expected = rows_by_env(envs, 3, 30), rows_by_env(reference, 3, 30)
        for i in range(6):
            for one, other in zip(found[i][:30], expected[i][:30], strict=True):
                for a, b in zip(one, other, strict=True):
                    np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", ["Hopper", "Ant"])
def test_states_and_clones(name: str) -> None:
    with vector_env(ROBOTS[name], num_envs=3, max_episode_steps=30) as envs:
        play(envs, 20, "NextStep")
        states = envs.get_state([0])
        with vector_env(ROBOTS[name], num_envs=2, max_episode_steps=30) as others:
            others.reset(seed=1)
            others.set_state([1], states)
            envs.clone([0], [2])
            generator = np.random.default_rng(2)
            for _ in range(25):  # over the end of the episode, so that generators count
                action = generator.uniform(-1, 1, envs.single_action_space.shape)
                shape = (1, *action.shape)
                one = envs.step(np.broadcast_to(action, (3, *action.shape)).astype(np.float32))
                other = others.step(np.broadcast_to(action, (2, *shape[1:])).astype(np.float32))
                for a, b in zip(one[:4], other[:4], strict=True):
                    np.testing.assert_array_equal(a[0], a[2])
                    np.testing.assert_array_equal(a[0], b[1])


# --- A task of its own ---------------------------------------------------------------------------


class Reach(Task):
    """An arm whose tip is to come near a goal."""

    max_episode_steps = 20
    observation_space = gymnasium.spaces.Dict(
        {
            "angle": gymnasium.spaces.Box(-np.inf, np.inf, (1,), np.float64),
            "goal": gymnasium.spaces.Box(-1, 1, (1,), np.float32),
        }
    )
    action_space = gymnasium.spaces.Box(-1, 1, (1,), np.float32)

    def __init__(self, gain: float = 1.0, broken: str = "") -> None:
        self.gain, self.broken = gain, broken

    def setup(self, sim: Batch) -> None:
        self.goal = self.array("goal", 1, np.float32)
        self.count = self.array("count", (), np.int64)
        sim.bind("sensordata")

    def reset(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        for i, generator in zip(ids, generators, strict=True):
            self.goal[i] = generator.uniform(-1, 1)
        self.count[ids] = 0
        if self.broken == "reset" and sim.num_envs > 1:
            raise RuntimeError("no goal")

    def act(self, sim: Batch, ids: Any, actions: np.ndarray) -> None:
        sim.ctrl[ids] = self.gain * actions
        self.count[ids] += 1
        if self.broken == "act" and sim.num_envs > 1 and self.count.max() == 3:
            raise RuntimeError("no motor")

    def observe(self, sim: Batch, ids: Any) -> Any:
        goal = self.goal[ids].astype(np.float64) if self.broken == "dtype" else self.goal[ids]
        if self.broken == "late" and sim.num_envs > 1 and self.count.max() == 2:
            return {"angle": sim.sensordata[ids]}
        return {"angle": sim.sensordata[ids], "goal": goal}

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        distance = np.abs(sim.sensordata[ids, 0] - self.goal[ids, 0])
        reward = -distance[:, None] if self.broken == "shape" else -distance
        return reward, distance < 0.01, {"count": self.count[ids]}


MODEL_OF_REACH = mujoco.MjModel.from_xml_string(MODEL)


def reach(**arguments: Any) -> Any:
    return vector_env(Reach, MODEL_OF_REACH, **arguments)


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


def play_reach(envs: Any, steps: int) -> list[Any]:
    results = [envs.reset(seed=0)]
    results += [envs.step(np.ones((envs.num_envs, 1), np.float32)) for _ in range(steps)]
    return results


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
    ],
)
def test_bad_tasks_are_refused(task: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        vector_env(task, MODEL_OF_REACH)


def test_a_task_without_a_model() -> None:
    with pytest.raises(ValueError, match="Reach has no model"):
        vector_env(Reach)


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


def test_an_unknown_option() -> None:
    task = spoilt(setup=lambda self, sim: self.option("gian"))
    with pytest.raises(PoolError, match="has no option 'gian', it has"):
        vector_env(task, MODEL_OF_REACH)


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


# --- Conformance and pictures --------------------------------------------------------------------


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


@pytest.mark.parametrize("name", ["Hopper", "Ant"])
def test_the_kit_passes_careful_tasks(name: str) -> None:
    """Which have references."""
    id = register(f"Careful{name}-v0", ROBOTS[name])
    check(id, rules=["environments_share_nothing"])


def test_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each environment shows its own simulation."""
    monkeypatch.setenv("MUJOCO_GL", "egl")
    try:
        from mujoco.egl import GLContext

        GLContext(8, 8).free()
    except (ImportError, AttributeError, RuntimeError) as error:
        pytest.skip(f"OpenGL cannot be used without a screen: {error}")
    code = (
        "from tests.mujoco.test_tasks import reach\n"
        "envs = reach(num_envs=3, width=64, height=48, render_mode='rgb_array')\n"
        "envs.reset(seed=0)\n"
        "for _ in range(10): envs.step(np.array([[1], [-1], [1]], np.float32))\n"
        "first, other, same = envs.render()\n"
        "print(first.shape, np.array_equal(first, same), np.array_equal(first, other))\n"
        "envs.close()\n"
    )
    assert assert_clean(run_python(code)) == "(48, 64, 3) True False\n"


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
