# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every id equals highway-env by seed, with its defaults and with other configurations."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode

pytest.importorskip("highway_env", reason="highway-env is not installed")

from tests.families.facts import all_families
from tests.families.highway.configurations import CONFIGURATIONS, KINEMATICS, LIDAR
from tests.families.highway.driver import Driver
from tests.families.highway.references import (
    UNSEEDED,
    Played,
    Twins,
    batched,
    compare,
    make_reference,
    same_observation,
    unlike_infos,
)

pytestmark = pytest.mark.filterwarnings("ignore")  # highway-env's own
IDS = all_families()["parallel_pool.families.highway.native"].ids
HIGHWAY = {"vehicles_count": 6, "duration": 3}
# One of each type of observation, with short episodes.
SHORT: list[tuple[str, dict[str, Any]]] = [
    ("highway-fast-v0", HIGHWAY),
    ("parking-v0", {"duration": 0.6}),
    ("intersection-v0", {"duration": 3}),
    ("racetrack-v0", {"duration": 0.6}),
    ("exit-v0", HIGHWAY),
    ("lane-keeping-v0", {}),
    ("highway-fast-v0", HIGHWAY | {"observation": {"type": "TimeToCollision"}}),
    ("highway-fast-v0", HIGHWAY | {"observation": LIDAR}),
    (
        "highway-fast-v0",
        HIGHWAY
        | {"observation": {"type": "TupleObservation", "observation_configs": [KINEMATICS, LIDAR]}},
    ),
    ("intersection-multi-agent-v0", {"duration": 2}),
]
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]
# What highway-env takes seconds for.
SLOW = ("highway-v0",)


def test_all_ids_of_the_reference() -> None:
    registered = {
        id
        for id, spec in gymnasium.registry.items()
        if str(spec.entry_point)[:12] == "highway_env."
    }
    assert registered == {*IDS}


@pytest.mark.parametrize("id", [id for id in IDS if id not in SLOW])
def test_equals_the_reference(id: str) -> None:
    assert compare(id, None, episodes=3, most_steps=40).differences == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("id", IDS)
def test_equals_the_reference_at_length(id: str) -> None:
    """The first time steps of all episodes, much of every second one, and some to their end."""
    twins = Twins(id)
    played = Played()
    shortest, longer = (1, 6) if id in SLOW else (5, 40)
    for seed in range(200):
        most_steps = 300 if seed % 20 == 0 else longer if seed % 2 else shortest
        twins.play(seed, seed % Driver.STYLES, most_steps, played)
    print(f"{id}: {played.steps} steps, {played.ends} ends, {played.crashes} crashes")
    assert played.differences == []
    assert played.ends > 0
    assert played.crashes > 0 or id == "lane-keeping-v0"


@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_configurations(number: int) -> None:
    id, config = CONFIGURATIONS[number]
    assert compare(id, config, episodes=3, most_steps=15).differences == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_configurations_at_length(number: int) -> None:
    id, config = CONFIGURATIONS[number]
    assert compare(id, config, episodes=12, most_steps=60).differences == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("id", "config"), SHORT, ids=[f"{id}-{n}" for n, (id, _) in enumerate(SHORT)]
)
def test_autoreset(id: str, config: dict[str, Any], mode: AutoresetMode) -> None:
    """Over ends of episodes, whose resets draw on from the same generators: all observations."""
    count = 2
    limit = {"max_episode_steps": 3} if id == "lane-keeping-v0" else {}
    envs = [make_reference(id, config, **limit) for _ in range(count)]
    drivers = [Driver(env.unwrapped, 0, i) for i, env in enumerate(envs)]
    pool = parallel_pool.make(id, num_envs=count, autoreset_mode=mode, config=config, **limit)
    rows, _ = pool.reset(seed=5)
    for i, env in enumerate(envs):
        assert same_observation(env.reset(seed=5 + i)[0], _row(rows, i), env.observation_space)
    pending = [False] * count
    ends = 0
    for step in range(12):
        actions = [driver.action(step) for driver in drivers]
        if mode == AutoresetMode.DISABLED and any(pending):
            rows, _ = pool.reset(options={"reset_mask": np.array(pending)})
            for i in np.flatnonzero(pending):
                seen, _ = envs[i].reset()
                assert same_observation(seen, _row(rows, i), envs[i].observation_space)
            pending = [False] * count
        rows, rewards, terminated, truncated, infos = pool.step(
            batched(actions, envs[0].action_space)
        )
        for i, env in enumerate(envs):
            if pending[i]:
                seen, _ = env.reset()
                pending[i] = False
                assert same_observation(seen, _row(rows, i), env.observation_space)
                continue
            seen, reward, end, cut, info = env.step(actions[i])
            assert (float(reward), end, cut) == (rewards[i], terminated[i], truncated[i])
            over = bool(end or cut)
            ends += over
            final = over and mode == AutoresetMode.SAME_STEP
            told = _row(infos["final_info"] if final else infos, i)
            assert unlike_infos(info, told, ()) == []
            if final:
                assert same_observation(seen, _alone(infos["final_obs"][i]), env.observation_space)
            if final:
                seen, info = env.reset()
                assert unlike_infos(info, _row(infos, i), UNSEEDED) == []
            assert same_observation(seen, _row(rows, i), env.observation_space)
            pending[i] = over and not final
    assert ends > 2


def _row(batch: Any, i: int) -> Any:
    """One row of a batch, as a batch of one."""
    if isinstance(batch, dict):
        return {key: _row(value, i) for key, value in batch.items()}
    if isinstance(batch, tuple):
        return tuple(_row(value, i) for value in batch)
    return batch[i : i + 1]


def _alone(row: Any) -> Any:
    """An observation as a batch of one."""
    if isinstance(row, dict):
        return {key: _alone(value) for key, value in row.items()}
    if isinstance(row, tuple):
        return tuple(_alone(value) for value in row)
    return row[None]


def test_reset_options() -> None:
    """A changed configuration stays for later episodes."""
    env = make_reference("highway-fast-v0", {"vehicles_count": 5})
    pool = parallel_pool.make("highway-fast-v0", config={"vehicles_count": 5})
    changes = {"config": {"lanes_count": 2, "vehicles_density": 2}}
    for options in (changes, None):
        seed = 3 if options else None
        seen, _ = env.reset(seed=seed, options=options)
        rows, _ = pool.reset(seed=seed, options=options)
        assert same_observation(seen, rows, env.observation_space)
        result = env.step(3)
        assert same_observation(result[0], pool.step([3])[0], env.observation_space)


def test_players_are_the_agents_of_the_reference() -> None:
    """Rewards and ends of the wrapper that gives agents their own; arrived agents idle."""
    id = "intersection-multi-agent-v1"
    env = make_reference(id, None)
    pool = parallel_pool.make(id, env_type="parallel", autoreset_mode="Disabled")
    rng = np.random.default_rng(0)
    arrivals = 0
    for seed in range(8):
        theirs, _ = env.reset(seed=seed)
        ours, _ = pool.reset(seed=[seed])
        over = False
        while not over:
            here = list(pool.agents)
            actions = {agent: int(rng.choice([1, 2])) for agent in here}
            told = tuple(actions.get(f"agent_{i}", 1) for i in range(2))
            theirs, rewards, ends, cut, _ = env.step(told)
            ours, own_rewards, own_ends, own_cuts, _ = pool.step(
                {agent: [action] for agent, action in actions.items()}
            )
            over = bool(env.unwrapped._is_terminated() or cut)
            for agent in here:
                i = int(agent[-1])
                assert theirs[i].tobytes() == ours[agent][0].tobytes()
                assert float(rewards[i]) == own_rewards[agent][0]
                assert bool(own_ends[agent][0]) == bool(ends[i] or env.unwrapped._is_terminated())
                assert bool(own_cuts[agent][0]) == bool(cut)
            arrivals += len(here) == 1
    assert arrivals > 0
