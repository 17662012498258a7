# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The messages that the page about troubleshooting explains are those that pools give."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "troubleshooting.md"


def pool(**options: Any) -> parallel_pool.PoolVectorEnv:
    """Four CartPoles that were reset."""
    envs = parallel_pool.make("CartPole-v1", **{"num_envs": 4} | options)
    envs.reset(seed=0)
    return envs


def step_after_the_end() -> None:
    envs = pool(autoreset_mode="Disabled")
    while True:
        envs.step([0] * 4)


def send(then: Callable[[Any], object]) -> None:
    envs = pool()
    envs.send([0] * 4)
    then(envs)


def step_before_recv() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=2)
    envs.async_reset()
    envs.step([0, 0])


def step_closed() -> None:
    envs = pool()
    envs.close()
    envs.step([0] * 4)


def state_of_another() -> None:
    other = parallel_pool.make("Pendulum-v1")
    other.reset()
    pool().set_state([0], other.get_state([0]))


def step_nan() -> None:
    envs = parallel_pool.make("Pendulum-v1")
    envs.reset()
    envs.step([[np.nan]])


MISTAKES: list[Callable[[], object]] = [
    lambda: parallel_pool.make("CartPol-v1"),
    lambda: parallel_pool.make("CartPole-v1", env_type="gym", normalize_reward=True),
    lambda: pool(num_env=3),
    lambda: parallel_pool.make("Pendulum-v1", g="10"),
    lambda: pool(num_envs=0),
    lambda: pool(batch_size=5),
    lambda: pool(autoreset_mode="Same"),
    lambda: pool(render_mode="rgb"),
    lambda: pool().reset(seed=-1),
    lambda: pool().reset(seed=[1, 2]),
    lambda: parallel_pool.make("CartPole-v1").step([0]),
    step_after_the_end,
    lambda: pool().step([0, 0]),
    lambda: pool().step([0.0] * 4),
    lambda: pool().step([0, 2, 0, 0]),
    step_nan,
    lambda: pool().step([0], env_id=[4]),
    lambda: pool().step([0, 0], env_id=[1, 1]),
    lambda: pool().reset(options={"lo": 0}),
    lambda: pool().recv(),
    step_before_recv,
    lambda: send(lambda envs: envs.send([0] * 4)),
    lambda: send(lambda envs: envs.get_state([0])),
    lambda: pool(batch_size=2).reset(options={"reset_mask": np.ones(4, dtype=bool)}),
    step_closed,
    lambda: pool().set_state([0], [b"junk"]),
    state_of_another,
]
# Other tests bring these about: test_async.py and test_bad_input.py in tests/engine.
ELSEWHERE = ("recv() timed out", "step() was called in a forked child")


def explained() -> list[str]:
    """The messages of the page, ``…`` where they vary."""
    found = re.findall(r"^\| `([^`]+)` \|", PAGE.read_text(), re.MULTILINE)
    return [message for message in found if not message.startswith(ELSEWHERE)]


def pattern(message: str) -> str:
    return ".*".join(re.escape(part) for part in message.split("…"))


def test_messages_are_true() -> None:
    """Every mistake has its row, and every row its mistake."""
    said = []
    for mistake in MISTAKES:
        with pytest.raises(Exception) as raised:  # noqa: PT011 - the message is what counts
            mistake()
        said.append(str(raised.value))
    messages = explained()
    assert [text for text in said if not any(re.match(pattern(m), text) for m in messages)] == []
    assert [m for m in messages if not any(re.match(pattern(m), text) for text in said)] == []


def test_messages_of_other_tests_are_in_the_sources() -> None:
    sources = "".join(path.read_text() for path in (PAGE.parents[1] / "src").rglob("*.cpp"))
    sources += "".join(path.read_text() for path in (PAGE.parents[1] / "src").rglob("*.h"))
    assert all(said.partition("() ")[2].split(" in a")[0] in sources for said in ELSEWHERE)
