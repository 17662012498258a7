# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs a pool and its references side by side and compares every byte."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import parallel_pool
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from hypothesis import strategies as st
from parallel_pool import registry
from parallel_pool.keywords import normalise_config
from parallel_pool.pool.info_rows import single_info
from parallel_pool.testing import assert_same
from parallel_pool.testing.trajectory import ActionSource, take_row

from tests.parity.options import configs, reset_options
from tests.parity.reference import References, Row, cast

SEEDS = st.one_of(st.integers(0, 2**32), st.integers(0, 2**200))


@dataclass
class Case:
    """One comparison."""

    id: str
    num_envs: int
    num_threads: int
    chunk_size: int
    batch_size: int
    mode: AutoresetMode
    max_episode_steps: int | None
    config: dict[str, Any]
    seed: Any
    action_seed: int
    steps: int
    # (after how many steps, mask, seed, reset options)
    resets: list[tuple[int, list[bool], Any, dict[str, Any] | None]] = field(default_factory=list)
    first_options: dict[str, Any] | None = None


@st.composite
def cases(draw: st.DrawFn, id: str, steps: int = 60) -> Case:
    """Cases of one id; async ones without masked resets."""
    num_envs = draw(st.integers(1, 6))
    batch_size = draw(st.one_of(st.just(num_envs), st.integers(1, num_envs)))
    modes = list(AutoresetMode)
    mask = st.lists(st.booleans(), min_size=num_envs, max_size=num_envs).filter(any)
    seeds = st.one_of(st.none(), SEEDS, st.lists(SEEDS, min_size=num_envs, max_size=num_envs))
    resets = st.tuples(st.integers(0, steps), mask, seeds, reset_options(id))
    return Case(
        id=id,
        num_envs=num_envs,
        num_threads=draw(st.integers(1, 4)),
        chunk_size=draw(st.integers(0, 4)),
        batch_size=batch_size,
        mode=draw(st.sampled_from(modes)),
        max_episode_steps=draw(st.one_of(st.none(), st.integers(1, 30))),
        config=draw(configs(id)),
        seed=draw(seeds.filter(lambda seed: seed is not None)),
        action_seed=draw(st.integers(0, 1000)),
        steps=draw(st.integers(1, steps)),
        resets=draw(st.lists(resets, max_size=3)) if batch_size == num_envs else [],
        first_options=draw(reset_options(id)),
    )


class Comparison:
    """A pool and its references."""

    def __init__(self, case: Case) -> None:
        self.case = case
        env_type = registry.find(case.id)
        self.envs = parallel_pool.make(
            case.id,
            num_envs=case.num_envs,
            num_threads=case.num_threads,
            chunk_size=case.chunk_size,
            batch_size=case.batch_size,
            autoreset_mode=case.mode,
            max_episode_steps=case.max_episode_steps,
            **case.config,
        )
        self.references = References(
            env_type, case.config, case.num_envs, case.mode, case.max_episode_steps
        )
        self.info_dtypes = _info_dtypes(env_type.spec(normalise_config(env_type, case.config)))
        self.actions = ActionSource(self.envs.single_action_space, case.num_envs, case.action_seed)
        self.check_spaces()

    def check_spaces(self) -> None:
        reference = self.references.envs[0]
        assert self.envs.single_observation_space == reference.observation_space
        assert self.envs.single_action_space == reference.action_space

    def run(self) -> None:
        try:
            if self.envs.batch_size == self.envs.num_envs:
                self.run_sync()
            else:
                self.run_async()
        finally:
            self.envs.close()

    # --- Sync -----------------------------------------------------------------------------------

    def run_sync(self) -> None:
        everyone = [True] * self.case.num_envs
        self.reset(everyone, self.case.seed, self.case.first_options, whole=True)
        for step in range(self.case.steps):
            for when, mask, seed, options in self.case.resets:
                if when == step:
                    self.reset(mask, seed, options)
            if self.case.mode == AutoresetMode.DISABLED and any(self.references.pending):
                self.reset(list(self.references.pending), None, None)
            self.step()

    def reset(
        self, mask: list[bool], seed: Any, options: dict[str, Any] | None, whole: bool = False
    ) -> None:
        given = None if options is None and whole else dict(options or {})
        if not whole:
            given["reset_mask"] = np.array(mask)
        observations, infos = self.envs.reset(seed=seed, options=given)
        seeds = [
            seed + i if isinstance(seed, int) else seed[i] if seed else None
            for i in range(self.case.num_envs)
        ]
        for i, chosen in enumerate(mask):
            if chosen:
                row = self.references.reset(i, seeds[i], options)
                self.compare_info(infos, i, row.info)
            else:
                row = self.references.last[i]
                assert single_info(infos, i) == {}
            self.compare_observation(observations, i, row.observation)

    def step(self) -> None:
        batch = self.actions.batch(range(self.case.num_envs))
        result = self.envs.step(batch)
        for i in range(self.case.num_envs):
            row = self.references.step(i, take_action(self.envs.single_action_space, batch, i))
            self.compare_row(result, i, row)

    # --- Async ----------------------------------------------------------------------------------

    def run_async(self) -> None:
        case = self.case
        done = [0] * case.num_envs
        self.envs.async_reset(seed=case.seed, options=case.first_options)
        seeds = (
            case.seed
            if isinstance(case.seed, list)
            else [case.seed + i for i in range(case.num_envs)]
        )
        pending: dict[int, Row] = {
            i: self.references.reset(i, seeds[i], case.first_options) for i in range(case.num_envs)
        }
        while self.envs.in_flight:
            result = self.envs.recv(timeout=60)
            ids = result[4]["env_id"].tolist()
            assert 1 <= len(ids) <= case.batch_size
            for row, i in enumerate(ids):
                self.compare_row(result, row, pending.pop(i))
                done[i] += 1
            going_on = [i for i in ids if done[i] <= case.steps]
            ended = [
                i
                for i in going_on
                if case.mode == AutoresetMode.DISABLED and self.references.pending[i]
            ]
            going_on = [i for i in going_on if i not in ended]
            if ended:
                self.envs.async_reset(np.array(ended))
                pending |= {i: self.references.reset(i, None) for i in ended}
            if going_on:
                batch = self.actions.batch(going_on)
                self.envs.send(batch, np.array(going_on))
                for row, i in enumerate(going_on):
                    action = take_action(self.envs.single_action_space, batch, row)
                    pending[i] = self.references.step(i, action)

    # --- Comparison -----------------------------------------------------------------------------

    def compare_row(self, result: tuple[Any, ...], row: int, expected: Row) -> None:
        observations, rewards, terminations, truncations, infos = result
        self.compare_observation(observations, row, expected.observation)
        assert_same(rewards[row], np.float64(expected.reward), "reward")
        assert terminations[row] == expected.terminated
        assert truncations[row] == expected.truncated
        rest = {key: value for key, value in infos.items() if "final_" not in key}
        self.compare_info(rest, row, expected.info)
        ended = expected.final_info is not None
        assert ended == bool("_final_obs" in infos and infos["_final_obs"][row])
        if ended:
            space = self.envs.single_observation_space
            assert_same(
                cast(space, infos["final_obs"][row]),
                cast(space, expected.final_observation),
                "final",
            )
            assert infos["_final_info"][row]
            self.compare_info(infos["final_info"], row, expected.final_info)

    def compare_observation(self, observations: Any, row: int, expected: Any) -> None:
        space = self.envs.single_observation_space
        assert_same(take_row(observations, row), cast(space, expected), "observation")

    def compare_info(
        self, infos: dict[str, Any], row: int, expected: dict[str, Any] | None
    ) -> None:
        got = {
            key: value[row]
            for key, value in infos.items()
            if not key.startswith("_") and key != "env_id" and infos[f"_{key}"][row]
        }
        wanted = {
            key: np.asarray(value, dtype=self.info_dtypes[key])
            for key, value in (expected or {}).items()
        }
        assert_same(got, wanted, "info")


def take_action(space: spaces.Space[Any], batch: Any, row: int) -> Any:
    """One environment's action, in the form that users of a single environment give it."""
    action = take_row(batch, row)
    return int(action) if isinstance(space, spaces.Discrete) else action


def _info_dtypes(spec: dict[str, Any]) -> dict[str, str]:
    return {child["name"]: child["dtype"] for child in spec["info"]["children"]}
