# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How results get into XLA's buffers: conversions, and results that do not fit."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")

import jax.numpy as jnp
from parallel_pool import _xla
from parallel_pool.xla import calls
from parallel_pool.xla.endpoints import PARTS
from parallel_pool.xla.layout import Branch, Layout, Leaf, actions_of, structure_of

import jax

Failure = jax.errors.JaxRuntimeError
NOTHING = Branch((), ())


def layout_of(observation: Leaf, info: Branch = NOTHING) -> Layout:
    parts = (observation, Leaf("float64"), Leaf("bool"), Leaf("bool"), info)
    return Layout("Some-v0", 1, 1, Leaf("int64"), Branch(None, parts))


def stepped(own: Layout, observations: Any, infos: Any = None, compiled: Any = None) -> Any:
    """The batch of a jitted step of a pool of one environment that returns these values.

    The program is compiled for the pool's own layout, or for another.
    """
    flags = np.zeros(1, np.bool_)
    batch = (observations, np.zeros(1), flags, flags, infos or {})
    return called(own, lambda _: batch, [np.zeros(1, np.int32)], compiled or own)


def called(own: Layout, step: Any, actions: list[Any], compiled: Layout) -> Any:
    """The batch of the last of several jitted steps of a pool that has this `step`."""
    parts = zip(PARTS, own.batch.parts, strict=True)
    endpoint = SimpleNamespace(
        id=own.id,
        is_linear=False,
        pool=SimpleNamespace(step=step, send=None, recv=None),
        reset=None,
        actions=actions_of(own.action, "actions"),
        batch=tuple(structure_of(part, name) for name, part in parts),
    )
    number = _xla.add_endpoint(endpoint)
    token = jnp.asarray(np.array([number, 0], np.uint32))
    jitted = jax.jit(lambda token, actions: calls.step(compiled, token, actions, None))
    try:
        for each in actions:
            token, batch = jax.block_until_ready(jitted(token, each))
        return batch
    finally:
        _xla.remove_endpoint(number)


@pytest.mark.parametrize("dtype", ["int64", "int32", "int8"])
def test_actions(dtype: str, x32: None) -> None:
    """int32 is widened if the pool has int64. An array that somebody holds is not written again."""
    got, own = [], Layout("Some-v0", 3, 3, Leaf(dtype), layout_of(Leaf("float32")).batch)
    flags = np.zeros(3, np.bool_)

    def step(actions: Any) -> Any:
        got.append(actions if len(got) % 2 else actions.copy())
        return np.zeros(3, np.float32), np.zeros(3), flags, flags, {}

    sent = [np.array([1 - 2**31, 2**31 - 1, -i], np.int32) for i in range(5)]
    called(own, step, [*sent, sent[0].astype(np.int8)], own)
    for one, other in zip(got, sent, strict=False):
        assert one.dtype == ("int64" if dtype == "int64" else "int32")
        assert (one == other).all()
    assert got[-1].dtype == np.int8


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_wide_integers(dtype: str, x32: None) -> None:
    narrow = np.iinfo(dtype.replace("64", "32"))
    for value in (narrow.min, narrow.max):
        obs = stepped(layout_of(Leaf(dtype)), np.array([value], dtype))[0]
        assert obs.dtype == narrow.dtype
        assert int(obs[0]) == value
    outside = [narrow.max + 1] if narrow.min == 0 else [narrow.min - 1, narrow.max + 1]
    for value in outside:
        text = f"OverflowError: obs has a value that {narrow.dtype} cannot hold"
        with pytest.raises(Failure, match=text):
            stepped(layout_of(Leaf(dtype)), np.array([value], dtype))


def test_wide_integers_of_infos_are_named(x32: None) -> None:
    layout = layout_of(Leaf("float32"), Branch(("depth",), (Branch(("far",), (Leaf("int64"),)),)))
    with pytest.raises(Failure, match=r"info\.depth\.far has a value that int32 cannot hold"):
        stepped(layout, np.zeros(1, np.float32), {"depth": {"far": np.array([1 << 40])}})


def test_entries_that_a_batch_lacks_are_zeros(bits: bool) -> None:
    """Also in memory that held something else: batches before the last one had all entries."""
    size = 4096
    info = Branch(("a", "b"), (Branch(("c",), (Leaf("int64"),)), Leaf("float64", (size,))))
    flags, full = np.zeros(1, np.bool_), {"a": {"c": np.ones(1, int)}, "b": np.ones((1, size))}
    left = [*[full] * 8, {}]

    def step(actions: Any) -> Any:
        return np.zeros(1, np.float32), np.zeros(1), flags, flags, left.pop(0)

    own = layout_of(Leaf("float32"), info)
    infos = called(own, step, [np.zeros(1, np.int32)] * len(left), own)[4]
    assert not left
    assert int(infos["a"]["c"][0]) == 0
    assert infos["b"].shape == (1, size)
    assert not infos["b"].any()


def test_memory_in_another_order(bits: bool) -> None:
    values = np.arange(12, dtype=np.float64).reshape(1, 3, 4)
    obs = stepped(layout_of(Leaf("float64", (4, 3))), values.transpose(0, 2, 1))[0]
    assert (np.asarray(obs) == values.transpose(0, 2, 1)).all()


@pytest.mark.parametrize(
    ("returned", "text"),
    [
        (np.zeros(2, np.float32), "obs is float32 of shape (2,), but the program was compiled for"),
        (np.zeros((1, 1), np.float32), "obs is float32 of shape (1, 1), but the program was"),
        (np.zeros(1, np.int32), "obs is int32 of shape (1,), but the program was compiled for"),
        ([0.0], "obs is list, not an array"),
    ],
)
def test_what_does_not_fit(returned: Any, text: str) -> None:
    with pytest.raises(Failure, match=re.escape(text)):
        stepped(layout_of(Leaf("float32")), returned)


def test_another_number_of_arrays() -> None:
    """The pool of the token is not the one that the program was compiled for."""
    many = layout_of(Leaf("float32"), Branch(("a",), (Leaf("float32"),)))
    few = layout_of(Leaf("float32"))
    zero = np.zeros(1, np.float32)
    with pytest.raises(Failure, match="compiled for 4 arrays, but the pool has more"):
        stepped(many, zero, {"a": zero}, compiled=few)
    with pytest.raises(Failure, match="compiled for 5 arrays, but the pool has 4"):
        stepped(few, zero, compiled=many)
