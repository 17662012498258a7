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


def with_other_indices(good: bytes, dice: random.Random) -> bytes:
    """The state with one to three small whole numbers replaced, most of which are indices."""
    bad = bytearray(good)
    for _ in range(dice.randint(1, 3)):
        number = 0
        while not (number == -1 or 0 < number < 700):
            place = dice.randrange(len(bad) - 3)
            [number] = struct.unpack_from("<i", bad, place)
        other = dice.choice([-1, number - 1, number + 1, dice.randrange(30), dice.randrange(650)])
        struct.pack_into("<i", bad, place, other)
    return bytes(bad)


@pytest.mark.parametrize("id", FACTS.ids)
def test_other_indices_do_no_harm(id: str) -> None:
    make(id).close()  # skips where something is missing
    module = "tests.families.box2d.test_forged_states"
    code = f"""
from tests import forged
from {module} import with_other_indices
forged.try_states([{id!r}], 200, forge=with_other_indices)
"""
    assert_clean(run_python(code))


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
