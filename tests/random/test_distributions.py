# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every distribution against numpy.random.Generator, bit for bit, in any order of calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import MT19937, PCG64, Generator
from parallel_pool import _core
from parallel_pool.testing import assert_same

GENERATORS = {
    "PCG64": (_core.Pcg64Generator, PCG64),
    "MT19937": (_core.Mt19937Generator, MT19937),
}


def floats(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_subnormal=False)


POSITIVE = st.one_of(floats(1e-3, 5.0), floats(1e-3, 1e4), st.sampled_from([0.5, 1.0, 2.0]))
ANY = st.one_of(st.just(0.0), floats(-1e6, 1e6))
PROBABILITY = st.one_of(floats(1e-3, 1.0), st.sampled_from([0.5, 1.0]))
COUNT = st.one_of(st.integers(1, 60), st.integers(1, 10**9))

# The arguments of every distribution that is called alike on both sides.
ARGUMENTS: dict[str, tuple[st.SearchStrategy[Any], ...]] = {
    "random": (),
    "uniform": (floats(-1e9, 0.0), floats(0.0, 1e9)),
    "standard_normal": (),
    "normal": (ANY, st.one_of(st.just(0.0), POSITIVE)),
    "lognormal": (floats(-5, 5), floats(0, 3)),
    "standard_exponential": (),
    "exponential": (POSITIVE,),
    "standard_gamma": (st.one_of(st.just(0.0), POSITIVE),),
    "gamma": (POSITIVE, POSITIVE),
    "beta": (POSITIVE, POSITIVE),
    "chisquare": (POSITIVE,),
    "noncentral_chisquare": (POSITIVE, st.one_of(st.just(0.0), floats(0.0, 100.0))),
    "f": (POSITIVE, POSITIVE),
    "standard_cauchy": (),
    "standard_t": (POSITIVE,),
    "pareto": (POSITIVE,),
    "weibull": (st.one_of(st.just(0.0), POSITIVE),),
    "power": (POSITIVE,),
    "laplace": (ANY, POSITIVE),
    "gumbel": (ANY, POSITIVE),
    "logistic": (ANY, POSITIVE),
    "rayleigh": (POSITIVE,),
    "wald": (POSITIVE, POSITIVE),
    "vonmises": (floats(-np.pi, np.pi), st.one_of(st.just(0.0), floats(0.0, 1e7))),
    "triangular": (floats(-5, -1), floats(-1, 1), floats(1.5, 5)),
    "poisson": (st.one_of(st.just(0.0), floats(0.0, 30.0), floats(0.0, 1e6)),),
    "binomial": (st.one_of(st.just(0), COUNT), floats(0.0, 1.0)),
    "negative_binomial": (floats(0.5, 100.0), PROBABILITY),
    "geometric": (PROBABILITY,),
    "logseries": (floats(0.0, 0.999),),
    "zipf": (floats(1.1, 10.0),),
    "hypergeometric": (st.integers(0, 10**6), st.integers(0, 10**6), st.just(0)),
}

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]

Call = tuple[str, Callable[[Any], Any], Callable[[Generator], Any]]


def named(name: str, arguments: tuple[Any, ...]) -> Call:
    """A method of the same name on both sides."""
    return (
        f"{name}{arguments}",
        lambda ours: getattr(ours, name)(*arguments),
        lambda theirs: getattr(theirs, name)(*arguments),
    )


@st.composite
def distributions(draw: st.DrawFn, name: str | None = None) -> Call:
    """A call of a distribution with any arguments that NumPy takes."""
    name = name or draw(st.sampled_from(sorted(ARGUMENTS)))
    arguments = tuple(draw(part) for part in ARGUMENTS[name])
    if name == "hypergeometric":
        good, bad, _ = arguments
        arguments = (good, bad, draw(st.integers(0, good + bad)))
    return named(name, arguments)


@st.composite
def integers(draw: st.DrawFn, dtype: str | None = None) -> Call:
    """Ranges of one value, of all, just above and below powers of two, and any other."""
    dtype = dtype or draw(st.sampled_from(INTEGERS))
    info = np.iinfo(dtype)
    low = draw(st.one_of(st.integers(info.min, info.max), st.sampled_from([info.min, 0])))
    # The upper bound is exclusive and must itself be representable on our side.
    width = draw(
        st.one_of(
            st.integers(1, 2**64),
            st.builds(lambda bits, off: (1 << bits) + off, st.integers(0, 64), st.integers(-1, 1)),
            st.sampled_from([1, 2, 6, 100, info.max - low]),
        )
    )
    high = min(max(low + width, low + 1), info.max)
    if high <= low:
        low = high - 1
    return (
        f"integers({low}, {high}, {dtype})",
        lambda ours: getattr(ours, f"integers_{dtype}")(low, high),
        lambda theirs: int(theirs.integers(low, high, dtype=dtype)),
    )


@st.composite
def choices(draw: st.DrawFn) -> Call:
    """Choice with and without probabilities, shuffle and permutation."""
    size = draw(st.integers(1, 40))
    kind = draw(st.sampled_from(["choice", "choice_p", "shuffle", "shuffled list", "permutation"]))
    if kind == "choice":
        return kind, lambda ours: ours.choice(size), lambda theirs: int(theirs.choice(size))
    if kind == "choice_p":
        weights = draw(st.lists(st.integers(0, 1000), min_size=size, max_size=size))
        weights[draw(st.integers(0, size - 1))] += 1
        p = np.array(weights) / np.sum(weights)
        return (
            f"choice({size}, p={p.tolist()})",
            lambda ours: ours.choice_p(p.tolist()),
            lambda theirs: int(theirs.choice(size, p=p)),
        )
    if kind == "permutation":
        return (
            f"permutation({size})",
            lambda ours: ours.shuffle(list(range(size))),
            lambda theirs: theirs.permutation(size).tolist(),
        )

    def shuffled(theirs: Generator) -> list[int]:
        values: Any = list(range(size)) if kind == "shuffled list" else np.arange(size)
        theirs.shuffle(values)
        return [int(value) for value in values]

    return f"{kind} of {size}", lambda ours: ours.shuffle(list(range(size))), shuffled


# What has another name on NumPy's side. The raw halves leave a buffered uint32 behind.
OTHERS: list[Call] = [
    ("random float32", lambda o: o.random_float(), lambda t: float(t.random(dtype=np.float32))),
    (
        "standard_normal float32",
        lambda o: o.standard_normal_float(),
        lambda t: float(t.standard_normal(dtype=np.float32)),
    ),
    (
        "next32",
        lambda o: o.next32(),
        lambda t: t.bit_generator.ctypes.next_uint32(t.bit_generator.ctypes.state),
    ),
    (
        "next64",
        lambda o: o.next64(),
        lambda t: t.bit_generator.ctypes.next_uint64(t.bit_generator.ctypes.state),
    ),
]
CALLS = st.one_of(distributions(), integers(), choices(), st.sampled_from(OTHERS))


def check(bits: str, seed: int, calls: list[Call]) -> None:
    make, bit_generator = GENERATORS[bits]
    ours, theirs = make(seed), Generator(bit_generator(seed))
    for name, of_ours, of_theirs in calls:
        assert_same(of_ours(ours), of_theirs(theirs), name)
    assert ours.next32() == theirs.bit_generator.ctypes.next_uint32(
        theirs.bit_generator.ctypes.state
    )


@pytest.mark.parametrize("bits", GENERATORS)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_distribution(name: str, bits: str) -> None:
    @given(seed=st.integers(0, 2**64), call=distributions(name))
    @settings(max_examples=15)
    def same(seed: int, call: Call) -> None:
        check(bits, seed, [call] * 12)

    same()


@pytest.mark.parametrize("bits", GENERATORS)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers(dtype: str, bits: str) -> None:
    """Lemire's method in 8, 16, 32 and 64 bits, full ranges, and the buffered half of 32 bits."""

    @given(seed=st.integers(0, 2**64), calls=st.lists(integers(dtype), min_size=1, max_size=12))
    @settings(max_examples=40)
    def same(seed: int, calls: list[Call]) -> None:
        check(bits, seed, calls * 4)

    same()


@pytest.mark.parametrize("bits", GENERATORS)
def test_interleaved_calls(bits: str) -> None:
    """Any distributions in turn: none draws a word too many or loses a buffered half."""

    @given(seed=st.integers(0, 2**64), calls=st.lists(CALLS, max_size=40))
    @settings(max_examples=100)
    def same(seed: int, calls: list[Call]) -> None:
        check(bits, seed, calls)

    same()


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_over_the_whole_range(dtype: str) -> None:
    """NumPy's endpoint=True up to the largest value; our exclusive bound wraps around."""
    info = np.iinfo(dtype)
    ours, theirs = _core.Pcg64Generator(7), Generator(PCG64(7))
    for _ in range(300):
        drawn = getattr(ours, f"integers_{dtype}")(info.min, info.min)
        assert drawn == theirs.integers(info.min, info.max, dtype=dtype, endpoint=True)


def test_rare_branches_are_reached() -> None:
    """Long runs: the ziggurat's tail, gamma's and binomial's rejections."""
    ours, theirs = _core.Pcg64Generator(3), Generator(PCG64(3))
    for name, arguments in {
        "standard_normal": (),
        "standard_exponential": (),
        "standard_gamma": (0.3,),
        "beta": (0.2, 0.3),
        "binomial": (1000, 0.4),
        "poisson": (50.0,),
    }.items():
        left = [getattr(ours, name)(*arguments) for _ in range(10_000)]
        assert_same(np.array(left), getattr(theirs, name)(*arguments, 10_000), name)


def test_every_distribution_of_the_engine_is_tested() -> None:
    others = {
        "load",
        "save",
        "state",
        "seed_legacy",
        "next32",
        "next64",
        "choice",
        "choice_p",
        "shuffle",
        "random_float",
        "standard_normal_float",
        *(f"integers_{dtype}" for dtype in INTEGERS),
    }
    methods = {name for name in dir(_core.Mt19937Generator) if not name.startswith("_")}
    assert methods - others == set(ARGUMENTS)
