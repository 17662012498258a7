# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Where dm_control cannot run, its ids are listed and making them says what to install."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError

import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool import dm_control, errors, registry
from parallel_pool.families.dm_control import suite

INSTALLED = {"dm_control": "1.0.50", "mujoco": "3.17.0"}


def install(monkeypatch: pytest.MonkeyPatch, **versions: str | None) -> None:
    """Pretends that these versions are installed; None: none is."""
    installed = INSTALLED | versions

    def version(name: str) -> str:
        found = installed[name]
        if found is None:
            raise PackageNotFoundError(name)
        return found

    monkeypatch.setattr(suite, "version", version)
    monkeypatch.setattr(suite, "requires", lambda name: ["lxml", "mujoco>=3.17.0"])


@pytest.mark.parametrize(
    ("versions", "message"),
    [
        ({"dm_control": None}, "needs the package dm_control"),
        ({"mujoco": None}, "dm_control 1.0.50 needs the package mujoco"),
        (
            {"mujoco": "3.9.1"},
            "dm_control 1.0.50 was made for mujoco 3.17.0 and does not run on the installed, older "
            "mujoco 3.9.1",
        ),
    ],
)
def test_making_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, versions: dict[str, str | None], message: str
) -> None:
    install(monkeypatch, **versions)
    with pytest.raises(DependencyNotInstalled) as raised:
        parallel_pool.make("CheetahRun-v1")
    assert str(raised.value).startswith("CheetahRun-v1: ")
    assert message in str(raised.value)
    assert "dm_control 1.0.50 works with mujoco 3.17.0" in str(raised.value)
    assert "pip install 'parallel_pool[dmc]'" in str(raised.value)
    assert "CheetahRun-v1" in parallel_pool.list_all_envs()


@pytest.mark.parametrize("mujoco", ["3.17.0", "3.17.1", "4.0.0"])
def test_a_fitting_pair_lacks_nothing(monkeypatch: pytest.MonkeyPatch, mujoco: str) -> None:
    install(monkeypatch, mujoco=mujoco)
    assert suite.missing(registry.find("CheetahRun-v1")) is None


def test_rendering_needs_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, mujoco="4.0.0")
    with pytest.raises(DependencyNotInstalled) as raised:
        suite.load_physics("cheetah", "run", 0)
    assert "whose physics does not run on the installed mujoco 4.0.0" in str(raised.value)
    assert "dm_control 1.0.50 works with mujoco 3.17.0" in str(raised.value)


@pytest.mark.parametrize(
    ("domain", "task", "message"),
    [
        ("cheeta", "run", "no domain 'cheeta', did you mean 'cheetah'"),
        ("walker", "wolk", "no task of walker 'wolk', did you mean 'walk'"),
        ("walker", "fly", "known are: run, stand, walk"),
    ],
)
def test_unknown_names(domain: str, task: str, message: str) -> None:
    with pytest.raises(errors.UnknownEnvironmentError, match=message):
        dm_control.load(domain, task)


def test_ids_as_others_write_them() -> None:
    with pytest.raises(errors.UnknownEnvironmentError, match="did you mean 'WalkerWalk-v1'"):
        parallel_pool.make("dm_control/walker-walk-v0")


def test_ids_by_domain_and_task() -> None:
    assert dm_control.id_of("humanoid_CMU", "stand") == "HumanoidCMUStand-v1"
