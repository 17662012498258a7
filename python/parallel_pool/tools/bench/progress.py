# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Shows the progress of a measurement: a live bar on a terminal, otherwise one line per case."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from parallel_pool.family import Case
from parallel_pool.tools.bench.report import short


class Display:
    """Shows which case and contender run, and the current rate; a context manager.

    The bar is redrawn only between slices, because a thread would take time from them.
    """

    def __init__(self, console: Console, cases: int, *, say: bool = True) -> None:
        """Takes the number of cases, and whether to print lines where there is no terminal."""
        self._console = console
        self._say = say
        self._cases = cases
        self._number = 0
        self._task: TaskID | None = None
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TimeElapsedColumn(),
            TextColumn("{task.fields[current]}"),
            console=console,
            auto_refresh=False,
            transient=True,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> Display:
        """Shows the bar."""
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Removes the bar."""
        self._progress.stop()

    def opening(self, case: Case) -> None:
        """The environments of a case are made."""
        self._number += 1
        text = f"{self._number}/{self._cases} {case.label}"
        if self._say and not self._console.is_terminal:
            self._console.print(f"measuring {text}", soft_wrap=True, highlight=False)
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(text, total=None, current="making environments")
        self._progress.refresh()

    def running(self, slices: int) -> None:
        """The measurement of the case begins; this many slices will follow."""
        if self._task is not None:
            self._progress.update(self._task, total=slices, current="", refresh=True)

    def measured(self, contender: str, rate: float) -> None:
        """A slice is done."""
        if self._task is not None:
            current = f"{contender}: {short(rate)} steps/s"
            self._progress.update(self._task, advance=1, current=current, refresh=True)
