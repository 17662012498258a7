# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's tests of ``make``, of its protocol and of the pool without environments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import dm_env
import gymnasium

from tests.adapters.compat.envpool_tests.cases import case, full, inner, makes, renders

MAKE = "make_test.py"
PROCGEN = "a package of Procgen"  # of which there are two
ROBOTS = (
    *("Ant", "HalfCheetah", "Hopper", "Humanoid", "HumanoidStandup", "InvertedDoublePendulum"),
    *("InvertedPendulum", "Pusher", "Reacher", "Swimmer", "Walker2d"),
)
SUITE = {
    "Acrobot": "Swingup SwingupSparse",
    "BallInCup": "Catch",
    "Cartpole": "Balance BalanceSparse Swingup SwingupSparse ThreePoles TwoPoles",
    "Cheetah": "Run",
    "Dog": "Fetch Run Stand Trot Walk",
    "Finger": "Spin TurnEasy TurnHard",
    "Fish": "Swim Upright",
    "Hopper": "Hop Stand",
    "Humanoid": "Run RunPureState Stand Walk",
    "HumanoidCMU": "Run Stand Walk",
    "Lqr": "Lqr21 Lqr62",
    "Manipulator": "BringBall BringPeg InsertBall InsertPeg",
    "Pendulum": "Swingup",
    "PointMass": "Easy Hard",
    "Quadruped": "Escape Fetch Run Walk",
    "Reacher": "Easy Hard",
    "Stacker": "Stack2 Stack4",
    "Swimmer": "Swimmer6 Swimmer15",
    "Walker": "Run Stand Walk",
}


@case(MAKE, "version")
def _(library: Any) -> None:
    assert library.__version__


@case(MAKE, "public_typing_interface")
def _(library: Any) -> None:
    assert Path(library.__file__).with_name("py.typed").is_file()
    names = ["EnvSpec", "EnvPool", "DMEnvPool", "GymnasiumEnvPool"]
    assert {*names} <= {*library.__all__}
    protocol = inner("python.protocol")
    assert all(getattr(library, name) is getattr(protocol, name) for name in names)
    for function, result in {
        "make_spec": "EnvSpec",
        "make_dm": "DMEnvPool",
        "make_gym": "GymnasiumEnvPool",
        "make_gymnasium": "GymnasiumEnvPool",
    }.items():
        told = get_type_hints(getattr(library, function))["return"]
        assert told is getattr(protocol, result)


@case(MAKE, "list_all_envs")
def _(library: Any) -> None:
    assert "CartPole-v1" in library.list_all_envs()


def _refuses(call: Callable[..., object], *arguments: Any, **options: Any) -> None:
    try:
        call(*arguments, **options)
    except AssertionError:
        return
    raise AssertionError(f"{arguments} {options} was accepted")


@case(MAKE, "make_atari")
def _(library: Any) -> None:
    try:
        library.make("Pong-v5")
    except TypeError:
        pass
    else:
        raise AssertionError("a pool without env_type was made")
    pools = [
        library.make_gym("Defender-v5", render_mode="rgb_array"),
        library.make_gymnasium("Defender-v5", render_mode="rgb_array"),
    ]
    dm = library.make_dm("Defender-v5")
    assert all(isinstance(pool, gymnasium.Env) for pool in pools)
    assert isinstance(dm, dm_env.Environment)
    assert [pool.action_space.n for pool in pools] == [18, 18]
    assert library.make_spec("Defender-v5").action_space.n == dm.action_spec().num_values == 18
    for make in (library.make_gym, library.make_gymnasium):
        for without_rom in ("Combat", "Joust", "MazeCraze", "Warlords"):
            _refuses(make, f"{without_rom}-v5")
        _refuses(make, "Pong-v5", seed=2**31)


def _ids(*names: str) -> Callable[[Any], None]:
    return lambda library: makes(library, names)


case(MAKE, "make_classic")(
    _ids(
        *("CartPole-v0", "phys2d/CartPole-v0", "CartPole-v1", "phys2d/CartPole-v1"),
        *("Pendulum-v0", "phys2d/Pendulum-v0", "Pendulum-v1", "MountainCar-v0"),
        *("MountainCarContinuous-v0", "Acrobot-v1"),
    )
)
case(MAKE, "make_toytext")(
    _ids(
        *("Catch-v0", "FrozenLake-v1", "FrozenLake8x8-v1", "Taxi-v3", "NChain-v0"),
        *("CliffWalking-v1", "tabular/CliffWalking-v0", "CliffWalkingSlippery-v1"),
        *("CliffWalking-v0", "Blackjack-v1", "tabular/Blackjack-v0"),
    )
)
case(MAKE, "make_box2d")(
    _ids(
        *("CarRacing-v3", "CarRacing-v2", "BipedalWalker-v3", "BipedalWalkerHardcore-v3"),
        *("LunarLander-v3", "LunarLander-v2"),
        *("LunarLanderContinuous-v3", "LunarLanderContinuous-v2"),
    )
)
case(MAKE, "make_mujoco_gym", "mujoco")(
    _ids(
        *(f"{name}-v{version}" for name in ROBOTS for version in (4, 5) if name != "Pusher"),
        *("Pusher-v5", "Ant-v3", "Pusher-v4"),
    )
)


@case(MAKE, "make_mujoco_dmc", "mujoco", "dm_control")
def _(library: Any) -> None:
    ids = [f"{domain}{task}-v1" for domain, tasks in SUITE.items() for task in tasks.split()]
    assert len(ids) == 51
    makes(library, full(ids, ids[::10]))


def _levels(prefix: str, count: int) -> Callable[[Any], None]:
    def ask(library: Any) -> None:
        ids = sorted(id for id in library.list_all_envs() if id.startswith(prefix))
        makes(library, full(ids, ids[::12]))
        assert len(ids) == count

    return ask


case(MAKE, "make_minigrid")(_levels("MiniGrid-", 82))
case(MAKE, "make_babyai")(_levels("BabyAI-", 96))


@case(MAKE, "render_smoke", "pygame", "Box2D", "minigrid", PROCGEN)
def _(library: Any) -> None:
    screen: dict[str, Any] = {"gray_scale": False, "stack_num": 1}
    screen |= {"img_height": 210, "img_width": 160, "use_inter_area_resize": False}
    for id in ("CartPole-v1", "LunarLander-v3", "BabyAI-GoToObj-v0", "MiniGrid-DoorKey-8x8-v0"):
        renders(library, id)
    renders(library, "Defender-v5", **screen)
    renders(library, "CoinrunHard-v0")


# The file's nine tests are of a module that only EnvPool's own build has.
DUMMY = "dummy_py_envpool_test.py"
DUMMY_TESTS = (
    *("config", "spec", "envpool", "xla", "env_seed_overrides_sequential_seeding"),
    "from_repeats_env_id_for_uniform_multiplayer_action",
    "recv_cache_handles_variable_player_counts",
    *("from_preserves_explicit_players_env_id", "from_raises_when_players_env_id_is_ambiguous"),
)
for _name in DUMMY_TESTS:
    case(DUMMY, _name)(lambda library: inner("dummy"))
