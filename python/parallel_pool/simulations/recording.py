# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Records what a task's methods compute for one environment, so that workers do it without Python.

The methods are called once, with `recorded_values` in the places of arrays.
"""

from __future__ import annotations

import copy
import struct
from typing import Any

import numpy as np

from parallel_pool.simulations import native
from parallel_pool.simulations.contacts import contact_layout
from parallel_pool.simulations.recorded_values import KINDS, Recorder, RecordingError, Value
from parallel_pool.when_asked import when_asked


class _Row:
    """Stands for the environments that a method is called for: no other array takes it as index."""


ROW = _Row()


class _Rows:
    """Stands for an array with a row for each environment, of which only the recorded is seen."""

    def __init__(self, recorder: Recorder, number: int, array: np.ndarray) -> None:
        self._recorder, self._number, self._array = recorder, number, array
        self._size = array.dtype.itemsize

    @when_asked
    def _loaded(self) -> np.ndarray:
        """The instructions that load the elements."""
        if self._array.dtype not in KINDS:
            raise RecordingError(f"it uses an array of {self._array.dtype}")
        name = f"load{KINDS[self._array.dtype]}"
        offsets = range(0, self._size * self._array[0].size, self._size)
        flat = [self._recorder.node(name, self._number, offset) for offset in offsets]
        return np.array(flat, np.int64)

    @when_asked
    def _value(self) -> Value:
        """What the row holds now."""
        refs = self._loaded.copy().reshape(1, *self._array.shape[1:])
        return Value(self._recorder, refs, self._array.dtype)

    def _key(self, key: Any) -> Any:
        first, *others = key if isinstance(key, tuple) else (key,)
        if first is not ROW:
            raise RecordingError("it indexes an array by other environments than its ids")
        return (slice(None), *others)

    def __getitem__(self, key: Any) -> Value:
        return self._value[self._key(key)].copy()

    def __setitem__(self, key: Any, value: Any) -> None:
        self._value[self._key(key)] = value

    def stores(self) -> list[tuple[str, int, int, int]]:
        """For each element that was written: the instruction, its places, and what it stores."""
        if "_value" not in self.__dict__:
            return []
        name, now = f"store{KINDS[self._array.dtype]}", self._value.refs.ravel()
        places = np.flatnonzero(now != self._loaded).tolist()
        return [(name, self._number, place * self._size, int(now[place])) for place in places]


class _Simulations:
    """Stands for the simulations."""

    def __init__(self, recording: Recording, sim: Any) -> None:
        self._recording, self._sim = recording, sim

    def __getattr__(self, name: str) -> Any:
        known = self._sim._bound.get(name)
        if known is not None:
            return self._recording.rows(known)
        if name in ("model", "num_envs"):
            return getattr(self._sim, name)
        raise RecordingError(f"it uses sim.{name}")

    def pressing(
        self, one: int, other: int, ids: Any, where: Any = True, *, forward: bool = False
    ) -> Value:
        """As `Batch.pressing`."""
        if ids is not ROW:
            raise RecordingError("it calls sim.pressing() for other environments than its ids")
        recorder = self._recording.recorder
        looks = np.broadcast_to(recorder.refs(where, np.dtype(np.bool_)), 1)
        name = "presses_now" if forward else "presses"
        node = recorder.node(name, one, other, int(looks[0]))
        return Value(recorder, np.array([node]), np.bool_)


class Recording:
    """Calls methods of a task for one environment, and records what they do.

    Args:
        task: the task, which was set up.
        sim: its simulations.
    """

    def __init__(self, task: Any, sim: Any) -> None:
        """Makes what stands for the task and the simulations."""
        self.recorder = Recorder()
        self._arrays: list[np.ndarray] = []
        self._rows: dict[int, _Rows] = {}
        self.sim = _Simulations(self, sim)
        self.task = copy.copy(task)
        own = {id(array) for array in task._arrays.values()}
        for name, value in vars(task).items():
            if id(value) in own:
                setattr(self.task, name, self.rows(value))

    def rows(self, array: np.ndarray) -> _Rows:
        """What stands for an array with a row for each environment."""
        if id(array) not in self._rows:
            self._arrays.append(array)
            self._rows[id(array)] = _Rows(self.recorder, len(self._arrays) - 1, array)
        return self._rows[id(array)]

    def result(self, array: np.ndarray, value: Any) -> None:
        """Writes a result to an array of its own."""
        value_dtype = value.dtype if isinstance(value, Value) else np.asarray(value).dtype
        if value_dtype != array.dtype:
            raise RecordingError(f"it returned {value_dtype}, at first {array.dtype}")
        self.rows(array)[ROW] = value

    def rules(self) -> native.Rules:
        """The rules that do the same."""
        arrays = [(one.ctypes.data, one[0].nbytes) for one in self._arrays]
        stores = [one for rows in self._rows.values() for one in rows.stores()]
        nodes = self.recorder.nodes
        needed = self._needed([node for *_, node in stores])
        constants = [node for node in needed if nodes[node][0] == "constant"]
        others = [node for node in needed if nodes[node][0] != "constant"]
        slots = {node: slot for slot, node in enumerate([*constants, *others])}
        lines: list[tuple[str, list[int]]] = []
        operands: list[int] = []
        for node in others:
            name, *given = nodes[node]
            if name == "dot":
                first = len(operands)
                operands += [slots[one] for one in (*given[0], *given[1])]
                given = [first, first + len(given[0]), len(given[0])]
            elif name.startswith("presses"):
                given[2] = slots[given[2]]
            elif not name.startswith("load"):
                given = [slots[one] for one in given]
            lines.append((name, [slots[node], *given, *[0] * (3 - len(given))]))
        lines += [(name, [0, number, offset, slots[node]]) for name, number, offset, node in stores]
        values = [struct.unpack("d", nodes[node][1])[0] for node in constants]
        presses = any(name.startswith("presses") for name, _ in lines)
        layout = contact_layout() if presses else (0,) * 6
        return native.Rules(values, lines, operands, arrays, layout)

    def _needed(self, wanted: list[int]) -> list[int]:
        """The instructions that others are computed from, in order."""
        found: set[int] = set()
        left = [*wanted]
        while left:
            node = left.pop()
            if node in found:
                continue
            found.add(node)
            name, *given = self.recorder.nodes[node]
            if name == "dot":
                left += [*given[0], *given[1]]
            elif name.startswith("presses"):
                left.append(given[2])
            elif name != "constant" and not name.startswith("load"):
                left += given
        return sorted(found)
