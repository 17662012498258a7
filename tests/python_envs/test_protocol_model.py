# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A model of requests to a worker, of which every state is visited.

It has the rules of `channel.h` and `requests.cpp` and nothing else: one worker, messages of two
parts, and a connection that holds one part at a time, so that every message can be torn. The call
may be interrupted, and the worker killed, before every move. A worker that is stopped is one whose
moves come late. Whether the code keeps these rules is what `interrupts.py` tries out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

PARTS = 2  # of a message
ROOM = 1  # parts that the connection holds in each direction
REQUESTS, INTERRUPTS, KILLS = 4, 3, 2


class Part(NamedTuple):
    number: int  # of the request
    value: int  # what is asked, or answered
    place: int


Parts = tuple[Part, ...]


class Fault(AssertionError):  # noqa: N818 - what the model shows
    pass


@dataclass(frozen=True)
class Rules:
    """What the protocol demands; a test leaves each of them out."""

    drains: bool = True  # no request is posted before the one before it was answered
    remembers: bool = True  # a worker that took another one's place does not owe its answer
    keeps_halves: bool = True  # an interrupt leaves what is half written and half read


class State(NamedTuple):
    # The call, within which alone the pool makes moves.
    wants: int = 0  # the value that it asks for; 0: there is no call
    posted: int = 0  # the number of its request; 0: none yet
    # What the pool knows of its worker.
    runs: bool = True
    asked: int = 0
    answered: int = 0
    outgoing: Parts = ()
    incoming: Parts = ()
    # The connection.
    to_worker: Parts = ()
    to_pool: Parts = ()
    # The worker.
    alive: bool = True
    tasks: int = 0  # requests that its queue announces
    awake: bool = False
    read: Parts = ()
    answer: Parts = ()
    # What may still happen.
    requests: int = REQUESTS
    interrupts: int = INTERRUPTS
    kills: int = KILLS


def message(number: int, value: int) -> Parts:
    return tuple(Part(number, value, place) for place in range(PARTS))


def joined(have: Parts, part: Part) -> Parts:
    """The message as far as it was read."""
    if part.place != len(have) or any(one[:2] != part[:2] for one in have):
        raise Fault(f"a torn message: {have} and {part}")
    return (*have, part)


def pool_moves(s: State, rules: Rules) -> Iterator[State]:
    """What the pool may do next while a call waits."""
    if not s.wants:
        return
    lost = s.posted and (not s.runs or (rules.remembers and s.asked != s.posted))
    if lost:
        yield s._replace(wants=0, posted=0)  # it fails, since its worker has ended
    if not s.runs:  # another one takes its place, maybe before the call looks
        yield s._replace(runs=True, alive=True)
    if lost or not s.runs:
        return
    if s.posted and s.asked == s.answered:
        raise Fault("a call ends without an answer")
    if not s.posted and (s.asked == s.answered or not rules.drains):
        if s.tasks or s.awake:
            raise Fault("a second request is in the worker's queue")
        number = s.asked + 1
        outgoing = s.outgoing + message(number, s.wants)
        yield s._replace(asked=number, posted=number, outgoing=outgoing, tasks=s.tasks + 1)
    if s.outgoing and len(s.to_worker) < ROOM and s.alive:
        first, *rest = s.outgoing
        yield s._replace(outgoing=tuple(rest), to_worker=(*s.to_worker, first))
    if len(s.incoming) == PARTS:
        number, value, _ = s.incoming[0]
        taken = s._replace(incoming=(), answered=number)
        if s.posted and number == s.asked:
            if value != s.wants:
                raise Fault(f"{s.wants} was asked for, and {value} answered")
            taken = taken._replace(wants=0, posted=0)
        yield taken
    elif s.to_pool:
        yield s._replace(incoming=joined(s.incoming, s.to_pool[0]), to_pool=s.to_pool[1:])
    if not s.alive:  # noticed, now or later: what it has sent may still be read
        nothing: Parts = ()
        yield s._replace(
            runs=False, asked=0, answered=0, tasks=0, awake=False, read=nothing, answer=nothing
        )._replace(outgoing=nothing, incoming=nothing, to_worker=nothing, to_pool=nothing)


def worker_moves(s: State) -> Iterator[State]:
    """What the worker may do next."""
    if not s.alive:
        return
    if not s.awake and s.tasks:
        yield s._replace(awake=True, tasks=s.tasks - 1)
    elif s.answer and len(s.to_pool) < ROOM:
        rest = s.answer[1:]
        yield s._replace(answer=rest, to_pool=(*s.to_pool, s.answer[0]), awake=bool(rest))
    elif s.awake and not s.answer and s.to_worker:
        read = joined(s.read, s.to_worker[0])
        if len(read) < PARTS:
            yield s._replace(read=read, to_worker=s.to_worker[1:])
        else:
            yield s._replace(read=(), to_worker=s.to_worker[1:], answer=message(*read[0][:2]))


def events(s: State, rules: Rules) -> Iterator[State]:
    """What users and the system may do next."""
    if not s.wants and s.requests:
        yield s._replace(wants=1 + REQUESTS - s.requests, requests=s.requests - 1)
    if s.wants and s.interrupts:
        ended = s._replace(wants=0, posted=0, interrupts=s.interrupts - 1)
        yield ended if rules.keeps_halves else ended._replace(outgoing=(), incoming=())
    if s.alive and s.kills:
        yield s._replace(alive=False, kills=s.kills - 1)


def explore(rules: Rules) -> int:
    """Visits every state; how many there are.

    Raises:
        Fault: an answer of another request, a torn message, or a call that can never end.
    """
    found = {State()}
    waiting = [State()]
    while waiting:
        state = waiting.pop()
        moves = [*pool_moves(state, rules), *worker_moves(state)]
        if state.wants and not moves:
            raise Fault(f"a call waits for ever: {state}")
        for after in (*moves, *events(state, rules)):
            if after not in found:
                found.add(after)
                waiting.append(after)
    return len(found)


def test_every_answer_is_that_of_its_request() -> None:
    """Each move but an event brings something on, so a call that never lacks one ends."""
    assert explore(Rules()) > 1000


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (Rules(drains=False), "a second request is in the worker's queue"),
        (Rules(remembers=False), "a call ends without an answer"),
        (Rules(keeps_halves=False), "a torn message|waits for ever"),
    ],
)
def test_each_rule_is_needed(rules: Rules, fault: str) -> None:
    with pytest.raises(Fault, match=fault):
        explore(rules)
