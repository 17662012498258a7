# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Uses pools from Python as hard as it can, for a sanitizer to watch.

Several Python threads each make pools of their own and drive them through everything that users do
and should not do: sync and async mode, failures, resets, saved states, batches kept for long,
timeouts, closing while results are in flight, garbage collection, calls from two threads at once,
rollouts that others read.
What comes back is checked. Run as `python stress.py [seconds] [seed]`; see `run` beside it.
"""

from __future__ import annotations

import gc
import random
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import parallel_pool
from parallel_pool import errors
from parallel_pool.faces.vector_env import PoolVectorEnv

from tests import support
from tests.driver import modes_of

GO_ON, TERMINATE, TRUNCATE, THROW, SPIN, SLEEP, THROW_LATER, THROW_NO_EXCEPTION = range(8)
MODES = ["NextStep", "SameStep", "Disabled"]


def scripted(dice: random.Random, **keywords: Any) -> PoolVectorEnv:
    """A pool of Scripted-v0 with options drawn at random."""
    chosen: dict[str, Any] = {
        "num_envs": dice.choice([1, 3, 16, 40]),
        "num_threads": dice.choice([1, 2, 4]),
        "chunk_size": dice.choice([None, 1, 5]),
        "payload": dice.choice([1, 7, 1000]),
        "sleep_ms": 2.0,
        "spin_us": dice.choice([1.0, 30.0]),
    }
    return parallel_pool.make("Scripted-v0", **(chosen | keywords))


def commands(dice: random.Random, count: int, mishaps: bool) -> np.ndarray:
    """Actions, most of them harmless."""
    weights = [60, 3, 3, 2, 10, 1, 2, 1] if mishaps else [60, 3, 3, 0, 10, 1, 0, 0]
    return np.array(dice.choices(range(8), weights, k=count))


def sync_steps(dice: random.Random) -> None:
    """Steps, failures, masked resets, and batches that must not change while they are kept."""
    envs = scripted(dice, autoreset_mode=dice.choice(MODES))
    count = envs.num_envs
    envs.reset(seed=dice.randrange(2**40))
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    for _ in range(60):
        needs_reset = np.zeros(count, bool)
        try:
            observations, _, terminated, truncated, _ = envs.step(commands(dice, count, True))
            if envs.autoreset_mode == gymnasium.vector.AutoresetMode.DISABLED:
                needs_reset = terminated | truncated
            array = observations["counters"]
            kept.append((array[dice.randrange(count) :], array.copy()))
            if dice.random() < 0.3:
                array = kept.pop(dice.randrange(len(kept)))[0]
                array[:] = -7  # the user's to change
        except errors.EnvironmentFailure as failure:
            needs_reset[failure.env_ids] = True
            if envs.autoreset_mode == gymnasium.vector.AutoresetMode.DISABLED:
                needs_reset[:] = True
        if needs_reset.any():
            envs.reset(options={"reset_mask": needs_reset, "offset": dice.randrange(5)})
        for view, copy in kept:
            assert np.array_equal(view, copy[len(copy) - len(view) :]), "a kept batch changed"
        del kept[: max(0, len(kept) - dice.randrange(1, 12))]
    if dice.random() < 0.5:
        envs.close()
        for view, copy in kept:
            assert np.array_equal(view, copy[len(copy) - len(view) :]), "a batch outlives its pool"


def async_steps(dice: random.Random) -> None:
    """Send and recv in any order, with timeouts; every result comes once."""
    count = dice.choice([4, 16, 40])
    envs = scripted(dice, num_envs=count, batch_size=dice.randrange(1, count))
    in_flight = set(range(count))
    failed: set[int] = set()
    envs.async_reset(seed=dice.randrange(1000))
    for _ in range(120):
        try:
            ids = envs.recv(dice.choice([None, None, 0.0, 0.001]))[4]["env_id"].tolist()
        except TimeoutError:
            continue
        except errors.EnvironmentFailure as failure:
            failed |= set(failure.env_ids.tolist())
            ids = failure.env_ids.tolist() + failure.good_env_ids.tolist()
        assert len(set(ids)) == len(ids)
        assert in_flight.issuperset(ids)
        in_flight -= set(ids)
        idle = [i for i in range(count) if i not in in_flight]
        ids = dice.sample(idle, dice.randrange(1, len(idle) + 1))
        resets = [i for i in ids if i in failed or dice.random() < 0.05]
        steps = [i for i in ids if i not in resets]
        if resets:
            envs.async_reset(env_id=resets)
        if steps:
            envs.send(commands(dice, len(steps), True), steps)
        failed -= set(resets)
        in_flight |= set(ids)
    assert envs.in_flight == len(in_flight)
    if dice.random() < 0.5:
        try:
            envs.reset(seed=1)  # discards what is in flight
        except errors.EnvironmentFailure:
            raise AssertionError("a failure of a discarded result") from None


def real_environments(dice: random.Random) -> None:
    """The public ids of one player, with saved states that go on exactly."""
    id = dice.choice(support.PUBLIC_IDS)
    while parallel_pool.make(id).is_multi_player:  # whose actions are as many as there are players
        id = dice.choice(support.PUBLIC_IDS)
    make = {"num_envs": dice.choice([2, 64]), "num_threads": dice.choice([1, 3])}
    mode = dice.choice([mode for mode in modes_of(id) if mode != "Disabled"])
    one = parallel_pool.make(id, **make, autoreset_mode=mode)
    other = parallel_pool.make(id, **make, autoreset_mode=one.autoreset_mode)
    one.action_space.seed(dice.randrange(1000))
    one.reset(seed=3)
    for _ in range(20):
        one.step(one.action_space.sample())
    other.set_state(None, one.get_state())
    for _ in range(20):
        actions = one.action_space.sample()
        assert np.array_equal(one.step(actions)[1], other.step(actions)[1])
    states = other.get_state()
    try:
        other.set_state(None, [*states[:-1], states[-1][:-1]])
    except errors.StateError:
        assert other.get_state() == states
    else:
        raise AssertionError("a state that was cut short was taken")


def players_and_nested_spaces(dice: random.Random) -> None:
    """Multi-player rows and spaces of every kind."""
    crowd = parallel_pool.make("Crowd-v0", num_envs=9, num_threads=dice.choice([1, 3]))
    _, infos = crowd.reset(seed=dice.randrange(1000))
    for _ in range(40):
        choice = np.array([dice.randrange(10) for _ in infos["players"]["env_id"]])
        actions = {"choice": choice, "finish": np.array([dice.random() < 0.1] * 9, np.int64)}
        infos = crowd.step(actions)[4]
    echo = parallel_pool.make("Echo-v0", num_envs=5, num_threads=2)
    echo.reset(seed=0)
    for _ in range(40):
        observations = echo.step(echo.action_space.sample())[0]
        assert observations["boxes"]["matrix"].shape == (5, 2, 3)


def bad_calls(dice: random.Random) -> None:
    """Each is refused, and the pool goes on."""
    envs = scripted(dice, num_envs=6)
    envs.reset(seed=0)
    refused: list[Callable[[], object]] = [
        lambda: envs.step(np.full(6, 8)),
        lambda: envs.step(np.full(6, np.nan)),
        lambda: envs.step(np.zeros((6, 2), int)),
        lambda: envs.step([0, 0], [1, 1]),
        lambda: envs.step([0], [6]),
        lambda: envs.recv(),
        lambda: envs.reset(seed=[1, 2]),
        lambda: envs.reset(options={"offset": "two"}),
        lambda: envs.set_state([0], [b"nonsense"]),
        lambda: parallel_pool.make("Scripted-v0", fail_to_construct=True),
    ]
    for call in dice.sample(refused, len(refused)):
        try:
            call()
        except (ValueError, TypeError, IndexError, RuntimeError):
            continue
        raise AssertionError("a bad call was accepted")
    assert envs.step(np.zeros(12, np.int32)[::2])[1].shape == (6,)


def close_in_flight(dice: random.Random) -> None:
    """Closing from this thread or another, dropping without closing; a waiting recv gives up."""
    envs = scripted(dice, num_envs=16, batch_size=dice.choice([4, 16]), num_threads=2)
    envs.reset(seed=0)
    while envs.in_flight > 0:
        envs.recv()
    envs.send(np.full(16, dice.choice([SPIN, SLEEP, GO_ON])), np.arange(16))
    how = dice.randrange(3)
    if how == 0:
        return  # dropped: the garbage collector ends it
    if how == 1:
        envs.close()
    else:
        closer = threading.Timer(dice.random() * 0.004, envs.close)
        closer.start()
        try:
            while True:
                envs.recv()
                envs.send([GO_ON], [0])
        except (errors.PoolClosedError, errors.InFlightError, errors.NothingInFlightError):
            pass
        closer.join()
    try:
        envs.recv()
    except errors.PoolClosedError:
        return
    raise AssertionError("a closed pool was called")


def two_callers(dice: random.Random) -> None:
    """Two threads call one pool: each call works or is refused."""
    envs = scripted(dice, num_envs=8)
    envs.reset(seed=0)
    counts: Counter[str] = Counter()

    def call() -> None:
        for _ in range(60):
            try:
                envs.step(np.full(8, SPIN))
                counts["done"] += 1
            except errors.ConcurrentCallError:
                counts["refused"] += 1

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts["done"] > 0
    assert counts["done"] + counts["refused"] == 120


def cycles_of_garbage(dice: random.Random) -> None:
    """Pools and batches in reference cycles, found by the collector in whatever thread it runs."""
    for _ in range(5):
        envs = scripted(dice, num_envs=4)
        cycle: list[Any] = [envs, envs.reset(seed=0)]
        cycle.append(cycle)
        envs.send(np.full(4, GO_ON))
    del envs, cycle
    gc.collect()


def rollouts_in_turns(dice: random.Random) -> None:
    """A learner reads one rollout while the other fills; views outlive rollouts and pool."""
    mode = dice.choice(MODES[:2])
    envs = scripted(dice, autoreset_mode=mode, record_episode_statistics=True)
    count = envs.num_envs
    pair = [envs.rollout(8) for _ in range(2)]
    wrong: list[str] = []

    def learn(rollout: parallel_pool.Rollout) -> None:
        try:
            finals = np.zeros(len(rollout.final_rows), np.float32) if mode == "SameStep" else None
            rollout.compute_advantages(0.99, 0.95, finals)
            rows = sum(len(batch.rows) for batch in rollout.minibatches(3))
            assert rows == rollout.valid.sum()
        except Exception:
            wrong.append(traceback.format_exc())

    learners: list[threading.Thread] = []
    for turn in range(4):
        rollout = pair[turn % 2]
        rollout.begin()
        while not rollout.full:
            try:
                rollout.step(commands(dice, count, True))
            except errors.EnvironmentFailure as failure:
                mask = np.isin(np.arange(count), failure.env_ids)
                envs.reset(options={"reset_mask": mask})
        for learner in learners:
            learner.join()
        learners = [threading.Thread(target=learn, args=(rollout,))]
        learners[0].start()
    learners[0].join()
    assert not wrong, wrong[0]
    view = rollout.observations["counters"][3:]
    copy = view.copy()
    del rollout, pair, learners, learn, envs
    gc.collect()
    assert np.array_equal(view, copy), "a view outlives its rollout"


def rollouts_in_async_mode(dice: random.Random) -> None:
    """Each environment goes its own way; all steps count."""
    envs = scripted(dice, num_envs=16, batch_size=dice.choice([1, 4, 15]))
    rollout = envs.rollout(6)
    for _ in range(2):
        rollout.begin()
        while not rollout.full:
            rollout.step(commands(dice, len(rollout.env_ids), False))
        ended = rollout.terminated | rollout.truncated
        assert np.array_equal(rollout.valid[1:], ~ended[:-1])
        rollout.compute_advantages(0.99, 0.95)


def stacks_of_frames(dice: random.Random) -> None:
    """Gathered stacks are what was shown."""
    envs = parallel_pool.make("CartPole-v1", num_envs=3, num_threads=dice.choice([1, 2]))
    rollout = envs.rollout(20, stack=2)  # any first axis may hold the frames
    shown = [rollout.begin().copy()]
    while not rollout.full:
        shown.append(rollout.step(np.array(dice.choices([0, 1], k=3))).copy())
    rows = np.array(dice.choices(range(63), k=40))
    assert np.array_equal(rollout.stacks(rows), np.concatenate(shown)[rows])
    try:
        rollout.stacks([63])
    except IndexError:
        return
    raise AssertionError("a row outside the rollout was gathered")


SCENARIOS = [
    sync_steps,
    async_steps,
    real_environments,
    players_and_nested_spaces,
    bad_calls,
    close_in_flight,
    two_callers,
    cycles_of_garbage,
    rollouts_in_turns,
    rollouts_in_async_mode,
    stacks_of_frames,
]


def worker(seed: int, deadline: float, done: Counter[str], failures: list[str]) -> None:
    """Runs scenarios until the time is over or anything went wrong."""
    dice = random.Random(seed)
    while time.monotonic() < deadline and not failures:
        scenario = dice.choice(SCENARIOS)
        try:
            scenario(dice)
            done[scenario.__name__] += 1
        except Exception:
            failures.append(f"{scenario.__name__}, seed {seed}:\n{traceback.format_exc()}")


def main(seconds: float = 20.0, seed: int = 0) -> int:
    """Runs; returns the process's exit code."""
    sys.setswitchinterval(1e-4)
    deadline = time.monotonic() + seconds
    done: Counter[str] = Counter()
    failures: list[str] = []
    threads = [
        threading.Thread(target=worker, args=(100 * seed + i, deadline, done, failures))
        for i in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("\n".join(failures) or f"passed: {dict(sorted(done.items()))}")
    missing = [scenario.__name__ for scenario in SCENARIOS if done[scenario.__name__] == 0]
    if missing and not failures:
        print(f"not run within {seconds} s: {missing}")
    return 1 if failures or missing else 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(float(given[0]) if given else 20.0, int(given[1]) if given[1:] else 0))
