# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The program and its commands list and info."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from importlib.metadata import metadata
from typing import Any

import gymnasium
import parallel_pool
import pytest
import typer
from gymnasium.envs.registration import load_env_creator
from parallel_pool import registry
from parallel_pool.families import FAMILIES
from parallel_pool.keywords import nearest
from parallel_pool.tools import describe
from parallel_pool.tools.clean_errors import clean_errors
from parallel_pool.tools.cli import app
from parallel_pool.tools.describe import complete_family, complete_id
from rich.console import Console

from tests.cli.test_cli import assert_clean_error, invoke

PROGRAM: Any = typer.main.get_command(app)

# --- The program ----------------------------------------------------------------------------------


def test_version() -> None:
    assert invoke("--version").stdout == f"parallel_pool {parallel_pool.__version__}\n"


@pytest.mark.parametrize("command", sorted(set(PROGRAM.commands)))
def test_help_has_an_example(command: str) -> None:
    assert re.search(r"xamples?:\s+\W*parallel-pool ", invoke(command, "-h").stdout)


@pytest.mark.parametrize("command", [(), ("list",), ("info",), ("watch",), ("play",), ("check",)])
def test_help_has_a_short_form(command: tuple[str, ...]) -> None:
    short, long = invoke(*command, "-h"), invoke(*command, "--help")
    assert short.exit_code == 0
    assert short.stdout == long.stdout


def test_completion_knows_ids_and_families() -> None:
    assert complete_id("CartPole-") == ["CartPole-v0", "CartPole-v1"]
    assert complete_family(FAMILIES[0][:-1]) == [FAMILIES[0]]


@pytest.mark.parametrize("command", ["info", "watch", "play", "check"])
def test_unknown_ids_are_refused_with_the_nearest(command: str) -> None:
    result = invoke(command, "CartPol-v1")
    assert_clean_error(result, "there is no environment 'CartPol-v1', did you mean 'CartPole-v1'")


@pytest.mark.parametrize(
    ("id", "hint"),
    [
        ("PongNoFrameskip-v4", "'Pong-v5' and 'ALE-Pong-v5' preprocess by themselves"),
        ("Breakout-ram-v0", "obs_type='ram' observes the memory"),
        ("FooNoFrameskip-v4", "; `parallel-pool list` lists all"),
        ("Ant-v2", "Ant-v4 is the nearest"),
    ],
)
def test_ids_that_people_try_have_hints(id: str, hint: str) -> None:
    assert_clean_error(invoke("info", id), hint)


def test_an_older_version_is_found() -> None:
    assert json.loads(invoke("info", "LunarLander-v2", "--json").stdout)["id"] == "LunarLander-v3"


# --- list and info --------------------------------------------------------------------------------


def test_list_filters() -> None:
    assert invoke("list", "--search", "cartPOLE-").stdout.split() == ["CartPole-v0", "CartPole-v1"]
    assert invoke("list", "cartPOLE-").stdout.split() == ["CartPole-v0", "CartPole-v1"]
    assert_clean_error(invoke("list", "lake", "-s", "pole"), "give WORD or --search, got 'lake'")
    family = registry.family_of("FrozenLake-v1").name
    assert invoke("list", "-f", family, "-s", "lake").stdout.split() == [
        id for id in registry.list_all_envs() if "Lake" in id
    ]
    assert_clean_error(
        invoke("list", "-f", family[:-1]),
        f"unknown family '{family[:-1]}', did you mean '{family}'",
    )
    assert_clean_error(invoke("list", "-s", "nothing"), "no id contains 'nothing'")
    searched = invoke("list", "-f", family, "-s", "nothing")
    assert_clean_error(searched, f"no id of the family {family!r} contains 'nothing'")


def test_list_is_a_table_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Console, "is_terminal", True)
    shown = invoke("list", "-s", "Taxi").stdout
    assert "time limit" in shown
    assert "Taxi-v4" in shown


def test_list_shows_whole_ids_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setenv("COLUMNS", "60")
    shown = invoke("list", "-s", "InvertedDoublePendulum").stdout
    assert {"InvertedDoublePendulum-v4", "InvertedDoublePendulum-v5"} <= {*shown.split()}


def test_list_and_info_agree_in_json() -> None:
    (listed,) = json.loads(invoke("list", "-s", "CartPole-v1", "--json").stdout)
    told = json.loads(invoke("info", "CartPole-v1", "--json").stdout)
    assert told.items() >= listed.items()
    assert listed["max_episode_steps"] == 500
    assert listed["reference"] == "CartPole-v1"
    assert listed["action_space"] == "Discrete(2)"
    options = [name for name, *_ in registry.find("CartPole-v1").options]
    assert [option["name"] for option in told["options"]] == options
    assert [option["name"] for option in told["options_of_a_reset"]] == ["low", "high"]


def test_info_quotes_the_reference() -> None:
    """What the installed reference says about rewards and ends of episodes."""
    told = json.loads(invoke("info", "CartPole-v1", "--json").stdout)
    documented = gymnasium.spec("CartPole-v1")
    text = inspect.getdoc(load_env_creator(str(documented.entry_point))) or ""
    assert told["rewards"] in text
    assert told["episode_end"] in text
    assert "Pole Angle" in told["episode_end"]
    shown = " ".join(invoke("info", "CartPole-v1").stdout.split())  # without breaks of lines
    assert " ".join(f"rewards, says the reference: {told['rewards']}".split()) in shown
    assert "rewards" not in json.loads(invoke("info", "Catch-v0", "--json").stdout)


def test_info_names_the_licence_and_the_page() -> None:
    told = json.loads(invoke("info", "CartPole-v1", "--json").stdout)
    assert told["licence"] == "MIT"
    family = registry.family_of("CartPole-v1").name
    pages = [url for url in metadata("parallel_pool").get_all("Project-URL", []) if "/docs" in url]
    if pages:  # installed before the package had addresses
        assert told["page"].endswith(f"/docs/environments/{family}.md")
        assert told["rewards_and_ends"] == f"{told['page']}#rewards-and-ends"


def test_info_writes_a_space_on_one_line() -> None:
    lines = invoke("info", "LunarLander-v3").stdout.splitlines()
    (space,) = [line for line in lines if line.startswith("observation space")]
    assert space.endswith("float32)")


def test_info_lists_infos() -> None:
    (info,) = json.loads(invoke("info", "FrozenLake-v1", "--json").stdout)["infos"]
    assert info == {
        "name": "prob",
        "dtype": "float64",
        "shape": [],
        "present": "always",
        "meaning": "Probability of the transition that took place.",
    }
    assert "Probability of the transition" in invoke("info", "FrozenLake-v1").stdout


def test_info_shows_types_and_values() -> None:
    """Brackets are no markup, and JSON has values where it can."""
    assert "list[str] | None" in invoke("info", "FrozenLake-v1").stdout
    shown = invoke("info", "Humanoid-v5").stdout
    assert " = [-inf, 10.0]\n" in shown
    options = json.loads(invoke("info", "FrozenLake-v1", "--json").stdout)["options"]
    values = {option["name"]: option["default"] for option in options}
    assert (values["desc"], values["map_name"], values["is_slippery"]) == (None, "4x4", True)


def test_info_shows_options_whole() -> None:
    """In 80 columns."""
    ant = invoke("info", "Ant-v5").stdout.splitlines()
    assert any("exclude_current_positions_from_observation: bool = True" in line for line in ant)


def test_info_of_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    family = registry.family_of("CartPole-v1")
    lacking = dataclasses.replace(family, missing=lambda _: "it needs a pole", extra="wood")
    monkeypatch.setitem(registry._family_of, "CartPole-v1", lacking)
    monkeypatch.setattr(describe, "make_space", None)
    told = json.loads(invoke("info", "CartPole-v1", "--json").stdout)
    assert told["missing"] == "it needs a pole: pip install 'parallel_pool[wood]'"
    assert told["observation_space"] is None
    assert "observation space unknown" in invoke("info", "CartPole-v1").stdout
    for command in ("bench", "verify"):
        result = invoke(command, "--id", "CartPole-v1")
        assert_clean_error(result, "CartPole-v1: it needs a pole: pip install")


def test_info_is_readable() -> None:
    shown = invoke("info", "Pendulum-v1").stdout
    for text in ("Pendulum-v1", "Gravitational", "Box(", "rgb_array", "200"):
        assert text in shown


def test_ids_that_contain_a_text_are_the_nearest() -> None:
    assert_clean_error(invoke("info", "lake8"), "did you mean 'FrozenLake8x8-v1'")
    assert nearest("n", ["numa", "length"], parts=True) == ""  # a letter is no text


def test_info_says_why_spaces_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("it needs a file")

    monkeypatch.setattr(describe, "make_space", refuse)
    assert (
        json.loads(invoke("info", "CartPole-v1", "--json").stdout)["missing"] == "it needs a file"
    )


def test_a_closed_pipe_is_no_mistake() -> None:
    with pytest.raises(BrokenPipeError), clean_errors():
        raise BrokenPipeError
