# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of Procgen's games."""

from __future__ import annotations

from importlib.util import find_spec

from tests.families.facts import Facts

# The first that is installed; their libraries draw some games with a few other pixels.
_PACKAGE = "procgen_gym" if find_spec("procgen_gym") else "procgen"

FACTS = Facts(
    "parallel_pool.families.procgen.native",
    # A make of its own and one of EnvPool's; the tests in this folder play the others.
    representatives=frozenset({"CoinrunEasy-v0", "procgen-bigfish-v0"}),
    golden=lambda: _PACKAGE,
    needs=(_PACKAGE,),
    all_of_envpool=True,
)
