# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches of simulations equal simulations of MuJoCo's package, and refuse what they cannot do."""

from __future__ import annotations

import contextlib
import copy
import os
import pickle
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import mujoco.rollout
import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import ConcurrentCallError, ForkedError, PoolClosedError, SimulationError
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


# --- Warnings, errors and the end ----------------------------------------------------------------


def test_a_simulation_that_diverges_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where MuJoCo would write its log
    with Batch(SMALL, 3, 2) as batch:
        batch.qvel[1, 0] = np.nan
        with pytest.raises(SimulationError, match=r"simulation 1: .*QVEL") as caught:
            batch.step()
        assert caught.value.ids.tolist() == [1]
        assert batch.time[0] == SMALL.opt.timestep  # the others have finished the call
        batch.step()
        batch.ctrl[2] = np.inf
        with pytest.raises(SimulationError, match=r"simulation 2: .*CTRL"):
            batch.step()
    assert list(tmp_path.iterdir()) == []


def test_warnings_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Batch(SMALL, 3, 2, on_warning="count") as batch:
        for _ in range(2):
            batch.qvel[1, 0] = np.nan
            batch.step()
            batch.reset([1])
        assert batch.warnings.tolist() == [0, 2, 0]
        assert "QVEL" in batch.last_warnings[1]
    assert list(tmp_path.iterdir()) == []


def test_a_closed_batch_refuses() -> None:
    batch = Batch(SMALL, 2, 2)
    batch.step()
    batch.close()
    batch.close()
    assert batch.closed
    for call in (batch.step, batch.contacts, batch.get_state, lambda: batch.bind("xpos")):
        with pytest.raises(PoolClosedError, match="called on a closed batch"):
            call()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs forks")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_a_forked_child_refuses() -> None:
    with Batch(SMALL, 2, 2) as batch:
        batch.step()
        child = os.fork()
        if child == 0:
            try:
                batch.step()
            except ForkedError:
                batch.close()
                os._exit(0)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        batch.step()


def test_calls_of_two_threads_are_refused() -> None:
    with Batch(MODELS["ant"], 16, 2) as batch:
        errors: list[Exception] = []

        def step() -> None:
            try:
                for _ in range(10):
                    batch.step(20)
            except Exception as error:
                errors.append(error)

        threads = [threading.Thread(target=step) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all("in progress" in str(error) for error in errors)
        assert len(errors) <= 1


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_ctrl_c_ends_a_long_call() -> None:
    with Batch(MODELS["ant"], 1000, 2) as batch:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            with pytest.raises(KeyboardInterrupt):
                batch.step(200)
        finally:
            signal.signal(signal.SIGALRM, before)
        batch.step()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("call", ["step", "rollout"])
def test_ctrl_c_ends_long_simulations(threads: int, call: str) -> None:
    """Within a simulation, too: the whole would take minutes."""
    with Batch(SMALL, 2, threads) as batch:
        steps, controls = 1_000_000_000, np.zeros((2, 3_000_000, batch.model.nu))
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            with pytest.raises(KeyboardInterrupt):
                batch.step(steps) if call == "step" else batch.rollout(controls)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert 0 < batch.time[0] < 1000
        batch.step()


def test_empty_choices_are_answered() -> None:
    with expanded() as batch:
        contacts = batch.contacts([])
        assert [contacts.counts.shape, contacts.force.shape] == [(0,), (0, 6)]
        assert batch.get_state([]).physics.shape[0] == 0
        batch.set_state(batch.get_state([]), [])
        batch.set_const([])
        assert batch.jacobian_site("tip", [])[0].shape == (0, 3, batch.model.nv)


@pytest.mark.parametrize("name", ["control", "passive", "contactfilter", "sensor", "act_gain"])
def test_global_callbacks_are_refused(name: str) -> None:
    """They would be called in threads, for simulations that Python does not know."""
    with small() as batch:
        getattr(mujoco, f"set_mjcb_{name}")(lambda *_: 0)
        try:
            for call in (batch.step, batch.forward, lambda: Batch(SMALL, 1)):
                with pytest.raises(ValueError, match=rf"set_mjcb_{name}\(None\)"):
                    call()
        finally:
            getattr(mujoco, f"set_mjcb_{name}")(None)
        batch.step()


def test_workers_may_be_shared() -> None:
    with parallel_pool.Workers(2) as workers:
        batches = [Batch(SMALL, 5, workers=workers) for _ in range(2)]
        for batch in batches:
            batch.step(3)
        np.testing.assert_array_equal(batches[0].qpos, batches[1].qpos)
        for batch in batches:
            batch.close()


# --- Refusals ------------------------------------------------------------------------------------


def small(**options: Any) -> Batch:
    return Batch(SMALL, 3, 1, **options)


PLUGIN = """
<mujoco><extension><plugin plugin="mujoco.pid"><instance name="pid"/></plugin></extension>
<worldbody><body><joint name="a"/><geom size="1"/></body></worldbody>
<actuator><plugin joint="a" plugin="mujoco.pid" instance="pid"/></actuator></mujoco>
"""
BROKEN = MODEL.replace('<site name="tip"', '<body><joint/></body><site name="tip"')
BIGGER = MODEL.replace('<site name="tip"', '<site name="more"/><site name="tip"')

# Each mistake: what is done, the exception, and what its message says.
MISTAKES: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "no model": (lambda: Batch(None, 1), TypeError, "model must be a mujoco.MjModel"),
    "data for a model": (lambda: Batch(mujoco.MjData(SMALL), 1), TypeError, "got MjData"),
    "no file": (lambda: Batch("nowhere.xml", 1), FileNotFoundError, "no model file 'nowhere.xml'"),
    "a folder": (lambda: Batch(str(ASSETS), 1), IsADirectoryError, "is a folder"),
    "XML for a path": (lambda: Batch(MODEL, 1), FileNotFoundError, "from_xml_string"),
    "a plugin": (lambda: Batch(mujoco.MjModel.from_xml_string(PLUGIN), 1), ValueError, "1 plugins"),
    "no models": (lambda: Batch([], 1), ValueError, "empty sequence"),
    "models of other sizes": (
        lambda: Batch([SMALL, mujoco.MjModel.from_xml_string(BIGGER)], 2), ValueError,
        "differ in .*nsite 1 and 2",
    ),
    "a number of no model": (lambda: small(of=[0, 0, 1]), ValueError, "numbers from 0 to 0"),
    "too few numbers of models": (lambda: small(of=[0]), ValueError, "each of 3 simulations"),
    "no simulations": (lambda: Batch(SMALL, 0), ValueError, "num_envs"),
    "half a simulation": (lambda: Batch(SMALL, 1.5), TypeError, "num_envs"),
    "no threads": (lambda: Batch(SMALL, 1, 0), ValueError, "num_threads"),
    "workers and threads": (
        lambda: Batch(SMALL, 1, 1, workers=parallel_pool.Workers(1)), ValueError, "only one of",
    ),
    "a number of workers": (lambda: small_with_workers(2), TypeError, "parallel_pool.Workers"),
    "a NUMA node": (lambda: small(numa="some"), ValueError, "numa"),
    "what warnings do": (lambda: small(on_warning="print"), ValueError, "'raise' or 'count'"),
    "an unknown field": (lambda: small().bind("qpso"), ValueError, "did you mean 'qpos'"),
    "an unknown attribute": (lambda: small().qpso, AttributeError, "did you mean 'qpos'"),
    "no name": (lambda: small().bind(3), TypeError, "must be a str"),
    "contacts": (lambda: small().bind("contact"), ValueError, "no fixed size"),
    "forces of constraints": (lambda: small().bind("efc_force"), ValueError, "no fixed size"),
    "a number that is no array": (lambda: small().bind("ncon"), ValueError, "no array 'ncon'"),
    "a result that is written": (lambda: set_item(small().xpos), ValueError, "read-only"),
    "an array that is replaced": (lambda: set_ctrl(small()), AttributeError, r"batch.ctrl\[:\] ="),
    "a row of another shape": (lambda: set_row(small().ctrl), ValueError, "broadcast"),
    "an unknown parameter": (lambda: small().expand("body_mas"), ValueError, "mean 'body_mass'"),
    "no name of a parameter": (lambda: small().expand(None), TypeError, "must be a str"),
    "a parameter of structure": (lambda: small().expand("body_parentid"), ValueError, "structure"),
    "a flag": (lambda: small().expand("geom_contype"), ValueError, "only arrays of floats"),
    "a compiled parameter": (lambda: small().expand("key_qpos"), ValueError, "compile several"),
    "sizes of geoms": (lambda: small().expand("geom_size"), ValueError, "compile several models"),
    "an empty parameter": (lambda: small().expand("tendon_length0"), ValueError, "no elements"),
    "constants of nothing": (lambda: small().set_const(), ValueError, "expand one of them first"),
    "no steps": (lambda: small().step(0), ValueError, "substeps"),
    "half a step": (lambda: small().step(0.5), TypeError, "substeps"),
    "a negative simulation": (lambda: small().step(ids=[-1]), IndexError, "-1"),
    "a simulation twice": (lambda: small().step(ids=[1, 1]), ValueError, "simulation 1 twice"),
    "ids in words": (
        lambda: small().step(ids=[3]), IndexError,
        "simulation 3 is out of range: this batch has 3 simulations, 0 to 2",
    ),
    "constants of text": (lambda: expanded().set_const("x"), TypeError, "ids must be .* got 'x'"),
    "contacts of halves": (lambda: small().contacts([0.5]), TypeError, "ids must be"),
    "contacts twice": (lambda: small().contacts([1, 1]), ValueError, "simulation 1 twice"),
    "a state of a number": (lambda: small().get_state(1), TypeError, "ids must be .* got 1"),
    "a Jacobian of a number": (lambda: small().jacobian_site(0, 1), TypeError, "ids must be"),
    "a clone of a half": (lambda: small().clone([0.7], [1]), TypeError, "from_ids must be"),
    "a clone to nothing": (lambda: small().clone([0], None), TypeError, "to_ids must be"),
    "clones by a mask": (lambda: small().clone([True], [False]), TypeError, "from_ids must be"),
    "a mask for ids": (lambda: small().step(ids=[True, False]), TypeError, "ints"),
    "an unknown keyframe": (lambda: small().reset(keyframe=2), ValueError, "below 2"),
    "an unknown name": (lambda: small().reset(keyframe="left"), ValueError, r"\['up', 'down'\]"),
    "a state of fewer": (lambda: set_fewer(small()), ValueError, "must have shape"),
    "a state with parameters": (lambda: set_other(small()), ValueError, "has expanded"),
    "no state": (lambda: small().set_state([1.0]), TypeError, "must be a BatchState"),
    "controls of a loop": (
        lambda: small().rollout(np.zeros((3, 1))), ValueError, r"shape \(3, steps, 1\)",
    ),
    "an unknown site": (lambda: small().jacobian_site("top"), ValueError, r"it has \['tip'\]"),
    "a number of no site": (lambda: small().velocity_of_site(1), ValueError, "below 1"),
    "unequal clones": (lambda: small().clone([0], [1, 2]), ValueError, "as many to_ids"),
    "a clone of itself": (lambda: small().clone([0], [0]), ValueError, "from_ids and to_ids"),
    "a clone twice": (lambda: small().clone([0, 1], [2, 2]), ValueError, "twice"),
    "data of no simulation": (lambda: small().data(3), IndexError, "no simulation 3"),
    "a pickle": (lambda: pickle.dumps(small()), TypeError, "pickle what get_state"),
}  # fmt: skip


def expanded() -> Batch:
    batch = small()
    batch.expand("body_mass")
    return batch


def small_with_workers(workers: Any) -> Batch:
    return Batch(SMALL, 3, workers=workers)


def set_item(array: np.ndarray) -> None:
    array[0] = 0


def set_row(array: np.ndarray) -> None:
    array[0] = [1.0, 2.0]


def set_ctrl(batch: Batch) -> None:
    batch.ctrl = np.zeros(3)  # type: ignore[assignment]


def set_fewer(batch: Batch) -> None:
    batch.set_state(batch.get_state([0, 1]))


def set_other(batch: Batch) -> None:
    state = batch.get_state()
    batch.expand("body_mass")
    batch.set_state(state)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_refused(mistake: str) -> None:
    call, error, message = MISTAKES[mistake]
    with pytest.raises(error, match=message):
        call()


def test_a_model_that_does_not_compile() -> None:
    with pytest.raises(ValueError, match="mass and inertia"):
        Batch(mujoco.MjSpec.from_string(BROKEN), 1)


def test_closing_within_a_call_is_refused() -> None:
    """It would wait for itself; a later one closes."""
    batch = Batch(SMALL, 64, 2)
    before = signal.signal(signal.SIGALRM, lambda *_: batch.close())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(ConcurrentCallError, match=r"close\(\) was called within another call"):
            batch.step(20_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    batch.step()
    batch.close()
    assert batch.closed


def test_a_refused_expansion_can_be_tried_again() -> None:
    """As another thread steps."""
    with Batch(SMALL, 64, 2) as batch:
        stepping = threading.Thread(target=lambda: batch.step(2_000))
        stepping.start()
        while stepping.is_alive():
            with contextlib.suppress(ConcurrentCallError):
                batch.expand("body_mass")
        stepping.join()
        batch.expand("body_mass")
        batch.step()
