# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What EnvPool accepts beside the documented shapes and values, under EnvPool's name."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.compat.modules import make_modules
from parallel_pool.testing import assert_same

MODULES: dict[str, Any] = make_modules("1.2.7")
ours = MODULES["envpool"]


@pytest.mark.parametrize(
    "actions",
    [np.array([[1], [0]]), np.array([True, False]), np.array([1.0, 0.0], np.float32)],
    ids=["column", "bool", "float"],
)
def test_discrete_actions(actions: np.ndarray) -> None:
    envs, twin = (ours.make_gym("CartPole-v1", num_envs=2) for _ in range(2))
    envs.reset()
    twin.reset()
    assert_same(envs.step(actions), twin.step(np.array([1, 0])))


def test_flat_box_actions() -> None:
    envs, twin = (ours.make_gym("Pendulum-v1", num_envs=2) for _ in range(2))
    envs.reset()
    twin.reset()
    actions = np.array([0.5, -0.5], np.float32)
    assert_same(envs.step(actions), twin.step(actions[:, None]))


def test_actions_of_a_wrong_size_are_refused() -> None:
    envs = ours.make_gym("CartPole-v1", num_envs=2)
    envs.reset()
    with pytest.raises(ValueError, match=r"must have shape \(2,\).*got \(2, 2\)"):
        envs.step(np.zeros((2, 2), np.int64))


@pytest.mark.parametrize("seed", [np.int64(3), np.uint8(3), 3])
@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_seeds_of_numpy(seed: Any, env_type: str) -> None:
    made = [
        ours.make("CartPole-v1", env_type, num_envs=2, seed=seed),
        parallel_pool.make("CartPole-v1", env_type, num_envs=2, seed=seed),  # type: ignore[call-overload]
    ]
    expected = parallel_pool.make("CartPole-v1", num_envs=2).reset(seed=3)[0]
    for envs in made:
        first = envs.reset()
        shown = first.observation.obs if env_type == "dm" else first
        assert_same(shown[0] if isinstance(shown, tuple) else shown, expected)
    assert parallel_pool.make_spec("CartPole-v1", seed=seed).config.seed == 3


def test_negative_seeds() -> None:
    envs = ours.make_gym("CartPole-v1", num_envs=1, seed=-1)
    twin = ours.make_gym("CartPole-v1", num_envs=1, seed=2**32 - 1)
    assert_same(envs.reset(), twin.reset())


@pytest.mark.parametrize(
    ("id", "arguments"),
    [
        ("Nope-v5", {"env_type": "gym"}),
        ("CartPole-v1", {"env_type": "foo"}),
        ("CartPole-v1", {"env_type": "gym", "num_envs": 0}),
        ("CartPole-v1", {"env_type": "gym", "num_envs": 2, "batch_size": 3}),
    ],
)
def test_errors_are_assertions_too(id: str, arguments: dict[str, Any]) -> None:
    """As EnvPool raises them; and ValueErrors, as everywhere in this package."""
    for kind in (AssertionError, ValueError):
        with pytest.raises(kind):
            ours.make(id, **arguments)


def test_old_versions_are_refused_by_name() -> None:
    with pytest.raises(AssertionError, match="HalfCheetah-v4 is the nearest"):
        ours.make_gym("HalfCheetah-v3")
    with pytest.raises(AssertionError, match="Pusher-v5 is the nearest"):
        ours.make_gym("Pusher-v2")


def test_an_option_that_envpool_spells_otherwise() -> None:
    envs = ours.make_gym("Ant-v4", use_contact_force=True)
    assert envs.config["use_contact_forces"] is True
    for id, only in (("Humanoid-v4", False), ("Humanoid-v5", True), ("Ant-v5", True)):
        ours.make_spec(id, use_contact_force=only)
        with pytest.raises(TypeError, match=f"the rules of {id} .*count contact forces"):
            ours.make_gym(id, use_contact_force=not only)


def test_models_that_envpool_lets_choose() -> None:
    """EnvPool has ``xml_file`` for all robots, Gymnasium's version 4 for Ant only."""
    models = {"HalfCheetah-v4": "half_cheetah", "HumanoidStandup-v4": "humanoidstandup"}
    for id, model in models.items():
        for file in (f"{model}.xml", f"{model}_envpool.xml"):
            assert_same(ours.make_gym(id, xml_file=file).reset(), ours.make_gym(id).reset())
    with pytest.raises(TypeError, match=r"Hopper-v4 always has the model 'hopper\.xml'; Hopper-v5"):
        ours.make_gym("Hopper-v4", xml_file="ant.xml")


def test_modules_of_families() -> None:
    classic = MODULES["envpool.classic_control"]
    config = classic.CartPoleEnvSpec.gen_config(num_envs=3, seed=4)
    spec = classic.CartPoleEnvSpec(config)
    envs = classic.CartPoleGymnasiumEnvPool(spec)
    assert envs.config["seed"] == 4
    assert_same(envs.reset(), ours.make_gym("CartPole-v1", num_envs=3, seed=4).reset())
    assert classic.CartPoleDMEnvPool(spec).reset().reward.tolist() == [0.0, 0.0, 0.0]
    for family in parallel_pool.registry.families():
        if family.name in parallel_pool.families.FAMILIES:
            name = family.envpool.module or family.name
            assert MODULES[f"envpool.{name}.registration"].register == ours.register
    with pytest.raises(parallel_pool.InvalidOptionError):
        classic.CartPoleEnvSpec.gen_config(no_such_option=1)
