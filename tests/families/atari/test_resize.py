# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The scaling of pictures against OpenCV's, with the kernels of every kind of processor."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.atari import Emulator
from parallel_pool.families.atari import native as atari

KERNELS = [
    name
    for name in ("portable", "avx2")
    if atari._resize(np.zeros((1, 1, 1), np.uint8), 1, 1, True, name) is not None
]


def scaled(picture: np.ndarray, size: tuple[int, int], area: bool) -> np.ndarray:
    how = cv2.INTER_AREA if area else cv2.INTER_LINEAR
    result = cv2.resize(picture, size[::-1], interpolation=how)
    return result.reshape(*size, picture.shape[2])


def assert_scales(picture: np.ndarray, size: tuple[int, int], area: bool) -> None:
    expected = scaled(picture, size, area)
    for kernels in KERNELS:
        ours = atari._resize(picture, *size, area, kernels)
        assert np.array_equal(ours, expected), kernels


@st.composite
def pictures(draw: st.DrawFn) -> np.ndarray:
    """Noise, with rows that repeat, of a screen's size or any other."""
    height, width = draw(
        st.one_of(
            st.sampled_from([(210, 160), (250, 160), (214, 160)]),
            st.tuples(st.integers(1, 260), st.integers(1, 260)),
        )
    )
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = rng.integers(0, 256, (height, width, draw(st.sampled_from([1, 3]))), dtype=np.uint8)
    repeats = draw(st.sampled_from([1, 2, 7, height]))
    return np.repeat(rows, repeats, 0)[:height].copy()


@given(
    picture=pictures(),
    fraction=st.one_of(st.none(), st.tuples(st.integers(1, 6), st.integers(1, 6))),
    size=st.tuples(st.integers(1, 260), st.integers(1, 260)),
    area=st.booleans(),
)
@settings(max_examples=400)
def test_any_size(
    picture: np.ndarray, fraction: tuple[int, int] | None, size: tuple[int, int], area: bool
) -> None:
    if fraction is not None:  # whole parts have a way of their own
        size = max(picture.shape[0] // fraction[0], 1), max(picture.shape[1] // fraction[1], 1)
    assert_scales(picture, size, area)


@pytest.mark.parametrize("area", [True, False])
@pytest.mark.parametrize("game", ["breakout", "air_raid", "pooyan", "seaquest"])
def test_real_screens(game: str, area: bool) -> None:
    emulator = Emulator(seed=1)
    emulator.load(game)
    for step in range(30):
        emulator.act(step % 5)
        for form in ("gray", "rgb"):
            picture = emulator.screen(form)  # type: ignore[arg-type]
            assert_scales(picture.reshape(*picture.shape[:2], -1), (84, 84), area)


@pytest.mark.parametrize("area", [True, False])
def test_whole_parts(area: bool) -> None:
    """Among them those whose scale OpenCV's arithmetic leaves next to a whole number."""
    rng = np.random.default_rng(1)
    for parts in range(1, 261):
        for rows in range(1, 260 // parts + 1):
            picture = rng.integers(0, 256, (rows * parts, 60, 1), dtype=np.uint8)
            assert_scales(picture, (rows, 60), area)
            sideways = np.ascontiguousarray(picture.transpose(1, 0, 2))
            assert_scales(sideways, (60, rows), area)
            assert_scales(sideways, (1, rows), area)


def test_all_sizes_of_a_screen() -> None:
    """Every width and height up to a screen's, of noise."""
    picture = np.random.default_rng(1).integers(0, 256, (210, 160, 1), dtype=np.uint8)
    for side in range(1, 161):
        for area in (True, False):
            assert_scales(picture, (side + 50, side), area)
