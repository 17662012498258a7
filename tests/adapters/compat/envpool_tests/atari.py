# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's tests of Atari."""

from __future__ import annotations

import warnings
from typing import Any

import dm_env
import gymnasium
import numpy as np

from tests.adapters.compat.envpool_tests.cases import case, full, inner, renders, zeros

API = "api_test.py"
POOLS = "atari_envpool_test.py"
PICTURES = "atari_render_test.py"
SCREEN = {"gray_scale": False, "stack_num": 1, "img_height": 210, "img_width": 160}
ACTIONS = {"Pong-v5": 6, "Breakout-v5": 4}


@case(API, "_SpecTest.spec")
def _(library: Any) -> None:
    for id, count in ACTIONS.items():
        spec = library.make_spec(id)
        _dm_specs(spec, count)
        _gym_spaces(spec, count)
        assert spec.action_array_spec["action"].maximum + 1 == count


def _dm_specs(owner: Any, count: int) -> None:
    seen, actions = owner.observation_spec().obs, owner.action_spec()
    assert isinstance(seen, dm_env.specs.BoundedArray)
    assert isinstance(actions, dm_env.specs.DiscreteArray)
    assert (seen.dtype, np.max(seen.maximum), actions.num_values) == (np.uint8, 255, count)


def _gym_spaces(owner: Any, count: int) -> None:
    assert isinstance(owner.observation_space, gymnasium.spaces.Box)
    assert isinstance(owner.action_space, gymnasium.spaces.Discrete)
    assert owner.observation_space.dtype == np.uint8
    assert (owner.observation_space.high == 255).all()
    assert owner.action_space.n == count


@case(API, "seed_warning")
def _(library: Any) -> None:
    for make in (library.make_dm, library.make_gym):
        pool = make("Pong-v5", num_envs=4)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            pool.seed(1)
        assert [one.category for one in told] == [UserWarning]


@case(API, "invalid_batch_size")
def _(library: Any) -> None:
    maker = inner("atari").AtariEnvSpec
    config = maker.gen_config(task="pong", num_envs=4, batch_size=5)
    try:
        maker(config)
    except ValueError:
        return
    raise AssertionError("a batch larger than the pool was accepted")


@case(API, "mode_and_difficulty_defaults_and_overrides")
def _(library: Any) -> None:
    config = library.make_spec("Breakout-v5").config
    assert (config.mode, config.difficulty) == (-1, -1)
    config = library.make_spec("Breakout-v5", mode=4, difficulty=1).config
    assert (config.mode, config.difficulty) == (4, 1)


@case(API, "metadata")
def _(library: Any) -> None:
    pool = library.make_gym("Pong-v5", num_envs=4)
    assert (len(pool), pool.is_async) == (4, False)
    pool = library.make_gym("Pong-v5", num_envs=8, batch_size=4)
    assert (len(pool), pool.is_async, pool.spec.reward_threshold) == (8, True, None)


@case(API, "_DMSyncTest.spec")
def _(library: Any) -> None:
    for id, count in ACTIONS.items():
        pool = library.make_dm(id)
        assert isinstance(pool, dm_env.Environment)
        _dm_specs(pool, count)


def _dm_steps(library: Any, low: bool) -> None:
    id, count = ("Pong-v5", 6) if low else ("Defender-v5", 18)
    limit: dict[str, int] = full({}, {"max_episode_steps": 9})
    pool = library.make_dm(id, num_envs=4, **limit)

    def step(action: Any) -> Any:
        if not low:
            return pool.step(action)
        pool.send(action)
        return pool.recv()

    if low:
        pool.async_reset()
    result = pool.recv() if low else pool.reset()
    seen = result.observation
    assert result.first().all()
    assert result.reward.dtype == result.discount.dtype == np.float32
    assert result.reward.shape == result.discount.shape == result.step_type.shape == (4,)
    assert (seen.obs.shape, seen.obs.dtype) == ((4, 4, 84, 84), np.uint8)
    assert seen.lives.dtype == seen.env_id.dtype == seen.players.env_id.dtype == np.int32
    assert seen.lives.shape == seen.players.env_id.shape == (4,)
    assert seen.env_id.tolist() == [0, 1, 2, 3]
    ids = np.arange(4, dtype=np.int32)
    action = {"env_id": ids, "players.env_id": ids, "action": np.ones(4, np.int32)}
    assert step(action).mid().all()
    result = step(np.ones(4))
    rng = np.random.default_rng(0)
    while result.mid().all():
        result = step(rng.integers(count, size=4))
    over = result.last()
    assert not result.discount[over].any() or limit
    result = step(rng.integers(count, size=4))
    assert result.first()[over].all()
    assert (result.discount[over] == 1).all()
    try:
        step({key: value.astype(np.int64) for key, value in action.items()})
    except RuntimeError:
        return
    raise AssertionError("actions of 64 bits were accepted")


case(API, "_DMSyncTest.lowlevel_step")(lambda library: _dm_steps(library, True))
case(API, "_DMSyncTest.highlevel_step")(lambda library: _dm_steps(library, False))


@case(API, "_GymSyncTest.spec")
def _(library: Any) -> None:
    for id, count in ACTIONS.items():
        pool = library.make_gym(id)
        assert isinstance(pool, gymnasium.Env)
        _gym_spaces(pool, count)
        drawn = []
        for _ in range(2):
            pool.action_space.seed(1)
            drawn.append(pool.action_space.sample())
        assert drawn[0] == drawn[1]
        assert len(pool.spec.action_array_spec) == 3


def _gym_steps(library: Any, low: bool) -> None:
    id, count = ("Breakout-v5", 4) if low else ("Pong-v5", 6)
    limit: dict[str, int] = full({}, {"max_episode_steps": 9})
    pool = library.make_gym(id, num_envs=4, **limit)
    rng = np.random.default_rng(0)

    def step() -> Any:
        actions = rng.integers(count, size=4)
        if not low:
            return pool.step(actions)
        pool.send(actions)
        return pool.recv()

    if low:
        pool.async_reset()
        result = pool.recv()
    else:
        pool.reset()
        result = step()
    seen, rewards, terminated, truncated, infos = result
    assert (seen.dtype, rewards.dtype, rewards.shape) == (np.uint8, np.float32, (4,))
    assert terminated.dtype == truncated.dtype == np.bool_
    assert infos["env_id"].dtype == infos["lives"].dtype == np.int32
    assert infos["players"]["env_id"].dtype == np.int32
    assert (infos["ram"].dtype, infos["ram"].shape) == (np.uint8, (4, 128))
    assert infos["env_id"].tolist() == [0, 1, 2, 3]
    while not (result[2] | result[3]).any():
        result = step()
    over = result[2] | result[3]
    result = step()
    assert not (result[2] | result[3])[over].any()
    assert len(infos) == 7


case(API, "_GymSyncTest.lowlevel_step")(lambda library: _gym_steps(library, True))
case(API, "_GymSyncTest.highlevel_step")(lambda library: _gym_steps(library, False))


@case(POOLS, "raw_envpool")
def _(library: Any) -> None:
    module = inner("atari.atari_envpool")
    assert module._AtariEnvPool
    assert module._AtariEnvSpec


@case(POOLS, "full_action_space")
def _(library: Any) -> None:
    for id in ACTIONS:
        assert library.make_gym(id, full_action_space=True).action_space.n == 18


@case(POOLS, "mode_and_difficulty_change_reset_observation")
def _(library: Any) -> None:
    options: dict[str, Any] = SCREEN | {"seed": 0, "frame_skip": 1, "noop_max": 1}
    options |= {"use_fire_reset": False}
    for id, other in (("Breakout-v5", {"difficulty": 1}), ("Freeway-v5", {"mode": 1})):
        plain, changed = (library.make_gym(id, **options, **more) for more in ({}, other))
        assert all(getattr(changed.spec.config, name) == 1 for name in other)
        assert not np.array_equal(plain.reset()[0], changed.reset()[0])


@case(POOLS, "align")
def _(library: Any) -> None:
    """All faces show the same."""
    gym, dm, other = (
        make("SpaceInvaders-v5", num_envs=full(4, 2))
        for make in (library.make_gym, library.make_dm, library.make_gymnasium)
    )
    shown: Any = gym.reset()[0], dm.reset().observation.obs, other.reset()[0]
    rng = np.random.default_rng(0)
    for _ in range(full(1000, 40)):
        assert np.array_equal(shown[0], shown[1])
        assert np.array_equal(shown[1], shown[2])
        actions = rng.integers(6, size=len(gym))
        shown = gym.step(actions)[0], dm.step(actions).observation.obs, other.step(actions)[0]


@case(POOLS, "reset_life")
def _(library: Any) -> None:
    """With lives as episodes, ``terminated`` among the infos tells the end of the whole game."""
    games = ("Breakout-v5", "Atlantis-v5", "WizardOfWor-v5", "Backgammon-v5", "Pong-v5")
    for id in full(games, games[:3]):
        pool = library.make_gym(id, episodic_life=True)
        rng = np.random.default_rng(0)

        def step(pool: Any = pool, rng: np.random.Generator = rng) -> tuple[bool, Any]:
            actions = rng.integers(pool.action_space.n, size=1)
            *_, terminated, truncated, infos = pool.step(actions)
            return bool(terminated[0] or truncated[0]), infos

        pool.reset()
        over, infos = step()
        if not infos["lives"][0]:
            continue  # a game without lives
        for _ in range(full(10_000, 3000)):
            over, infos = step()
            if not infos["lives"][0]:
                break
            assert not infos["terminated"][0]
        if infos["lives"][0]:
            continue  # a long game
        if not over:
            while not over:
                assert not infos["terminated"][0]
                over, infos = step()
        assert infos["terminated"][0]
        assert step()[1]["lives"][0] > 0


@case(POOLS, "explicit_reset_with_episodic_life_gymnasium")
def _(library: Any) -> None:
    pool = library.make_gymnasium("Breakout-v5", seed=42, episodic_life=True)
    assert [int(pool.reset()[1]["lives"][0]) for _ in range(20)] == [5] * 20


@case(POOLS, "ram_info")
def _(library: Any) -> None:
    pool = library.make_gym("Pong-v5", num_envs=2, seed=0)
    first = pool.reset()[1]["ram"]
    assert (first.dtype, first.shape) == (np.uint8, (2, 128))
    changed = False
    for _ in range(64):
        changed = changed or bool((pool.step(np.ones(2, np.int32))[-1]["ram"] != first).any())
    assert changed
    assert pool.spec.state_array_spec["info:ram"].shape == [128]


@case(POOLS, "partial_step")
def _(library: Any) -> None:
    """Each environment counts its own steps to the limit."""
    pool = library.make_gym("Defender-v5", num_envs=5, max_episode_steps=10)
    even, odd = np.arange(5)[::2], np.arange(5)[1::2]
    for _ in range(3):
        pool.reset()
        pool.step(np.zeros(2, int), env_id=odd)
        for _ in range(8):
            assert not pool.step(np.zeros(5, int), env_id=np.arange(5))[3].any()
        *_, truncated, infos = pool.step(np.zeros(5, int), env_id=np.arange(5))
        assert sorted(infos["env_id"][truncated]) == odd.tolist()
        assert pool.step(np.zeros(3, int), env_id=even)[3].all()


@case(POOLS, "xla_api", "jax")
def _(library: Any) -> None:
    import jax.numpy as jnp

    import jax

    pool = library.make_gym(
        "Pong-v5", num_envs=10, batch_size=5, num_threads=2, thread_affinity_offset=0
    )
    handle, recv, send, _ = pool.xla()
    pool.async_reset()

    def one(_: Any, handle: Any) -> Any:
        handle, states = recv(handle)
        return send(handle, jnp.ones(5, jnp.int32), env_id=states[-1]["env_id"])

    jax.jit(lambda: jax.lax.fori_loop(0, full(100, 10), one, handle))()


@case(POOLS, "xla_correctness", "jax")
def _(library: Any) -> None:
    plain, jitted = (library.make_gym("Pong-v5", num_envs=10, num_threads=2) for _ in range(2))
    handle, recv, send, _ = jitted.xla()
    for pool in (plain, jitted):
        pool.async_reset()
    for _ in range(full(100, 10)):
        handle, states = recv(handle)
        handle = send(handle, np.ones(10, np.int32))
        assert np.array_equal(np.asarray(states[0]), plain.recv()[0])
        plain.send(np.ones(10, np.int32))


@case(POOLS, "no_gray_scale", "cv2")
def _(library: Any) -> None:
    import cv2

    small = library.make_gym("Breakout-v5", gray_scale=False).reset()[0]
    whole = SCREEN | {"stack_num": 4}
    large = library.make_gym("Breakout-v5", **whole).reset()[0]
    assert (small.shape, large.shape) == ((1, 12, 84, 84), (1, 12, 210, 160))
    for i in range(0, 12, 3):
        frame = large[0, i : i + 3].transpose(1, 2, 0)
        expected = cv2.resize(frame, (84, 84), interpolation=cv2.INTER_AREA)
        assert np.array_equal(expected, small[0, i : i + 3].transpose(1, 2, 0))


@case(POOLS, "benchmark")
def _(library: Any) -> None:
    pool = library.make_gym(
        "Pong-v5", num_envs=8, batch_size=3, num_threads=3, thread_affinity_offset=0
    )
    pool.async_reset()
    for _ in range(full(1000, 30)):
        pool.send(np.ones(3, np.int32), pool.recv()[-1]["env_id"])


@case(PICTURES, "render_succeeds_for_multiple_steps_for_all_tasks")
def _(library: Any) -> None:
    """The test wants 210 rows of all games."""
    rows = set()
    for id in full(_games(), ("Breakout-v5", "Pong-v5", "Adventure-v5")):
        pool = library.make_gym(id, render_mode="rgb_array", **SCREEN)
        pool.reset()
        for _ in range(3):
            frame = pool.render()
            assert (frame.dtype, frame.shape[0], *frame.shape[2:]) == (np.uint8, 1, 160, 3)
            assert np.array_equal(frame, pool.render())
            rows.add(frame.shape[1])
            pool.step(zeros(pool.action_space, 1))
    assert rows == {210}


def _games() -> list[str]:
    """The ids of the list in EnvPool's registration."""
    names = inner("atari.registration").atari_game_list
    return ["".join(piece.capitalize() for piece in name.split("_")) + "-v5" for name in names]


@case(PICTURES, "render_is_batch_consistent_for_representative_task")
def _(library: Any) -> None:
    renders(library, "Pong-v5", (210, 160, 3), **SCREEN)


@case("atari_pretrain_test.py", "pong")
@case("atari_pretrain_test.py", "breakout")
def _(library: Any) -> None:
    inner("atari.atari_network")
