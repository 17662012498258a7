# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Reads measured numbers: tables of the documents, and the files that they come from."""

from __future__ import annotations

import csv
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What stands for a number that was not measured.
ABSENT = "\N{EN DASH}"
_UNITS = {"G": 1e9, "M": 1e6, "k": 1e3, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "s": 1.0, "": 1.0}

Rows = dict[str, dict[str, str]]


def table(document: str, heading: str) -> Rows:
    """The first table below a heading: the cells of each row by the names of the columns.

    Args:
        document: the path of the document, relative to the source tree.
        heading: the text of the heading.

    Returns:
        The rows by the text of their first cells.
    """
    text = (ROOT / document).read_text()
    section = re.split(rf"^#+ {re.escape(heading)}$", text, flags=re.MULTILINE)[1]
    found = re.search(r"(?:^\|.*\|\n)+", section.partition("\n#")[0] + "\n", re.MULTILINE)
    assert found, f"no table below {heading!r} in {document}"
    lines = (line.strip("|") for line in found[0].splitlines())
    head, _, *rows = ([cell.strip() for cell in line.split("|")] for line in lines)
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def results(kind: str) -> list[dict[str, str]]:
    """The rows of the newest results of a kind, such as ``"bench"``."""
    newest = max((ROOT / "benchmarks" / "results").glob(f"{kind}-[0-9]*.csv"))
    with newest.open(newline="") as file:
        return list(csv.DictReader(file))


def agrees(shown: str, measured: float | str) -> bool:
    """Whether a shown number such as ``23.8M`` or ``1.6 ms`` is the measured one, rounded."""
    found = re.fullmatch(r"([\d,]+(?:\.(\d+))?) ?(G|M|k|ms|µs|ns|s|x| times)?", shown)
    assert found, f"{shown!r} is no number"
    digits, decimals, unit = found.groups()
    scale = _UNITS.get(unit or "", 1.0)
    rounding = 0.5 * 10.0 ** -len(decimals or "")
    return abs(float(digits.replace(",", "")) - float(measured) / scale) <= 1.001 * rounding


def check_speeds(family: str, columns: dict[str, str]) -> None:
    """Compares the table of speeds on a family's page with the newest results of this name.

    Args:
        family: the name of the family.
        columns: the columns of the table with peers, each with that of the results.
    """
    numbers = {row["id"]: row for row in results(family)}
    rows = table(f"docs/environments/{family}.md", "Speed")
    assert [_id_of(case) for case in rows] == [*numbers]
    for case, row in rows.items():
        number = numbers[_id_of(case)]
        assert agrees(row["parallel_pool"], number["pool"]), case
        for column, name in columns.items():
            if not number[name]:
                assert row[column] == ABSENT, (case, column)
                continue
            speed, ratio = row[column].split(", ")
            assert agrees(speed, number[name]), (case, column)
            assert agrees(ratio, number[f"pool/{name}"]), (case, column)


def _id_of(case: str) -> str:
    return re.sub("[`,].*", "", case.removeprefix("`"))
