# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Seeds, bit generators and their state against NumPy's, bit for bit."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import MT19937, PCG64, Generator, RandomState, SeedSequence
from parallel_pool import _core, errors
from parallel_pool.random import generator_from_words, words_of_generator

# Any int that NumPy takes: words at the 32-bit borders, and far past the pool's 128 bits.
INTS = st.one_of(
    st.integers(0, 2**33),
    st.integers(0, 2**600),
    st.builds(lambda bits, off: max((1 << bits) + off, 0), st.integers(0, 200), st.integers(-2, 2)),
)
ENTROPY = st.one_of(
    INTS, st.lists(INTS, max_size=8), st.lists(st.integers(0, 2**32 - 1), max_size=8)
)
SEEDS = st.integers(0, 2**200)
WORDS = st.integers(0, 2**32 - 1)


@given(entropy=ENTROPY, words=st.integers(0, 40))
def test_seed_sequence(entropy: Any, words: int) -> None:
    ours = _core.seed_sequence(entropy, words)
    assert ours == SeedSequence(entropy).generate_state(words).tolist()


@pytest.mark.parametrize("entropy", [[], [0], [1, 0], [1, 2, 3, 4, 0], 0, 2**128, 2**160])
def test_seed_sequence_at_its_edges(entropy: Any) -> None:
    """Zero words at the end count once they lie past the pool of four."""
    assert _core.seed_sequence(entropy, 9) == SeedSequence(entropy).generate_state(9).tolist()


def test_seeds_that_are_no_seeds() -> None:
    for bad in (-1, 1.5, "1", None, [1, -1], [1.0], True):
        with pytest.raises((TypeError, ValueError)):
            _core.seed_sequence(bad, 4)
    with pytest.raises((TypeError, ValueError)):
        _core.Mt19937Generator(0).seed_legacy([])


# --- Bit generators -------------------------------------------------------------------------------

# next64, next32, and the double made of them: the order decides which half is buffered.
RAW = st.lists(st.sampled_from(["next64", "next32", "next_double"]), max_size=60)


def raw_of(bits: Any, kinds: list[str]) -> list[float]:
    """The same from NumPy's own functions."""
    interface = bits.ctypes
    calls = {
        "next64": interface.next_uint64,
        "next32": interface.next_uint32,
        "next_double": interface.next_double,
    }
    return [calls[kind](interface.state) for kind in kinds]


def raw_of_ours(generator: Any, kinds: list[str]) -> list[float]:
    calls = {
        "next64": generator.next64,
        "next32": generator.next32,
        "next_double": generator.random,
    }
    return [calls[kind]() for kind in kinds]


@given(entropy=ENTROPY, kinds=RAW)
def test_pcg64(entropy: Any, kinds: list[str]) -> None:
    ours, theirs = _core.Pcg64Generator(entropy), PCG64(SeedSequence(entropy))
    assert raw_of_ours(ours, kinds) == raw_of(theirs, kinds)
    assert ours.state == words_of_generator(Generator(theirs))


@given(entropy=ENTROPY, kinds=RAW, skip=st.integers(0, 1300))
def test_mt19937(entropy: Any, kinds: list[str], skip: int) -> None:
    """`skip` goes past one or two refills of the 624 words."""
    ours, theirs = _core.Mt19937Generator(entropy), MT19937(SeedSequence(entropy))
    kinds = ["next32"] * skip + kinds
    assert raw_of_ours(ours, kinds) == raw_of(theirs, kinds)
    assert_same_mt19937(ours, theirs)


def assert_same_mt19937(ours: Any, theirs: MT19937) -> None:
    key, position = ours.state
    assert key == theirs.state["state"]["key"].tolist()
    assert position == theirs.state["state"]["pos"]


@given(seed=st.one_of(WORDS, st.lists(WORDS, min_size=1, max_size=700)), kinds=RAW)
def test_legacy_seeding(seed: Any, kinds: list[str]) -> None:
    """RandomState, of an int or of a list; a list of one is not the int."""
    ours, theirs = _core.Mt19937Generator(0), RandomState(seed)
    ours.seed_legacy(seed)
    assert_same_mt19937(ours, theirs._bit_generator)
    assert raw_of_ours(ours, kinds) == raw_of(theirs._bit_generator, kinds)
    assert [ours.random() for _ in range(5)] == theirs.random_sample(5).tolist()
    assert [ours.uniform(-2.5, 0.1) for _ in range(5)] == theirs.uniform(-2.5, 0.1, 5).tolist()


def test_a_list_of_one_seeds_otherwise_than_its_int() -> None:
    one, other = _core.Mt19937Generator(0), _core.Mt19937Generator(0)
    one.seed_legacy(5)
    other.seed_legacy([5])
    assert one.next32() != other.next32()


# --- State ----------------------------------------------------------------------------------------


@given(seed=SEEDS, before=RAW, after=RAW)
def test_saved_generators_go_on(seed: int, before: list[str], after: list[str]) -> None:
    """Through the engine's bytes and, for PCG64, through NumPy's own state dict and back."""
    for make in (_core.Pcg64Generator, _core.Mt19937Generator):
        generator, other = make(seed), make(0)
        raw_of_ours(generator, before)
        saved = generator.save()
        other.load(saved)
        assert other.save() == saved
        assert raw_of_ours(other, after) == raw_of_ours(generator, after)
    theirs = Generator(PCG64(SeedSequence(seed)))
    raw_of(theirs.bit_generator, before)
    copied = generator_from_words(words_of_generator(theirs))
    assert copied.bit_generator.state == theirs.bit_generator.state
    assert raw_of(copied.bit_generator, after) == raw_of(theirs.bit_generator, after)


@pytest.mark.parametrize("make", [_core.Pcg64Generator, _core.Mt19937Generator])
def test_states_of_another_length_are_refused(make: Any) -> None:
    generator = make(1)
    saved = generator.save()
    for bad in (b"", saved[:-1], saved + b"\0"):
        with pytest.raises(errors.StateError, match="the state"):
            generator.load(bad)


def test_only_a_pcg64_can_be_an_environment_s_generator() -> None:
    for other in (Generator(MT19937(0)), RandomState(0), None):
        with pytest.raises(TypeError, match="must be a Generator over a PCG64, got"):
            words_of_generator(other)


@given(seed=SEEDS, calls=st.integers(0, 5))
def test_an_environment_owns_the_stream_of_its_seed(seed: int, calls: int) -> None:
    """What `np_random` shows is gymnasium's generator for that seed, after what reset drew."""
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    envs.reset(seed=seed)
    for i, generator in enumerate(envs.np_random):
        theirs = Generator(PCG64(SeedSequence(seed + i)))
        theirs.uniform(size=4)
        assert generator.bit_generator.state == theirs.bit_generator.state
        assert generator.random(calls).tolist() == theirs.random(calls).tolist()
    assert envs.np_random_seed == (seed, seed + 1)
    envs.close()


@given(seed=SEEDS, kinds=RAW)
def test_an_environment_s_generator_can_be_set(seed: int, kinds: list[str]) -> None:
    """Also in the middle of a 64-bit word."""
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    theirs = [Generator(PCG64(seed + i)) for i in range(2)]
    for generator in theirs:
        raw_of(generator.bit_generator, kinds)
    envs.np_random = copy.deepcopy(tuple(theirs))  # the environments draw from those they are given
    for ours, expected in zip(envs.np_random, theirs, strict=True):
        assert ours.bit_generator.state == expected.bit_generator.state
    observations, _ = envs.reset()
    expected = [generator.uniform(-0.05, 0.05, 4).astype(np.float32) for generator in theirs]
    assert observations.tobytes() == np.array(expected).tobytes()
    assert envs.np_random_seed == (-1, -1)
    envs.close()
