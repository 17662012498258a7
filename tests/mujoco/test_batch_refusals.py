# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches refuse what they cannot do, tell of warnings, and end at once."""

from __future__ import annotations

import contextlib
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
from parallel_pool.mujoco import Batch

from tests.mujoco.models import ASSETS, MODEL

SMALL = mujoco.MjModel.from_xml_string(MODEL)
ANT = mujoco.MjModel.from_xml_path(str(ASSETS / "ant.xml"))


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
    with Batch(ANT, 16, 2) as batch:
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
    with Batch(ANT, 1000, 2) as batch:
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
