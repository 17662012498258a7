# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks an installation: versions, mathematics, random numbers and a running pool."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import SupportsFloat

import numpy as np

from parallel_pool import _core, registry
from parallel_pool.making import make
from parallel_pool.testing.compare import describe_difference
from parallel_pool.tools.machine import Facts, cpu_model, envpool_version, version_of
from parallel_pool.version import __version__

VALUES = 20_000


@dataclass(frozen=True)
class Finding:
    """The result of a check."""

    name: str
    ok: bool
    detail: str


def examine() -> Iterator[Finding]:
    """Runs all checks. A check that raises counts as a problem and does not stop the others."""
    of_families = {
        name: check for family in registry.families() for name, check in family.checks.items()
    }
    for name, check in (CHECKS | of_families).items():
        try:
            ok, detail = check()
        except Exception as error:
            ok, detail = False, f"{type(error).__name__}: {error}"
        yield Finding(name, ok, detail)


_Outcome = tuple[bool, str]
_X = np.float64


def _package() -> _Outcome:
    modules = [family.module for family in registry.families()]
    wrong = [
        module.__name__
        for module in modules
        if getattr(module, "__parallel_pool_abi__", None) != _core.ABI_VERSION
    ]
    detail = f"parallel_pool {__version__}, ABI version {_core.ABI_VERSION}"
    return not wrong, detail + (f"; another ABI version: {', '.join(wrong)}" if wrong else "")


def _versions() -> _Outcome:
    facts = Facts.of_this_machine()
    found = {"Python": facts.python, "NumPy": facts.numpy, "Gymnasium": facts.gymnasium}
    needs = "\n".join(metadata.requires("parallel_pool") or [])
    least = dict(re.findall(r"^([\w-]+)>=([\d.]+)$", needs, re.MULTILINE))
    old = [
        f"{name} must be at least {least[name.lower()]}"
        for name in found
        if name.lower() in least and _numbers(found[name]) < _numbers(least[name.lower()])
    ]
    return not old, "; ".join([", ".join(f"{name} {found[name]}" for name in found), *old])


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def _processors() -> _Outcome:
    allowed, parallelism = _core.allowed_cpus(), _core.available_parallelism()
    detail = (
        f"{cpu_model()}; CPUs {', '.join(map(str, allowed))} are allowed, "
        f"{parallelism} of them may be used at once (affinity mask and cgroup quota)"
    )
    nodes = _core.numa_nodes()
    if len(nodes) > 1:
        listed = "; ".join(f"{node}: {', '.join(map(str, own))}" for node, own in nodes.items())
        detail += f"; CPUs of NUMA nodes: {listed}"
    return 1 <= parallelism <= len(allowed), detail


def _environments() -> _Outcome:
    ids = registry.list_all_envs()
    failed = [f"package {name!r}: {why}" for name, why in registry.failed_packages().items()]
    detail = f"{len(ids)} ids in {len(registry.families())} families"
    return bool(ids) and not failed, "; ".join([detail, *failed])


@dataclass(frozen=True)
class Usable:
    """How many ids of a family can be made, and what must be installed for the others."""

    family: str
    ids: int
    usable: int
    missing: str


def usable_families() -> list[Usable]:
    """What can be used of each family, by name."""
    found = []
    for family in sorted(registry.families(), key=lambda family: family.name):
        lacking = [registry.what_is_missing(env_type) for env_type in family.module.env_types]
        missing = "; ".join(dict.fromkeys(one for one in lacking if one))
        found.append(Usable(family.name, len(lacking), lacking.count(None), missing))
    return found


def _single(x: float) -> float:
    """The nearest float32."""
    return float(np.float32(x))


# The engine's operations on x and y, and the same operations on NumPy scalars.
_OPERATIONS: dict[str, tuple[Callable[[_X, _X], float], Callable[[_X, _X], _X | np.float32]]] = {
    "sin": (lambda x, _: _core.sin(x), lambda x, _: np.sin(x)),
    "cos": (lambda x, _: _core.cos(x), lambda x, _: np.cos(x)),
    "float32 sin": (
        lambda x, _: _core.sin_float(float(np.float32(x))),
        lambda x, _: np.sin(np.float32(x)),
    ),
    "float32 cos": (
        lambda x, _: _core.cos_float(float(np.float32(x))),
        lambda x, _: np.cos(np.float32(x)),
    ),
    "sqrt": (lambda x, _: _core.sqrt(abs(x)), lambda x, _: np.sqrt(abs(x))),
    "float64 ** 2": (lambda x, _: _core.power(x, 2.0), lambda x, _: x**2),
    "square of float64": (lambda x, _: _core.square(x), lambda x, _: x**2),
    "float64 ** float64": (lambda x, y: _core.power(abs(x), y), lambda x, y: abs(x) ** y),
    "float32 ** 2": (
        lambda x, _: _core.power_float(_single(x), 2.0),
        lambda x, _: np.float32(x) ** 2,
    ),
    "square of float32": (
        lambda x, _: _core.square_float(_single(x)),
        lambda x, _: np.float32(x) ** 2,
    ),
    "float32 ** float32": (
        lambda x, y: _core.power_float(abs(_single(x)), _single(y)),
        lambda x, y: abs(np.float32(x)) ** np.float32(y),
    ),
    "%": (lambda x, y: _core.remainder(x, y), lambda x, y: x % y),
    "% of a positive": (
        lambda x, y: _core.positive_remainder(x, abs(y)),
        lambda x, y: x % abs(y),
    ),
    "clip of float64": (
        lambda x, y: _core.clip(x, -abs(y), abs(y)),
        lambda x, y: np.clip(x, -abs(y), abs(y)),
    ),
    "clip of float32": (
        lambda x, y: _core.clip_float(_single(x), -abs(_single(y)), abs(_single(y))),
        lambda x, y: np.clip(np.float32(x), -abs(np.float32(y)), abs(np.float32(y))),
    ),
}


def _mathematics() -> _Outcome:
    rng = np.random.default_rng(0)
    values = list(zip(rng.normal(0, 20, VALUES), rng.uniform(-7, 7, VALUES), strict=True))
    wrong = []
    for name, (ours, theirs) in _OPERATIONS.items():
        left, right = ([function(x, y) for x, y in values] for function in (ours, theirs))
        # The engine returns float32 results as Python floats without loss: comparison is exact.
        difference = describe_difference(np.array(left), np.array(right, dtype=float), name)
        if difference is not None:
            wrong.append(difference)
    names = ", ".join(_OPERATIONS)
    return not wrong, "; ".join(wrong) or f"{names}: {VALUES} values each, every bit agrees"


# Draws of the engine's generator, and the same draws of NumPy's.
_DRAWS: dict[
    str,
    tuple[Callable[[_core.Pcg64Generator], float], Callable[[np.random.Generator], SupportsFloat]],
] = {
    "random": (lambda ours: ours.random(), lambda theirs: theirs.random()),
    "uniform": (lambda ours: ours.uniform(-3.0, 5.0), lambda theirs: theirs.uniform(-3.0, 5.0)),
    "integers": (lambda ours: ours.integers_int64(-7, 93), lambda theirs: theirs.integers(-7, 93)),
    "normal": (lambda ours: ours.normal(1.0, 2.0), lambda theirs: theirs.normal(1.0, 2.0)),
    "exponential": (lambda ours: ours.exponential(3.0), lambda theirs: theirs.exponential(3.0)),
    "gamma": (lambda ours: ours.gamma(0.7, 2.0), lambda theirs: theirs.gamma(0.7, 2.0)),
    "poisson": (lambda ours: ours.poisson(4.5), lambda theirs: theirs.poisson(4.5)),
    "binomial": (lambda ours: ours.binomial(40, 0.3), lambda theirs: theirs.binomial(40, 0.3)),
    "choice": (
        lambda ours: ours.choice_p([0.2, 0.5, 0.3]),
        lambda theirs: theirs.choice(3, p=[0.2, 0.5, 0.3]),
    ),
}


def _random_numbers() -> _Outcome:
    """Draws from all distributions in turn in one stream, which reveals extra or missing draws."""
    ours, theirs = _core.Pcg64Generator(2026), np.random.default_rng(2026)
    for turn in range(500):
        for name, (draw_ours, draw_theirs) in _DRAWS.items():
            left, right = float(draw_ours(ours)), float(draw_theirs(theirs))
            difference = describe_difference(left, right, f"{name}, draw {turn}")
            if difference is not None:
                return False, difference
    return True, f"{', '.join(_DRAWS)}: 500 draws each, every bit agrees"


def _pool() -> _Outcome:
    envs = make("CartPole-v1", num_envs=16, num_threads=2, batch_size=8, seed=0)
    envs.async_reset()
    for _ in range(200):
        infos = envs.recv(timeout=60.0)[4]
        envs.send(np.ones(8, dtype=np.int64), infos["env_id"])
    envs.close()
    return True, "200 batches of 8 of 16 environments by 2 threads, then closed"


def _extras() -> _Outcome:
    names = ("matplotlib", "pygame-ce", "torch")
    found = {name: version_of(name) or "not installed" for name in names}
    found["envpool"] = envpool_version()
    return True, ", ".join(f"{name} {version}" for name, version in found.items())


CHECKS: dict[str, Callable[[], _Outcome]] = {
    "package": _package,
    "versions": _versions,
    "processors": _processors,
    "environments": _environments,
    "mathematics against NumPy": _mathematics,
    "random numbers against NumPy": _random_numbers,
    "a pool at work": _pool,
    "optional packages": _extras,
}
