# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Texts as observations: str where a face can carry them, else their bytes."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from parallel_pool import testing

WORDS = ("yes", "", "sixteen letters!", "grüß")
ID = "Talk-v0"


def make(num_envs: int, **keywords: Any) -> Any:
    return parallel_pool.make(ID, num_envs=num_envs, seed=0, **keywords)


def test_spaces_are_texts() -> None:
    envs = make(2)
    single = envs.single_observation_space
    assert single["word"].max_length == 16
    assert single["word"].min_length == 0
    assert single["line"] == spaces.Text(12, min_length=0, charset="abc ")
    assert isinstance(envs.observation_space["word"], spaces.Tuple)
    assert make(1, size=3).single_observation_space["line"].max_length == 3


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_every_row_has_its_str(mode: AutoresetMode) -> None:
    envs = make(4, autoreset_mode=mode)
    first = envs.reset()[0]["word"]
    assert isinstance(first, tuple)
    assert set(first) <= {"hello", "hi"}
    for step in range(1, 5):
        observations = envs.step([0, 1, 2, 3])[0]
        assert observations["word"] == WORDS
        assert observations["line"] == (("", "ab")[step % 2 == 0],) * 4
    observations, _, terminations, _, infos = envs.step([3, 2, 1, 0])
    assert terminations.all()
    last = observations if mode == AutoresetMode.NEXT_STEP else None
    if last is None:
        assert [one["word"] for one in infos["final_obs"]] == [*reversed(WORDS)]
        assert all(type(one["word"]) is str for one in infos["final_obs"])
        assert set(observations["word"]) <= {"hello", "hi"}
    else:
        assert last["word"] == tuple(reversed(WORDS))


def test_a_text_that_stays_is_the_same_object() -> None:
    envs = make(3)
    envs.reset()
    before = envs.step([0, 2, 3])[0]["word"]
    assert envs.step([0, 2, 3])[0]["word"] is before
    after = envs.step([0, 1, 3])[0]["word"]
    assert before == ("yes", "sixteen letters!", "grüß")
    assert after == ("yes", "", "grüß")
    assert after[0] is before[0]


def test_async_batches_have_the_texts_of_their_rows() -> None:
    envs = make(5, batch_size=2, num_threads=2)
    envs.async_reset()
    for _ in range(40):
        observations, *_, infos = envs.recv()
        ids = infos["env_id"]
        said = observations["said"]
        expected = [WORDS[i % 4] for i in ids]
        for word, wanted, count in zip(observations["word"], expected, said, strict=True):
            assert word == wanted if count else word in ("hello", "hi")
        envs.send(ids % 4, ids)


def test_other_faces_get_bytes() -> None:
    envs = make(2, env_type="gym")
    envs.reset()
    observations = envs.step(np.array([2, 3]))[0]
    assert observations["word"].dtype == np.uint8
    assert observations["word"].shape == (2, 16)
    assert observations["word"][1].tobytes().rstrip(b"\0").decode() == "grüß"
    assert envs.observation_space["word"] == spaces.Box(0, 255, (16,), np.uint8)
    deepmind = make(2, env_type="dm")
    assert deepmind.observation_spec().word.maximum == 255
    assert deepmind.reset().observation.line.shape == (2, 12)


def test_single_environments_observe_a_str() -> None:
    env = gymnasium.make(f"parallel_pool/{ID}")
    assert env.reset(seed=0)[0]["word"] in ("hello", "hi")
    assert env.step(3)[0]["word"] == "grüß"


def test_a_text_that_is_too_long_fails_its_row() -> None:
    envs = make(2, shouts=True)
    envs.reset()
    with pytest.raises(
        parallel_pool.EnvironmentFailure,
        match=r"a text of 17 bytes does not fit a pp::Text of 16",
    ) as failure:
        envs.step([0, 2])
    assert failure.value.batch[0]["word"] == ("sixteen letters!",)


def test_what_cannot_carry_texts_says_so() -> None:
    with pytest.raises(ValueError, match="no text"):
        make(2, array_type="torch")


def test_the_kit_passes() -> None:
    testing.check(ID)
