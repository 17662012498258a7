# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A CPU without AVX, which QEMU emulates, gives the same bits: wider code is chosen at run time."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys

import pytest

from tests.families.facts import all_families, can_be_made

QEMU = shutil.which("qemu-x86_64")
# An id of each family whose results do not depend on the CPU through the libraries of others.
IDS = [
    id
    for facts in all_families().values()
    if not (facts.missing or facts.golden()) and can_be_made(facts.shown_ids[0])
    for id in list(filter(facts.has_trace, facts.shown_ids))[:1]
]
PLAY = """
import hashlib, sys
import numpy as np
import parallel_pool

def leaves(tree):
    if isinstance(tree, dict):
        tree = [tree[key] for key in sorted(tree)]
    if isinstance(tree, (tuple, list)):
        for child in tree:
            yield from leaves(child)
    else:
        yield np.asarray(tree)

for id in sys.argv[1:]:
    digest = hashlib.sha256()
    with parallel_pool.make(id, num_envs=20, num_threads=1, seed=3) as envs:
        envs.action_space.seed(3)
        results = envs.reset()
        for _ in range(60):
            for leaf in leaves(results[:-1]):
                digest.update(leaf.tobytes())
            results = envs.step(envs.action_space.sample())
    print(id, digest.hexdigest())
"""


def play(*launcher: str) -> str:
    done = subprocess.run(
        [*launcher, sys.executable, "-c", PLAY, *IDS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(QEMU is None, reason="there is no qemu-x86_64, which Debian's qemu-user has")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="another CPU")
@pytest.mark.slow
def test_a_cpu_without_avx_gives_the_same_bits() -> None:
    assert QEMU is not None
    here = play()
    assert len(here.splitlines()) == len(IDS) > 5
    assert play(QEMU, "-cpu", "Nehalem") == here
