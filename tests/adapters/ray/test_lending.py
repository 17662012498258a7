# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches that an actor lends stay as they are until the caller drops them, and then return."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.pool.engine_options import shared_batches
from parallel_pool.testing import assert_same

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

from parallel_pool.ray.lending import Borrower, Lender, Offer, unpack

ENVS = 600  # rows that are large enough to be lent


class Ends:
    """An actor's end and a caller's, in one process; both use the file as two processes would."""

    def __init__(self, make: Any) -> None:
        with shared_batches():
            self.pool = make()
        self.rows = self.pool._engine.pool
        self.lender, self.borrower = Lender(self.rows.shared_memory), Borrower()
        self.borrower.accept(self.lender.offer())

    def call(self, name: str, *args: Any) -> Any:
        """What the caller gets, by way of bytes."""
        loan = self.borrower.loan()
        request, told = self.borrower.request(loan, name, args)
        self.borrower.told(told)
        name, args, number, returned = pickle.loads(request)
        self.lender.take_back(returned)
        return unpack(loan, self.lender.pack(number, getattr(self.rows, name)(*args)))


@pytest.fixture(params=["C++", "Python"])
def ends(request: pytest.FixtureRequest) -> Iterator[Ends]:
    def make() -> Any:
        if request.param == "C++":
            return parallel_pool.make("CartPole-v1", num_envs=ENVS, seed=1)
        return parallel_pool.make_python(lambda: gymnasium.make("CartPole-v1"), ENVS, seed=1)

    made = Ends(make)
    yield made
    made.pool.close()


def test_kept_batches_stay_and_dropped_ones_return(ends: Ends) -> None:
    actions = np.ones(ENVS, np.int64)
    kept = [ends.call("reset", None, 3)]
    copies = [kept[0][0].copy()]
    for _ in range(12):
        batch = ends.call("step", actions)
        assert not batch[0].flags.writeable
        kept.append(batch)
        copies.append(batch[0].copy())
    for batch, copy in zip(kept, copies, strict=True):
        assert_same(batch[0], copy)
    assert len(ends.lender._lent) == 13
    view = kept[4][0][5:7]
    del kept, batch
    ends.call("step", actions)
    ends.call("step", actions)
    assert len(ends.lender._lent) == 2  # of the view, and of a call that nothing came after
    assert_same(view, copies[4][5:7])


def test_a_call_whose_result_nobody_wants_lends_nothing(ends: Ends) -> None:
    ends.call("reset")
    loan = ends.borrower.loan()
    answer = ends.lender.pack(loan.call, ends.rows.step(np.ones(ENVS, np.int64)))
    first, again = unpack(loan, answer), unpack(loan, answer)  # as after Ctrl-C
    assert_same(first, again)
    del loan, first
    assert ends.borrower.request(None, "", ())[1] == 1  # of the reset
    del again
    assert ends.borrower.request(None, "", ())[1] == 2


def test_elsewhere_arrays_travel(ends: Ends) -> None:
    """To a machine, or a process, that cannot open the file."""
    offer = ends.lender.offer()
    assert offer is not None
    for wrong in (
        offer._replace(boot_id="another"),
        offer._replace(pid=2**22),
        offer._replace(descriptor=0),
        offer._replace(identity=(1, 2, 3)),
    ):
        borrower = Borrower()
        borrower.accept(wrong)
        assert borrower.loan() is None
    batch = ends.rows.reset(None, 3)
    head, apart = ends.lender.pack(None, batch)
    assert len(head) < 4096
    assert_same(unpack(None, (head, [bytes(one.raw()) for one in apart])), batch)
    assert not ends.lender._lent


_LENDS_AND_ENDS = """
import os, pickle, sys
import parallel_pool
from parallel_pool.pool.engine_options import shared_batches
from parallel_pool.ray.lending import Lender
with shared_batches():
    pool = parallel_pool.make("CartPole-v1", num_envs=600, seed=1)
rows = pool._engine.pool
lender = Lender(rows.shared_memory)
answer = lender.pack(1, rows.reset(None, 3))
sys.stdout.buffer.write(pickle.dumps((tuple(lender.offer()), answer)))
sys.stdout.flush()
os.close(1)
sys.stdin.read()
"""


def test_batches_stay_after_the_lender_ends_in_order() -> None:
    """As after SIGTERM: the interpreter frees what is left, and a pool gives memory back."""
    with subprocess.Popen(
        [sys.executable, "-c", _LENDS_AND_ENDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        offer, answer = pickle.loads(process.stdout.read())
        borrower = Borrower()
        borrower.accept(Offer(*offer))
        observations, _ = unpack(borrower.loan(), answer)
        copy = observations.copy()
        process.stdin.close()
        assert process.wait(60) == 0
    assert not observations.flags.writeable
    assert copy.any()
    assert_same(observations, copy)
