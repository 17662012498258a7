# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The long comparison of all levels with Minigrid; writes the table in the docs.

``python -m tests.families.minigrid.long_suite --results build/minigrid_exactness.jsonl --write``

With ``--results FILE`` every level's counts are kept there, and a level that the file has is not
played again: a run that was interrupted goes on. ``--length short`` makes as many resets but fewer
steps; a longer comparison replaces a shorter one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from tests.families.minigrid.at_length import IDS, LENGTHS, Counts, compare

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "environments" / "minigrid_exactness.md"
MARKER = "<!-- What follows is written by `make test-minigrid`. -->\n"
_HEAD = (
    "id",
    "resets",
    "random steps",
    "planned steps",
    "successes",
    "failures",
    "length",
    "digest",
)


def table(found: Mapping[str, Counts]) -> Iterator[str]:
    """A line for each level, and one for all."""
    yield _line(_HEAD)
    yield _line(("---", *["---:"] * 5, "---", "---"))
    total = Counts()
    for id in IDS:
        if id not in found:
            continue
        yield _line(
            (f"`{id}`", *_numbers(found[id]), found[id].length, f"`{found[id].digest[:12]}`")
        )
        for name in _NUMBERS:
            setattr(total, name, getattr(total, name) + getattr(found[id], name))
    yield _line(("**all**", *_numbers(total), "", ""))


_NUMBERS = ("resets", "steps", "planned_steps", "succeeded", "failed")


def _numbers(counts: Counts) -> Iterator[str]:
    return (f"{getattr(counts, name):,}" for name in _NUMBERS)


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def compared() -> dict[str, Counts]:
    """The table, by id."""
    found = {}
    for line in PAGE.read_text().splitlines():
        if line.startswith("| `"):
            id, *numbers, length, digest = (cell.strip(" `") for cell in line[1:-1].split("|"))
            values = (int(number.replace(",", "")) for number in numbers)
            found[id] = Counts(*values, length=length, digest=digest)
    return found


def main() -> None:
    """Compares all levels, or those that are named, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", help="only these")
    parser.add_argument("--length", choices=LENGTHS, default="long")
    parser.add_argument("--results", type=Path, help="where counts are kept")
    parser.add_argument("--write", action="store_true", help="write the table into the docs")
    given = parser.parse_args()

    found: dict[str, Counts] = {}
    if given.results is not None and given.results.exists():
        for line in given.results.read_text().splitlines():
            id, counts = json.loads(line)
            _keep(found, id, Counts(**counts))
    failed = False
    for id in given.ids or IDS:
        if id in found and found[id].length in (given.length, "long"):
            continue
        try:
            counts = compare(id, LENGTHS[given.length])
        except AssertionError as difference:
            failed = True
            print(f"{id}: DIFFERENT: {difference}", flush=True)
            continue
        counts.length = given.length
        _keep(found, id, counts)
        print(id, counts, flush=True)
        if given.results is not None:
            with given.results.open("a") as file:
                file.write(json.dumps([id, asdict(counts)]) + "\n")
    if given.write and not failed:
        by_hand, _, _ = PAGE.read_text().partition(MARKER)
        PAGE.write_text(by_hand + MARKER + "\n" + "\n".join(table(found)) + "\n")
    sys.exit(failed)


def _keep(found: dict[str, Counts], id: str, counts: Counts) -> None:
    if id not in found or counts.length == "long":
        found[id] = counts


if __name__ == "__main__":
    main()
