# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools that several threads render, or that are closed meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import parallel_pool
import pytest
from parallel_pool.errors import ConcurrentCallError, PoolClosedError
from parallel_pool.rendering.row_renderer import RowRenderer

from tests.rendering.interrupts import assert_drawn_anew_after_interrupts


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


def test_interrupted_pictures() -> None:
    assert_drawn_anew_after_interrupts("CartPole-v1")
