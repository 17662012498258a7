# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The conformance kit: checks the rules that every user of an environment relies on.

>>> from parallel_pool import testing
>>> testing.check("CartPole-v1")

With pytest, with one case for each rule::

    test_conformance = testing.conformance_test("MyEnv-v0")
"""

from __future__ import annotations

from parallel_pool.testing.compare import assert_same, describe_difference
from parallel_pool.testing.play import run
from parallel_pool.testing.pytest_rules import conformance_test
from parallel_pool.testing.rules import RULES, check
from parallel_pool.testing.subject import ConformanceError
from parallel_pool.testing.trajectory import Step, Trajectory

__all__ = [
    "RULES",
    "ConformanceError",
    "Step",
    "Trajectory",
    "assert_same",
    "check",
    "conformance_test",
    "describe_difference",
    "run",
]
