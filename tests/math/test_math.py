# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The engine's arithmetic against NumPy's scalars, with which the references compute."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from parallel_pool import _core, test_envs
from parallel_pool.tools import doctor

FLOATS = st.floats()  # subnormals, infinities, NaN and both zeros among them
FLOATS32 = st.floats(width=32)
# Where most environments compute.
ORDINARY = st.floats(-1e3, 1e3)
POSITIVE = st.floats(0.0, exclude_min=True)
SPECIAL = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    1.7976931348623157e308,
    math.inf,
    -math.inf,
    math.nan,
    1.0,
    -1.0,
    0.5,
    math.pi,
    2 * math.pi,
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Compares overflow and invalid operations without warnings."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


def same(ours: float, theirs: float | np.floating) -> bool:
    """Compares bit for bit, except that all NaNs are equal."""
    if math.isnan(ours) or np.isnan(theirs):
        return math.isnan(ours) and bool(np.isnan(theirs))
    return ours == theirs and math.copysign(1.0, ours) == math.copysign(1.0, float(theirs))


@given(x=st.one_of(FLOATS, ORDINARY))
@settings(max_examples=250)
def test_square(x: float) -> None:
    assert same(_core.square(x), np.float64(x) ** 2)
    assert same(_core.power(x, 2.0), np.float64(x) ** 2)


@given(x=FLOATS32)
@settings(max_examples=250)
def test_square_of_float32(x: float) -> None:
    assert same(_core.square_float(x), np.float32(x) ** 2)
    assert same(_core.power_float(x, 2.0), np.float32(x) ** 2)


@given(x=st.one_of(FLOATS, ORDINARY), y=st.one_of(FLOATS, st.integers(-9, 9).map(float)))
@settings(max_examples=250)
def test_power(x: float, y: float) -> None:
    assert same(_core.power(x, y), np.float64(x) ** np.float64(y))


@given(x=FLOATS32, y=st.one_of(FLOATS32, st.integers(-9, 9).map(float)))
@settings(max_examples=250)
def test_power_of_float32(x: float, y: float) -> None:
    assert same(_core.power_float(x, y), np.float32(x) ** np.float32(y))


@given(x=st.one_of(FLOATS, ORDINARY), y=st.one_of(FLOATS, ORDINARY))
@example(x=-math.pi, y=2 * math.pi)
@settings(max_examples=300)
def test_remainder(x: float, y: float) -> None:
    assert same(_core.remainder(x, y), np.float64(x) % np.float64(y))


@given(x=st.one_of(FLOATS, ORDINARY), y=st.one_of(POSITIVE, st.floats(0.1, 10.0)))
@settings(max_examples=300)
def test_positive_remainder(x: float, y: float) -> None:
    assert same(_core.positive_remainder(x, y), np.float64(x) % np.float64(y))


@given(
    y=st.one_of(POSITIVE, st.floats(0.1, 10.0)),
    multiple=st.sampled_from([-4, -3, -2, -1, 0, 1, 2, 3, 4]),
    ulps=st.integers(-3, 3),
)
@settings(max_examples=300)
def test_positive_remainder_near_the_borders_of_its_branches(
    y: float, multiple: int, ulps: int
) -> None:
    x = multiple * y
    for _ in range(abs(ulps)):
        x = math.nextafter(x, math.copysign(math.inf, ulps))
    assert same(_core.positive_remainder(x, y), np.float64(x) % np.float64(y))


@given(x=st.one_of(FLOATS, ORDINARY), low=FLOATS, high=FLOATS)
@settings(max_examples=250)
def test_clip(x: float, low: float, high: float) -> None:
    assume(low <= high)
    assert same(_core.clip(x, low, high), np.clip(np.float64(x), low, high))
    assert same(_core.clip(x, low, high), np.clip(np.array([x]), low, high)[0])


@given(x=FLOATS32, low=FLOATS32, high=FLOATS32)
@settings(max_examples=250)
def test_clip_of_float32(x: float, low: float, high: float) -> None:
    assume(low <= high)
    ours = _core.clip_float(x, low, high)
    assert same(ours, np.clip(np.float32(x), np.float32(low), np.float32(high)))


def test_special_values() -> None:
    """Every pair of them."""
    for x in SPECIAL:
        assert same(_core.square(x), np.float64(x) ** 2), x
        assert same(_core.sqrt(x), np.sqrt(np.float64(x))), x
        for y in SPECIAL:
            assert same(_core.power(x, y), np.float64(x) ** np.float64(y)), (x, y)
            assert same(_core.remainder(x, y), np.float64(x) % np.float64(y)), (x, y)
            if y > 0:
                assert same(_core.positive_remainder(x, y), np.float64(x) % np.float64(y)), (x, y)
            for high in (value for value in SPECIAL if y <= value):
                assert same(_core.clip(x, y, high), np.clip(np.float64(x), y, high)), (x, y, high)


@given(
    x=st.one_of(
        FLOATS32,
        st.floats(-120_000, 120_000, width=32),
        st.floats(-4, 4, width=32),
    )
)
@example(x=-0.0)
@settings(max_examples=500)
def test_sine_and_cosine_of_float32(x: float) -> None:
    """They are NumPy's own polynomials."""
    assert same(_core.sin_float(x), np.sin(np.float32(x)))
    assert same(_core.cos_float(x), np.cos(np.float32(x)))


def test_sine_and_cosine_of_many_float32() -> None:
    """Near every multiple of pi/4, where a quarter turn ends, and all the way to the last one."""
    quarters = np.arange(-150_000, 150_001, 13) * (np.pi / 4)
    for shift in (-1e-3, 0.0, 1e-6, 0.3):
        x = (quarters + shift).astype(np.float32)
        assert [_core.sin_float(value) for value in x.tolist()] == np.sin(x).tolist()
        assert [_core.cos_float(value) for value in x.tolist()] == np.cos(x).tolist()


# --- Squares where rounding is hardest ------------------------------------------------------------


def near_ties(rng: np.random.Generator, count: int, least: float) -> np.ndarray:
    """Doubles whose squares lie `least` units in the last place or more from the nearest double."""
    x = rng.uniform(1.0, 2.0, count) * 2.0 ** rng.integers(-25, 25, count)
    product = x * x
    upper = 134217729.0 * x
    upper = upper - (upper - x)
    lower = x - upper
    error = ((upper * upper - product) + 2.0 * upper * lower) + lower * lower
    return x[np.abs(error) / np.spacing(product) >= least]


def check_squares(values: np.ndarray) -> int:
    """Compares all, and returns for how many pow differs from the rounded product."""
    ours = [_core.square(x) for x in values.tolist()]
    theirs = [x**2 for x in values]
    assert ours == theirs
    return sum(a != b for a, b in zip(theirs, (values * values).tolist(), strict=True))


def test_square_near_ties() -> None:
    """There pow is not x * x; the shortcut must leave exactly these to pow."""
    values = near_ties(np.random.default_rng(0), 1_000_000, 0.48)
    assert len(values) > 20_000
    assert check_squares(values) > 0


@pytest.mark.slow
def test_square_near_many_ties() -> None:
    rng = np.random.default_rng(1)
    different = sum(check_squares(near_ties(rng, 2_000_000, 0.47)) for _ in range(40))
    assert different > 100


def test_square_of_some_float32() -> None:
    """One of 65584 floats, against NumPy's own scalars."""
    bits = np.arange(0, 2**32, 4099 * 16, dtype=np.uint64).astype(np.uint32)
    values = bits.view(np.float32)
    assert all(same(_core.square_float(x), x**2) for x in values)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_square_of_every_float32() -> None:
    """All 2**32, in chunks that let Ctrl-C through."""
    chunk = 2**26
    assert sum(test_envs.differing_squares(i * chunk, chunk) for i in range(2**32 // chunk)) == 0


# --- The C library --------------------------------------------------------------------------------

LIBRARY: dict[str, tuple[Callable[[float], float], Callable[[np.ndarray], np.ndarray]]] = {
    "sin": (_core.sin, np.sin),
    "cos": (_core.cos, np.cos),
    "sqrt": (_core.sqrt, np.sqrt),
}


def arguments(rng: np.random.Generator, count: int) -> np.ndarray:
    """Angles as environments have them, others of any size, and any bits at all."""
    parts = [
        rng.uniform(-math.pi, math.pi, count),
        rng.normal(0, 100, count),
        rng.uniform(-1, 1, count) * 10.0 ** rng.uniform(-12, 15, count),
        np.arange(count) * (math.pi / 64),
        rng.integers(0, 2**64, count, dtype=np.uint64, endpoint=False).view(np.float64),
        np.array(SPECIAL),
    ]
    return np.concatenate(parts)


def differing(name: str, values: np.ndarray) -> list[float]:
    """Arguments for which NumPy, of scalars or of arrays, differs from the C library."""
    ours, theirs = LIBRARY[name]
    library = np.array([ours(x) for x in values.tolist()])
    scalars = np.array([theirs(x) for x in values[:20_000]])
    wrong = ~bitwise(library, theirs(values))
    wrong[:20_000] |= ~bitwise(library[:20_000], scalars)
    found: list[float] = values[wrong].tolist()
    return found


def bitwise(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a.view(np.uint64) == b.view(np.uint64)) | (np.isnan(a) & np.isnan(b))


@pytest.mark.parametrize("name", LIBRARY)
def test_numpy_agrees_with_the_c_library(name: str) -> None:
    """What lets environments call the C library. Where this fails, they cannot be exact."""
    assert differing(name, arguments(np.random.default_rng(0), 50_000)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LIBRARY)
def test_numpy_agrees_with_the_c_library_over_many_values(name: str) -> None:
    for seed in range(1, 21):
        assert differing(name, arguments(np.random.default_rng(seed), 200_000)) == []


# --- doctor ---------------------------------------------------------------------------------------

CHECKED = [
    "sin",
    "cos",
    "sqrt",
    "square",
    "square_float",
    "power",
    "power_float",
    "remainder",
    "positive_remainder",
    "clip",
    "clip_float",
]


def test_doctor_checks_the_same() -> None:
    assert doctor.CHECKS["mathematics against NumPy"]()[0]


@pytest.mark.parametrize("function", CHECKED)
def test_doctor_sees_a_difference(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One result in the last bit, in each function in turn."""
    monkeypatch.setattr(doctor, "VALUES", 2000)
    real = getattr(_core, function)
    calls = 0

    def off(*arguments: float) -> float:
        nonlocal calls
        calls += 1
        value = float(real(*arguments))
        return math.nextafter(value, math.inf) if calls == 1500 else value

    monkeypatch.setattr(_core, function, off)
    ok, detail = doctor.CHECKS["mathematics against NumPy"]()
    assert not ok
    assert " is np.float64(" in detail
    assert calls >= 1500
