# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of a family, and all families that declare it.

A family is one package in this folder. Its `facts.py` holds ``FACTS = Facts(...)``. Beside it may
be

- `options.py` with ``CONFIG`` and ``RESET``: values to try for constructor and reset options, and
  with ``NEWER``: constructor options that the installed reference does not have;
- `reference.py` with ``make``: how the reference of an id is made, where `gymnasium.make` with the
  same options does not do it;
- `pages.py` with ``PAGES``: pages in docs/environments that are generated, beside the family's own;
- `golden/`: the readable traces of its ids, written by ``make golden``;
- `environments/`: requirements of environments in which ``make test-adapters`` runs some tests;
- `faults.py` with ``session(dice, counts)``: what may come to harm in the family alone, and does in
  ``make soak``;
- its own tests.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import parallel_pool
from parallel_pool import registry

if TYPE_CHECKING:  # Processes of tests that need no options start without hypothesis.
    import gymnasium
    from hypothesis import strategies as st
    from parallel_pool.native import NativeEnvType

    Options = Mapping[str, st.SearchStrategy[Any]]


@dataclass(frozen=True)
class Facts:
    """One family. All but the module has a default that suits a small exact family.

    Attributes:
        module: name of the family's extension module.
        representatives: the ids that tests of all ids use, where a family has many of one make
            and tests them all itself; None: all ids.
        simulates: whether a time step takes a hundred times as long as another family's. Tests of
            all ids do less with such an id, and the rest in `make test-long`.
        is_older: whether an id has a newer version that represents it in the longer tests.
        has_trace: whether an id has a golden trace: the same bits on every CPU.
        shows_draws: whether an id's observations differ between seeds, and between episodes, as
            soon as the conformance kit's few time steps with random actions.
        golden: the folder of the traces below `golden`, which may name a library's version.
        needs: modules that the ids or their references need, and that nothing imports before.
            Without them the comparisons are skipped.
        tests_pictures: whether the family's own tests compare its pictures, because they need a
            library that other tests do not, or a reference that is slow.
        also_on_page: ids that the family's generated page describes, beside the representatives.
        all_of_envpool: whether EnvPool's module of the same name has no id that is missing here.
        has_generated_page: whether the second half of the family's page is written by `make
            golden`; not where its spaces are known only with a package that tests do not install.
    """

    module: str
    representatives: frozenset[str] | None = None
    simulates: bool = False
    is_older: Callable[[str], bool] = field(default=lambda id: False)
    has_trace: Callable[[str], bool] = field(default=lambda id: True)
    shows_draws: Callable[[str], bool] = field(default=lambda id: True)
    golden: Callable[[], str] = field(default=lambda: "")
    needs: tuple[str, ...] = ()
    tests_pictures: bool = False
    has_generated_page: bool = True
    also_on_page: frozenset[str] = frozenset()
    all_of_envpool: bool = False

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.module.split(".")[-2]

    @cached_property
    def folder(self) -> Path:
        """The family's folder of tests."""
        return Path(__file__).parent / self.name

    @property
    def golden_folder(self) -> Path:
        """Where the traces are that hold here."""
        return self.folder / "golden" / self.golden()

    @cached_property
    def ids(self) -> list[str]:
        """All ids, sorted."""
        return [id for id in registry.list_all_envs() if _module_of(id) == self.module]

    @cached_property
    def shown_ids(self) -> list[str]:
        """The ids that tests of all ids use."""
        return [id for id in self.ids if self.representatives is None or id in self.representatives]

    @property
    def page_ids(self) -> list[str]:
        """The ids that the family's generated page describes."""
        return [id for id in self.ids if id in self.shown_ids or id in self.also_on_page]

    @property
    def missing(self) -> list[str]:
        """The modules that the references need and that are not installed."""
        return [name for name in self.needs if importlib.util.find_spec(name) is None]

    def options_of(self, id: str) -> Options:
        """Values to try for each constructor option: the id's own, or those of all versions."""
        config = getattr(self.beside("options"), "CONFIG", {})
        options: Options = config.get(id, config.get(versionless(id), {}))
        return options

    def reset_options_of(self, id: str) -> st.SearchStrategy[dict[str, Any]] | None:
        """Values to try for all reset options at once, some of which go together, or None."""
        reset = getattr(self.beside("options"), "RESET", {})
        options: st.SearchStrategy[dict[str, Any]] | None = reset.get(versionless(id))
        return options

    def make_reference(
        self, env_type: NativeEnvType, config: Mapping[str, Any], max_episode_steps: int | None
    ) -> gymnasium.Env[Any, Any]:
        """One environment of the reference; `max_episode_steps` None means its own limit."""
        from tests.parity.reference import make

        maker = getattr(self.beside("reference"), "make", make)
        env: gymnasium.Env[Any, Any] = maker(env_type, config, max_episode_steps)
        return env

    def beside(self, module: str) -> object:
        """A module of the family's folder of tests, or None where it has none of this name."""
        name = f"{__package__}.{self.name}.{module}"
        return importlib.import_module(name) if importlib.util.find_spec(name) else None


def versionless(id: str) -> str:
    """``CartPole`` of ``CartPole-v1``."""
    return id.rsplit("-v", 1)[0]


def can_be_made(id: str) -> bool:
    """Whether what an id needs at run time is installed here."""
    return registry.family_of(id).missing(registry.find(id)) is None


def has_its_files(id: str) -> bool:
    """Whether the files that an id needs are here: those of a game that is sold are not."""
    lacks = ("does not exist; searched", "does not bring", "a scenario of yours")
    try:
        parallel_pool.make_spec(id)
    except ValueError as error:
        if any(text in str(error) for text in lacks):
            return False
        raise
    return True


@cache
def all_families() -> dict[str, Facts]:
    """What each family declares, by its module."""
    folders = [found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)])]
    declared = [
        importlib.import_module(f"{__package__}.{name}.facts").FACTS
        for name in folders
        if (Path(__file__).parent / name / "facts.py").exists()
    ]
    return {facts.module: facts for facts in declared}


@cache
def ids_that_run() -> dict[str, list[str]]:
    """The ids of each family, by its name, that can be made here with default options."""
    found = {
        facts.name: [id for id in facts.ids if can_be_made(id) and has_its_files(id)]
        for facts in all_families().values()
    }
    return {family: ids for family, ids in found.items() if ids}


def facts_of(id: str) -> Facts:
    """The family of an id; an environment of the tests is a family without facts."""
    module = _module_of(id)
    return all_families().get(module, Facts(module))


def _module_of(id: str) -> str:
    return registry.family_of(id).module.__name__
