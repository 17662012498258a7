# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The commands about environments: list, info, watch, play, check."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import sys
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import gymnasium
import imageio.v3 as imageio
import numpy as np
import parallel_pool
import pytest
import typer
from gymnasium import spaces
from gymnasium.envs.registration import load_env_creator
from parallel_pool import registry, testing
from parallel_pool.families import FAMILIES
from parallel_pool.rendering import render_metadata
from parallel_pool.tools import describe, watching
from parallel_pool.tools.clean_errors import UsageError, clean_errors
from parallel_pool.tools.cli import app
from parallel_pool.tools.describe import complete_family, complete_id
from parallel_pool.tools.watching import keys_of
from rich.console import Console

from tests.cli.test_cli import assert_clean_error, invoke
from tests.driver import is_multi_player
from tests.support import PUBLIC_IDS

PROGRAM: Any = typer.main.get_command(app)

# --- The program ----------------------------------------------------------------------------------


def test_version() -> None:
    assert invoke("--version").stdout == f"parallel_pool {parallel_pool.__version__}\n"


@pytest.mark.parametrize("command", sorted(set(PROGRAM.commands)))
def test_help_has_an_example(command: str) -> None:
    assert re.search(r"Examples?:\s+parallel-pool ", invoke(command, "-h").stdout)


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
        ("FooNoFrameskip-v4", "list_all_envs() lists all"),
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
    family = registry.family_of("FrozenLake-v1").name
    assert invoke("list", "-f", family, "-s", "lake").stdout.split() == [
        id for id in registry.list_all_envs() if "Lake" in id
    ]
    assert_clean_error(invoke("list", "-f", family[:-1]), f"is unknown, did you mean '{family}'")
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
    assert (
        f"rewards, says the reference:\n{told['rewards']}" in invoke("info", "CartPole-v1").stdout
    )
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
    options = json.loads(invoke("info", "FrozenLake-v1", "--json").stdout)["options"]
    values = {option["name"]: option["default"] for option in options}
    assert (values["desc"], values["map_name"], values["is_slippery"]) == (None, "4x4", True)


def test_info_of_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    family = registry.family_of("CartPole-v1")
    lacking = dataclasses.replace(family, missing=lambda _: "it needs a pole", extra="wood")
    monkeypatch.setitem(registry._family_of, "CartPole-v1", lacking)
    monkeypatch.setattr(describe, "make_space", None)
    told = json.loads(invoke("info", "CartPole-v1", "--json").stdout)
    assert told["missing"] == "it needs a pole: pip install 'parallel_pool[wood]'"
    assert told["observation_space"] is None
    assert "observation space unknown" in invoke("info", "CartPole-v1").stdout
    for command in ("bench", "demo"):
        result = invoke(command, "--id", "CartPole-v1")
        assert_clean_error(result, "CartPole-v1: it needs a pole: pip install")


def test_info_is_readable() -> None:
    shown = invoke("info", "Pendulum-v1").stdout
    for text in ("Pendulum-v1", "Gravitational", "Box(", "rgb_array", "200"):
        assert text in shown


# --- watch and play -------------------------------------------------------------------------------


def test_watch_writes_an_animation(tmp_path: Path) -> None:
    """A frame for the reset and one for each step, the same for the same seed."""
    files = tmp_path / "a.gif", tmp_path / "b.gif"
    for file in files:
        result = invoke("watch", "FrozenLake-v1", "--seed", "1", "--steps", "5", "--gif", file)
        assert result.exit_code == 0, result.output
        assert "6 frames" in result.stdout
    first, second = (imageio.imread(file, index=None) for file in files)
    assert first.ndim == 4
    np.testing.assert_array_equal(first, second)


def test_watch_writes_a_video_of_a_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("imageio_ffmpeg")
    (tmp_path / "right.py").write_text("def act(observations):\n    return [2]\n")
    monkeypatch.syspath_prepend(tmp_path)
    video = tmp_path / "out.mp4"
    options = ("--steps", "3", "--video", video, "--policy", "right:act")
    result = invoke("watch", "FrozenLake-v1", *options)
    assert result.exit_code == 0, result.output
    assert video.stat().st_size > 500


def test_modules_of_the_current_folder_can_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with `python -m parallel_pool`, which is the same program."""
    (tmp_path / "go_right.py").write_text("def act(observations):\n    return [2]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    options = ("--steps", "2", "--gif", "out.gif", "--policy", "go_right:act")
    result = invoke("watch", "FrozenLake-v1", *options)
    assert result.exit_code == 0, result.output


def test_watch_opens_a_window() -> None:
    assert invoke("watch", "CartPole-v1", "--steps", "2").exit_code == 0


def test_watch_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    assert_clean_error(invoke("watch", "NChain-v0"), "NChain-v0 has no render mode 'human'")
    where = tmp_path / "missing" / "x.gif"
    assert_clean_error(invoke("watch", "Taxi-v4", "--gif", where), "there is no folder")
    for policy, said in (
        ("nothing", "MODULE:FUNCTION"),
        ("missing.pt", "there is no such file"),
        ("no_such:act", "No module named"),
        (":act", "there is no policy ':act'"),
        ("math:pi", "a policy is a function, but 'math:pi' is 3.14"),
        ("builtins:len", "the policy's actions are refused"),
    ):
        assert_clean_error(invoke("watch", "CartPole-v1", "--policy", policy, "--steps", "1"), said)
    for name in ("x.foo", "x.jpg", "x"):
        refused = invoke("watch", "CartPole-v1", "--video", tmp_path / name)
        assert_clean_error(refused, "a video ends in one of .avi, .gif")
    assert not [*tmp_path.iterdir()]


def test_a_refused_action_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiring.py").write_text(
        "actions = iter([1, 1, 9])\n\ndef act(observations):\n    return [next(actions)]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    gif = tmp_path / "x.GIF"
    result = invoke("watch", "CartPole-v1", "--policy", "tiring:act", "--gif", gif)
    assert_clean_error(result, "the policy's actions are refused")
    assert not gif.exists()


def test_a_window_that_nobody_can_see_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL takes such a driver by itself where there is no screen; tests choose it."""
    import pygame

    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    for command in ("watch", "play"):
        result = invoke(command, "CartPole-v1", "--steps", "1")
        assert_clean_error(result, "there is no screen for a window")


def test_closing_the_window_ends_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL turns SIGTERM into the same event."""
    (tmp_path / "closing.py").write_text(
        "import pygame\n\nleft = None\n\ndef act(observations):\n"
        "    global left\n    left = pygame.event.get()\n"
        "    for _ in range(1000):\n"
        "        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION))\n"
        "    pygame.event.post(pygame.event.Event(pygame.QUIT))\n    return [1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    options = ("--policy", "closing:act", "--steps", "100000")
    assert invoke("watch", "CartPole-v1", *options).exit_code == 0
    assert not sys.modules["closing"].left


def test_play_plays() -> None:
    result = invoke("play", "CartPole-v1", "--steps", "2")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == ["0: 0", "1: 1"]


@pytest.mark.parametrize("id", [id for id in PUBLIC_IDS if is_multi_player(id)])
def test_play_refuses_games_of_several_players(id: str) -> None:
    said = "has no render mode 'rgb_array'"
    if "rgb_array" in render_metadata(registry.find(id))["render_modes"]:
        said = f"play controls one player, but {id} has several: use watch"
    assert_clean_error(invoke("play", id, "--steps", "1"), said)


def test_keys() -> None:
    """Letters follow the digits; arrows push numbers to their bounds."""
    keys, rest = keys_of(spaces.Discrete(12, start=-1))
    assert (keys["0"], keys["b"], rest) == (-1, 10, -1)
    keys, rest = keys_of(spaces.Box(np.array([0, -2, -1], np.float32), np.float32(3)))
    assert [action.tolist() for action in keys.values()] == [
        [0, 0, 0],
        [3, 0, 0],
        [0, -2, 0],
        [0, 3, 0],
    ]
    assert rest.tolist() == [0, 0, 0]
    with pytest.raises(UsageError, match="play has no keys for actions of MultiBinary"):
        keys_of(spaces.MultiBinary(3))


# --- check ----------------------------------------------------------------------------------------


def test_check_reports_rules_and_the_reference() -> None:
    result = invoke("check", "FrozenLake-v1")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert all(line.startswith("ok ") for line in lines)
    assert "every bit agrees" in lines[-1]
    assert len(lines) == len(testing.RULES) + 1


def test_check_finds_a_broken_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are checked all the same."""

    def broken(subject: object) -> None:
        raise testing.ConformanceError("this is wrong")

    monkeypatch.setitem(testing.RULES, "seeds_decide_everything", broken)
    result = invoke("check", "Taxi-v4", "--json")
    assert result.exit_code == 1, result.output
    findings = json.loads(result.stdout)
    assert len(findings) == len(testing.RULES) + 1
    assert [one["rule"] for one in findings if not one["ok"]] == ["seeds_decide_everything"]


def test_check_takes_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "no_envs.py").write_text("")
    (tmp_path / "fails.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert_clean_error(invoke("check", "no_envs"), "the module 'no_envs' has no environments")
    assert_clean_error(invoke("check", "fails"), "cannot be imported: division by zero")
    assert_clean_error(invoke("check", "no_such_module"), "nor is there a module 'no_such_module'")
    assert_clean_error(invoke("check", "./x.py"), "nor is './x.py' the name of a module")
    assert "fails" not in sys.modules


def test_ids_that_contain_a_text_are_the_nearest() -> None:
    assert_clean_error(invoke("info", "lake8"), "did you mean 'FrozenLake8x8-v1'")
    assert registry._nearest("n", ["numa", "length"], parts=True) == ""  # a letter is no text


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


def test_doctor_counts_what_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "what_is_missing", lambda env_type: "it needs a pole")
    told = {one["name"]: one for one in json.loads(invoke("doctor", "--json").stdout)}
    ids = sum(len(family.ids) for family in registry.families())
    assert told["environments"]["ok"]
    assert f"{ids} of them cannot be made: it needs a pole" in told["environments"]["detail"]


def test_doctor_speaks_json() -> None:
    found = json.loads(invoke("doctor", "--json").stdout)
    assert all(set(one) == {"name", "ok", "detail"} for one in found)


def test_drawing_without_a_screen_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*arguments: object) -> None:
        raise RuntimeError("there is no screen for OpenGL")

    monkeypatch.setattr(watching, "_picture", draw)
    result = invoke("watch", "CartPole-v1", "--gif", str(tmp_path / "out.gif"))
    assert_clean_error(result, "there is no screen for OpenGL")


def test_an_animation_is_a_gif(tmp_path: Path) -> None:
    result = invoke("watch", "CartPole-v1", "--gif", str(tmp_path / "out.mov"))
    assert_clean_error(result, "the name of an animation ends in .gif, got")


def test_check_of_an_environment_without_randomness() -> None:
    problem = invoke("check", "connect_four-v3")
    assert problem.exit_code == 1
    assert "--deterministic checks an environment without randomness" in problem.stdout
    assert invoke("check", "connect_four-v3", "--deterministic").exit_code == 0
