# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The long comparison of all levels with Minigrid; writes the table in the docs.

``python -m tests.families.minigrid.long_suite --results build/minigrid_exactness.jsonl --write``

With ``--results FILE`` every level's counts are kept there, and a level that the file has is not
played again: a run that was interrupted goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from tests.families.minigrid.at_length import Counts, Length, compare
from tests.families.minigrid.facts import FACTS

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "environments" / "minigrid_exactness.md"
MARKER = "<!-- What follows is written by `make test-minigrid`. -->\n"
_HEAD = ("id", "resets", "random steps", "planned steps", "successes", "failures", "digest")


def table(compared: Mapping[str, Counts]) -> Iterator[str]:
    """A line for each level, and one for all."""
    yield _line(_HEAD)
    yield _line(("---", *["---:"] * 5, "---"))
    total = Counts(digest="")
    for id in FACTS.ids:
        if id in compared:
            yield _line((f"`{id}`", *_cells(compared[id])))
            for name, value in asdict(compared[id]).items():
                setattr(total, name, getattr(total, name) + value)
    total.digest = ""
    yield _line(("**all**", *_cells(total)))


def _cells(counts: Counts) -> tuple[str, ...]:
    *numbers, digest = asdict(counts).values()
    return (*(f"{number:,}" for number in numbers), f"`{digest[:12]}`" if digest else "")


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def digests() -> dict[str, str]:
    """The table's last column, by id."""
    rows = [line.split("|") for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    return {row[1].strip(" `"): row[-2].strip(" `") for row in rows}


def main() -> None:
    """Compares all levels, or those that are named, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", help="only these")
    parser.add_argument("--results", type=Path, help="where counts are kept")
    parser.add_argument("--write", action="store_true", help="write the table into the docs")
    given = parser.parse_args()

    compared: dict[str, Counts] = {}
    if given.results is not None and given.results.exists():
        for line in given.results.read_text().splitlines():
            id, counts = json.loads(line)
            compared[id] = Counts(**counts)
    failed = False
    for id in given.ids or FACTS.ids:
        if id in compared:
            continue
        try:
            compared[id] = compare(id, Length())
        except AssertionError as difference:
            failed = True
            print(f"{id}: DIFFERENT: {difference}", flush=True)
            continue
        print(id, compared[id], flush=True)
        if given.results is not None:
            with given.results.open("a") as file:
                file.write(json.dumps([id, asdict(compared[id])]) + "\n")
    if given.write and not failed:
        by_hand, _, _ = PAGE.read_text().partition(MARKER)
        PAGE.write_text(by_hand + MARKER + "\n" + "\n".join(table(compared)) + "\n")
    sys.exit(failed)


if __name__ == "__main__":
    main()
