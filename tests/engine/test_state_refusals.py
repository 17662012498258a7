# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""States that do not fit or are damaged are refused, and nothing is changed."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import errors
from parallel_pool.pool import state
from parallel_pool.testing import assert_same

from tests.driver import Driver
from tests.support import IDS


def header_of(saved: bytes) -> dict[str, Any]:
    """The header that `parallel_pool.pool.state` describes."""
    end = 8 + int.from_bytes(saved[4:8], "little")
    header: dict[str, Any] = json.loads(saved[8:end])
    return header


def with_header(saved: bytes, **changes: object) -> bytes:
    """The same state with other facts in its header."""
    end = 8 + int.from_bytes(saved[4:8], "little")
    header = json.dumps(header_of(saved) | changes).encode()
    return saved[:4] + len(header).to_bytes(4, "little") + header + saved[end:]


class Untouched:
    """A pool whose twin shows that refused calls changed nothing."""

    def __init__(self, id: str = "CartPole-v1", **keywords: Any) -> None:
        self.driver, self.twin = (Driver(id, num_envs=4, **keywords) for _ in range(2))
        self.envs = self.driver.envs
        for driver in (self.driver, self.twin):
            driver.run(3, seed=5)
        self.saved = self.envs.get_state()

    def check(self) -> None:
        assert self.envs.get_state() == self.saved
        for _ in range(3):
            assert_same(self.driver.advance(range(4)), self.twin.advance(range(4)))
        self.saved = self.envs.get_state()


def test_states_of_another_owner() -> None:
    """The message names the owner of the state and the environment."""
    pools = Untouched("CartPole-v1")
    others = {
        "id": Driver("CartPole-v0", num_envs=1),
        "config": Driver("CartPole-v1", num_envs=1, sutton_barto_reward=True),
    }
    for key, other in others.items():
        other.run(1)
        saved = other.envs.get_state()[0]
        theirs, ours = header_of(saved)[key], header_of(pools.saved[0])[key]
        message = f"belongs to another {key}: it has '{theirs}', this environment '{ours}'"
        with pytest.raises(errors.StateError, match=message):
            pools.envs.set_state([0], [saved])
        pools.check()
    for name, value in {"autoreset_mode": "SameStep", "max_episode_steps": 7}.items():
        other = Driver("CartPole-v1", num_envs=1, **{name: value})
        other.run(1)
        with pytest.raises(errors.StateError, match="belongs to another config"):
            pools.envs.set_state([0], other.envs.get_state())
    pools.check()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 1, "digest": "0"}, "has the format 1, .* cannot load: it expects the format 2"),
        ({"format": None}, "has the format None, .* cannot load: it expects the format 2"),
        ({"library": "0.0.7"}, "another library: it has '0.0.7', this environment '"),
        ({"id": 7}, "another id: it has 7, this environment 'CartPole-v1'"),
        ({"digest": "0"}, "the state is damaged: its header is not in canonical form"),
    ],
)
def test_headers_of_other_versions(changes: dict[str, object], message: str) -> None:
    pools = Untouched()
    with pytest.raises(errors.StateError, match=message):
        pools.envs.set_state([2], [with_header(pools.saved[2], **changes)])
    pools.check()


def test_a_header_in_other_bytes() -> None:
    """JSON does not notice this damage."""
    pools = Untouched()
    bad = pools.saved[0].replace(b'": ', b'":\t', 1)
    with pytest.raises(errors.StateError, match="its header is not in canonical form"):
        pools.envs.set_state([0], [bad])
    pools.check()


@pytest.mark.parametrize("id", IDS)
def test_damaged_states(id: str) -> None:
    """Cut, lengthened, flipped or random bytes: an exception, and nothing was changed."""
    pools = Untouched(id)
    good = pools.saved[1]

    @given(data=st.data())
    @settings(max_examples=40)
    def refused(data: st.DataObject) -> None:
        kind = data.draw(st.sampled_from(["cut", "longer", "flip", "random", "header"]))
        at = data.draw(st.integers(0, len(good) - 1))
        if kind == "cut":
            bad = good[:at]
        elif kind == "longer":
            bad = good + data.draw(st.binary(min_size=1))
        elif kind == "flip":
            flipped = good[at] ^ data.draw(st.integers(1, 255))
            bad = good[:at] + bytes([flipped]) + good[at + 1 :]
        elif kind == "random":
            bad = data.draw(st.binary(max_size=200))
        else:
            bad = good[:4] + data.draw(st.binary(min_size=4, max_size=60)) + good[8:]
        with pytest.raises(errors.StateError):
            pools.envs.set_state([0, 1], [pools.saved[0], bad])

    refused()
    pools.check()


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"PPST",
        b"PPST\xff\xff\xff\xff",
        b"PPST" + (90_000).to_bytes(4, "little") + b"[" * 90_000,
        b"PPST\x02\0\0\0[]",
        b"PPST\x04\0\0\0null",
    ],
)
def test_bytes_that_are_no_state(garbage: bytes) -> None:
    pools = Untouched()
    with pytest.raises(errors.StateError, match="these bytes are not a saved state"):
        pools.envs.set_state([0], [garbage])
    pools.check()


@pytest.mark.parametrize("id", IDS)
def test_payloads_of_another_length(id: str) -> None:
    """The engine finds what the header cannot show, and undoes a partial load."""
    pools = Untouched(id)
    owner = state.Owner(**header_of(pools.saved[0]))
    payload = owner.unpack(pools.saved[3])
    assert owner.pack(payload) == pools.saved[3]
    for cut in range(0, len(payload), max(len(payload) // 40, 1)):
        with pytest.raises(errors.StateError, match=r"the state is cut short: |no phase"):
            pools.envs.set_state([1, 2], [pools.saved[1], owner.pack(payload[:cut])])
    with pytest.raises(
        errors.StateError, match=r"the state holds .* bytes, but the environment reads"
    ):
        pools.envs.set_state([1], [owner.pack(payload + b"\0")])
    pools.check()


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ("text", TypeError, "a state must be bytes from get_state, got str"),
        (None, TypeError, "got NoneType"),
        (np.zeros(9, np.uint8), TypeError, "got ndarray"),
    ],
)
def test_states_that_are_no_bytes(value: object, error: type, message: str) -> None:
    pools = Untouched()
    with pytest.raises(error, match=message):
        pools.envs.set_state([0], [value])
    pools.check()
    for form in (bytearray, memoryview):
        pools.envs.set_state([0], [form(pools.saved[0])])
    pools.check()


READ_ONLY = np.empty(1000, np.uint8)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        (5, TypeError, "^out must be a buffer to write to, such as .*, got int: "),
        ("text", TypeError, "got str: "),
        (bytes(1000), TypeError, "got bytes: it is read-only$"),
        (READ_ONLY, TypeError, "got ndarray: it is read-only$"),
        (np.empty(2000, np.uint8)[::2], TypeError, "got ndarray: .* C-contiguous"),
        (np.empty(1000, object), TypeError, "got ndarray: "),
        (bytearray(30), ValueError, "^out has 30 bytes, but the states of 4 environments take "),
    ],
)
@pytest.mark.parametrize("options", [{}, {"normalize_reward": True}])
def test_buffers_for_states(options: dict[str, Any], out: Any, error: type, message: str) -> None:
    pools = Untouched(**options)
    with pytest.raises(error, match=message):
        pools.envs.get_state(out=out)
    pools.check()


def test_buffers_of_states() -> None:
    """Part of a buffer is a state only if it has all of it."""
    pools = Untouched()
    out = bytearray(1000)
    states = pools.envs.get_state(out=out)
    out[len(states[0]) - 1] ^= 1
    out[len(states[0]) + 6] ^= 1
    view = memoryview(out)
    for bad, message in (
        (states[0], "checksum"),
        (states[1], "cannot be read|canonical"),
        (view[: len(states[0]) // 2], "not a saved state|checksum|ends within"),
        (view[:3], "not a saved state"),
        (view[::2], "not a saved state"),
    ):
        with pytest.raises(errors.StateError, match=message):
            pools.envs.set_state([0], [bad])
    pools.envs.set_state([2], [states[2]])
    pools.check()


def test_states_that_are_no_list() -> None:
    """One state alone is as long as its bytes, so its length would say nothing."""
    pools = Untouched()
    for states in (pools.saved[0], 5):
        message = (
            f"states must be a list with a state for each environment, got {type(states).__name__}"
        )
        with pytest.raises(TypeError, match=message):
            pools.envs.set_state([0], states)
    pools.check()


@pytest.mark.parametrize(
    ("env_id", "count", "error", "message"),
    [
        ([0, 4], 2, IndexError, "env id 4 is out of range: this pool has 4 environments, 0 to 3"),
        ([-1], 1, IndexError, "env id -1 is out of range"),
        ([2**63], 1, IndexError, "env id 9223372036854775808 is out of range"),
        ([2, 2], 2, ValueError, "env id 2 appears twice"),
        ([0, 1], 1, ValueError, "expected 2 states, got 1"),
        (None, 3, ValueError, "expected 4 states, got 3"),
        ([0.0], 1, TypeError, "one-dimensional array or sequence of ints"),
        (0, 1, TypeError, "one-dimensional array or sequence of ints, got 0"),
    ],
)
def test_env_ids_of_states(env_id: Any, count: int, error: type, message: str) -> None:
    pools = Untouched()
    other = Driver("CartPole-v1", num_envs=4)
    other.run(9)
    with pytest.raises(error, match=message):
        pools.envs.set_state(env_id, other.envs.get_state()[:count])
    pools.check()
    if "states" not in message and "twice" not in message:
        with pytest.raises(error, match=message):
            pools.envs.get_state(env_id)


def test_environments_in_flight() -> None:
    """They can be neither saved nor set; the others can."""
    pools = Untouched()
    batch = pools.driver.actions([2])
    pools.envs.send(batch, [2])
    with pytest.raises(errors.InFlightError, match="env id 2 is in flight"):
        pools.envs.get_state()
    with pytest.raises(errors.InFlightError, match="env id 2 is in flight"):
        pools.envs.set_state([0, 2], pools.saved[:2])
    assert pools.envs.get_state([0, 1, 3]) == [pools.saved[i] for i in (0, 1, 3)]
    pools.envs.set_state([0], [pools.saved[0]])
    pools.driver.receive()
    pools.twin.advance([2])
    pools.saved = pools.envs.get_state()
    pools.check()


def test_environments_without_a_state() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.get_state()
    envs.reset(env_id=[0])
    assert len(envs.get_state([0])) == 1
    with pytest.raises(errors.ResetNeededError, match="env id 1 was never reset"):
        envs.get_state()


def test_all_or_none() -> None:
    """If one of many states is bad, those before it are undone."""
    pools = Untouched("Crowd-v0")
    other = Driver("Crowd-v0", num_envs=4)
    other.run(6, seed=77)
    states = other.envs.get_state()
    owner = state.Owner(**header_of(states[0]))
    for bad in range(4):
        mixed = list(states)
        mixed[bad] = owner.pack(owner.unpack(states[bad])[:-1])
        with pytest.raises(errors.StateError, match="cut short"):
            pools.envs.set_state(None, mixed)
        pools.check()


def test_known_states_before_a_bad_one() -> None:
    """Nothing is lost either where a pool loads states that it saved itself."""
    pools = Untouched("Crowd-v0")
    known = pools.saved
    pools.check()
    owner = state.Owner(**header_of(known[0]))
    for _ in range(2):  # the second time they were loaded before, too
        mixed = [*known[:3], owner.pack(owner.unpack(known[3])[:-1])]
        with pytest.raises(errors.StateError, match="cut short"):
            pools.envs.set_state(None, mixed)
        pools.check()
        now = pools.envs.get_state()
        pools.envs.set_state(None, known)
        assert pools.envs.get_state() == known
        pools.envs.set_state(None, now)
