# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each environment has physics of its own, and new ones in each episode.

CartPoles differ in masses, length and gravity, which are options. Ants differ in masses and
friction, which are in their models: a few variants of the model are written to files, and each
environment has one of them.
"""

from __future__ import annotations

import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import parallel_pool
from parallel_pool import PerEnv


def cartpoles(num_envs: int = 16, steps: int = 200, seed: int = 0) -> dict[str, tuple[float, ...]]:
    """Steps CartPoles, and changes those whose episodes end; the lengths and masses in the end."""
    random = np.random.default_rng(seed)

    def physics(count: int) -> dict[str, PerEnv]:
        return {
            "length": PerEnv(random.uniform(0.25, 1.0, count)),
            "masspole": PerEnv(random.uniform(0.05, 0.5, count)),
            "gravity": PerEnv(random.uniform(8.0, 12.0, count)),
        }

    envs = parallel_pool.make("CartPole-v1", num_envs=num_envs, seed=seed, **physics(num_envs))
    envs.reset()
    for _ in range(steps):
        actions = random.integers(2, size=num_envs)
        _, _, terminated, truncated, _ = envs.step(actions)
        ended = np.flatnonzero(terminated | truncated)
        if len(ended) > 0:  # the next step resets them
            envs.set_config(ended, **physics(len(ended)))
    values = {name: envs.get_attr(name) for name in ("length", "masspole")}
    envs.close()
    return values


def write_ants(folder: Path, count: int, random: np.random.Generator) -> list[str]:
    """Variants of Gymnasium's ant, with other densities and frictions; their files."""
    import gymnasium.envs.mujoco

    original = Path(gymnasium.envs.mujoco.__file__).parent / "assets" / "ant.xml"
    files = []
    for i in range(count):
        tree = ElementTree.parse(original)
        geom = tree.find("default/geom")
        assert geom is not None
        geom.set("density", str(5.0 * random.uniform(0.5, 2.0)))
        geom.set("friction", f"{random.uniform(0.5, 1.5)} 0.5 0.5")
        files.append(str(folder / f"ant_{i}.xml"))
        tree.write(files[-1])
    return files


def ants(num_envs: int = 8, variants: int = 4, steps: int = 20, seed: int = 0) -> np.ndarray:
    """Steps ants with the same actions; where their torsos are in the end."""
    random = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        files = write_ants(Path(folder), variants, random)
        chosen = [files[i % variants] for i in range(num_envs)]
        envs = parallel_pool.make("Ant-v5", num_envs=num_envs, xml_file=PerEnv(chosen))
        observations, _ = envs.reset(seed=[seed] * num_envs)
        for _ in range(steps):
            action = random.uniform(-1, 1, envs.single_action_space.shape)
            observations = envs.step(np.tile(action, (num_envs, 1)))[0]
        # Equal options share one model, so there are four; other models take effect with a reset.
        envs.set_config(None, xml_file=files[0])
        envs.close()
    heights: np.ndarray = observations[:, 0]
    return heights


if __name__ == "__main__":
    print(cartpoles())
    print(ants())
