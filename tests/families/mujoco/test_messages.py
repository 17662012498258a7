# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What MuJoCo says: warnings and errors reach those whose environments they are of, and no file."""

from __future__ import annotations

import os
import re
import threading
import warnings
from pathlib import Path

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.families.mujoco import native
from parallel_pool.shared.mujoco import library as mujoco_library
from parallel_pool.testing import assert_same

from tests.support import assert_clean, run_python

# A free ball whose actuator has no bounds, so that a great control diverges.
WILD = """
<mujoco>
  <worldbody>
    <body>
      <joint name="a" type="slide" axis="1 0 0"/><geom size=".1"/>
      <body pos="0 0 1"><joint name="b" axis="0 1 0"/><geom size=".1"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="a" ctrlrange="-1 1" ctrllimited="false"/></actuator>
</mujoco>
"""


def test_divergence_is_the_references() -> None:
    """Positions and velocities that are no numbers any more: MuJoCo resets, and all go on."""
    envs = parallel_pool.make("HalfCheetah-v5", num_envs=3, seed=0, reset_noise_scale=1e12)
    envs.reset()
    rivals = []
    for seed in range(3):
        rivals.append(gymnasium.make("HalfCheetah-v5", reset_noise_scale=1e12))
        rivals[-1].reset(seed=seed)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(5):
            observations = envs.step(np.full((3, 6), 0.3, np.float32))[0]
            for ours, rival in zip(observations, rivals, strict=True):
                assert_same(ours, rival.step(np.full(6, 0.3, np.float32))[0])
    told = {str(one.message)[:8] for one in caught if "Nan, Inf or huge" in str(one.message)}
    assert told == {"env id 0", "env id 1", "env id 2"}


def give_way() -> None:
    """Lets Python notice calls that threads have left for it: 3.11 may overlook them until then."""
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()


def play(envs: parallel_pool.faces.vector_env.PoolVectorEnv, force: float) -> np.ndarray:
    """The observations after some steps of two environments, the second one with a force given."""
    for _ in range(3):
        observations = envs.step(np.array([[0.5], [force]], np.float32))[0]
    give_way()
    return np.asarray(observations)


def test_diverging_physics_warn_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That row only, and no file is written."""
    monkeypatch.chdir(tmp_path)
    wild = tmp_path / "wild.xml"
    wild.write_text(WILD)
    envs = parallel_pool.make("InvertedPendulum-v5", num_envs=2, seed=0, xml_file=str(wild))
    alone = parallel_pool.make("InvertedPendulum-v5", num_envs=2, seed=0, xml_file=str(wild))
    envs.reset()
    alone.reset()
    with pytest.warns(RuntimeWarning, match="^env id 1: MuJoCo: Nan, Inf or huge value in"):
        observations = play(envs, 1e30)
    expected = play(alone, 0.5)
    assert_same(observations[0], expected[0])
    assert os.listdir(tmp_path) == ["wild.xml"]


def test_each_of_many_warnings_arrives(tmp_path: Path) -> None:
    """More at once than Python has room for calls from other threads."""
    wild = tmp_path / "wild.xml"
    wild.write_text(WILD)
    envs = parallel_pool.make("InvertedPendulum-v5", num_envs=400, seed=0, xml_file=str(wild))
    envs.reset()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            envs.step(np.full((400, 1), 1e30, np.float32))
        give_way()
    told = {re.sub(": .*", "", str(one.message)) for one in caught}
    assert told == {f"env id {i}" for i in range(400)}


def test_warnings_of_others_stay_theirs(tmp_path: Path) -> None:
    """While a pool reads its model, another thread's warnings go where MuJoCo puts them."""
    done = run_python(
        f"import os; os.chdir({str(tmp_path)!r})\n"
        "import mujoco, threading, time\n"
        "def make():\n"
        "    for _ in range(20): parallel_pool.make('HalfCheetah-v5').close()\n"
        "model = mujoco.MjModel.from_xml_string("
        "'<mujoco><worldbody><body><freejoint/><geom size=\"1\"/></body></worldbody></mujoco>')\n"
        "data, others, count = mujoco.MjData(model), threading.Thread(target=make), 0\n"
        "others.start()\n"
        "while others.is_alive() or count < 20:\n"
        "    mujoco.mj_resetData(model, data)\n"
        "    data.qpos[:] = 1e30\n"
        "    mujoco.mj_step(model, data)\n"
        "    count += 1\n"
        "    time.sleep(0.001)\n"
        "print(open('MUJOCO_LOG.TXT').read().count('Nan, Inf or huge') - count)"
    )
    assert assert_clean(done).splitlines()[-1] == "0"


def test_reading_a_users_model_warns(tmp_path: Path) -> None:
    """Once, with the file's name; of Gymnasium's own models it does not."""
    own = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / "half_cheetah.xml"
    model = tmp_path / "own.xml"
    model.write_text(own.read_text())
    if not told_by_mujoco(model):
        pytest.skip("this MuJoCo finds nothing to warn of")
    with pytest.warns(RuntimeWarning, match=r"xml_file /.*own\.xml: MuJoCo: .*'settotalmass'"):
        parallel_pool.make("HalfCheetah-v5", xml_file=str(model)).close()
    parallel_pool.make("HalfCheetah-v5").close()


def told_by_mujoco(model: Path) -> bool:
    """Whether MuJoCo warns of an attribute that it will drop one day."""
    return bool(
        native.listen(
            mujoco_library.library().file, lambda: mujoco.MjModel.from_xml_path(str(model))
        )[1]
    )


def test_making_a_pool_writes_and_prints_nothing(tmp_path: Path) -> None:
    """HalfCheetah's model has an attribute that MuJoCo warns of."""
    done = run_python(
        f"import os; os.chdir({str(tmp_path)!r})\n"
        "envs = parallel_pool.make('HalfCheetah-v5', num_envs=2); envs.reset(seed=0)\n"
        "envs.step(np.zeros((2, 6), np.float32)); print(os.listdir('.'))"
    )
    assert assert_clean(done) == "[]\n"
    assert done.stderr == ""


def test_an_error_fails_its_row_only(tmp_path: Path) -> None:
    """Memory for what touches is short: by default MuJoCo would end the process."""
    own = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / "half_cheetah.xml"
    model = tmp_path / "short.xml"
    text = re.sub(r"<size[^>]*/>|settotalmass=.14.", "", own.read_text())
    model.write_text(text.replace("<compiler", '<size memory="2000"/><compiler', 1))
    envs = parallel_pool.make("HalfCheetah-v5", num_envs=2, seed=0, xml_file=str(model))
    error, warning = r"env id 0: MuJoCo: .*out of memory", "env id 0: MuJoCo: Too many contacts"
    with pytest.raises((EnvironmentFailure, RuntimeWarning), match=f"{error}|{warning}"):
        play_still(envs)
    envs.close()


def play_still(envs: parallel_pool.faces.vector_env.PoolVectorEnv) -> None:
    """A reset and some steps."""
    envs.reset()
    for _ in range(30):
        envs.step(np.zeros((2, 6), np.float32))
    give_way()
