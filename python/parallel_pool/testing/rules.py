# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rules. Each is a function that raises `ConformanceError` if an environment breaks it."""

from __future__ import annotations

import copy
import functools
import pickle
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.errors import EnvironmentFailure, StateError
from parallel_pool.simulations.watch import watching
from parallel_pool.testing.autoreset import autoreset_modes_agree
from parallel_pool.testing.bad_actions import bad_actions_are_refused
from parallel_pool.testing.compare import describe_difference
from parallel_pool.testing.play import Play, run
from parallel_pool.testing.players import players_are_counted
from parallel_pool.testing.subject import (
    NUM_ENVS,
    STEPS,
    ConformanceError,
    Subject,
    require,
    require_same,
)


def _require_contained(
    node: dict[str, Any], space: spaces.Space[Any], value: Any, path: str
) -> None:
    if isinstance(space, spaces.Dict):
        for child in node["children"]:
            key = child["name"]
            _require_contained(child, space[key], value[key], f"{path}[{key!r}]")
    elif isinstance(space, spaces.Tuple):
        for i, child in enumerate(node["children"]):
            _require_contained(child, space[i], value[i], f"{path}[{i}]")
    elif node["per_player"]:
        for player, row in enumerate(value):
            _require_in(space, row, f"{path} of player {player}")
    else:
        _require_in(space, value, path)


def _require_in(space: spaces.Space[Any], value: Any, path: str) -> None:
    if space.dtype == np.dtype(str):
        require(isinstance(value, str), f"{path} is a {type(value).__name__}, its space has str")
        require(space.contains(value), f"{path} is {value!r}, which is not in its space {space}")
        return
    value = np.asarray(value)[()] if isinstance(space, spaces.Discrete) else np.asarray(value)
    dtype = value.dtype
    require(dtype == space.dtype, f"{path} has dtype {dtype}, its space {space.dtype}")
    require(space.contains(value), f"{path} is {value!r}, which is not in its space {space}")


def spec_can_be(subject: Subject) -> None:
    """The spec is consistent: its names, and the number, order and range of its bounds."""
    try:
        subject.spec()
    except RuntimeError as error:
        raise ConformanceError(str(error)) from error


def observations_lie_in_their_space(subject: Subject) -> None:
    """Every observation has the dtype and shape of its space and lies within its bounds."""
    envs, node = subject.make(), subject.spec()["observation"]
    for trajectory in run(envs, STEPS):
        for step in trajectory:
            _require_contained(node, envs.single_observation_space, step[0], "the observation")


def results_have_the_contract_s_types(subject: Subject) -> None:
    """Rewards are finite float64, flags are bool, and infos are arrays with masks."""
    envs = subject.make()
    play = Play(envs)
    observations, infos = envs.reset(seed=0)
    play.note(infos)
    # With players, the number of rows in a batch varies.
    whole = subject.multi_player or observations in envs.observation_space
    require(whole, "reset's batch is not in observation_space")
    for _ in range(STEPS):
        _, rewards, terminations, truncations, infos = envs.step(play.actions())
        play.note(infos)
        _require_array("rewards", rewards, float, sum(play.players))
        _require_array("terminations", terminations, bool, NUM_ENVS)
        _require_array("truncations", truncations, bool, NUM_ENVS)
        require(bool(np.isfinite(rewards).all()), f"a reward is not finite: {rewards}")
        for key in (key for key in infos if not key.startswith("_") and key != "players"):
            mask = infos.get(f"_{key}")
            require(
                mask is not None and mask.dtype == bool and mask.shape == (NUM_ENVS,),
                f"info {key!r} has no bool mask '_{key}'",
            )


def _require_array(name: str, array: np.ndarray, dtype: type, rows: int) -> None:
    require(
        array.dtype == dtype and array.shape == (rows,),
        f"{name} have dtype {array.dtype} and shape {array.shape}",
    )


def seeds_decide_everything(subject: Subject) -> None:
    """Equal seeds give equal trajectories, and different seeds different ones."""
    first = subject.trajectories(seed=3)
    require_same(first, subject.trajectories(seed=3), "two pools with the same seed differ")
    if subject.random:
        other = subject.trajectories(seed=1003)
        require(
            any(describe_difference(a, b) for a, b in zip(first, other, strict=True)),
            "different seeds change nothing: reset and step must draw from their pp::Rng argument",
        )


def episodes_go_on_in_one_stream(subject: Subject) -> None:
    """A reset without a seed continues the random stream: episodes of an environment differ."""
    if not subject.random:
        return
    envs = subject.make()
    play = Play(envs)
    first = play.reset(seed=3)
    starts = [play.reset() for _ in range(5)]
    actions = [run(envs, STEPS, seed=seed) for seed in (3, 4)]
    alike = all(describe_difference(start, first) is None for start in starts)
    require(
        not alike or describe_difference(actions[0], actions[1]) is not None,
        "all episodes start alike with every seed: reset must draw from its pp::Rng argument",
    )


def schedules_change_nothing(subject: Subject) -> None:
    """Threads, batch size and chunk size do not change any trajectory."""
    plain = subject.trajectories(num_threads=1)
    for engine in (
        {"num_threads": 2},
        {"num_threads": 4, "chunk_size": 1},
        {"num_threads": 2, "batch_size": 2},
        {"num_threads": 3, "batch_size": 1, "chunk_size": 3},
    ):
        require_same(subject.trajectories(**engine), plain, f"{engine} changes a trajectory")


def environments_share_nothing(subject: Subject) -> None:
    """An environment's trajectory does not depend on how many others there are.

    Methods of tasks in NumPy do not write to rows of other environments.
    """
    many = subject.trajectories(num_envs=NUM_ENVS, num_threads=1)
    few = subject.trajectories(num_envs=2, num_threads=1)
    require_same(many[:2], few, "the number of environments changes a trajectory")
    if not subject.multi_player:
        _methods_write_their_rows(subject)


def _methods_write_their_rows(subject: Subject) -> None:
    """Methods of tasks in NumPy write only to rows of `ids`, and round as their reference does."""
    envs = subject.make(batch_size=1, num_threads=1)
    play = Play(envs)
    envs.async_reset(seed=3)
    for _ in range(NUM_ENVS):
        envs.recv()
    with watching():
        for step in range(STEPS):  # one environment at a time, the others at rest
            env_id = step * 2 % NUM_ENVS
            envs.send(play.actions([env_id]), np.array([env_id]))
            envs.recv()
        for env_id in range(NUM_ENVS):
            envs.async_reset(env_id=np.array([env_id]))
            envs.recv()


def every_field_is_written(subject: Subject) -> None:
    """`observe` and `info` write every element: no old value of a recycled batch remains."""
    first, second = (
        run(subject.make(), STEPS, on_batch=functools.partial(_overwrite, byte=byte))
        for byte in (0x55, 0xAA)
    )
    require_same(first, second, "an element of an observation or info is not written")


def _overwrite(value: Any, *, byte: int) -> None:
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for part in value:
            _overwrite(part, byte=byte)
    elif isinstance(value, np.ndarray) and value.dtype != object:
        value.view(np.uint8)[...] = byte


def observing_changes_nothing(subject: Subject) -> None:
    """Environments that a reset mask leaves out show the same observation again."""
    play = Play(subject.make())
    play.reset(seed=3)
    mask = np.zeros(NUM_ENVS, dtype=bool)
    mask[0] = True
    for _ in range(20):
        shown = [step[0] for step in play.step()]
        for _ in range(2):
            again = play.reset(options={"reset_mask": mask})
            require_same(again[1:], shown[1:], "observing twice gives different observations")


def states_continue_exactly(subject: Subject) -> None:
    """A saved environment continues in another pool exactly as it would have in its own."""
    play, other = Play(subject.make()), Play(subject.make(num_threads=2))
    play.reset(seed=3)
    other.reset(seed=99)
    for _ in range(STEPS // 3):
        play.step()
        try:
            other.envs.set_state(None, play.envs.get_state())
        except StateError as error:
            raise ConformanceError(f"a saved state is refused: {error}") from None
        for _ in range(3):
            batch = play.actions()
            require_same(other.step(batch), play.step(batch), "a loaded state goes on differently")


def pools_can_be_copied_and_closed(subject: Subject) -> None:
    """Pickling makes an equal pool, closing twice is allowed, and arrays outlive the pool."""
    envs = subject.make()
    twin = pickle.loads(pickle.dumps(envs))
    observations, infos = envs.reset(seed=3)
    before = copy.deepcopy(observations)
    require_same(twin.reset(seed=3), (observations, infos), "a pickled pool differs")
    for pool in (envs, twin, envs):
        pool.close()
    require_same(observations, before, "closing the pool changed an array")


RULES: dict[str, Callable[[Subject], None]] = {
    rule.__name__: rule
    for rule in (
        spec_can_be,
        players_are_counted,
        observations_lie_in_their_space,
        results_have_the_contract_s_types,
        seeds_decide_everything,
        episodes_go_on_in_one_stream,
        schedules_change_nothing,
        environments_share_nothing,
        every_field_is_written,
        observing_changes_nothing,
        autoreset_modes_agree,
        states_continue_exactly,
        bad_actions_are_refused,
        pools_can_be_copied_and_closed,
    )
}


def check(
    id: str,
    *,
    config: Mapping[str, Any] | None = None,
    random: bool = True,
    rules: Iterable[str] | None = None,
) -> None:
    """Checks an environment against the rules.

    Args:
        id: its id, registered in this process.
        config: its options.
        random: False for an environment without any randomness.
        rules: names out of `RULES`; None checks all.

    Raises:
        ConformanceError: the first rule that is broken, be it by what the environment throws.
        ValueError: a rule does not exist; the message lists all.
    """
    names = [*RULES] if rules is None else [*rules]
    for name in names:
        if name not in RULES:
            raise ValueError(f"the rule {name!r} is unknown; known are: {', '.join(RULES)}")
    subject = Subject(id, config or {}, random)
    for name in names:
        try:
            RULES[name](subject)
        except (ConformanceError, EnvironmentFailure) as error:
            raise ConformanceError(f"{id} breaks the rule {name!r}: {error}") from None
