# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What pyproject.toml asks for keeps nobody out without saying why."""

from __future__ import annotations

import re
import tomllib

from tests.support import ROOT

PROJECT = (ROOT / "pyproject.toml").read_text()


def test_upper_bounds_have_reasons() -> None:
    """A comment on the line of a bound, or on the line above."""
    lines = PROJECT.splitlines()
    for above, line in zip(["", *lines], lines, strict=False):
        for requirement in re.findall(r'"([^"]*)"', line.partition("#")[0]):
            bound = re.search(r"<|==|~=", requirement.partition(";")[0])
            assert not bound or "#" in line or above.lstrip().startswith("#"), requirement


def test_the_oldest_versions_are_run() -> None:
    """`make test-adapters` has each lower bound of the package as it is, or its first fix."""
    oldest = (ROOT / "tests/adapters/environments/oldest.txt").read_text()
    installed = dict(re.findall(r"^([\w-]+)==([\d.]+)$", oldest, re.M))
    asked = tomllib.loads(PROJECT)["project"]["dependencies"]
    bounds = dict(re.fullmatch(r"([\w-]+)>=([\d.]+)", one).groups() for one in asked)  # type: ignore[union-attr]
    assert installed.keys() == bounds.keys()
    for name, bound in bounds.items():
        assert f"{installed[name]}.".startswith(f"{bound}."), name
