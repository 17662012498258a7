# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The records behind docs/envpool.md are true: of this package here, of EnvPool where it is."""

from __future__ import annotations

import importlib
from typing import Any

import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.compat.modules import make_modules
from parallel_pool.compat.registration import AssertedUnknownEnvironmentError

from tests.adapters.compat import differences, record
from tests.adapters.compat.behaviours import BEHAVIOURS
from tests.adapters.compat.facts import facts
from tests.adapters.compat.outcomes import outcome
from tests.adapters.compat.reasons import REASONS
from tests.families.facts import can_be_made

AGAIN = "python -m tests.adapters.compat.differences"
MODULES = make_modules("1.2.7")


@pytest.mark.parametrize("what", BEHAVIOURS)
def test_behaviour_is_recorded(what: str) -> None:
    for name, library in (("import envpool", differences.SHIM), ("parallel_pool", parallel_pool)):
        assert outcome(what, library) == differences.record()[name].get(what), f"run {AGAIN}"


@pytest.mark.parametrize("id", [id for id in differences.shown_ids() if can_be_made(id)])
def test_facts_are_recorded(id: str) -> None:
    assert facts(differences.SHIM, id) == differences.record()["facts"].get(id), f"run {AGAIN}"


def test_every_difference_has_a_reason() -> None:
    """And no reason is left of a difference that is gone."""
    assert [*REASONS] == differences.differing_behaviours()


def test_records_know_the_same_inputs() -> None:
    assert {*differences.rival()["behaviours"]} == {*BEHAVIOURS}
    missing = {*differences.shown_ids()} - {*differences.record()["facts"]}
    assert missing == set()


def test_no_row_is_said_twice() -> None:
    rows = [line for line in differences.page() if line.startswith("| ")]
    assert len(rows) > 100
    assert len(rows) == len({*rows})


# --- EnvPool's ids and modules --------------------------------------------------------------------


def test_classes_of_envpool() -> None:
    """Each id of EnvPool has its module and class here, or is refused with a reason."""
    registry = MODULES["envpool.registration"].registry
    for id, (module, name) in differences.rival()["classes"].items():
        if id not in registry.specs:
            with pytest.raises(AssertedUnknownEnvironmentError) as refused:
                differences.SHIM.make_gym(id)
            assert str(refused.value) != f"unknown environment {id!r}"
            continue
        assert list(registry.specs[id][:2]) == [module, name]
        rules = name.removesuffix("EnvSpec")
        members = {name, f"{rules}GymnasiumEnvPool", f"{rules}DMEnvPool", "registration"}
        assert members <= {*dir(MODULES[module])}
        assert MODULES[f"{module}.registration"].register == registry.register


def test_packages_of_modules() -> None:
    """``import a.b.c`` and attributes lead to the same modules."""
    for name in MODULES:
        value: Any = MODULES["envpool"]
        for part in name.split(".")[1:]:
            value = getattr(value, part)
        assert value is MODULES[name]


@pytest.mark.parametrize(
    ("module", "name", "config", "id"),
    [
        ("envpool.atari", "AtariEnvSpec", {"task": "breakout"}, "Breakout-v5"),
        ("envpool.box2d", "LunarLanderDiscreteEnvSpec", {}, "LunarLander-v3"),
        ("envpool.box2d", "BipedalWalkerEnvSpec", {"hardcore": True}, "BipedalWalker-v3"),
        ("envpool.toy_text", "CliffWalkingEnvSpec", {"is_slippery": True}, "CliffWalking-v1"),
        ("envpool.toy_text", "FrozenLakeEnvSpec", {"size": 8}, "FrozenLake-v1"),
        ("envpool.classic_control", "PendulumEnvSpec", {"version": 0}, "Pendulum-v0"),
    ],
)
def test_specs_of_classes(module: str, name: str, config: dict[str, Any], id: str) -> None:
    """The options select the id, and the spec makes the pools."""
    owner = MODULES[module]
    maker = getattr(owner, name)
    spec = maker(maker.gen_config(**config, num_envs=2))
    assert (spec.id, spec.config.num_envs) == (id, 2)
    rules = name.removesuffix("EnvSpec")
    pool = getattr(owner, f"{rules}GymnasiumEnvPool")(spec)
    assert len(pool.reset()[0]) == 2
    assert getattr(owner, f"{rules}DMEnvPool")(spec).reset().first().all()


def test_spec_of_a_class_with_wrong_values() -> None:
    """EnvPool's config takes any value; the spec refuses it."""
    maker = MODULES["envpool.classic_control"].CartPoleEnvSpec
    config = maker.gen_config(num_envs=4, batch_size=5)
    with pytest.raises(ValueError, match="batch_size"):
        maker(config)
    with pytest.raises(errors.InvalidOptionError):
        maker.gen_config(no_such_option=1)
    with pytest.raises(ValueError, match="MiniGridEnvSpec: this package has no environment for"):
        MODULES["envpool.minigrid"].MiniGridEnvSpec({"env_name": "empty"})


def test_tables_of_registrations() -> None:
    games = MODULES["envpool.atari.registration"].atari_game_list
    assert "pong" in games
    robots = MODULES["envpool.mujoco.gym.registration"].gym_mujoco_envs
    assert ("Ant", ("v4", "v5"), 1000) in robots
    tasks = MODULES["envpool.mujoco.dmc.registration"].dmc_mujoco_envs
    assert ("cheetah", "run", 1000) in tasks


def test_missions_are_texts_again() -> None:
    module = MODULES["envpool.minigrid"]
    pool = differences.SHIM.make_gym("MiniGrid-DoorKey-5x5-v0", num_envs=2)
    missions = pool.reset()[0]["mission"]
    text = "use the key to open the door and then get to the goal"
    assert module.decode_mission(missions).tolist() == [text, text]
    assert module.decode_mission(missions[0]) == text


# --- EnvPool itself -------------------------------------------------------------------------------


@pytest.mark.skipif(
    importlib.util.find_spec("envpool") is None, reason="EnvPool 1.2.7 is not installed"
)
def test_record_of_envpool() -> None:
    envpool = importlib.import_module("envpool")
    quick = [what for what in BEHAVIOURS if "aborts" not in differences.rival()["behaviours"][what]]
    told = {what: record.apart(lambda what=what: outcome(what, envpool)) for what in quick}  # type: ignore[misc]
    assert told == {what: differences.rival()["behaviours"][what] for what in quick}
