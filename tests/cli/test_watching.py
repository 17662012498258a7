# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The commands watch and play."""

from __future__ import annotations

import sys
from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest
from gymnasium import spaces
from parallel_pool import registry
from parallel_pool.rendering import render_metadata
from parallel_pool.tools import watching
from parallel_pool.tools.clean_errors import UsageError
from parallel_pool.tools.watching import keys_of

from tests.cli.test_cli import assert_clean_error, invoke
from tests.driver import is_multi_player
from tests.support import PUBLIC_IDS


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
