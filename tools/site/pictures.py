# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders environments for the documentation: an animation and a still of each id."""

from __future__ import annotations

import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
from parallel_pool import registry
from PIL import Image

from tests.families.facts import facts_of

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # no screen
# Of environments with an entry of their own, and of those that stand in a gallery only: the most
# frames, and the most pixels of a side.
ENTRY, GALLERY = (60, 320), (24, 160)
_STILL = 160


def frames(id: str) -> Iterator[np.ndarray]:
    """Frames of an environment, seeded with 0, under random actions.

    A family whose environments cannot be rendered has a function of this name beside its tests, in
    `pictures.py`, which gives frames of the reference, or draws the state.

    Args:
        id: the id of the environment.

    Yields:
        uint8 arrays of shape (height, width, 3), without an end where the pool renders.

    Raises:
        Exception: a package is missing, there is no OpenGL, or nothing draws this environment.
    """
    own: Callable[[str], Iterator[np.ndarray] | None]
    own = getattr(facts_of(id).beside("pictures"), "frames", lambda id: None)
    drawn = own(id)
    yield from _of_a_pool(id) if drawn is None else drawn


def _of_a_pool(id: str) -> Iterator[np.ndarray]:
    registry.check_installed(registry.find(id))
    with parallel_pool.make(id, seed=0, render_mode="rgb_array") as envs:
        envs.action_space.seed(0)
        envs.reset()
        while True:
            yield envs.render()[0]
            envs.step(envs.action_space.sample())


def of_agents(env: Any, hold: int = 1) -> Iterator[np.ndarray]:
    """Frames of a PettingZoo AEC environment, episode after episode.

    Args:
        env: the environment, which renders frames.
        hold: how often each frame is repeated, so that one can follow a game.
    """
    rng = np.random.default_rng(0)
    for agent in env.possible_agents:
        env.action_space(agent).seed(0)
    for episode in itertools.count():
        env.reset(seed=episode)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            yield from itertools.repeat(env.render(), hold)
            if over:
                break
            if isinstance(observation, dict) and "action_mask" in observation:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            else:
                env.step(env.action_space(agent).sample())


def enlarged(cells: np.ndarray, size: int) -> np.ndarray:
    """Colors of cells, of shape (rows, columns, 3), as a frame with squares of `size` pixels."""
    return cells.astype(np.uint8).repeat(size, axis=0).repeat(size, axis=1)


def write(id: str, size: tuple[int, int], folder: Path) -> str:
    """Writes ``ID.webp``, an animation, and ``ID.still.webp``, unless the folder has them.

    Args:
        id: the id.
        size: the most frames, and the most pixels of a side.
        folder: for the files.

    Returns:
        Why there is no picture; an empty text if there is one.
    """
    animation, still = folder / f"{id}.webp", folder / f"{id}.still.webp"
    if animation.exists() and still.exists():
        return ""
    try:
        shown = [Image.fromarray(frame) for frame in itertools.islice(frames(id), size[0])]
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    save(animation, [reduced(image, size[1]) for image in shown])
    reduced(shown[len(shown) // 2], _STILL).save(still, quality=70)
    return ""


def write_all(ids: Mapping[str, tuple[int, int]], folder: Path) -> dict[str, str]:
    """Writes the pictures of all ids, which have these sizes, on all CPUs.

    Returns:
        The ids without a picture, each with the reason.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Each worker imports what draws once; a fork would inherit the caller's threads.
    with ProcessPoolExecutor(
        len(os.sched_getaffinity(0)), multiprocessing.get_context("spawn")
    ) as workers:
        reasons = workers.map(partial(write, folder=folder), ids, ids.values(), chunksize=4)
        return {id: why for id, why in zip(ids, reasons, strict=True) if why}


def reduced(image: Image.Image, most: int) -> Image.Image:
    """The image, with at most so many pixels on a side."""
    image = image.copy()
    image.thumbnail((most, most), Image.Resampling.LANCZOS)
    return image


def save(
    path: Path, images: Iterable[Image.Image], quality: int = 60, per_second: int = 15
) -> None:
    """Writes an animation that repeats."""
    first, *others = images
    first.save(
        path,
        save_all=True,
        append_images=others,
        duration=1000 // per_second,
        loop=0,
        quality=quality,
        method=4,
    )
