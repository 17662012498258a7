# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Random sequences of calls behave like an independent model."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from parallel_pool import errors
from parallel_pool.pool.info_rows import single_info
from parallel_pool.testing import assert_same
from parallel_pool.testing.trajectory import take_row

from tests.engine.model import (
    GO_ON,
    SPIN,
    TERMINATE,
    THROW,
    THROW_LATER,
    THROW_NO_EXCEPTION,
    TRUNCATE,
    ModelEnv,
    Result,
    Shown,
)

# A pool that hangs shows as a TimeoutError here, long before the suite's own time limit.
WATCHDOG_S = 60

COMMANDS = [*[GO_ON] * 6, TERMINATE, TRUNCATE, THROW, SPIN, THROW_LATER, THROW_NO_EXCEPTION]


class PoolMachine(RuleBasedStateMachine):
    """Drives a pool and the model in parallel."""

    @initialize(
        num_envs=st.integers(1, 6),
        batch=st.integers(1, 6),
        threads=st.integers(1, 4),
        chunk=st.integers(0, 3),
        mode=st.sampled_from(list(AutoresetMode)),
        limit=st.integers(1, 6),
        payload=st.sampled_from([1, 7, 3000]),
    )
    def make(
        self,
        num_envs: int,
        batch: int,
        threads: int,
        chunk: int,
        mode: AutoresetMode,
        limit: int,
        payload: int,
    ) -> None:
        self.num_envs = num_envs
        self.envs = parallel_pool.make(
            "Scripted-v0",
            num_envs=num_envs,
            batch_size=min(batch, num_envs),
            num_threads=threads,
            chunk_size=chunk,
            autoreset_mode=mode,
            max_episode_steps=limit,
            payload=payload,
            spin_us=20.0,
        )
        self.sync = self.envs.batch_size == num_envs
        self.models = [ModelEnv(mode, limit) for _ in range(num_envs)]
        self.expected: dict[int, Result] = {}  # in flight, in the order of sending
        self.retained: list[tuple[Any, Any]] = []  # batches, and copies of them
        self.saved: list[tuple[bytes, ModelEnv]] = []

    def teardown(self) -> None:
        if hasattr(self, "envs"):
            self.envs.close()
            self.retained_batches_stay_as_they_are()

    # --- Drawing --------------------------------------------------------------------------------

    def idle(self) -> list[int]:
        return [i for i in range(self.num_envs) if i not in self.expected]

    def ready(self) -> list[int]:
        return [i for i in self.idle() if self.models[i].can_step()]

    def all_ready(self) -> bool:
        return len(self.ready()) == self.num_envs

    # Which results come first depends on the schedule, and with it who is ready and how many are
    # sent. Hypothesis must be able to draw the same again: so rules have no preconditions, but draw
    # all that they may need, and then do nothing if they do not apply.
    def some(self, data: st.DataObject, ids: list[int]) -> list[int]:
        order = data.draw(st.permutations(range(self.num_envs)), label="env ids")
        count = data.draw(st.integers(1, self.num_envs))
        return [i for i in order if i in ids][:count]

    def one(self, data: st.DataObject, ids: list[int]) -> int | None:
        return next(iter(self.some(data, ids)), None)

    def commands(self, data: st.DataObject, count: int) -> np.ndarray:
        all_envs = self.num_envs
        listed = data.draw(
            st.lists(st.sampled_from(COMMANDS), min_size=all_envs, max_size=all_envs)
        )
        dtype = data.draw(st.sampled_from(["int64", "int32", "uint8"]))
        return np.array(listed[:count], dtype=dtype)

    def seeds_for(self, ids: list[int], seed: int | None) -> list[int | None]:
        """Seeds by env id. Every environment gets one, because fresh entropy cannot be modelled."""
        return [
            seed + i if seed is not None else (i if self.models[i].rng is None else None)
            for i in ids
        ]

    # --- Sending --------------------------------------------------------------------------------

    @rule(
        data=st.data(),
        seed=st.one_of(st.none(), st.integers(0, 2**130)),
        offset=st.integers(0, 9),
        fail=st.sampled_from([*[False] * 6, True]),
    )
    def async_reset(self, data: st.DataObject, seed: int | None, offset: int, fail: bool) -> None:
        ids = self.some(data, self.idle())
        if not ids:
            return
        seeds = self.seeds_for(ids, seed)
        options = {"offset": offset, "fail": fail} if offset or fail else None
        self.envs.async_reset(ids, seed=seeds, options=options)
        for i, one in zip(ids, seeds, strict=True):
            self.expected[i] = self.models[i].reset(one, offset, fail)

    @rule(data=st.data())
    def send(self, data: st.DataObject) -> None:
        ids = self.some(data, self.ready())
        commands = self.commands(data, len(ids))
        if not ids:
            return
        for i, command in zip(ids, commands.tolist(), strict=True):
            self.expected[i] = self.models[i].step(command)
        self.envs.send(commands, ids)
        commands[:] = 77  # send has its own copy

    # --- Receiving ------------------------------------------------------------------------------

    @rule(retain=st.booleans(), overwrite=st.booleans())
    def recv(self, retain: bool, overwrite: bool) -> None:
        if not self.expected:
            return
        count = min(len(self.expected), self.envs.batch_size)
        try:
            result = self.envs.recv(timeout=WATCHDOG_S)
        except errors.EnvironmentFailure as failure:
            self.check_failure(failure, count)
            return
        self.check_batch(result, self.ids_of(result), count)
        if retain:
            self.retained.append((result, copy.deepcopy(result)))
        elif overwrite:
            result[1][:] = np.nan  # arrays are the caller's
            result[2][:] = True

    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        commands = self.commands(data, self.num_envs)
        if self.expected or not self.sync or not self.all_ready():
            return
        for i, command in enumerate(commands.tolist()):
            self.expected[i] = self.models[i].step(command)
        try:
            result = self.envs.step(commands)
        except errors.EnvironmentFailure as failure:
            self.check_failure(failure, self.num_envs)
            return
        assert "env_id" not in result[4]
        self.check_batch(result, list(range(self.num_envs)), self.num_envs)

    @rule(data=st.data(), seed=st.one_of(st.none(), st.integers(0, 2**40)))
    def masked_reset(self, data: st.DataObject, seed: int | None) -> None:
        chosen = self.some(data, list(range(self.num_envs)))
        if self.expected or not self.sync:
            return
        failed = [i for i, env in enumerate(self.models) if env.status in ("fresh", "failed")]
        ids = sorted({*chosen, *failed})
        mask = np.isin(np.arange(self.num_envs), ids)
        seeds = self.seeds_for(list(range(self.num_envs)), seed)
        observations, infos = self.envs.reset(seed=seeds, options={"reset_mask": mask})
        for i, env in enumerate(self.models):
            result = env.reset(seeds[i]) if mask[i] else None
            assert Shown.of(take_row(observations, i)) == env.shown
            self.check_info(single_info(infos, i), result.info if result else {})

    def ids_of(self, result: tuple[Any, ...]) -> list[int]:
        infos = result[4]
        return infos["env_id"].tolist() if "env_id" in infos else list(range(self.num_envs))

    def check_batch(self, result: tuple[Any, ...], ids: list[int], count: int) -> None:
        assert len(ids) == count
        if self.sync:
            assert ids == list(self.expected)[:count]
        for row, env_id in enumerate(ids):
            self.check_row(result, row, self.expected.pop(env_id))

    def check_failure(self, failure: errors.EnvironmentFailure, count: int) -> None:
        failed, good = failure.env_ids.tolist(), failure.good_env_ids.tolist()
        assert len(failed) + len(good) == count
        for env_id in failed:
            assert self.expected.pop(env_id).shown is None
            assert "asked to fail" in failure.causes[env_id] or "no std::" in failure.causes[env_id]
        if failure.batch is None:
            assert not good
            return
        for row, env_id in enumerate(good):
            self.check_row(failure.batch, row, self.expected.pop(env_id))

    def check_row(self, result: tuple[Any, ...], row: int, expected: Result) -> None:
        observations, rewards, terminations, truncations, infos = result
        assert Shown.of(take_row(observations, row)) == expected.shown
        assert rewards[row] == expected.reward
        assert terminations[row] == expected.terminated
        assert truncations[row] == expected.truncated
        rest = {key: value for key, value in infos.items() if "final_" not in key}
        self.check_info(single_info(rest, row), expected.info)
        has_final = "final_obs" in infos and bool(infos["_final_obs"][row])
        assert has_final == (expected.final is not None)
        if has_final:
            assert Shown.of(infos["final_obs"][row]) == expected.final
            final_info = single_info(infos["final_info"], row)
            assert final_info["steps"] == expected.final.counters[1]

    @staticmethod
    def check_info(info: dict[str, Any], expected: dict[str, Any]) -> None:
        plain = copy.copy(info)
        if "nested" in plain and "fresh" in plain["nested"]:
            plain["nested"] = {"fresh": tuple(plain["nested"]["fresh"].tolist())}
        assert plain == expected

    # --- State ----------------------------------------------------------------------------------

    @rule(data=st.data())
    def save(self, data: st.DataObject) -> None:
        env_id = self.one(data, self.ready())
        if env_id is None:
            return
        self.saved.append((self.envs.get_state([env_id])[0], copy.deepcopy(self.models[env_id])))

    @rule(data=st.data(), which=st.integers(0, 9))
    def load(self, data: st.DataObject, which: int) -> None:
        env_id = self.one(data, self.idle())
        if env_id is None or not self.saved:
            return
        state, model = self.saved[which % len(self.saved)]
        self.envs.set_state([env_id], [state])
        self.models[env_id] = copy.deepcopy(model)

    # --- Misuse ---------------------------------------------------------------------------------

    @rule(data=st.data())
    def misuse_in_flight(self, data: st.DataObject) -> None:
        env_id = self.one(data, list(self.expected))
        if env_id is None:
            return
        with pytest.raises(errors.InFlightError, match=f"env id {env_id} is in flight"):
            self.envs.send([0], [env_id])
        with pytest.raises(errors.InFlightError):
            self.envs.async_reset([*self.idle(), env_id])
        with pytest.raises(errors.InFlightError):
            self.envs.get_state([env_id])

    @rule(data=st.data())
    def misuse_ids_and_actions(self, data: st.DataObject) -> None:
        env_id = self.one(data, self.ready())
        if env_id is None:
            return
        with pytest.raises(ValueError, match="appears twice"):
            self.envs.send([0, 0], [env_id, env_id])
        with pytest.raises(IndexError, match="out of range"):
            self.envs.send([0, 0], [env_id, self.num_envs])
        if self.models[env_id].status != "ended":  # else the action is not looked at
            with pytest.raises(errors.InvalidActionError, match=f"env id {env_id}: action is 8"):
                self.envs.send([8], [env_id])

    @rule()
    def misuse_recv(self) -> None:
        if self.expected:
            return
        with pytest.raises(errors.NothingInFlightError):
            self.envs.recv(timeout=1)

    @rule()
    def misuse_without_reset(self) -> None:
        env_id = next((i for i in self.idle() if not self.models[i].can_step()), None)
        if env_id is None:
            return
        with pytest.raises(errors.ResetNeededError, match=f"env id {env_id}"):
            self.envs.send([0], [env_id])

    # --- Invariants -----------------------------------------------------------------------------

    @invariant()
    def retained_batches_stay_as_they_are(self) -> None:
        for batch, kept in getattr(self, "retained", []):
            assert_same(batch, kept, "a retained batch")

    @invariant()
    def counts_agree(self) -> None:
        if hasattr(self, "envs") and not self.envs.closed:
            assert self.envs.in_flight == len(self.expected)


TestPool = PoolMachine.TestCase
TestPool.settings = settings(max_examples=250, stateful_step_count=40)
