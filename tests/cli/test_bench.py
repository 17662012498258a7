# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The parts of the benchmark: cases, contenders, rounds and statistics, without any clock."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool import registry
from parallel_pool.family import Case
from parallel_pool.tools.bench.cases import all_cases, left_out, select
from parallel_pool.tools.bench.contenders import (
    RIVALS,
    GymnasiumAsync,
    GymnasiumVectorised,
    ParallelPool,
)
from parallel_pool.tools.bench.cpu_time import (
    FamilyClock,
    cpu_clock_with,
    descendants,
    own_cpu_seconds,
)
from parallel_pool.tools.bench.measure import (
    CaseResult,
    Plan,
    Result,
    Slice,
    draw_actions,
    measure,
)
from parallel_pool.tools.bench.neighbours import Neighbours, allowed_cpus
from parallel_pool.tools.bench.replay import ids_with_references, replay
from parallel_pool.tools.bench.report import absences, short, times
from parallel_pool.tools.bench.scale import thread_counts
from parallel_pool.tools.bench.sessions import Session

from tests.families.facts import all_families

ONCE = Plan(rounds=1, seconds=0.001)
FOUR = Case("CartPole-v1", 4)


class Notes:
    """An observer that writes everything down."""

    def __init__(self) -> None:
        self.slices = 0
        self.contenders: list[str] = []

    def opening(self, case: Case) -> None:
        """Nothing to note."""

    def running(self, slices: int) -> None:
        """How many slices are promised."""
        self.slices = slices

    def measured(self, contender: str, rate: float) -> None:
        """Whose slice it was."""
        assert rate > 0
        self.contenders.append(contender)


class Idle:
    """A contender that does nothing, and counts how often it is asked to."""

    settling = 1

    def __init__(self, name: str) -> None:
        self.name = name
        self.actions: list[Any] = []
        self.closed = False

    def why_not(self, case: Case) -> str | None:
        """It runs everything."""
        return None

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Itself."""
        self.actions = actions
        return self

    def run(self, batches: int) -> None:
        """Some work, so that time passes."""
        assert batches >= 1
        sum(range(100 * batches))

    def close(self) -> None:
        """Notes it."""
        self.closed = True


class Broken(Idle):
    """A contender that cannot start."""

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Fails."""
        raise RuntimeError("no such luck")


# --- Cases ----------------------------------------------------------------------------------------


def test_every_case_has_an_environment() -> None:
    """The list names ids that exist, and select without arguments is the list."""
    assert {case.id for case in all_cases()} <= set(parallel_pool.list_all_envs())
    assert select() == all_cases()


def test_select_takes_cases_from_the_list_and_makes_the_others() -> None:
    """An id or a number that is not in the list becomes a case of one thread."""
    assert select(["CartPole-v1"]) == [case for case in all_cases() if case.id == "CartPole-v1"]
    assert select(["parallel_pool/CartPole-v0"]) == [Case("CartPole-v0", 1024)]
    assert select(["CartPole-v1"], [64, 7]) == [Case("CartPole-v1", 64), Case("CartPole-v1", 7)]
    with_1024 = select(["CartPole-v1"], [1024])
    assert [case.batch_size for case in with_1024] == [None, 256]
    assert {case.id for case in select((), [5])} == {case.id for case in all_cases()}
    assert select(["CartPole-v1", "CartPole-v1"], [5, 5]) == [Case("CartPole-v1", 5)]


def test_cases_that_lack_a_package_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless they are asked for, which is an error that says what to install."""
    check = registry.check_installed

    def without_cartpole(env_type: Any) -> None:
        if env_type.id == "CartPole-v1":
            raise DependencyNotInstalled("CartPole-v1: needs a pole")
        check(env_type)

    monkeypatch.setattr(registry, "check_installed", without_cartpole)
    assert left_out()["CartPole-v1"] == "CartPole-v1: needs a pole"
    assert "CartPole-v1" not in {case.id for case in select()}
    assert "Pendulum-v1" in {case.id for case in select()}
    with pytest.raises(DependencyNotInstalled, match="needs a pole"):
        select(["CartPole-v1"])


def test_labels_say_everything() -> None:
    """Also where there is one of a thing."""
    assert FOUR.label == "CartPole-v1, 4 environments, 1 thread"
    assert Case("A-v0", 1, 2, 1).label == "A-v0, 1 environment, batches of 1, 2 threads"


# --- Contenders -----------------------------------------------------------------------------------


def test_who_can_not_run_says_why() -> None:
    """No thousand processes, no async batches in Gymnasium, no vectorised Pendulum."""
    many = GymnasiumAsync().why_not(Case("CartPole-v1", 1024))
    assert many == "it would take 1024 processes, more than 64"
    pendulum = GymnasiumVectorised().why_not(Case("Pendulum-v1", 4))
    assert pendulum == "Gymnasium has no vectorised Pendulum-v1"
    for rival in RIVALS:
        if rival.name != "EnvPool":
            reason = rival.why_not(Case("CartPole-v1", 8, 2, 4))
            assert reason == "Gymnasium has no async batches"
            assert rival.why_not(Case("Scripted-v0", 2)) == "Gymnasium has no Scripted-v0"


@pytest.mark.parametrize("case", [FOUR, Case("Blackjack-v1", 8, 2, 4)], ids=["sync", "async"])
def test_contenders_run(case: Case) -> None:
    """Everyone who has no excuse steps, and its slice counts rows."""
    result = measure(case, RIVALS, ONCE, Notes())
    for one in result.results:
        assert bool(one.slices) != bool(one.absent)
        for piece in one.slices:
            assert piece.steps > 0
            assert piece.steps % case.rows == 0
            assert piece.cpu_seconds is not None
    failed = [one.absent for one in result.results if "failed" in one.absent]
    assert not failed


def test_players_who_leave_have_no_actions() -> None:
    """Knights and archers die, and are back in the next episode."""
    case = Case("knights_archers_zombies-v11", 16)
    session = ParallelPool().open(case, draw_actions(case))
    try:
        session.run(300)
        session.run(100)
    finally:
        session.close()


def test_a_process_s_clock_counts_its_cpu_time() -> None:
    """Of this process twice, when it is taken for another one."""
    before = own_cpu_seconds()
    both = cpu_clock_with([os.getpid()])()
    assert before is not None
    assert both is not None
    assert both >= 2 * before


BUSY = "import sys, time\nwhile time.process_time() < float(sys.argv[1]): pass"
AND_A_CHILD = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BUSY!r}, '9'])"


def python(code: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A process that runs this code."""
    return subprocess.Popen([sys.executable, "-c", code, *arguments])


def test_a_family_s_clock_counts_children_and_theirs() -> None:
    """While they run and when they have ended."""
    clock = FamilyClock()
    with python(AND_A_CHILD) as parent:
        start = clock()
        while clock() - start < 0.3:
            time.sleep(0.001)
        (grandchild,) = descendants(parent.pid)
        os.kill(grandchild, signal.SIGKILL)
    assert parent.pid not in descendants(os.getpid())
    start = clock()
    with python(BUSY, "0.2") as ended:
        ended.wait()
    assert clock() - start >= 0.2


def test_a_family_s_clock_leaves_out_children_of_before() -> None:
    """Such as neighbours that keep CPUs busy."""
    with python(BUSY, "9") as before:
        clock, with_it = FamilyClock(), cpu_clock_with([before.pid])
        start, start_with_it = clock(), with_it()
        while (with_it() or 0.0) - (start_with_it or 0.0) < 0.5:
            time.sleep(0.001)
        assert clock() - start < 0.25
        before.kill()


# --- Rounds ---------------------------------------------------------------------------------------


def test_everyone_runs_in_every_round_in_rotating_order() -> None:
    """With the same actions, and is closed at the end."""
    rivals, notes = [Idle("a"), Idle("b")], Notes()
    result = measure(FOUR, rivals, Plan(rounds=3, seconds=0.001), notes)
    pool = "parallel_pool"
    assert notes.contenders == [pool, "a", "b", "a", "b", pool, "b", pool, "a"]
    assert notes.slices == 9
    assert [len(one.slices) for one in result.results] == [3, 3, 3]
    assert all(rival.closed for rival in rivals)
    assert rivals[0].actions is rivals[1].actions


def test_a_rival_that_fails_to_start_costs_nobody_anything() -> None:
    """Its failure is reported in place of its numbers."""
    result = measure(FOUR, [Broken("broken"), Idle("idle")], ONCE, Notes())
    assert [one.contender for one in result.present] == ["parallel_pool", "idle"]
    reason = "it failed to start: RuntimeError: no such luck"
    assert absences([result]) == [f"not run: broken: {reason}"]


def test_reasons_of_many_cases_are_told_once() -> None:
    """With all of them in the CSV file."""

    def case(*reasons: str) -> CaseResult:
        return CaseResult(FOUR, [Result(f"rival {i}", [], text) for i, text in enumerate(reasons)])

    assert absences([case("not here", "no A"), case("not here", ""), case("not here", "no B")]) == [
        "not run: rival 0 in 3 of 3 cases: not here",
        "not run: rival 1 in 2 of 3 cases: the CSV file says why",
    ]


def test_actions_are_the_same_in_every_run() -> None:
    """Drawn once, for all contenders; one row for each environment of a batch."""
    first, second = draw_actions(FOUR), draw_actions(FOUR)
    assert np.array_equal(first, second)
    assert np.shape(first) == (64, 4)
    assert np.shape(draw_actions(Case("Pendulum-v1", 8, 2, 4))) == (64, 4, 1)


def test_neighbours_keep_their_cpus_busy_and_end() -> None:
    """One process on each CPU, which computes; none is left."""
    cpu = allowed_cpus()[-1]
    with Neighbours([cpu]) as neighbours:
        (process,) = neighbours._processes
        assert os.sched_getaffinity(process.pid) == {cpu}
        clock = cpu_clock_with([process.pid])
        before = clock()
        assert before is not None
        while (after := clock()) is not None and after - before < 0.02:
            time.sleep(0.001)
    assert process.poll() is not None


def test_thread_counts_double_up_to_the_cpus_allowed() -> None:
    """And end with all of them."""
    assert thread_counts(1) == [1]
    assert thread_counts(2) == [1, 2]
    assert thread_counts(12) == [1, 2, 4, 8, 12]
    assert thread_counts(16) == [1, 2, 4, 8, 16]


# --- Statistics -----------------------------------------------------------------------------------


def test_ratios_are_taken_round_by_round() -> None:
    """A round in which the machine was slow for all does not change them."""
    pool = Result("parallel_pool", [Slice(100, 1.0, 1.0), Slice(100, 10.0, 2.0)])
    rival = Result("rival", [Slice(50, 1.0, 4.0), Slice(50, 10.0, 8.0)])
    result = CaseResult(FOUR, [pool, rival])
    ratio, cpu_ratio = result.ratio(rival), result.cpu_ratio(rival)
    assert (ratio.low, ratio.median, ratio.high) == (2.0, 2.0, 2.0)
    assert cpu_ratio is not None
    assert cpu_ratio.median == 8.0
    assert pool.rate.median == 55.0
    assert pool.rate.low == pytest.approx(19.0)
    assert pool.rate.high == pytest.approx(91.0)


def test_cpu_time_that_is_not_known_is_not_made_up() -> None:
    """One slice without it, and there is no number."""
    pool = Result("parallel_pool", [Slice(100, 1.0, 1.0), Slice(100, 1.0, 1.0)])
    rival = Result("rival", [Slice(50, 1.0, 4.0), Slice(50, 1.0, None)])
    assert rival.cpu_rate is None
    assert CaseResult(FOUR, [pool, rival]).cpu_ratio(rival) is None


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (29_234_567, "29.2M"),
        (999_940, "1.00M"),
        (999_400, "999k"),
        (37_940, "37.9k"),
        (1_000, "1.00k"),
        (950, "950"),
        (0.05, "0.05"),
        (2.5e9, "2.50G"),
    ],
)
def test_numbers_are_short(number: float, text: str) -> None:
    """Three digits and a letter."""
    assert short(number) == text


def test_ratios_are_short() -> None:
    """Three digits at least."""
    assert [times(value) for value in (0.5, 1, 31.44, 99.96, 1234.5)] == [
        "0.50x",
        "1.00x",
        "31.4x",
        "100x",
        "1234x",
    ]


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.id}-{case.num_envs}")
def test_every_case_can_be_measured(case: Case) -> None:
    """Actions fit, players included."""
    small = dataclasses.replace(case, num_envs=4, batch_size=case.batch_size and 2)
    session = ParallelPool().open(small, draw_actions(small))
    session.run(3)
    session.close()


def test_every_peer_says_whether_it_runs_a_case() -> None:
    """Some references are named with the module that registers them."""
    for case in all_cases():
        for rival in RIVALS:
            reason = rival.why_not(case)
            assert reason is None or isinstance(reason, str)


# --- Replay ---------------------------------------------------------------------------------------


REPLAYED = ids_with_references()
# One id of each family; the others in the exhaustive part.
FIRST = [next(iter(sorted({*REPLAYED} & {*facts.ids})), None) for facts in all_families().values()]


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[] if id in FIRST else [pytest.mark.slow]) for id in REPLAYED]
)
def test_replays_agree(id: str) -> None:
    """Every id with a reference, over its whole replay."""
    outcome = replay(id)
    assert outcome.difference == ""
    assert outcome.steps == 1200
    limit = registry.find(id).max_episode_steps
    assert outcome.episodes > 0 or limit is None or limit > 300
