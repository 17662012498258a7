# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rule that invalid actions are refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.errors import InvalidActionError
from parallel_pool.testing.play import Play
from parallel_pool.testing.subject import ConformanceError, Subject, require_same


def bad_actions_are_refused(subject: Subject) -> None:
    """Actions outside a discrete space, NaN and infinities raise, and nothing is stepped."""
    play, twin = Play(subject.make()), Play(subject.make())
    play.reset(seed=3)
    twin.reset(seed=3)
    for bad in _bad_actions(play.envs.single_action_space, play.actions()):
        try:
            play.envs.step(bad)
        except InvalidActionError:
            continue
        raise ConformanceError(f"the invalid action {bad!r} was accepted")
    good = play.actions()
    require_same(play.step(good), twin.step(good), "a refused action changed an environment")


def _bad_actions(space: spaces.Space[Any], good: Any) -> Iterable[Any]:
    if isinstance(space, spaces.Dict):
        for key, part in space.spaces.items():
            for bad in _bad_actions(part, good[key]):
                yield good | {key: bad}
    elif isinstance(space, spaces.Tuple):
        for i, part in enumerate(space.spaces):
            for bad in _bad_actions(part, good[i]):
                yield (*good[:i], bad, *good[i + 1 :])
    elif len(good) > 0:  # there may be no player
        values: list[Any] = []
        if isinstance(space, spaces.Discrete):
            values = [space.start - 1, space.start + space.n]
        elif isinstance(space, spaces.MultiDiscrete | spaces.MultiBinary):
            values = [-1, 100]
        elif space.dtype is not None and space.dtype.kind == "f":
            values = [np.nan, np.inf, -np.inf]
        for value in values:
            bad = good.copy()
            bad[-1] = value
            yield bad
