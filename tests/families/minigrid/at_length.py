# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A level beside its reference at length: resets, random play in all modes, and planned play."""

from __future__ import annotations

import contextlib
import hashlib
import io
import signal
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
from gymnasium.vector import AutoresetMode
from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv

from tests.families.minigrid.facts import FACTS
from tests.families.minigrid.reference import make, wrappers
from tests.parity.reference import References, Row

# All levels but one: Minigrid never returns from some of its resets, because objects stand on all
# sides of the only free cells.
IDS = [id for id in FACTS.ids if id != "BabyAI-SynthS5R2-v0"]
MODES = list(AutoresetMode)
ENVS = 4  # in random play
# Left, right, forward, pick up, drop, toggle, done.
_CHANCES = (0.16, 0.16, 0.36, 0.12, 0.05, 0.13, 0.02)


@dataclass
class Length:
    """How long a level is compared."""

    resets: int = 1_000
    steps: int = 5_000  # of each environment in each mode, with the level's own time limit
    short_steps: int = 3_400  # the same with episodes of at most `short` steps
    short: int = 32
    planned: int = 30  # episodes, a third of them with random actions in between

    @property
    def random_steps(self) -> int:
        """All steps of random play."""
        return len(MODES) * ENVS * (self.steps + self.short_steps)


# By the name that the table has for it.
LENGTHS = {"long": Length(), "short": Length(steps=250, short_steps=150, planned=6)}


@dataclass
class Counts:
    """What was compared."""

    resets: int = 0
    steps: int = 0
    planned_steps: int = 0
    succeeded: int = 0  # episodes that ended with a reward
    failed: int = 0  # episodes that the rules ended without one
    length: str = ""  # the name of how long it was compared
    digest: str = ""  # of all that the pool gave after resets and in random play

    def count_end(self, terminated: bool, reward: float) -> None:
        """Counts an episode if the rules ended it."""
        self.succeeded += terminated and reward > 0
        self.failed += terminated and reward <= 0


def compare(id: str, length: Length) -> Counts:
    """Everything, in turn. Raises AssertionError at the first difference."""
    counts = Counts()
    counts.digest = play(id, length, counts)
    if id.startswith("BabyAI"):
        for episode in range(length.planned):
            planned_episode(id, 100 + episode, 0.1 if episode % 3 == 2 else 0.0, counts)
    return counts


def play(id: str, length: Length, counts: Counts | None) -> str:
    """Resets, then random play in all modes, with and without a limit of steps.

    Args:
        id: the level.
        length: how much of it.
        counts: what is compared is counted here; None plays without the reference.

    Returns:
        A digest of all that the pools gave.
    """
    digest = hashlib.md5()
    _play_resets(id, length.resets, counts, digest)
    for n, mode in enumerate(MODES):
        _play(id, mode, {}, (n, length.steps), counts, digest)
        _play(id, mode, {"max_steps": length.short}, (n, length.short_steps), counts, digest)
    return digest.hexdigest()


def _digest_observations(digest: Any, observations: dict[str, Any]) -> None:
    digest.update(np.ascontiguousarray(observations["image"]))
    digest.update(np.ascontiguousarray(observations["direction"]))
    digest.update("\n".join(observations["mission"]).encode())


def _digest_result(digest: Any, result: tuple[Any, ...]) -> None:
    _digest_observations(digest, result[0])
    for part in result[1:4]:
        digest.update(np.ascontiguousarray(part))


# --- Resets -------------------------------------------------------------------------------------


def _play_resets(id: str, count: int, counts: Counts | None, digest: Any) -> None:
    """Generator, whole grid, mission and view after each reset, some of them with a seed."""
    mode = AutoresetMode.DISABLED
    seen = parallel_pool.make(id, num_envs=1, autoreset_mode=mode)
    full = parallel_pool.make(id, num_envs=1, autoreset_mode=mode, observation="full")
    reference = None if counts is None else make(registry.find(id), {}, None)
    for number in range(count):
        seed = number if number % 50 == 0 else None
        view, grid = seen.reset(seed=seed)[0], full.reset(seed=seed)[0]
        _digest_observations(digest, view)
        _digest_observations(digest, grid)
        if reference is None or counts is None:
            continue
        expected, _ = reference.reset(seed=seed)
        _same_observations(view, [expected])
        _same_observations(grid, [wrappers()["full"](reference).observation(expected)])
        _same_generator(seen, 0, reference)
        _same_generator(full, 0, reference)
        counts.resets += 1
    seen.close()
    full.close()


def _same_observations(ours: dict[str, Any], theirs: list[dict[str, Any]]) -> None:
    images = np.stack([one["image"] for one in theirs])
    assert ours["image"].dtype == images.dtype
    assert np.array_equal(ours["image"], images)
    assert ours["direction"].tolist() == [one["direction"] for one in theirs]
    assert ours["mission"] == tuple(one["mission"] for one in theirs)


def _same_generator(ours: PoolVectorEnv, row: int, reference: gymnasium.Env[Any, Any]) -> None:
    mine = ours.np_random[row].bit_generator.state
    assert mine == reference.unwrapped.np_random.bit_generator.state


# --- Random play --------------------------------------------------------------------------------


def _play(
    id: str,
    mode: AutoresetMode,
    config: dict[str, Any],
    seed_and_steps: tuple[int, int],
    counts: Counts | None,
    digest: Any,
) -> None:
    seed, steps = seed_and_steps
    envs = parallel_pool.make(id, num_envs=ENVS, num_threads=1, autoreset_mode=mode, **config)
    references = None if counts is None else _References(id, config, mode, counts)
    observations, _ = envs.reset(seed=seed)
    _digest_observations(digest, observations)
    if references is not None:
        references.begin(envs, observations, seed)
    for batch in random_actions(int(envs.single_action_space.n), steps, seed):
        result = envs.step(batch)
        _digest_result(digest, result)
        if references is not None:
            references.step(envs, batch, result)
        ended = result[2] | result[3]
        if mode == AutoresetMode.DISABLED and ended.any():
            observations, _ = envs.reset(options={"reset_mask": ended})
            _digest_observations(digest, observations)
            if references is not None:
                references.reset(envs, observations, ended)
    envs.close()


def random_actions(count: int, steps: int, seed: int) -> np.ndarray[Any, Any]:
    """Batches of actions; most go forward."""
    chances = np.array(_CHANCES[:count])
    rng = np.random.default_rng(seed)
    return rng.choice(count, (steps, ENVS), p=chances / chances.sum())


class _References:
    """The reference's environments of a pool. All rows are compared after each call."""

    def __init__(
        self, id: str, config: dict[str, Any], mode: AutoresetMode, counts: Counts
    ) -> None:
        self.references = References(registry.find(id), config, ENVS, mode, None)
        self.mode = mode
        self.counts = counts

    def begin(self, envs: PoolVectorEnv, observations: dict[str, Any], seed: int) -> None:
        for i in range(ENVS):
            self.references.reset(i, seed + i)
        self.counts.resets += ENVS
        self._compare(envs, observations, list(range(ENVS)))

    def reset(
        self, envs: PoolVectorEnv, observations: dict[str, Any], mask: np.ndarray[Any, Any]
    ) -> None:
        reset = np.flatnonzero(mask).tolist()
        for i in reset:
            self.references.reset(i, None)
        self.counts.resets += len(reset)
        self._compare(envs, observations, reset)

    def step(
        self, envs: PoolVectorEnv, batch: np.ndarray[Any, Any], result: tuple[Any, ...]
    ) -> None:
        pending = list(self.references.pending)
        rows = [self.references.step(i, action) for i, action in enumerate(batch.tolist())]
        assert result[1].tolist() == [row.reward for row in rows]
        assert result[2].tolist() == [row.terminated for row in rows]
        assert result[3].tolist() == [row.truncated for row in rows]
        reset = []
        if self.mode == AutoresetMode.NEXT_STEP:
            reset = [i for i in range(ENVS) if pending[i]]
        elif self.mode == AutoresetMode.SAME_STEP:
            reset = [i for i, row in enumerate(rows) if row.final_info is not None]
            _same_final_observations(result[4], rows, reset)
        self.counts.steps += ENVS
        self.counts.resets += len(reset)
        for row in rows:
            self.counts.count_end(row.terminated, row.reward)
        self._compare(envs, result[0], reset)

    def _compare(self, envs: PoolVectorEnv, observations: dict[str, Any], reset: list[int]) -> None:
        _same_observations(observations, [row.observation for row in self.references.last])
        for i in reset:
            _same_generator(envs, i, self.references.envs[i])


def _same_final_observations(infos: dict[str, Any], rows: list[Row], ended: list[int]) -> None:
    if not ended:
        assert "final_obs" not in infos
        return
    assert np.flatnonzero(infos["_final_obs"]).tolist() == ended
    for i in ended:
        ours, theirs = infos["final_obs"][i], rows[i].final_observation
        assert np.array_equal(ours["image"], theirs["image"])
        assert (ours["direction"], ours["mission"]) == (theirs["direction"], theirs["mission"])


# --- Planned play -------------------------------------------------------------------------------


def planned_episode(id: str, seed: int, noise: float, counts: Counts) -> None:
    """An episode that the reference's own bot plays, with some random actions among its own."""
    from minigrid.utils.baby_ai_bot import BabyAIBot

    reference = make(registry.find(id), {}, None)
    envs = parallel_pool.make(id, num_envs=1, autoreset_mode=AutoresetMode.DISABLED)
    rng = np.random.default_rng(seed)
    expected, _ = reference.reset(seed=seed)
    _same_observations(envs.reset(seed=seed)[0], [expected])
    bot: Any = BabyAIBot(reference.unwrapped)
    action, ended = None, False
    while not ended:
        planned = None if bot is None else plan(bot, action)
        if planned is None:
            bot = None
        action = int(rng.integers(7)) if planned is None or rng.random() < noise else planned
        expected, reward, terminated, truncated, _ = reference.step(action)
        observations, *rest, _ = envs.step([action])
        _same_observations(observations, [expected])
        assert [part.tolist() for part in rest] == [[reward], [terminated], [truncated]]
        counts.planned_steps += 1
        counts.count_end(terminated, reward)
        ended = terminated or truncated
    envs.close()


def plan(bot: Any, taken: int | None) -> int | None:
    """The bot's next action, for want of an idea a step forward; None where it thinks for ever."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, 1.0)
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            return int(bot.replan(taken))
        except TimeoutError:
            return None
        except Exception:  # The bot asserts what random actions may have broken.
            return 2
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
            signal.signal(signal.SIGVTALRM, before)


def _give_up(*_: object) -> None:
    raise TimeoutError
