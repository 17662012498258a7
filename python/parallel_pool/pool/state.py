# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The format of saved states: a header that says what the state fits, and the engine's bytes.

Layout: the magic ``PPST``, the header's length as 4 bytes (little-endian), the header as JSON
(format, library, id, config, digest of the payload), the payload.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from parallel_pool.errors import StateError

_MAGIC = b"PPST"
_FORMAT = 1


@dataclass(frozen=True)
class Owner:
    """Identifies what a state fits: all pools in which these values are equal."""

    id: str
    config: str
    library: str
    format: int = _FORMAT

    def pack(self, payload: bytes) -> bytes:
        """The header followed by the payload."""
        return self._front(payload) + payload

    def _front(self, payload: bytes) -> bytes:
        header = json.dumps(asdict(self) | {"digest": _digest(payload)}).encode()
        return _MAGIC + len(header).to_bytes(4, "little") + header

    def unpack(self, state: bytes) -> bytes:
        """The payload of a state, which must fit this owner.

        Raises:
            StateError: the bytes are not a state, or the state belongs to another owner; the
                message says how they differ.
        """
        start = len(_MAGIC) + 4
        end = start + int.from_bytes(state[len(_MAGIC) : start], "little")
        try:
            header = json.loads(state[start:end]) if state.startswith(_MAGIC) else None
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or len(state) < end:
            raise StateError("these bytes are not a saved state: their header cannot be read")
        for key, expected in asdict(self).items():
            if header.get(key) != expected:
                raise StateError(
                    f"the state belongs to another {key}: it has {header.get(key)!r}, "
                    f"this environment {expected!r}"
                )
        payload = state[end:]
        if header.get("digest") != _digest(payload):
            raise StateError(
                f"the state is damaged: the digest of its {len(payload)} bytes is "
                f"{_digest(payload)!r}, its header says {header.get('digest')!r}"
            )
        if state[:end] != self._front(payload):
            raise StateError("the state is damaged: its header is not in canonical form")
        return payload


def checked_states(states: object) -> list[bytes]:
    """The argument of ``set_state`` as a list of bytes.

    Raises:
        TypeError: it is not a list, or holds something other than bytes.
    """
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


def _digest(payload: bytes) -> str:
    """A digest that reveals damage; it is not a signature."""
    return hashlib.blake2b(payload, digest_size=8).hexdigest()


def config_hash(config: dict[str, object]) -> str:
    """A short hash of option values."""
    text = repr(sorted(config.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
