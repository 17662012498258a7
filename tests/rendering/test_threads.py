# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools that several threads render, or that are closed meanwhile."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import ConcurrentCallError, PoolClosedError
from parallel_pool.rendering.row_renderer import RowRenderer

from tests.mujoco.models import use_egl
from tests.python_envs.test_interrupted_starts import Handler, Raised


class Drawing:
    """A pool that a thread draws a picture of, until it is let go on.

    Attributes:
        envs: the pool.
        events: what has happened.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.envs = parallel_pool.make("CartPole-v1", num_envs=2, seed=0, render_mode="rgb_array")
        self.envs.reset()
        self.events: list[str] = []
        self._begun, self._go_on = threading.Event(), threading.Event()

        def draw(*_: Any) -> str:
            self._begun.set()
            assert self._go_on.wait(60)
            self.events.append("drawn")
            return "picture"

        monkeypatch.setattr(RowRenderer, "_draw_state", draw)
        monkeypatch.setattr(RowRenderer, "close", lambda _: self.events.append("freed"))
        self._thread = threading.Thread(target=self._render)
        self._thread.start()
        assert self._begun.wait(60)

    def _render(self) -> None:
        try:
            self.envs.render()
        except PoolClosedError:
            self.events.append("refused")

    def end(self) -> None:
        self._go_on.set()
        self._thread.join()


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawing]:
    found = Drawing(monkeypatch)
    yield found
    found.end()
    found.envs.close()


def test_what_draws_is_freed_after_the_picture(drawing: Drawing) -> None:
    drawing.envs.close()
    assert drawing.events == []
    drawing.end()
    assert drawing.events == ["drawn", "freed", "refused"]


def test_pictures_at_the_same_time(drawing: Drawing) -> None:
    with pytest.raises(ConcurrentCallError, match="during another call that draws"):
        drawing.envs.render()
    drawing.end()
    assert drawing.envs.render() == ("picture", "picture")


@pytest.mark.parametrize("id", ["CartPole-v1", pytest.param("Ant-v5", marks=pytest.mark.slow)])
def test_interrupted_pictures(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler raises at each point of a call in turn; later pictures are right in any thread."""
    size = {}
    if id == "Ant-v5":
        use_egl(monkeypatch)
        size = {"width": 32, "height": 24}
    with (
        parallel_pool.make(id, num_envs=2, seed=0, render_mode="rgb_array", **size) as envs,
        ThreadPoolExecutor(1) as other,
    ):
        envs.reset()
        wanted = np.stack(envs.render())
        for point in range(1, 10_000):
            handler = Handler(point, ("/parallel_pool/",))
            try:
                sys.settrace(handler)
                envs.render()
            except Raised:
                pass
            finally:
                sys.settrace(None)
            if not handler.where:
                assert point > 20
                return
            for _ in range(2):
                assert np.array_equal(other.submit(envs.render).result(), wanted), handler.where
                assert np.array_equal(envs.render(), wanted), handler.where
