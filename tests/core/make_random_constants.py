# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes random_constants.h: what NumPy's generators yield, for the C++ tests to compare with.

Run as `python make_random_constants.py > random_constants.h`. NumPy keeps these streams stable
(NEP 19: bit generators and seeding for ever, distributions unless a release note says otherwise).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

SEEDS = [0, 1, 42, 2**32 - 1, 2**32, 2**64 + 3, 2**200 + 2**100 + 7]
COUNT = 8


def words(seed: int) -> list[int]:
    """The 32-bit words of a seed, lowest first."""
    out = [seed & 0xFFFFFFFF]
    while seed := seed >> 32:
        out.append(seed & 0xFFFFFFFF)
    return out


def row(values: Iterable[object]) -> str:
    """A braced C++ list."""
    return "{" + ", ".join(str(value) for value in values) + "}"


def hexadecimal(values: Iterable[object], suffix: str) -> str:
    """A braced list of unsigned integers."""
    return row(f"{int(value):#x}{suffix}" for value in values)  # type: ignore[call-overload]


def floats(values: Iterable[float]) -> str:
    """A braced list of doubles, exact."""
    return row(float(value).hex() for value in values)


def seed_case(seed: int) -> str:
    """One row of the table of seeds."""
    sequence = np.random.SeedSequence(seed)
    pcg = np.random.PCG64(seed)
    mersenne = np.random.MT19937(seed)
    return f"""    {{.seed = {hexadecimal(words(seed), "u")},
     .state32 = {hexadecimal(sequence.generate_state(COUNT, np.uint32), "u")},
     .state64 = {hexadecimal(sequence.generate_state(COUNT, np.uint64), "u")},
     .pcg64 = {hexadecimal(pcg.random_raw(COUNT), "u")},
     .mt19937 = {hexadecimal(mersenne.random_raw(COUNT), "u")}}},"""


def draws(bits: type[np.random.BitGenerator]) -> str:
    """A walk through one generator: each draw goes on where the one before it ended."""
    rng = np.random.Generator(bits(12345))
    kinds = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
    integers = [rng.integers(3, 100, dtype=kind) for kind in kinds]
    integers.append(rng.integers(-(2**62), 2**62))
    shuffled = list(range(10))
    rng.shuffle(shuffled)
    doubles = [
        rng.random(),
        rng.random(dtype=np.float32),
        rng.uniform(-0.05, 0.05),
        rng.normal(1.0, 2.0),
        rng.standard_normal(dtype=np.float32),
        rng.exponential(3.0),
        rng.gamma(0.5, 2.0),
        rng.beta(2.0, 0.7),
        rng.poisson(20.0),
        rng.binomial(100, 0.3),
        rng.choice(7),
        rng.choice(3, p=[0.2, 0.5, 0.3]),
        rng.hypergeometric(15, 12, 9),
        rng.random(),
    ]
    return f"""{{.integers = {row(integers)},
     .shuffled = {row(shuffled)},
     .doubles = {floats(doubles)}}}"""


def legacy() -> str:
    """RandomState's two seedings."""
    one = np.random.RandomState(2026)
    many = np.random.RandomState([1, 2, 3])
    return (
        f"inline const std::vector<double> kLegacyOne = {floats(one.random_sample(COUNT))};\n"
        f"inline const std::vector<double> kLegacyMany = {floats(many.random_sample(COUNT))};"
    )


print(f"""// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What NumPy {np.__version__} yields. Written by make_random_constants.py; not to be edited.
#pragma once

#include <cstdint>
#include <vector>

namespace pp::testing {{

struct SeedCase {{
  std::vector<std::uint32_t> seed;
  std::vector<std::uint32_t> state32;
  std::vector<std::uint64_t> state64;
  std::vector<std::uint64_t> pcg64;
  std::vector<std::uint64_t> mt19937;
}};

struct Draws {{
  std::vector<std::int64_t> integers;
  std::vector<int> shuffled;
  std::vector<double> doubles;
}};

inline const std::vector<SeedCase> kSeedCases = {{""")
for seed in SEEDS:
    print(seed_case(seed))
print(f"""}};

inline const Draws kPcg64Draws =
    {draws(np.random.PCG64)};

inline const Draws kMt19937Draws =
    {draws(np.random.MT19937)};

{legacy()}

}}  // namespace pp::testing""")
