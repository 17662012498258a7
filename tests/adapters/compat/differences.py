# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of differences from EnvPool, made from records of both libraries.

``python -m tests.adapters.compat.differences`` writes this package's record anew, and
``python -m tests.adapters.compat.record`` that of EnvPool. Whatever differs is a row of a table,
and each difference in behaviour needs a reason in `reasons`.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import parallel_pool
from parallel_pool.compat.modules import make_modules

from tests.adapters.compat.behaviours import BEHAVIOURS
from tests.adapters.compat.envpool_tests import failing
from tests.adapters.compat.envpool_tests.cases import CASES
from tests.adapters.compat.envpool_tests.failing import FAILING
from tests.adapters.compat.facts import facts
from tests.adapters.compat.outcomes import AND, LISTINGS, outcome
from tests.adapters.compat.reasons import REASONS
from tests.adapters.compat.record import FOLDER, write
from tests.families.facts import all_families, can_be_made

SHIM: Any = make_modules("1.2.7")["envpool"]
OURS = FOLDER / "parallel_pool.json"
THEIRS = FOLDER / "envpool.json"
# Facts whose cells list names: a row shows those that the other library lacks.
LISTS = ("options", "infos", "fields of the dm observation")
MOST_NAMES = 10  # in a cell


def shown_ids() -> list[str]:
    """EnvPool's ids among those that the tests of all ids use, made here or not."""
    shown = {id for family in all_families().values() for id in family.shown_ids}
    return sorted(shown & rival()["classes"].keys())


def behaviours_of(library: Any) -> dict[str, str]:
    """What a library does with each input."""
    return {what: outcome(what, library) for what in BEHAVIOURS}


@cache
def record() -> dict[str, Any]:
    """What is recorded of this package."""
    return dict(json.loads(OURS.read_text()))


@cache
def rival() -> dict[str, Any]:
    """What is recorded of EnvPool."""
    return dict(json.loads(THEIRS.read_text()))


def main() -> None:
    """Writes this package's record; ids that cannot be made here keep what was recorded."""
    before = record()["facts"] if OURS.exists() else {}
    made = {id: facts(SHIM, id) for id in shown_ids() if can_be_made(id)}
    kept = {id: before[id] for id in shown_ids() if id in before}
    new = {
        "import envpool": behaviours_of(SHIM),
        "parallel_pool": behaviours_of(parallel_pool),
        "facts": kept | made,
    }
    write(OURS, new)


# --- The tables -----------------------------------------------------------------------------------


def differing_behaviours() -> list[str]:
    """The inputs with which the libraries do not do the same."""
    theirs, shim, native = (
        rival()["behaviours"],
        record()["import envpool"],
        record()["parallel_pool"],
    )
    return [
        what
        for what in BEHAVIOURS
        if not (agrees(shim[what], theirs[what]) and agrees(native[what], theirs[what]))
    ]


def agrees(ours: str, theirs: str) -> bool:
    """Whether an outcome is EnvPool's; an exception may be one of more classes than EnvPool's."""
    return ours == theirs or theirs in ours.split(AND)


def table_of_behaviours() -> Iterator[str]:
    """A row for each input with which the libraries do not do the same."""
    yield "| what | EnvPool 1.2.7 | `import envpool` | `parallel_pool` | why |"
    yield "|---|---|---|---|---|"
    for what in differing_behaviours():
        cells = [
            rival()["behaviours"][what],
            record()["import envpool"][what],
            record()["parallel_pool"][what],
        ]
        if what in LISTINGS:
            lists = [{*cell.split(", ")} for cell in cells]
            common = set.intersection(*lists)
            cells = [", ".join(sorted(names - common)) or "none" for names in lists]
        yield f"| {what} | {' | '.join(cells)} | {REASONS[what]} |"


def missing_ids() -> dict[str, list[str]]:
    """EnvPool's ids that this package refuses, by module."""
    known = {*SHIM.list_all_envs()}
    out: dict[str, list[str]] = defaultdict(list)
    for id, (module, _) in rival()["classes"].items():
        if id not in known:
            out[module].append(id)
    return out


def table_of_environments() -> Iterator[str]:
    """A row for each fact that differs, with all ids of which it is true."""
    yield "| ids | fact | EnvPool 1.2.7 | parallel_pool |"
    yield "|---|---|---|---|"
    rows: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for id in compared_ids():
        for row in differing_facts(id):
            rows[row].append(id)
    for (fact, theirs, ours), ids in sorted(rows.items(), key=lambda row: (row[0][0], row[1])):
        yield f"| {in_short(ids)} | {fact} | {theirs} | {ours} |"


def compared_ids() -> list[str]:
    """The ids of which both records know."""
    return sorted(record()["facts"].keys() & rival()["facts"].keys())


def differing_facts(id: str) -> Iterator[tuple[str, str, str]]:
    """Each fact that differs, and what both libraries say."""
    theirs, ours = rival()["facts"][id], record()["facts"][id]
    for fact in sorted(theirs.keys() | ours.keys()):
        one, other = theirs.get(fact, "none"), ours.get(fact, "none")
        if fact in LISTS:
            one, other = _lacking(one, other), _lacking(other, one)
        elif "none" in (one, other) and re.split(",? `", fact)[0] in ("option", "info"):
            continue  # the lists of names say it
        twin = fact.replace("dm spec of actions", "action space").replace(
            "dm spec", "observation space"
        )
        said = twin != fact and (theirs.get(twin), ours.get(twin)) == (one, other)
        if one != other and not said:
            yield fact, one, other


def _lacking(one: str, other: str) -> str:
    names = sorted({*one.split(", ")} - {*other.split(", ")} - {""})
    shown = ", ".join(f"`{name}`" for name in names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return (f"{shown} and {more} more" if more > 0 else shown) or "none"


def in_short(ids: Iterable[str]) -> str:
    """The ids, where all that are compared of a module are its name."""
    rest = {*ids}
    if rest == {*compared_ids()}:
        return "all"
    parts = []
    for module in sorted({*_modules().values()}):
        own = {id for id in compared_ids() if _modules()[id] == module}
        if len(own) > 2 and own <= rest:
            parts.append(f"all of `{module}`")
            rest -= own
    return ", ".join([*parts, *(f"`{id}`" for id in sorted(rest))])


@cache
def _modules() -> dict[str, str]:
    return {id: rival()["classes"][id][0] for id in compared_ids()}


def page() -> Iterator[str]:
    """The generated part of the page about EnvPool."""
    yield "## EnvPool's own tests"
    yield ""
    yield from wrapped(TESTS_INTRODUCTION.format(len(CASES), len(CASES) - len(FAILING)))
    yield ""
    yield from failing.table()
    yield ""
    yield "## Differences in behaviour"
    yield ""
    yield from wrapped(BEHAVIOURS_INTRODUCTION.format(len(BEHAVIOURS)))
    yield ""
    yield from table_of_behaviours()
    yield ""
    yield "## Differences of environments"
    yield ""
    refused = (f"`{id}`" for ids in missing_ids().values() for id in sorted(ids))
    yield from wrapped(ENVIRONMENTS_INTRODUCTION.format(", ".join(refused)))
    yield ""
    yield from table_of_environments()


def wrapped(text: str) -> list[str]:
    """Lines of prose."""
    return textwrap.wrap(text, 104, break_on_hyphens=False, break_long_words=False)


TESTS_INTRODUCTION = """\
EnvPool 1.2.7 has {} Python tests of the families that this package has, without those of ViZDoom
and Procgen. Restated in our own words, {} of them pass with `import envpool` after `install()`. The
others fail for these reasons."""
BEHAVIOURS_INTRODUCTION = """\
This table lists what differs from EnvPool 1.2.7. It is made from the outcomes of the same {}
inputs in EnvPool, with `import envpool` after `install()`, and with this package's own functions.
The id is `CartPole-v1`, unless the row needs another. A class is that of an exception."""
ENVIRONMENTS_INTRODUCTION = """\
A pool equals the reference environments bit for bit ([exactness](exactness.md)), so its spaces,
infos and options are those of the reference. EnvPool's differ from the reference in places. For
infos, options and fields, each cell lists the names that the other library lacks. Some ids of a
large family, such as `Breakout-v5`, stand for all of it. These ids of EnvPool are refused: {}."""


if __name__ == "__main__":
    main()
