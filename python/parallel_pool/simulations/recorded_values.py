# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values that stand for arrays with one row, and record what is computed from them.

Each element is the number of the instruction that computes it. Indexing, stacking and broadcasting
only move these numbers, as NumPy does with elements; arithmetic records instructions, one for each
element, with the dtypes that NumPy would choose.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

KINDS = {np.dtype(np.float64): "", np.dtype(np.float32): "_32", np.dtype(np.bool_): "_bool"}

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
        if np.dtype(dtype) not in KINDS:
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
