# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments with physics of their own."""

from __future__ import annotations

import numpy as np

from tests.examples.test_planning import example


def test_cartpoles_differ() -> None:
    values = example("domain_randomisation")["cartpoles"](num_envs=6, steps=60)
    assert all(len(set(each)) == 6 for each in values.values())


def test_ants_differ_by_their_models() -> None:
    """The same start and actions: those of one model are equal, the others are not."""
    heights = example("domain_randomisation")["ants"](num_envs=8, variants=4, steps=8)
    np.testing.assert_array_equal(heights[:4], heights[4:])
    assert len(set(heights[:4].tolist())) == 4
