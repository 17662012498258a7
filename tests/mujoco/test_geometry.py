# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rays, heights and pictures of batches equal those of the package."""

from __future__ import annotations

import os
import subprocess
import sys

import mujoco
import numpy as np
import pytest
from parallel_pool.mujoco import Batch

from tests.mujoco.models import MODEL, use_egl
from tests.support import assert_clean, run_python

HILLS = """
<mujoco>
  <asset><hfield name="hills" nrow="9" ncol="7" size="2 3 1.5 .2"/></asset>
  <worldbody>
    <geom name="hills" type="hfield" hfield="hills" pos="1 -1 .5"/>
    <body name="ball" pos="0 0 4"><freejoint/><geom name="ball" size=".3" group="3"/></body>
  </worldbody>
</mujoco>
"""


def hills() -> mujoco.MjModel:
    model = mujoco.MjModel.from_xml_string(HILLS)
    model.hfield_data[:] = np.random.default_rng(0).uniform(0, 1, model.hfield_data.shape)
    return model


@pytest.mark.parametrize("threads", [1, 2])
def test_rays(threads: int) -> None:
    """As mj_ray, with each of its choices."""
    model, generator = hills(), np.random.default_rng(1)
    with Batch(model, 5, threads) as batch:
        batch.qpos[:, :2] = generator.uniform(-1, 1, (5, 2))
        batch.forward()
        ids = [3, 0, 4]
        points = generator.uniform(-1, 1, (3, 40, 3)) + np.array([0, 0, 6])
        ways = generator.normal(size=(3, 40, 3)) - np.array([0, 0, 3])
        groups = np.array([1, 1, 1, 0, 1, 1], np.uint8)
        seen = set()
        for choice in ({}, {"groups": groups}, {"fixed": False}, {"without_body": "ball"}):
            distances, geoms = batch.ray(points, ways, ids, **choice)
            assert [distances.dtype, geoms.dtype] == [np.float64, np.int32]
            for row, i in enumerate(ids):
                data = batch.data(i)
                for k in range(40):
                    geom = np.zeros(1, np.int32)
                    expected = mujoco.mj_ray(
                        model,
                        data,
                        points[row, k],
                        ways[row, k],
                        choice.get("groups"),
                        choice.get("fixed", True),
                        1 if "without_body" in choice else -1,
                        geom,
                    )
                    assert distances[row, k] == expected
                    assert geoms[row, k] == geom[0]
            seen.add(tuple(np.unique(geoms)))
        assert len(seen) >= 3  # the choices matter


def test_heights() -> None:
    model = hills()
    with Batch(model, 2) as batch:
        batch.forward()
        places = np.random.default_rng(2).uniform(-3, 3, (2, 200, 2))
        heights = batch.height("hills", places)
        beyond = (abs(places[..., 0] - 1) > 2) | (abs(places[..., 1] + 1) > 3)
        np.testing.assert_array_equal(np.isnan(heights), beyond)
        assert 0.5 <= np.nanmin(heights) < np.nanmax(heights) <= 2.0
        # At a corner of the grid, the height is that of the data.
        corner = np.array([[[-1.0, -4.0]], [[-1.0, -4.0]]]) + 1e-9
        expected = 0.5 + 1.5 * model.hfield_data[0]
        np.testing.assert_allclose(batch.height("hills", corner), expected, atol=1e-6)
        size = batch.expand("hfield_size")
        size[1, 0, 2] *= 40
        batch.forward()
        taller = 0.5 + 40 * 1.5 * model.hfield_data[0]
        np.testing.assert_allclose(batch.height("hills", corner)[1], taller, rtol=1e-5)
        with pytest.raises(ValueError, match="'ball' is no heightfield"):
            batch.height("ball", places)
        with pytest.raises(ValueError, match=r"shape \(2, places, 2\), got \(2, 200, 3\)"):
            batch.height("hills", np.zeros((2, 200, 3)))


@pytest.mark.parametrize(
    ("points", "ways", "options", "message"),
    [
        (np.zeros((2, 3)), np.ones((2, 3)), {}, r"points must have shape \(2, rays, 3\)"),
        (np.zeros((2, 1, 3)), np.ones((2, 2, 3)), {}, "the shape of points"),
        (np.full((2, 1, 3), np.nan), np.ones((2, 1, 3)), {}, "points must be finite"),
        (np.zeros((2, 1, 3)), np.zeros((2, 1, 3)), {}, "must not be zero"),
        (np.zeros((2, 1, 3)), np.ones((2, 1, 3)), {"groups": [True]}, "six bools"),
        (np.zeros((2, 1, 3)), np.ones((2, 1, 3)), {"without_body": "leg"}, "no body 'leg'"),
    ],
)
def test_mistakes_about_rays(points: object, ways: object, options: dict, message: str) -> None:
    with Batch(MODEL_OF_RAYS, 2) as batch, pytest.raises(ValueError, match=message):
        batch.ray(points, ways, **options)  # type: ignore[arg-type]


MODEL_OF_RAYS = mujoco.MjModel.from_xml_string(MODEL)


def test_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each simulation's own, as MuJoCo's renderer draws it, in any thread."""
    use_egl(monkeypatch)
    code = (
        "import mujoco, numpy as np\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from parallel_pool.mujoco import Batch\n"
        "from tests.mujoco.models import MODEL\n"
        "model = mujoco.MjModel.from_xml_string(MODEL)\n"
        "batch = Batch(model, 3)\n"
        "batch.qpos[:, 7] = [0, 1, 0]\n"
        "batch.forward()\n"
        "first, other, same = batch.render(width=64, height=48)\n"
        "depth = batch.render([1], depth=True)\n"
        "renderer = mujoco.Renderer(model, 48, 480)\n"
        "renderer = mujoco.Renderer(model, 48, 64)\n"
        "renderer.update_scene(batch.data(1))\n"
        "print(first.shape, np.array_equal(first, same), np.array_equal(first, other))\n"
        "print(np.array_equal(renderer.render(), other), depth.shape, depth.dtype)\n"
        "with ThreadPoolExecutor() as other:\n"
        "    again = other.submit(batch.render, width=64, height=48).result()\n"
        "print(np.array_equal(batch.render(width=64, height=48), again))\n"
        "print(np.array_equal(first, again[0]), np.array_equal(renderer.render(), again[1]))\n"
        "batch.close()\n"
    )
    told = assert_clean(run_python(code))
    assert told == "(48, 64, 3) True False\nTrue (1, 480, 480) float32\nTrue\nTrue True\n"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a system without a screen")
def test_without_opengl_each_call_says_what_to_set() -> None:
    """A second try would end the process."""
    code = (
        "import mujoco\n"
        "from parallel_pool.mujoco import Batch\n"
        "from tests.mujoco.models import MODEL\n"
        "batch = Batch(mujoco.MjModel.from_xml_string(MODEL), 1)\n"
        "for _ in range(2):\n"
        "    try: batch.render(width=8, height=8)\n"
        "    except RuntimeError as error: print(\"set MUJOCO_GL to 'egl'\" in str(error))\n"
    )
    without = ("DISPLAY", "WAYLAND_DISPLAY", "MUJOCO_GL", "PYOPENGL_PLATFORM")
    env = {name: value for name, value in os.environ.items() if name not in without}
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "True\nTrue\n", done.stderr
