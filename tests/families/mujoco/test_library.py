# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The installed MuJoCo as the pool calls it: versions, files, arguments, states."""

from __future__ import annotations

import os
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool.errors import (
    InvalidActionError,
    StateError,
    UnknownEnvironmentError,
)
from parallel_pool.shared.mujoco import library as mujoco_library
from parallel_pool.testing import assert_same

from tests.families.mujoco.facts import FACTS
from tests.support import assert_clean, run_python

# As many joints as Reacher's, and none of its bodies.
NAMELESS = """
<mujoco>
  <worldbody>
    <body>
      <joint name="a" type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <joint axis="1 0 0"/><joint axis="0 1 0"/><geom size=".1"/>
    </body>
  </worldbody>
  <actuator><motor joint="a" ctrlrange="-1 1"/></actuator>
</mujoco>
"""


def test_steps_read_no_clock() -> None:
    """The package has MuJoCo time its stages; in a pool's steps nobody reads these times."""
    done = run_python(
        "import mujoco\n"
        "calls = []\n"
        "mujoco.set_mjcb_time(lambda: calls.append(0) or 0.0)\n"
        "envs = parallel_pool.make('InvertedPendulum-v5', seed=0)\n"
        "envs.reset()\n"
        "calls.clear()\n"
        "envs.step(envs.action_space.sample())\n"
        "print(len(calls), 'in the pool')\n"
        "model = mujoco.MjModel.from_xml_string('<mujoco/>')\n"
        "mujoco.mj_step(model, mujoco.MjData(model))\n"
        "print(len(calls) > 0, 'outside')\n"
    )
    assert_clean(done)
    assert done.stdout.split("\n")[:2] == ["0 in the pool", "True outside"]


TOUCHING = """
<mujoco>
  <worldbody>
    <body>
      <joint/><geom size=".1" {a}/><body><joint axis="0 1 0"/><geom size=".1" {b}/></body>
    </body>
    <body><joint/><geom size=".1" contype="0" conaffinity="0"/></body>
  </worldbody>
  {pair}
</mujoco>
"""


@pytest.mark.parametrize(
    ("a", "b", "pair", "collides"),
    [
        ("", "", "", True),
        ('contype="2" conaffinity="4"', 'contype="1" conaffinity="3"', "", True),
        ('contype="2" conaffinity="4"', 'contype="1" conaffinity="1"', "", False),
        (
            'name="a" contype="0" conaffinity="0"',
            'name="b"',
            '<contact><pair geom1="a" geom2="b"/></contact>',
            True,
        ),
    ],
)
def test_contacts_are_searched_where_there_can_be_any(
    a: str, b: str, pair: str, collides: bool
) -> None:
    model = mujoco.MjModel.from_xml_string(TOUCHING.format(a=a, b=b, pair=pair))
    mujoco_library.leave_out_useless_work(model)
    off = model.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    assert (off == 0) == collides


def test_all_ids_are_there() -> None:
    """Gymnasium's, but for the one that it refuses itself, and for those of mujoco-py."""
    theirs = {
        id
        for id, spec in gymnasium.registry.items()
        if str(spec.entry_point).startswith("gymnasium.envs.mujoco.")
        and not id.endswith(("-v2", "-v3"))
    }
    assert set(FACTS.ids) == theirs - {"Pusher-v4"}


def test_pusher_v4_is_refused_in_the_references_words() -> None:
    with pytest.raises(ImportError) as theirs:
        gymnasium.make("Pusher-v4")
    with pytest.raises(UnknownEnvironmentError, match=re.escape(str(theirs.value))):
        parallel_pool.make("Pusher-v4")


def test_an_old_or_missing_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        mujoco_library.library.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(mujoco, "__version__", "3.2.7")
            with pytest.raises(
                DependencyNotInstalled,
                match=r"3.2.7 is too old, expected 3.3 or later: run `pip install",
            ):
                parallel_pool.make("Ant-v5")
        with monkeypatch.context() as patch:
            patch.setitem(__import__("sys").modules, "mujoco", None)
            with pytest.raises(DependencyNotInstalled, match="MuJoCo is not installed, run `pip"):
                parallel_pool.make("Ant-v5")
    finally:
        mujoco_library.library.cache_clear()
    parallel_pool.make("Ant-v5").close()


def test_a_broken_installation_is_refused_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as what pip leaves of MuJoCo when it upgrades 3.17 to 4.0."""
    (tmp_path / "mujoco.py").write_text("raise ImportError('repair with pip')")
    try:
        mujoco_library.library.cache_clear()
        with monkeypatch.context() as patch:
            patch.delitem(sys.modules, "mujoco")
            patch.syspath_prepend(tmp_path)
            with pytest.raises(DependencyNotInstalled, match="cannot be imported: repair with pip"):
                parallel_pool.make("Ant-v5")
    finally:
        mujoco_library.library.cache_clear()
    parallel_pool.make("Ant-v5").close()


def test_an_unknown_layout_is_refused() -> None:
    """Offsets that hold other arrays than they should are found out."""
    names = ("qpos", "qvel", "ctrl", "xpos")
    offsets = mujoco_library.offsets_of(names)
    model = mujoco.MjModel.from_xml_string(mujoco_library._TEMPLATE)
    for wrong in ([offsets[1], offsets[0], *offsets[2:]], [offsets[0]] * 4, [-1, *offsets[1:]]):
        assert not mujoco_library._proves(model, mujoco.MjData(model), names, wrong)
    assert mujoco_library._proves(model, mujoco.MjData(model), names, offsets)


def test_bad_models_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"nowhere\.xml does not exist"):
        parallel_pool.make("Ant-v5", xml_file="nowhere.xml")
    broken = tmp_path / "broken.xml"
    broken.write_text("<mujoco><worldbody><geom/></worldbody></mujoco>")
    with pytest.raises(ValueError, match="size 0 must be positive"):
        parallel_pool.make("Ant-v5", xml_file=str(broken))
    with pytest.raises(ValueError, match="needs at least 7, 6 and 1"):
        parallel_pool.make("Humanoid-v5", xml_file="hopper.xml")
    nameless = tmp_path / "nameless.xml"
    nameless.write_text(NAMELESS)
    with pytest.raises(ValueError, match="no body named 'fingertip'"):
        parallel_pool.make("Reacher-v5", xml_file=str(nameless))


def test_bad_options_are_refused() -> None:
    with pytest.raises(ValueError, match="frame_skip must be at least 1, got 0"):
        parallel_pool.make("HalfCheetah-v5", frame_skip=0)
    with pytest.raises(ValueError, match="frame_skip must be at most 1000000, got 2147483648"):
        parallel_pool.make("HalfCheetah-v5", frame_skip=2**31)
    for scale in (-0.1, np.inf, np.nan):
        with pytest.raises(ValueError, match="reset_noise_scale must be finite"):
            parallel_pool.make("HalfCheetah-v5", reset_noise_scale=scale)
    with pytest.raises(ValueError, match="no body named 'tail'"):
        parallel_pool.make("Ant-v5", main_body="tail")
    with pytest.raises(ValueError, match="14 bodies, got 14"):
        parallel_pool.make("Ant-v5", main_body=14)
    with pytest.raises(TypeError, match=r"'main_body' must be int \| str, got 1.5"):
        parallel_pool.make("Ant-v5", main_body=1.5)


@pytest.mark.parametrize("id", FACTS.ids)
def test_bad_actions_are_refused(id: str) -> None:
    """Nothing is stepped, and the pool goes on."""
    envs = parallel_pool.make(id, num_envs=3, seed=0)
    twin = parallel_pool.make(id, num_envs=3, seed=0)
    width = envs.single_action_space.shape[0]
    envs.reset()
    twin.reset()
    good = np.zeros((3, width), np.float32)
    for value in (np.nan, np.inf):
        bad = good.copy()
        bad[1, width - 1] = value
        with pytest.raises(InvalidActionError, match=r"env id 1: action is (nan|inf)"):
            envs.step(bad)
    with pytest.raises(ValueError, match=rf"\(3, {width}\).*\(3, {width + 1}\)"):
        envs.step(np.zeros((3, width + 1), np.float32))
    assert_same(envs.step(good)[:4], twin.step(good)[:4])


def test_bad_stacks_are_refused() -> None:
    with pytest.raises(ValueError, match="frame_stack must be at least 1, got 0"):
        parallel_pool.make("Ant-v5", frame_stack=0)
    with pytest.raises(ValueError, match="frame_stack must be at most 1024, got 2147483648"):
        parallel_pool.make("Ant-v5", frame_stack=2**31)
    envs, other = (parallel_pool.make("Ant-v5", frame_stack=stack) for stack in (3, 2))
    envs.reset()
    other.reset()
    with pytest.raises(StateError):
        envs.set_state(None, other.get_state())


@pytest.mark.parametrize("id", FACTS.ids)
def test_states_go_on_exactly(id: str) -> None:
    """Also what the last step computed and the next one reads."""
    a, b = (parallel_pool.make(id, num_envs=2, seed=seed) for seed in (3, 90))
    a.reset()
    b.reset()
    rng = np.random.default_rng(1)

    def actions() -> np.ndarray:
        space = a.action_space
        return rng.uniform(space.low, space.high).astype(np.float32)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(40):
            a.step(actions())
            b.step(actions())
        b.set_state(None, a.get_state())
        for _ in range(120):
            both = actions()
            ours, theirs = a.step(both), b.step(both)
            assert_same(ours[:4], theirs[:4])
            for key, values in ours[4].items():
                assert_same(values, theirs[4][key], key)


@pytest.mark.parametrize("weight", [-1, -1.0, 2])
@pytest.mark.parametrize("id", ["Ant-v5", "Ant-v4", "InvertedDoublePendulum-v5"])
def test_zeros_have_the_references_sign(id: str, weight: float) -> None:
    """Of an unhealthy step: in Python, False times -1.0 is -0.0, and False times -1 is 0."""
    config: dict[str, Any] = {"healthy_reward": weight, "reset_noise_scale": 0.2}
    if "Ant" in id:  # at no height healthy
        config |= {"terminate_when_unhealthy": False, "healthy_z_range": (5.0, 6.0)}
    envs = parallel_pool.make(id, num_envs=4, seed=0, autoreset_mode="Disabled", **config)
    rivals = [gymnasium.make(id, **config) for _ in range(4)]
    envs.reset()
    for seed, rival in enumerate(rivals):
        rival.reset(seed=seed)
    action = envs.single_action_space.high
    for _ in range(30):
        _, rewards, ended, _, infos = envs.step(np.stack([action] * 4))
        for i, rival in enumerate(rivals):
            expected = rival.step(action)
            assert_same(rewards[i], np.float64(expected[1]))
            survived = np.float64(expected[4]["reward_survive"])
            assert_same(infos["reward_survive"][i], survived)
        if ended.any():
            break
    assert (infos["reward_survive"] == 0).any()


LISTS_FILES = hasattr(mujoco, "mju_getXMLDependencies")  # newer than MuJoCo 3.3.0


def test_a_user_s_model_is_read_once_until_one_of_its_files_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own file, or one that it includes; also where size and time stay."""
    original = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / "hopper.xml"
    model, included = tmp_path / "hopper.xml", tmp_path / "options.xml"
    text = original.read_text()
    model.write_text(text.replace("<worldbody>", '<include file="options.xml"/><worldbody>'))
    reads = []
    read = mujoco_library.read_gymnasium_model

    def count(*arguments: Any) -> Any:
        reads.append(arguments)
        return read(*arguments)

    monkeypatch.setattr(mujoco_library, "read_gymnasium_model", count)
    first = {}
    for gravity in (-9, -5, -9):
        included.write_text(f'<mujocoinclude><option gravity="0 0 {gravity}"/></mujocoinclude>')
        os.utime(included, (0, 0))
        with parallel_pool.make("Hopper-v5", xml_file=str(model), seed=0) as envs:
            envs.reset()
            seen = envs.step(np.zeros((1, 3), np.float32))[0].tobytes()
        assert first.setdefault(gravity, seen) == seen
    assert first[-9] != first[-5]
    if LISTS_FILES:
        assert len(reads) == 2


@pytest.mark.skipif(not LISTS_FILES, reason="this MuJoCo does not list a model's files")
def test_models_with_files_that_are_not_listed_are_read_each_time(tmp_path: Path) -> None:
    """Such as meshes, whose content is not looked at."""
    model = tmp_path / "a.xml"
    model.write_text('<mujoco><asset><mesh file="a.stl"/></asset></mujoco>')
    assert mujoco_library.content_of(str(model)) is None
    assert mujoco_library.content_of(str(tmp_path / "none.xml")) is None
    model.write_text("<mujoco/>")
    assert mujoco_library.content_of(str(model)) is not None
