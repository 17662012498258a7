# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Saved states of models that use more of MuJoCo than Gymnasium's robots do.

MuJoCo's own state holds neither which bodies sleep, nor what flexes that touch carry over, nor what
a picture shows.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import StateError
from parallel_pool.testing import assert_same

from tests.support import assert_clean, run_python

ANT = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / "ant.xml"
BOX = '<geom type="box" size=".1 .1 .1" contype="1" conaffinity="1"/>'
BODIES = "</worldbody>"
OPTION = '<option integrator="RK4" timestep="0.01"/>'

# What each model changes in Gymnasium's ant.
MODELS: dict[str, dict[str, str]] = {
    "sleeping": {
        OPTION: '<option timestep="0.01" sleep_tolerance="0.01"><flag sleep="enable"/></option>',
        BODIES: f'<body pos="3 0 0.1"><freejoint/>{BOX}</body>'
        f'<body pos="-3 0 0.1"><freejoint/>{BOX}<body pos="0 0 .3"><joint axis="0 1 0" '
        f'limited="false"/>{BOX}<site name="top"/></body></body></worldbody><sensor>'
        '<framelinacc objtype="site" objname="top"/><touch site="top"/></sensor>',
    },
    "asleep from the start": {
        OPTION: '<option timestep="0.01"><flag sleep="enable"/></option>',
        BODIES: f'<body pos=".2 0 2" sleep="init"><freejoint/>{BOX}</body></worldbody>',
    },
    "a single tree asleep": {
        OPTION: '<option timestep="0.01" sleep_tolerance="2"><flag sleep="enable"/></option>',
        '<body name="torso" pos="0 0 0.75">': '<body name="torso" pos="0 0 .75" sleep="allowed">',
    },
    "cloth": {
        '<joint armature="1" damping="1" limited="true"/>': '<joint armature="1"/>',
        OPTION: '<option timestep="0.01" integrator="discrete" solver="CG"><flag ipc="enable"/>'
        "</option>",
        BODIES: '<flexcomp type="grid" name="cloth" dim="2" count="4 4 1" spacing=".1 .1 .1" '
        'pos="3 0 .3" mass=".1" radius=".02"><contact selfcollide="none"/>'
        '<elasticity young="1e4" poisson="0.1" thickness="1e-2" elastic2d="both"/></flexcomp>'
        "</worldbody>",
    },
    "delayed": {
        BODIES: '</worldbody><sensor><jointpos joint="hip_1" delay=".03" interp="linear" '
        'nsample="5"/><jointvel joint="hip_1" interval=".025" nsample="3"/></sensor>',
        '<motor ctrllimited="true" ctrlrange="-1.0 1.0" joint="hip_4" gear="150"/>': "<motor "
        'ctrllimited="true" ctrlrange="-1 1" joint="hip_4" gear="150" delay=".05" nsample="6"/>',
    },
    "muscles, memory and energy": {
        OPTION: '<option timestep="0.01" integrator="implicitfast"><flag energy="enable" '
        'fwdinv="enable"/></option><size nuserdata="3"/>',
        BODIES: '<body mocap="true" pos="2 0 1"><geom size=".1" contype="0" conaffinity="0"/>'
        f'</body><body name="tied" pos="2 0 1.3"><freejoint/>{BOX}</body></worldbody>'
        '<equality><connect body1="tied" anchor="0 0 -.3"/></equality>',
        '<motor ctrllimited="true" ctrlrange="-1.0 1.0" joint="hip_4" gear="150"/>': "<muscle "
        'ctrllimited="true" ctrlrange="-1 1" joint="hip_4" lengthrange="0 1" force="50"/>',
    },
}


def model_file(name: str, folder: Path) -> Path:
    if tuple(map(int, mujoco.__version__.split(".")[:2])) < (3, 17):
        pytest.skip("older versions lack what these models use")
    text = ANT.read_text()
    for old, new in MODELS[name].items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file = folder / "ant.xml"
    file.write_text(text)
    return file


def play(envs: Any, steps: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    shape = envs.action_space.shape
    return [envs.step(rng.uniform(-1, 1, shape).astype(np.float32)) for _ in range(steps)]


@pytest.mark.parametrize("name", MODELS)
def test_all_models_equal_the_reference(name: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"xml_file": str(model_file(name, tmp_path))}
    options["terminate_when_unhealthy"] = False
    envs = parallel_pool.make("Ant-v5", seed=0, **options)
    reference = gymnasium.make("Ant-v5", disable_env_checker=True, **options)
    assert_same(envs.reset()[0][0], reference.reset(seed=0)[0])
    for step in range(90):
        action = np.full(8, 0.5 if step % 40 < 4 else 0, np.float32)
        theirs = reference.step(action)
        for ours, value in zip(envs.step(action[None])[:3], theirs[:3], strict=True):
            assert_same(ours[0], np.asarray(value))
    if "asleep" in name or name == "sleeping":
        data: Any = reference.unwrapped.data  # type: ignore[attr-defined]
        assert (data.tree_asleep >= 0).any()


@pytest.mark.parametrize("name", MODELS)
def test_states_of_all_models_go_on(name: str, tmp_path: Path) -> None:
    """In a new pool, in one that has played, and as a clone."""
    options = {"xml_file": str(model_file(name, tmp_path)), "terminate_when_unhealthy": False}
    for steps in (0, 45):
        a, new, used = (
            parallel_pool.make("Ant-v5", num_envs=2, seed=seed, **options) for seed in (3, 5, 7)
        )
        for envs in (a, new, used):
            envs.reset()
        play(a, steps, 1)
        play(used, 60, 2)
        states = a.get_state()
        for envs in (new, used):
            envs.set_state(None, states)
            assert envs.get_state() == states
        used.clone([0, 0], [0, 1])
        expected = play(a, 40, 3)
        assert_same(play(new, 40, 3), expected)
        cloned = play(used, 1, 3)[0]
        assert_same(cloned[0][0], expected[0][0][0])


def test_forged_states_of_all_models_do_no_harm(tmp_path: Path) -> None:
    """Numbers that MuJoCo uses as indices: cursors of delayed values, rings of sleeping trees."""
    for name in ("sleeping", "delayed"):
        file = model_file(name, tmp_path)
        done = run_python(
            "import struct\n"
            "from parallel_pool.errors import PoolError\n"
            f"envs = parallel_pool.make('Ant-v5', seed=0, xml_file={str(file)!r})\n"
            "envs.reset()\n"
            "still = np.zeros((1, 8), np.float32)\n"
            "for _ in range(60): envs.step(still)\n"
            "state = envs.get_state()[0]\n"
            "owner = envs._engine.setup.owner()\n"
            "good = owner.unpack(state)\n"
            "refused = set()\n"
            "words = struct.pack('<d', 1e6), struct.pack('<d', -3e9), struct.pack('<ii', 1, 1)\n"
            "for place in [*range(0, len(good), 60), *range(len(good) - 200, len(good) - 8, 4)]:\n"
            "    for word in words:\n"
            "        bad = good[:place] + word + good[place + 8:]\n"
            "        try:\n"
            "            envs.set_state(None, [owner.pack(bad)])\n"
            "            envs.step(still)\n"
            "        except PoolError as error: refused.add(str(error)[:60])\n"
            "        envs.set_state(None, [state])\n"
            "print(sorted(refused))\n",
            timeout=120,
        )
        told = assert_clean(done)
        expected = {"sleeping": "sleeping tree", "delayed": "as the cursor of"}[name]
        assert expected in told


def test_states_of_other_versions_are_refused() -> None:
    envs = parallel_pool.make("Hopper-v5", seed=0)
    envs.reset()
    owner = envs._engine.setup.owner()
    payload = owner.unpack(envs.get_state()[0])
    here = mujoco.mj_versionString()
    assert payload.count(here.encode()) == 1
    other = "9" + here[1:]
    told = rf"saved with MuJoCo {other}, but MuJoCo {here} is installed"
    with pytest.raises(StateError, match=told):
        envs.set_state(None, [owner.pack(payload.replace(here.encode(), other.encode()))])
