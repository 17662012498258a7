# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`make_atari_env` beside Stable-Baselines3's own, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ale_py
import gymnasium
import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

import torch
from parallel_pool import sb3
from stable_baselines3 import DQN
from stable_baselines3.common.buffers import ReplayBuffer
from stable_baselines3.common.env_util import make_atari_env
from stable_baselines3.common.vec_env import VecFrameStack

from tests.adapters.sb3.sb3_twins import assert_same, assert_same_infos

gymnasium.register_envs(ale_py)
ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)

# Lives and FIRE; neither; lives without FIRE; other heights; long frames; PAL; points in no-ops.
GAMES = ["Breakout", "Freeway", "MsPacman", "Pooyan", "Qbert", "Tennis", "SpaceInvaders", "AirRaid"]
# The infos of Stable-Baselines3's environments; ours have more.
COMMON = ("lives", "episode_frame_number", "frame_number", "TimeLimit.truncated", "episode",
          "terminal_observation")  # fmt: skip


def common(infos: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: info[key] for key in COMMON if key in info} for info in infos]


def play(game: str, steps: int, n_envs: int = 2, resets: int = 1, **options: Any) -> list[float]:
    """Compares rollouts; the scores of the games that ended."""
    id = f"{game}NoFrameskip-v4"
    own = sb3.make_atari_env(id, n_envs, seed=3, **options)
    expected = make_atari_env(id, n_envs, seed=3, **options)
    assert own.observation_space == expected.observation_space
    assert own.action_space == expected.action_space
    rng = np.random.default_rng(0)
    scores = []
    for _ in range(resets):
        assert_same(own.reset(), expected.reset(), "reset")
        for step in range(steps):
            actions = rng.integers(own.action_space.n, size=n_envs)
            mine, theirs = own.step(actions), expected.step(actions)
            assert_same(mine[:3], theirs[:3], f"step {step}")
            assert_same_infos(common(mine[3]), common(theirs[3]))
            scores += [info["episode"]["r"] for info in theirs[3] if "episode" in info]
    own.close()
    expected.close()
    return scores


@pytest.mark.parametrize("game", GAMES)
def test_rollouts_are_equal(game: str) -> None:
    """Observations, clipped rewards, ends of lives, and statistics of whole games."""
    play(game, 350)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_long_rollouts_are_equal(game: str) -> None:
    play(game, 5000)


def test_statistics_are_of_whole_games() -> None:
    """A life of Breakout without clipping has a few points, a game with five lives has more."""
    assert len(play("Breakout", 1000)) > 4


@pytest.mark.parametrize(
    "wrapper_kwargs",
    [
        {"terminal_on_life_loss": False, "clip_reward": False},
        {"frame_skip": 1, "noop_max": 5},
        {"frame_skip": 2, "screen_size": 60},
        {"noop_max": 0},
    ],
)
def test_parameters_of_the_wrapper(wrapper_kwargs: dict[str, Any]) -> None:
    play("Breakout", 300, wrapper_kwargs=wrapper_kwargs)


def test_options_of_the_environment() -> None:
    play("Breakout", 300, env_kwargs={"repeat_action_probability": 0.25, "full_action_space": True})


@pytest.mark.parametrize("game", ["Breakout", "MsPacman"])
def test_a_reset_within_a_game_continues_it(game: str) -> None:
    """As in Stable-Baselines3's EpisodicLifeEnv."""
    play(game, 60, resets=4)


def test_monitor_files_are_of_whole_games(tmp_path: Path) -> None:
    own = sb3.make_atari_env("BreakoutNoFrameskip-v4", 1, seed=3, monitor_dir=str(tmp_path / "own"))
    theirs = tmp_path / "theirs"
    expected = make_atari_env("BreakoutNoFrameskip-v4", 1, seed=3, monitor_dir=str(theirs))
    for env in (own, expected):
        env.reset()
        for action in np.random.default_rng(0).integers(4, size=800):
            env.step([action])
        env.close()
    told = []
    for name in ("own", "theirs"):
        lines = (tmp_path / name / "0.monitor.csv").read_text().splitlines()
        told.append([line.split(",")[:2] for line in lines[1:]])
    assert len(told[1]) > 2
    assert told[0] == told[1]


def test_other_ids_are_the_same_environment() -> None:
    frames = [
        sb3.make_atari_env(id, seed=1).reset()
        for id in ("PongNoFrameskip-v4", "Pong-v5", "ALE/Pong-v5", "parallel_pool/ALE-Pong-v5")
    ]
    assert all(np.array_equal(frames[0], other) for other in frames)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wrapper_kwargs": {"action_repeat_probability": 0.25}}, "use the console's own sticky"),
        ({"wrapper_kwargs": {"noops": 3}}, "wrapper_kwargs has 'noops', expected some of"),
        ({"env_kwargs": {"frameskip": 4}}, "the option frameskip must be 1"),
        ({"stack_num": 4}, r"got the shape \(4, 84, 84\): stack frames with VecFrameStack"),
        ({"vec_env_cls": object}, "make_atari_env does not support vec_env_cls"),
    ],
)
def test_refusals(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        sb3.make_atari_env("Pong-v5", **options)


def test_replay_buffer_of_stacks_that_sb3_made() -> None:
    """SB3 stacks frames last, and puts them first for its networks."""
    samples = []
    for buffer in (sb3.PoolReplayBuffer, ReplayBuffer):
        env = VecFrameStack(sb3.make_atari_env("BreakoutNoFrameskip-v4", 2, seed=1), 4)
        model = DQN(
            "CnnPolicy", env, 1e-4, 300, 400, replay_buffer_class=buffer, seed=2, device="cpu"
        )
        model.learn(400)  # ends lives, and fills the buffer anew
        samples.append(model.replay_buffer.sample(60))
        env.close()
    assert samples[0].dones.any()
    for own, expected in zip(*samples, strict=True):
        assert own is expected or torch.equal(own, expected)
