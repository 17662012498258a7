# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""States whose digest fits and whose bytes do not: each is refused, or the environment goes on."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence

import parallel_pool
import pytest
from parallel_pool import errors, registry

from tests.families.box2d.facts import FACTS
from tests.support import assert_clean, run_python

NUMBERS = [-1, 0, 1, 2, 5, 9, 17, 40, 300, 2**31 - 1, -(2**31)]
WORDS = [
    *(number.to_bytes(4, "little", signed=True) for number in NUMBERS),
    *(struct.pack("<f", number) for number in (float("nan"), float("inf"), 3e38, -1e9)),
]
OWN_BYTES = 500  # at a state's end: most that is not of the physics


def make(id: str) -> parallel_pool.PoolVectorEnv:
    missing = registry.family_of(id).missing(registry.find(id))
    if missing is not None:
        pytest.skip(missing)
    envs = parallel_pool.make(id, num_envs=2)  # which are solved together
    assert isinstance(envs, parallel_pool.PoolVectorEnv)
    envs.action_space.seed(1)
    envs.reset(seed=3)
    return envs


def payload_of(envs: parallel_pool.PoolVectorEnv) -> bytes:
    return envs._engine._owner.unpack(envs.get_state([0])[0])


def load(envs: parallel_pool.PoolVectorEnv, payload: bytes) -> None:
    envs.set_state([0], [envs._engine._owner.pack(payload)])


def try_words(id: str, attempts: int, seed: int) -> None:
    """Loads states with another word somewhere, and goes on with those that are not refused."""
    dice = random.Random(seed)
    envs = make(id)
    goods = []
    for steps in (0, 60, 40):
        for _ in range(steps):
            envs.step(envs.action_space.sample())
        goods.append(payload_of(envs))
    refused = 0
    for _ in range(attempts):
        good = dice.choice(goods)
        place = dice.randrange(dice.choice([0, len(good) - OWN_BYTES]), len(good) - 3)
        try:
            load(envs, good[:place] + dice.choice(WORDS) + good[place + 4 :])
            envs._engine.pool.render_state(0)
        except errors.StateError:
            refused += 1
            continue
        try:
            for _ in range(3):
                envs.step(envs.action_space.sample())
        except errors.EnvironmentFailure:  # such as a reward that no picture can show
            envs.reset()
    assert 0 < refused < attempts, refused


@pytest.mark.parametrize("id", FACTS.ids)
def test_no_word_leads_astray(id: str) -> None:
    """In a process of its own, which a number that is used as an index could end."""
    make(id).close()  # skips where something is missing
    module = "tests.families.box2d.test_forged_states"
    assert_clean(run_python(f"from {module} import try_words\ntry_words({id!r}, 300, seed=1)"))


# --- A world ------------------------------------------------------------------------------------


def lists(
    free_bodies: Sequence[int] = (),
    free_fixtures: Sequence[int] = (),
    free_joints: Sequence[int] = (),
    moving: Sequence[int] = (1, 2, 3),
    joints: Sequence[int] = (0, 1),
) -> bytes:
    """The lists of a world's state; as they are in LunarLander's, whose body 0 is the moon."""
    all_lists = (free_bodies, free_fixtures, free_joints, moving, joints)
    return b"".join(struct.pack(f"<Q{len(ids)}i", len(ids), *ids) for ids in all_lists)


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("free_bodies", [1]),  # which lives
        ("free_bodies", [4]),  # beyond all
        ("free_fixtures", [0]),
        ("free_joints", [1]),
        ("moving", [1, 2]),
        ("moving", [1, 2, 2]),
        ("moving", [0, 1, 2, 3]),
        ("joints", [0]),
        ("joints", [0, 0]),
    ],
)
def test_lists_name_what_is_there(name: str, ids: list[int]) -> None:
    envs = make("LunarLander-v3")
    good = payload_of(envs)
    assert good.count(lists()) == 1
    words = {"moving": "moving bodies"}.get(name, name.replace("_", " "))
    with pytest.raises(errors.StateError, match=f"the state holds no world: its {words}"):
        load(envs, good.replace(lists(), lists(**{name: ids})))
    assert payload_of(envs) == good


# --- An environment that never was reset ---------------------------------------------------------

# The gravity, how many bytes are saved between the world and the numbers of bodies, how many of
# these are none, and how many bytes follow.
LAYOUTS = {
    "BipedalWalker-v3": (-10, 2416, 1, 444),
    "CarRacing-v3": (0, 0, 1, 7761),
    "LunarLander-v3": (-10, 0, 3, 180),
}


def without_a_body(good: bytes, id: str) -> bytes:
    """A state in which an episode runs and nothing stands, with the generator of another one."""
    head = payload_of(make("LunarLander-v3")).index(struct.pack("<2f", 0, -10))
    gravity, before, bodies, after = LAYOUTS[id]
    nodes = b"".join(
        struct.pack("<4f5i", 0, 0, 0, 0, next_free, -1, -1, -1, -1)
        for next_free in (*range(1, 16), -1)
    )
    tree = struct.pack("<Q", 16) + nodes + struct.pack("<3i", -1, 0, 0)
    world = struct.pack("<2f", 0, gravity) + bytes(9 * 8) + tree + bytes(8 + 1)
    return good[:head] + world + bytes(before) + b"\xff" * 4 * bodies + bytes(after)


@pytest.mark.parametrize("id", LAYOUTS)
def test_an_episode_of_nothing_ends(id: str) -> None:
    envs = make(id)
    load(envs, without_a_body(payload_of(envs), id))
    with pytest.raises(errors.StateError, match=r"the state holds no \w+ to be rendered"):
        envs._engine.pool.render_state(0)
    if id.startswith("Car"):
        with pytest.raises(errors.EnvironmentFailure, match="the state holds no car to be shown"):
            envs.step(envs.action_space.sample())
    else:
        _, rewards, terminated, _, _ = envs.step(envs.action_space.sample())
        assert (rewards[0], terminated[0]) == (0, True)
    envs.reset()
    envs.step(envs.action_space.sample())


def test_a_lander_has_legs() -> None:
    envs = make("LunarLander-v3")
    good = payload_of(envs)
    legs = struct.pack("<2i", 2, 3)
    assert good[-188:-180] == legs
    for forged in ([-1, -1], [2, 2], [1, 2], [0, 3]):
        with pytest.raises(errors.StateError, match="the state holds no lander"):
            load(envs, good[:-188] + struct.pack("<2i", *forged) + good[-180:])
