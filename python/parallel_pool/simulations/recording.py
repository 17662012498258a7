# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Records what a task's methods compute for one environment, so that workers do it without Python.

The methods are called once, with values that stand for arrays: each element is the number of the
instruction that computes it. Indexing, stacking and broadcasting only move these numbers, as NumPy
does with elements; arithmetic records instructions, one for each element, with the dtypes that
NumPy would choose.
"""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from parallel_pool.simulations import native
from parallel_pool.simulations.contacts import contact_layout

_KINDS = {np.dtype(np.float64): "", np.dtype(np.float32): "_32", np.dtype(np.bool_): "_bool"}

# Instructions of ufuncs, by the ufunc.
_ARITHMETIC: dict[Any, str] = {
    np.add: "add",
    np.subtract: "subtract",
    np.multiply: "multiply",
    np.divide: "divide",
}
_DOUBLE: dict[Any, str] = {
    np.sqrt: "sqrt",
    np.float_power: "power",
    np.exp: "exp",
    np.log: "log",
    np.sin: "sin",
    np.cos: "cos",
}
_EITHER: dict[Any, str] = {
    np.negative: "negative",
    np.absolute: "absolute",
    np.minimum: "minimum",
    np.maximum: "maximum",
    np.less: "less",
    np.less_equal: "less_equal",
    np.equal: "equal",
}
_LOGICAL: dict[Any, str] = {
    np.bitwise_and: "and",
    np.logical_and: "and",
    np.bitwise_or: "or",
    np.logical_or: "or",
    np.invert: "not",
    np.logical_not: "not",
}
_SWAPPED: dict[Any, np.ufunc] = {np.greater: np.less, np.greater_equal: np.less_equal}


class RecordingError(Exception):
    """A method does what cannot be recorded; the message says what."""


class Recorder:
    """Instructions, each once, and what they are computed from."""

    def __init__(self) -> None:
        """None yet."""
        self.nodes: list[tuple[Any, ...]] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def node(self, name: str, *operands: Any) -> int:
        """The number of an instruction, which is recorded unless it is known."""
        key = (name, *operands)
        if key not in self._known:
            self._known[key] = len(self.nodes)
            self.nodes.append(key)
        return self._known[key]

    def constants(self, values: np.ndarray) -> np.ndarray:
        """The numbers of constants."""
        flat = [self.node("constant", struct.pack("d", x)) for x in values.ravel().tolist()]
        return np.array(flat, np.int64).reshape(values.shape)

    def refs(self, value: Any, dtype: np.dtype[Any]) -> np.ndarray:
        """The numbers of a value's elements as this dtype."""
        if not isinstance(value, Value):
            return self.constants(np.asarray(value).astype(dtype))
        if dtype == np.float32 and value.dtype == np.float64:
            return self.each("round_32", value.refs)
        if dtype == np.bool_ and value.dtype != np.bool_:
            raise RecordingError("it makes bools of numbers: compare them")
        return value.refs

    def each(self, name: str, *operands: np.ndarray) -> np.ndarray:
        """Records an instruction for each element of operands, which are broadcast."""
        rows = np.broadcast_arrays(*operands)
        elements = zip(*(one.ravel().tolist() for one in rows), strict=True)
        flat = [self.node(name, *ones) for ones in elements]
        return np.array(flat, np.int64).reshape(rows[0].shape)


class Value(NDArrayOperatorsMixin):
    """Stands for an array with one row.

    Attributes:
        refs: the number of each element's instruction.
        dtype: float64, float32 or bool.
    """

    def __init__(self, recorder: Recorder, refs: np.ndarray, dtype: Any) -> None:
        """As given."""
        self.recorder, self.refs, self.dtype = recorder, refs, np.dtype(dtype)

    def _like(self, refs: Any, dtype: Any = None) -> Value:
        return Value(self.recorder, np.asarray(refs), self.dtype if dtype is None else dtype)

    # --- What moves elements ---------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return self.refs.shape

    @property
    def ndim(self) -> int:
        """As of an array."""
        return self.refs.ndim

    @property
    def T(self) -> Value:  # noqa: N802
        """As of an array."""
        return self._like(self.refs.T)

    def __len__(self) -> int:
        """As of an array."""
        return len(self.refs)

    def __iter__(self) -> Any:
        """Rows."""
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key: Any) -> Value:
        """As of an array; a view where it has one."""
        return self._like(self.refs[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        """As of an array."""
        self.refs[key] = self.recorder.refs(value, self.dtype)

    def copy(self) -> Value:
        """As of an array."""
        return self._like(self.refs.copy())

    def reshape(self, *shape: Any) -> Value:
        """As of an array."""
        return self._like(self.refs.reshape(*shape))

    # --- What computes ---------------------------------------------------------------------------

    def astype(self, dtype: Any) -> Value:
        """As of an array."""
        if np.dtype(dtype) not in _KINDS:
            raise RecordingError(f"it makes {np.dtype(dtype)} of numbers")
        return self._like(self.recorder.refs(self, np.dtype(dtype)).copy(), dtype)

    def all(self, axis: int) -> Value:
        """Whether all along an axis are true."""
        return self._reduced("and", axis)

    def any(self, axis: int) -> Value:
        """Whether one along an axis is true."""
        return self._reduced("or", axis)

    def _reduced(self, name: str, axis: int) -> Value:
        if self.dtype != np.bool_ or axis is None:
            raise RecordingError("all() and any() are for bools, along an axis")
        first, *others = np.moveaxis(self.refs, axis, 0)
        for other in others:
            first = self.recorder.each(name, first, other)
        return self._like(first)

    def __bool__(self) -> bool:
        """Refused: nothing is known yet."""
        raise RecordingError("it branches on values: use np.where")

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        """Refused: nothing is known yet."""
        raise RecordingError("it makes an array of values, by np.asarray or by assigning to one")

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **how: Any) -> Any:
        """Records a ufunc."""
        if method != "__call__" or how:
            raise RecordingError(f"it calls np.{ufunc.__name__} with {method} or {[*how]}")
        if ufunc in _SWAPPED:
            return _SWAPPED[ufunc](*inputs[::-1])
        if ufunc is np.not_equal:
            return ~np.equal(*inputs)
        if ufunc is np.vecdot:
            return self._vecdot(*inputs)
        types = ufunc.resolve_dtypes((*map(_type_of, inputs), None))
        refs = [self.recorder.refs(one, to) for one, to in zip(inputs, types, strict=False)]
        kind = types[0]
        name = None
        if kind == np.float64 or kind == np.float32:
            name = _EITHER.get(ufunc)
            if name is None and kind == np.float64:
                name = _ARITHMETIC.get(ufunc) or _DOUBLE.get(ufunc)
            elif name is None and ufunc in _ARITHMETIC:
                name = f"{_ARITHMETIC[ufunc]}_32"
        elif kind == np.bool_:
            name = _LOGICAL.get(ufunc)
        if name is None:
            raise RecordingError(f"it calls np.{ufunc.__name__} for {kind}")
        return self._like(self.recorder.each(name, *refs), types[-1])

    def _vecdot(self, a: Any, b: Any) -> Value:
        pair = [self.recorder.refs(one, np.dtype(np.float64)) for one in (a, b)]
        if np.result_type(*(_type_of(one) for one in (a, b))) != np.float64:
            raise RecordingError("it calls np.vecdot for other numbers than float64")
        left, right = np.broadcast_arrays(*pair)
        count = left.shape[-1]
        rows = zip(left.reshape(-1, count).tolist(), right.reshape(-1, count).tolist(), strict=True)
        flat = [self.recorder.node("dot", tuple(x), tuple(y)) for x, y in rows]
        return self._like(np.array(flat, np.int64).reshape(left.shape[:-1]), np.float64)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Records another function of NumPy's."""
        handler = _FUNCTIONS.get(function)
        if handler is None:
            raise RecordingError(f"it calls np.{function.__name__}")
        return handler(self.recorder, *args, **kwargs)


def _type_of(value: Any) -> Any:
    """What NumPy looks at to choose a dtype."""
    if isinstance(value, bool | np.bool_):
        return np.dtype(np.bool_)
    if type(value) in (int, float):
        return type(value)
    return value.dtype if isinstance(value, Value) else np.asarray(value).dtype


def _common(values: Sequence[Any]) -> np.dtype[Any]:
    """The dtype of values together."""
    return np.result_type(*(one if type(one) in (int, float) else _type_of(one) for one in values))


def _where(recorder: Recorder, condition: Any, a: Any, b: Any) -> Value:
    dtype = _common([a, b])
    true = recorder.refs(condition, np.dtype(np.bool_))
    refs = [recorder.refs(x, dtype) for x in (a, b)]
    return Value(recorder, recorder.each("where", true, *refs), dtype)


def _clip(recorder: Recorder, value: Any, low: Any, high: Any) -> Value:
    dtype = _common([value, low, high])
    refs = [recorder.refs(x, dtype) for x in (value, low, high)]
    return Value(recorder, recorder.each("clip", *refs), dtype)


def _joined(join: Callable[..., Any]) -> Callable[..., Value]:
    def joined(recorder: Recorder, parts: Sequence[Any], axis: int = 0) -> Value:
        dtype = _common(parts)
        return Value(recorder, join([recorder.refs(x, dtype) for x in parts], axis), dtype)

    return joined


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.where: _where,
    np.clip: _clip,
    np.concatenate: _joined(np.concatenate),
    np.stack: _joined(np.stack),
    np.broadcast_to: lambda _, value, shape: value._like(np.broadcast_to(value.refs, shape)),
    np.zeros_like: lambda _, value: np.zeros(value.shape, value.dtype),
    np.ones_like: lambda _, value: np.ones(value.shape, value.dtype),
}


# --- A task's methods ----------------------------------------------------------------------------


class _Row:
    """Stands for the environments that a method is called for: no other array takes it as index."""


ROW = _Row()


class _Rows:
    """Stands for an array with a row for each environment, of which only the recorded is seen."""

    def __init__(self, recorder: Recorder, number: int, array: np.ndarray) -> None:
        self._recorder, self._number, self._array = recorder, number, array
        self._size = array.dtype.itemsize

    @cached_property
    def _loaded(self) -> np.ndarray:
        """The instructions that load the elements."""
        if self._array.dtype not in _KINDS:
            raise RecordingError(f"it uses an array of {self._array.dtype}")
        name = f"load{_KINDS[self._array.dtype]}"
        offsets = range(0, self._size * self._array[0].size, self._size)
        flat = [self._recorder.node(name, self._number, offset) for offset in offsets]
        return np.array(flat, np.int64)

    @cached_property
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
        name, now = f"store{_KINDS[self._array.dtype]}", self._value.refs.ravel()
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
