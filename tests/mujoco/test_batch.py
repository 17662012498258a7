# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches of simulations equal simulations of MuJoCo's package."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import mujoco
import mujoco.rollout
import numpy as np
import pytest
from parallel_pool.mujoco import Batch, BatchState

from tests.mujoco.models import ASSETS, MODEL

MODELS = {
    "small": mujoco.MjModel.from_xml_string(MODEL),
    "ant": mujoco.MjModel.from_xml_path(str(ASSETS / "ant.xml")),
}
SMALL = MODELS["small"]
FIELDS = (
    *("qpos", "qvel", "act", "ctrl", "time", "sensordata", "xpos", "xquat", "xmat", "site_xpos"),
    *("geom_xpos", "cvel", "actuator_force", "qacc", "qacc_warmstart", "mocap_pos", "eq_active"),
    *("userdata", "energy", "subtree_com"),
)


def datas(model: Any, count: int) -> list[Any]:
    """What the package simulates."""
    return [mujoco.MjData(model) for _ in range(count)]


def assert_equal(batch: Batch, references: list[Any], fields: tuple[str, ...] = FIELDS) -> None:
    for name in fields:
        for i, data in enumerate(references):
            np.testing.assert_array_equal(batch.bind(name)[i], getattr(data, name), err_msg=name)


# --- Simulating ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_steps_equal_those_of_the_package(name: str, threads: int) -> None:
    """Bit for bit, with other controls in each simulation."""
    model, count = MODELS[name], 7
    with Batch(model, count, threads) as batch:
        references = datas(model, count)
        generator = np.random.default_rng(0)
        for step in range(30):
            ctrl = generator.uniform(-1, 1, (count, model.nu))
            force = generator.normal(size=(count, model.nv))
            batch.ctrl[:] = ctrl
            batch.qfrc_applied[:] = force
            batch.step(1 + step % 3)
            for i, data in enumerate(references):
                data.ctrl[:], data.qfrc_applied[:] = ctrl[i], force[i]
                mujoco.mj_step(model, data, 1 + step % 3)
        assert_equal(batch, references)


def test_some_simulations_step() -> None:
    """In any order; the others stay, and what was written to them is read when they step."""
    with Batch(SMALL, 4, 2) as batch:
        references = datas(SMALL, 4)
        batch.ctrl[:] = 0.5
        batch.step(2, ids=[3, 1])
        for i in (1, 3):
            references[i].ctrl[:] = 0.5
            mujoco.mj_step(SMALL, references[i], 2)
        for i in (0, 2):
            references[i].ctrl[:] = 0.5
        assert_equal(batch, references)
        batch.step(ids=np.array([], dtype=np.int64))
        assert_equal(batch, references)


def test_halves_of_a_step() -> None:
    """Controls may follow from positions that the first half computes."""
    with Batch(SMALL, 3, 2) as batch:
        references = datas(SMALL, 3)
        for _ in range(5):
            batch.step1()
            batch.ctrl[:] = 0.1 - batch.sensordata
            batch.step2()
            for data in references:
                mujoco.mj_step1(SMALL, data)
                data.ctrl[:] = 0.1 - data.sensordata
                mujoco.mj_step2(SMALL, data)
        assert_equal(batch, references)


def test_forward_kinematics_and_forces() -> None:
    with Batch(SMALL, 2, 2) as batch:
        references = datas(SMALL, 2)
        batch.qpos[:, 2] = 0.09  # in contact
        batch.mocap_pos[1] = [[3, 2, 1]]
        references[1].mocap_pos[:] = [[3, 2, 1]]
        for data in references:
            data.qpos[2] = 0.09
            mujoco.mj_kinematics(SMALL, data)
        batch.kinematics()
        assert_equal(batch, references, ("xpos", "site_xpos", "geom_xmat"))
        batch.forward()
        batch.rne_post_constraint()
        for data in references:
            mujoco.mj_forward(SMALL, data)
            mujoco.mj_rnePostConstraint(SMALL, data)
        assert_equal(batch, references, (*FIELDS, "cfrc_ext"))
        assert np.any(batch.cfrc_ext)


def test_resets() -> None:
    with Batch(SMALL, 3, 2) as batch:
        batch.step(10)
        batch.reset([0])
        batch.reset([1], keyframe="down")
        batch.reset([2], keyframe=0)
        references = datas(SMALL, 3)
        mujoco.mj_resetDataKeyframe(SMALL, references[1], 1)
        mujoco.mj_resetDataKeyframe(SMALL, references[2], 0)
        assert_equal(batch, references, ("qpos", "qvel", "ctrl", "time"))


def test_arrays_are_live() -> None:
    """The same array at every call, which shows the simulations when it is made."""
    with Batch(SMALL, 2, 1) as batch:
        batch.step(3)
        times = batch.bind("time")
        assert times.tolist() == [3 * SMALL.opt.timestep] * 2
        assert batch.time is times
        batch.step()
        assert times.tolist() == [4 * SMALL.opt.timestep] * 2
    batch.close()
    assert times.shape == (2,)  # the memory stays


# --- Parameters ----------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_parameters_differ(threads: int) -> None:
    """As models that were changed one by one; `mj_setConst` included."""
    with Batch(MODELS["ant"], 5, threads) as batch:
        scale = np.linspace(0.5, 2, 5)
        batch.expand("body_mass")[:] *= scale[:, None]
        batch.expand("geom_friction")[:, :, 0] *= scale[:, None]
        batch.expand("opt.gravity")[:, 2] *= scale
        batch.step(2)
        batch.set_const([0, 1, 2, 3, 4])
        batch.reset()
        batch.ctrl[:] = 0.3
        batch.step(40)
        for i, one in enumerate(scale):
            model = copy.copy(MODELS["ant"])
            model.body_mass[:] *= one
            model.geom_friction[:, 0] *= one
            model.opt.gravity[2] *= one
            mujoco.mj_setConst(model, mujoco.MjData(model))
            data = mujoco.MjData(model)
            data.ctrl[:] = 0.3
            mujoco.mj_step(model, data, 40)
            np.testing.assert_array_equal(batch.qpos[i], data.qpos)
        assert len({row.tobytes() for row in batch.qpos}) == 5


@pytest.mark.parametrize("threads", [1, 2])
def test_constants_of_what_was_zero(threads: int) -> None:
    """What follows from a parameter that was 0 when it was looked for."""
    armatures = [0.0, 0.5, 3.0]
    with Batch(SMALL, 3, threads) as batch:
        armature = batch.expand("dof_armature")
        batch.set_const()
        armature[:] = np.array(armatures)[:, None]
        batch.set_const()
        batch.reset()
        batch.ctrl[:] = 1
        batch.step(30)
        for i, one in enumerate(armatures):
            model = copy.copy(SMALL)
            model.dof_armature[:] = one
            mujoco.mj_setConst(model, mujoco.MjData(model))
            data = mujoco.MjData(model)
            data.ctrl[:] = 1
            mujoco.mj_step(model, data, 30)
            np.testing.assert_array_equal(batch.qpos[i], data.qpos)
            np.testing.assert_array_equal(batch.expand("dof_M0")[i], model.dof_M0)


def test_computing_constants_keeps_states() -> None:
    with Batch(SMALL, 2, 1) as batch:
        batch.step(20)
        before = batch.get_state()
        batch.expand("body_mass")[1] *= 2
        batch.set_const([1])
        np.testing.assert_array_equal(batch.get_state().physics, before.physics)


def test_several_models() -> None:
    """Models of the same sizes, taken in turn or as told."""
    heavy = mujoco.MjSpec.from_string(MODEL.replace('mass="1"', 'mass="3"'))
    for of in (None, [1, 0, 1]):
        with Batch([SMALL, heavy], 3, 2, of=of) as batch:
            batch.ctrl[:] = 1
            batch.expand("opt.gravity")[2] = 0
            batch.step(5)
            for i, number in enumerate(of or [0, 1, 0]):
                model = copy.copy(batch.models[number])
                if i == 2:
                    model.opt.gravity[:] = 0
                data = mujoco.MjData(model)
                data.ctrl[:] = 1
                mujoco.mj_step(model, data, 5)
                np.testing.assert_array_equal(batch.qpos[i], data.qpos)


# --- States --------------------------------------------------------------------------------------


def test_states_continue_exactly() -> None:
    """In other simulations and batches, and through pickles."""
    with Batch(SMALL, 4, 2) as batch, Batch(SMALL, 2, 1) as other:
        for one in (batch, other):
            one.expand("body_mass")
        batch.body = None  # other attributes may be set
        batch._expanded["body_mass"][1] *= 2
        batch.ctrl[:] = np.arange(4)[:, None]
        batch.step(60)
        state = pickle.loads(pickle.dumps(batch.get_state([1, 2])))
        assert isinstance(state, BatchState)
        other.set_state(state)
        batch.set_state(state, [0, 3])
        for one in (batch, other):
            one.step(5)
        for i, j in ((1, 0), (2, 3)):
            np.testing.assert_array_equal(batch.qpos[i], batch.qpos[j])
        np.testing.assert_array_equal(batch.qpos[[1, 2]], other.qpos)
        assert (
            other.get_state().parameters["body_mass"][0].tolist() == (2 * SMALL.body_mass).tolist()
        )


def test_clones() -> None:
    with Batch(SMALL, 4, 2) as batch:
        mass = batch.expand("body_mass")
        mass[0] *= 2
        batch.ctrl[0] = 1
        batch.step(30)
        batch.clone([0, 0], [1, 3])
        batch.step(3)
        for i in (1, 3):
            np.testing.assert_array_equal(batch.qpos[i], batch.qpos[0])
            np.testing.assert_array_equal(mass[i], mass[0])
        assert not np.array_equal(batch.qpos[2], batch.qpos[0])


def test_a_simulation_as_data() -> None:
    """For MuJoCo's own functions."""
    with Batch(SMALL, 2, 1) as batch:
        batch.qpos[1, 2] = 0.09
        batch.forward()
        data = batch.data(1)
        assert data.ncon == 1
        assert batch.data(0).ncon == 0
        assert batch.data(1) is data


def test_open_loops_equal_mujocos() -> None:
    """Bit for bit, from states of the batch and from where the simulations are."""
    model = MODELS["ant"]
    controls = np.random.default_rng(0).uniform(-1, 1, (6, 25, model.nu))
    with Batch(model, 6, 2) as batch:
        batch.step(3)
        start = batch.get_state()
        what = mujoco.mjtState.mjSTATE_FULLPHYSICS
        states = np.zeros((6, mujoco.mj_stateSize(model, what)))
        for i in range(6):
            mujoco.mj_getState(model, batch.data(i), states[i], what)
        data = copy.copy(batch.data(0))
        expected, expected_sensors = mujoco.rollout.rollout(
            model, [data], initial_state=states, control=controls,
            initial_warmstart=batch.qacc_warmstart.copy(),
        )  # fmt: skip
        found, sensors = batch.rollout(controls)
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(sensors, expected_sensors)
        again, _ = batch.rollout(controls[[4, 1]], start_of(start, [4, 1]), ids=[4, 1])
        np.testing.assert_array_equal(again, expected[[4, 1]])
        np.testing.assert_array_equal(batch.time, expected[:, -1, 0])


def start_of(state: BatchState, ids: list[int]) -> BatchState:
    return BatchState(state.physics[ids], {name: a[ids] for name, a in state.parameters.items()})


def test_sites() -> None:
    with Batch(SMALL, 3, 2) as batch:
        batch.ctrl[:] = np.arange(3)[:, None]
        batch.step(20)
        position, rotation = batch.jacobian_site("tip")
        velocity = batch.velocity_of_site(0, ids=[2, 1])
        for i in range(3):
            data = batch.data(i)
            expected = np.zeros((2, 3, SMALL.nv))
            mujoco.mj_jacSite(SMALL, data, *expected, 0)
            np.testing.assert_array_equal([position[i], rotation[i]], expected)
        for row, i in enumerate((2, 1)):
            expected = np.zeros(6)
            mujoco.mj_objectVelocity(SMALL, batch.data(i), mujoco.mjtObj.mjOBJ_SITE, 0, expected, 0)
            np.testing.assert_array_equal(velocity[row], expected)
            assert velocity[row].any()


def test_contacts() -> None:
    """Those of a ball that lies, and none of a ball that falls."""
    with Batch(SMALL, 3, 2) as batch:
        batch.qpos[1:, 2] = 0.0995
        batch.forward()
        contacts = batch.contacts([0, 1, 2])
        assert contacts.counts.tolist() == [0, 1, 1]
        assert contacts.geom.shape == (2, 2)
        assert {SMALL.geom(i).name for i in contacts.geom[0]} == {"floor", "ball"}
        assert (contacts.force[:, 0] > 0).all()
        np.testing.assert_allclose(contacts.dist, -0.0005)
