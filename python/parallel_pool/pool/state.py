# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The format of saved states: a header that says what the state fits, and the engine's bytes.

Layout: the magic ``PPST``, the header's length as 4 bytes (little-endian), the header as JSON
(format, library, id, config), a checksum of the payload in 8 bytes, the payload. All states of a
pool whose environments have the same options begin with the same header, which is made once. It is
compared as bytes, and read only to say how it differs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate

from parallel_pool._core import sealed, unsealed, writable_bytes
from parallel_pool.errors import StateError
from parallel_pool.when_asked import when_asked

_MAGIC = b"PPST"
_FORMAT = 2


@dataclass(frozen=True)
class Owner:
    """Identifies what a state fits: all pools in which these values are equal."""

    id: str
    config: str
    library: str
    format: int = _FORMAT

    @when_asked
    def header(self) -> bytes:
        """What its states begin with."""
        text = json.dumps(asdict(self)).encode()
        return _MAGIC + len(text).to_bytes(4, "little") + text

    def pack(self, payload: bytes) -> bytes:
        """The state with this payload."""
        return self.header + sealed(payload)

    def unpack(self, state: bytes) -> bytes:
        """The payload of a state, which must fit this owner.

        Raises:
            StateError: the bytes are not a state, are damaged, or belong to another owner.
        """
        self.check(state)
        return unsealed(state, len(self.header))

    def check(self, state: bytes) -> None:
        """Checks that a state belongs to this owner.

        Raises:
            StateError: the bytes are not a state, or the state belongs to another owner; the
                message says how they differ.
        """
        if not state.startswith(self.header):
            raise StateError(self._difference(state))

    def _difference(self, state: bytes) -> str:
        start = len(_MAGIC) + 4
        end = start + int.from_bytes(state[len(_MAGIC) : start], "little")
        try:
            header = json.loads(state[start:end]) if state.startswith(_MAGIC) else None
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or len(state) < end:
            return "these bytes are not a saved state: their header cannot be read"
        if header.get("format") != self.format:
            return (
                f"the state has the format {header.get('format')!r}, which this version of "
                f"parallel_pool cannot load: it expects the format {self.format}"
            )
        for key, expected in asdict(self).items():
            if header.get(key) != expected:
                return (
                    f"the state belongs to another {key}: it has {header.get(key)!r}, "
                    f"this environment {expected!r}"
                )
        return "the state is damaged: its header is not in canonical form"


def write_states(out: object, states: Sequence[bytes]) -> list[memoryview]:
    """Writes states one after another into a buffer; returns its parts.

    Raises:
        TypeError: `out` is not a contiguous buffer, or is read-only.
        ValueError: it is too small.
    """
    view = writable_bytes(out)
    ends = [*accumulate(map(len, states))]
    total = ends[-1] if ends else 0
    if total > len(view):
        raise ValueError(
            f"out has {len(view)} bytes, but the states of {len(states)} environments take {total}"
        )
    view[:total] = b"".join(states)
    return [view[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def checked_states(states: object) -> list[bytes]:
    """The argument of ``set_state`` as a list of bytes.

    Raises:
        TypeError: it is not a list, or holds something other than bytes.
    """
    if type(states) is list and (
        (len(states) == 1 and type(states[0]) is bytes) or {*map(type, states)} == {bytes}
    ):  # as a rule
        return states
    one = isinstance(states, str | bytes | bytearray | memoryview)
    if one or not isinstance(states, Iterable):
        raise TypeError(
            f"states must be a list with a state for each environment, got {type(states).__name__}"
        )
    checked = []
    for state in states:
        if not isinstance(state, bytes | bytearray | memoryview):
            raise TypeError(f"a state must be bytes from get_state, got {type(state).__name__}")
        checked.append(bytes(state))
    return checked


def config_hash(config: dict[str, object]) -> str:
    """A short hash of option values."""
    text = repr(sorted(config.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
