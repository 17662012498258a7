# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Hypothesis strategies for wrong and malicious arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

DTYPES = [
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", ">i8", "float16",
    "float32", "float64", ">f4", "complex64", "bool", "object", "U1", "S2", "M8[s]", "i4,f4", "V3",
]  # fmt: skip


class Raised(Exception):  # noqa: N818 - it is no error but what is asked for
    """What the objects below raise."""


class Evil:
    """Raises in every operation."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        raise Raised

    def __index__(self) -> int:
        raise Raised

    def __float__(self) -> float:
        raise Raised

    def __len__(self) -> int:
        raise Raised

    def __iter__(self) -> Any:
        raise Raised

    def __eq__(self, other: object) -> bool:
        raise Raised

    def __hash__(self) -> int:
        raise Raised

    def __repr__(self) -> str:
        return "Evil()"


class Lies:
    """Claims to be one type and behaves like another."""

    def __init__(self, array: Any, index: Any) -> None:
        self.array = array
        self.index = index

    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        return self.array

    def __index__(self) -> Any:
        return self.index

    def __len__(self) -> int:
        return 4

    def __repr__(self) -> str:
        return f"Lies({self.array!r}, {self.index!r})"


integers = st.one_of(
    st.integers(-2, 5),
    st.sampled_from(
        [s * 2**n + d for n in (31, 32, 62, 63, 64, 200) for s in (1, -1) for d in (-1, 0)]
    ),
)
numbers = st.one_of(
    integers,
    st.floats(),
    st.booleans(),
    st.complex_numbers(),
    integers.filter(lambda i: abs(i) < 2**31).map(np.int32),
    st.floats(width=32).map(np.float32),
    st.just(np.True_),
)
scalars = st.one_of(
    numbers,
    st.none(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.sampled_from([..., int, object, Evil, print, range(3), slice(1), np.nan, frozenset({1})]),
    st.builds(Evil),
    st.builds(Lies, st.one_of(numbers, st.none()), st.one_of(numbers, st.none())),
)


@st.composite
def arrays(draw: st.DrawFn) -> np.ndarray:
    """Arrays of any type, shape and layout; mostly four rows."""
    rows = draw(st.sampled_from([0, 1, 2, 3, 4, 4, 4, 4, 5]))
    shape = (rows, *draw(st.lists(st.integers(0, 3), max_size=2)))
    dtype = draw(st.sampled_from(DTYPES))
    layout = draw(st.sampled_from(["C", "C", "F", "step", "reverse", "broadcast", "odd", "locked"]))
    values = draw(st.sampled_from(["zeros", "zeros", "bytes", "ones"]))
    count = int(np.prod(shape)) * 2 + 1
    raw = np.zeros(count * 16 + 1, np.uint8)
    if (
        values == "bytes" and dtype != "U1"
    ):  # no bytes that are no characters: NumPy can't show them
        raw[:] = np.frombuffer(
            draw(st.binary(min_size=8, max_size=8)) * (len(raw) // 8 + 1), np.uint8
        )[: len(raw)]
    if dtype == "object":
        flat = np.zeros(count, object)
        for i in range(min(count, 3)):
            flat[i] = draw(scalars)
    else:
        start = 1 if layout == "odd" else 0
        end = start + count * np.dtype(dtype).itemsize
        flat = raw[start:end].view(dtype) if dtype != "bool" else (raw[:count] % 2).astype(bool)
        if values == "ones" and flat.dtype.kind in "iufc":
            flat[:] = 1
    size = (count - 1) // 2
    array = (flat[: 2 * size : 2] if layout == "step" else flat[:size]).reshape(shape)
    if layout == "F":
        array = np.asfortranarray(array)
    elif layout == "reverse":
        array = array[::-1]
    elif layout == "broadcast" and size:
        array = np.broadcast_to(array[:1], shape)
    elif layout == "locked":
        array.setflags(write=False)
    return array


leaves = st.one_of(scalars, arrays())
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(
            st.sampled_from(["a", "low", "number", "choice", 1, None]), inner, max_size=3
        ),
    ),
    max_leaves=5,
)
