# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Importing the package prints nothing, starts no thread and imports only what it needs."""

from __future__ import annotations

import pytest
from parallel_pool.families import FAMILIES

from tests.families.facts import all_families
from tests.robustness.isolation import run_code

# What only some ids, adapters or the command line need.
LATER = (
    "dm_env", "jax", "matplotlib", "pygame", "rich", "stable_baselines3", "tianshou", "torch",
    "typer", "envpool", *(name for facts in all_families().values() for name in facts.needs),
)  # fmt: skip


@pytest.mark.parametrize(
    "use",
    [
        "",
        "import parallel_pool.testing",
        "parallel_pool.make('CartPole-v1', num_envs=2).reset(seed=0)",
        "parallel_pool.make('CartPole-v1', env_type='gym', num_envs=2).reset()",
        "parallel_pool.make_spec('CartPole-v1', num_envs=2)",
        "import gymnasium; gymnasium.make_vec('parallel_pool/Blackjack-v1', num_envs=2).reset()",
    ],
)
def test_what_is_imported(use: str) -> None:
    code = (
        f"import parallel_pool\n{use}\n"
        f"import sys\nprint(*(name for name in {LATER} if name in sys.modules))"
    )
    assert run_code(code).check() == "\n"


def test_how_much_is_imported() -> None:
    """Counts modules, as time depends on the machine; the families have two or three each."""
    code = (
        "import sys, gymnasium\nbefore = set(sys.modules)\nimport parallel_pool\n"
        "new = set(sys.modules) - before\n"
        "own = {name for name in new if name.startswith('parallel_pool')}\n"
        "of_families = {name for name in own if name.startswith('parallel_pool.families.')}\n"
        "print(len(of_families), len(own - of_families), len(new - own), "
        "sorted(new & {'asyncio', 'multiprocessing', 'ssl'}))"
    )
    of_families, own, others, slow = run_code(code).check().split(maxsplit=3)
    assert int(of_families) <= 3 * len(FAMILIES), "is each new module needed on import?"
    assert int(own) <= 55, "is each new module of this package needed on import?"
    assert int(others) <= 50, "is each new module needed on import?"
    assert slow == "[]\n"


def test_registration_searches_no_ids() -> None:
    """`gymnasium.register` looks at all ids for each new one; its entries are the same."""
    code = (
        "import gymnasium\nregister, calls = gymnasium.register, []\n"
        "gymnasium.register = lambda **given: (calls.append(given), register(**given))\n"
        "import parallel_pool\nfrom parallel_pool import registry\nprint(len(calls))\n"
        "ids = map(registry.gymnasium_id, registry.list_all_envs())\n"
        "entries = {id: gymnasium.registry.pop(id) for id in ids}\n"
        "given = ('id', 'entry_point', 'max_episode_steps', 'reward_threshold')\n"
        "for one in [*entries.values()][::50]:\n"
        "    register(vector_entry_point=one.vector_entry_point, "
        "**{name: getattr(one, name) for name in given})\n"
        "    assert vars(gymnasium.spec(one.id)) == vars(one), one\n"
        "print(len({id(one.kwargs) for one in entries.values()}) == len(entries) > 1000)"
    )
    calls, same = run_code(code).check().split()
    assert int(calls) <= 5
    assert same == "True"


def test_import_starts_no_thread() -> None:
    """Only the threads that importing NumPy and Gymnasium starts exist."""
    code = (
        "import os, numpy, gymnasium\nbefore = len(os.listdir('/proc/self/task'))\n"
        "import parallel_pool\n"
        "envs = parallel_pool.make('CartPole-v1', num_envs=64, num_threads=4)\n"
        "print(len(os.listdir('/proc/self/task')) - before)"
    )
    assert run_code(code).check() == "0\n"


def test_import_again() -> None:
    """A second import of the modules is refused or harmless, never a crash."""
    code = (
        "import importlib, sys, parallel_pool\n"
        "importlib.reload(parallel_pool.making)\n"
        "from parallel_pool import registry\n"
        "try:\n    registry.register_families()\n"
        "except parallel_pool.PoolError as error:\n    print(error)\n"
        "print(parallel_pool.make('CartPole-v1').reset(seed=0)[0].shape)"
    )
    out = run_code(code).check()
    assert "adds ids that exist already" in out
    assert out.endswith("(1, 4)\n")
