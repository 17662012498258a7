# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""``parallel-pool new``, ``pip install .`` and ``pytest`` from the built wheel, as an outsider."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from parallel_pool import testing

from tests.out_of_tree.outsider import Outsider

pytestmark = pytest.mark.timeout(1800)  # builds C++ and installs packages

ID = "Corridor-v0"


def test_its_own_tests_pass(outsider: Outsider, project: Path) -> None:
    """Untouched."""
    out = outsider.run("pytest", "-W", "error", cwd=project)
    assert f"{len(testing.RULES) + 16} passed" in out


@pytest.mark.parametrize(
    ("use", "seen"),
    [
        ("p.list_all_envs().count(ID)", "1"),
        ("p.make(ID, num_envs=3).reset(seed=0)[0].shape", "(3, 2)"),
        ("p.make(ID, num_envs=3, length=5).reset(seed=0)[0].sum(1).tolist()", "[4.0, 4.0, 4.0]"),
        ("p.make_gymnasium('parallel_pool/' + ID).reset(seed=0)[0].dtype", "float32"),
        ("p.make_gym(ID, num_envs=3).reset().shape", "(3, 2)"),
        ("p.make_dm(ID, num_envs=3).reset().observation.obs.shape", "(3, 2)"),
        ("p.DmEnv(ID).reset().observation.shape", "(2,)"),
        ("p.make_spec(ID).action_space", "Discrete(2)"),
        ("gymnasium.make_vec('parallel_pool/' + ID, num_envs=3).reset()[0].shape", "(3, 2)"),
        ("gymnasium.make('parallel_pool/' + ID, slip=0.5).reset()[0].shape", "(2,)"),
        ("gymnasium.spec('parallel_pool/' + ID).max_episode_steps", "100"),
        ("p.make('my_envs/' + ID, num_envs=3).unwrapped.spec.id", "parallel_pool/Corridor-v0"),
        ("p.make(ID, render_mode='rgb_array').metadata['render_fps']", "10"),
        ("testing.check(ID)", "None"),
        ("p.get_cmake_dir().startswith(sys.prefix)", "True"),
    ],
)
def test_ids_work(outsider: Outsider, project: Path, use: str, seen: str) -> None:
    prelude = "import sys, gymnasium, parallel_pool as p; from parallel_pool import testing"
    assert outsider.ask(f"{prelude}; ID = {ID!r}; print({use})") == f"{seen}\n"


def test_command_line_knows_it(outsider: Outsider, project: Path) -> None:
    assert ID in outsider.run("parallel-pool", "list").splitlines()
    assert re.search(r"my_envs\W+1 of 1\b", outsider.run("parallel-pool", "doctor"))


def test_modules_share_no_type(outsider: Outsider, project: Path) -> None:
    """Classes of the same name in two modules are two classes, and both work at once."""
    code = (
        "import sys, parallel_pool as p; from my_envs import my_envs_native as my_envs\n"
        "built_in = sys.modules[type(p.registry.find('Taxi-v4')).__module__]\n"
        "print(my_envs.Pool is built_in.Pool)\n"
        "pools = [p.make(id, num_envs=2) for id in ('Corridor-v0', 'Taxi-v4')]\n"
        "print([type(pool.unwrapped).__name__ for pool in pools], len(pools[0].reset()))"
    )
    assert outsider.ask(code).splitlines()[0] == "False"


def test_it_can_be_seen(outsider: Outsider, project: Path) -> None:
    """The walker's cell is red."""
    code = (
        "import parallel_pool as p\n"
        "envs = p.make('Corridor-v0', num_envs=2, render_mode='rgb_array')\n"
        "envs.reset(seed=0)\n"
        "for picture in envs.render():\n"
        "    print(picture.shape, (picture[0] == [255, 0, 0]).all(1).sum())"
    )
    assert outsider.ask(code) == "(20, 200, 3) 20\n" * 2


@pytest.fixture(scope="module")
def other_project(outsider: Outsider) -> Path:
    """A new project with names of its own."""
    outsider.run(
        "parallel-pool", "new", "space_games", "--env", "MoonLander", "--folder", "elsewhere"
    )
    return outsider.folder / "elsewhere"


def test_another_environment(other_project: Path) -> None:
    """Every place follows."""
    found = other_project.rglob("*.*")
    files = {path.relative_to(other_project).as_posix(): path for path in found}
    assert {"moon_lander.h", "space_games.cpp", ".gitignore"} <= files.keys()
    assert "tests/twin.py" not in files
    text = "".join(path.read_text() for path in files.values())
    assert "class MoonLander {" in text
    assert "NB_MODULE(space_games_native, m)" in text
    assert not any(old in text for old in ("my_envs", "Corridor", "corridor"))


@pytest.mark.slow
def test_the_skeleton_of_another_environment(outsider: Outsider, other_project: Path) -> None:
    """It passes the conformance kit as it is."""
    outsider.run("python", "-m", "pip", "install", "--quiet", ".", cwd=other_project)
    out = outsider.run("pytest", "-W", "error", cwd=other_project)
    assert f"{len(testing.RULES)} passed" in out
    outsider.run("python", "-m", "pip", "uninstall", "--quiet", "--yes", "space_games")
