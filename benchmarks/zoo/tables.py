# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of packages with Python environments: how to use each, and whether it works."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from parallel_pool.tools.bench.report import short
from parallel_pool.tools.zoo.catalogue import PACKAGES, Package
from parallel_pool.tools.zoo.venvs import NOT_ISOLATED

from benchmarks.markdown import ABSENT, Row, measured, results, table


def trials() -> Iterator[str]:
    """A row for each environment."""
    yield from table(
        ("package", "environment", "exact steps", "sync", "async", "AsyncVectorEnv", "bare loop",
         "MiB per environment"),
        (_cells(row) for row in results("python_zoo")),
    )  # fmt: skip
    yield from measured("python_zoo")


def _cells(row: Row) -> Iterator[str]:
    yield f"[{row['package']}](#{row['package']})"
    yield f"`{row['env']}`" if row["env"] else ABSENT
    steps = row["exact_sync"], row["exact_async"]
    if all(each.isdigit() and int(each) for each in steps):
        yield f"{sum(map(int, steps)):,}"
    else:
        yield "no: see below" if any(each == "0" for each in steps) else max(*steps) or ABSENT
    for name in ("sync", "async", "async_vector_env", "bare"):
        yield short(float(row[name])) if row[name] else ABSENT
    yield row["mib_per_env"] or ABSENT


def packages() -> Iterator[str]:
    """A section for each package that was tried."""
    rows: dict[str, list[Row]] = {}
    for row in results("python_zoo"):
        rows.setdefault(row["package"], []).append(row)
    tried = [package for package in PACKAGES if package.name in rows]
    for number, package in enumerate(tried):
        if number:
            yield ""
        yield from _section(package, rows[package.name])


def _section(package: Package, rows: list[Row]) -> Iterator[str]:
    yield f"### {package.name}"
    yield ""
    version = next((row["version"] for row in rows if row["version"]), "")
    texts = [f"Version {version}."] if version else []
    texts += [package.notes] if package.notes else []
    texts += [f"Needs {package.needs}."] if package.needs else []
    if package.variables:
        set_ = ", ".join(f"`{name}={value}`" for name, value in package.variables.items())
        texts.append(f"Tried with {set_} in the environment.")
    for row in rows:
        if row["problem"]:
            problem = row["problem"].replace("\n", " ")
            texts.append(f"Does not work: {row['env']}: {problem}")
    refused = [f"`{row['env']}`" for row in rows if row["peer_problem"]]
    if refused:
        texts.append(f"AsyncVectorEnv does not take {', '.join(refused)}.")
    if texts:
        yield from (" ".join(texts), "")
    yield "```text"
    if package.install:
        yield f"pip install {shlex.join(package.install)}"
    if package.without_dependencies:
        options = "--no-deps" if package.isolated_build else f"--no-deps {NOT_ISOLATED}"
        yield f"pip install {options} {shlex.join(package.without_dependencies)}"
    if package.install:
        yield ""
    yield from package.imports.splitlines()
    workers = ", num_workers=8" if package.one_per_process else ""
    for source in package.envs.values():
        yield f"envs = parallel_pool.make_python({source}, num_envs=8{workers})"
    yield "```"


TABLES = {"python_zoo": trials, "python_zoo_packages": packages}
