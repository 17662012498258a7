# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command ``zoo``: installs a package with environments, tries them, prints the results."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import platform
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from parallel_pool.tools.clean_errors import UsageError, check_writable, clean_errors
from parallel_pool.tools.console import open_console
from parallel_pool.tools.zoo import venvs
from parallel_pool.tools.zoo.catalogue import PACKAGES, Package, by_name

# Seconds in which one environment must be tried; some compile for minutes when they are made.
_TIMEOUT_S = 900.0
_LOG_LINES = 4
COLUMNS = (
    "package", "version", "env", "python", "num_envs", "exact_sync", "exact_async", "sync",
    "async", "async_vector_env", "bare", "mib_per_env", "start_s", "problem", "peer_problem",
)  # fmt: skip


def _complete(incomplete: str) -> list[str]:
    return [one.name for one in PACKAGES if one.name.startswith(incomplete)]


def zoo(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Packages to try.", autocompletion=_complete),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Try all packages.")] = False,
    seconds: Annotated[
        float, typer.Option(min=0.001, help="Wall time of a slice of the measurement in seconds.")
    ] = 1.0,
    csv_file: Annotated[
        Path | None,
        typer.Option("--csv", help="File for the results, in which other packages' rows stay."),
    ] = None,
) -> None:
    """Installs packages with Python environments, and tries whether they work in a pool.

    Each package gets a virtual environment of its own in your folder for caches. Its environments
    are compared with a loop over them, bit by bit, and their speed is measured. Without a name, the
    packages are listed. If an environment does not work, the exit code is 1.

    Example:  parallel-pool zoo minatar
    """
    with clean_errors():
        if everything and names:
            raise UsageError(f"give --all or names of packages, got --all and {' '.join(names)}")
        packages = list(PACKAGES) if everything else [_find(name) for name in names or ()]
        console = open_console()
        if not packages:
            console.print(_list())
            return
        if csv_file is not None:
            check_writable(csv_file)
            _rows_in(csv_file)
        rows = []
        for package in packages:
            for row in _try(package, seconds, console):
                rows.append(row)
                console.print(_table([row]))
                _print_problem(row, console)
            if csv_file is not None:
                _write(csv_file, rows)
    if any(row.get("problem") for row in rows):
        raise typer.Exit(1)


def _find(name: str) -> Package:
    package = by_name(name)
    if package is None:
        known = ", ".join(one.name for one in PACKAGES)
        raise UsageError(f"there is no package {name!r} in the zoo; known: {known}")
    return package


def _list() -> Table:
    table = Table("package", "environments", "pip install", "needs")
    for one in PACKAGES:
        install = " ".join((*one.install, *one.without_dependencies))
        table.add_row(one.name, Text(", ".join(one.envs)), Text(install), one.needs)
    return table


def _try(package: Package, seconds: float, console: Console) -> Iterator[dict[str, Any]]:
    """A row for each environment, or one that says why the package cannot be installed."""
    folder = venvs.folder_of(package)
    try:
        with _doing(console, f"{package.name}: installing into {folder}"):
            venvs.install(package, folder)
    except (venvs.InstallError, OSError) as error:
        yield _failed(package, "", f"not installed: {error}")
        return
    for env in package.envs:
        yield _trial(package, env, seconds, console)


@contextlib.contextmanager
def _doing(console: Console, what: str) -> Iterator[Any]:
    """Shows what is being done: live on a terminal, otherwise as a line."""
    if not console.is_terminal:
        console.print(what, soft_wrap=True, highlight=False)
    with console.status(Text(what)) as status:
        yield status


def _trial(package: Package, env: str, seconds: float, console: Console) -> dict[str, Any]:
    folder = venvs.folder_of(package)
    command = [str(venvs.python_of(folder)), "-m", "parallel_pool.tools.zoo.trial"]
    log = folder / "trial.log"
    lines: list[str] = []
    with _doing(console, f"{package.name}: trying {env}") as status, log.open("w") as errors:
        process = subprocess.Popen(
            [*command, package.name, env, str(seconds)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            errors="replace",
            start_new_session=True,
            cwd=folder,
            env=dict(os.environ) | dict(package.variables),
        )
        try:
            with _killed_after(process, _TIMEOUT_S) as late:
                for line in process.stdout or ():
                    lines.append(line.strip())
                    if line.startswith("now: "):
                        status.update(Text(f"{package.name}: {env}: {line[5:].strip()}"))
            process.wait()
        finally:
            _kill(process)
            if process.stdout is not None:
                process.stdout.close()
    last = lines[-1] if lines else ""
    if last.startswith("{"):
        found: dict[str, Any] = json.loads(last)
        return found
    if late:
        return _failed(package, env, f"not done after {_TIMEOUT_S:.0f} s; the last words: {last}")
    said = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    why = "; ".join(said[-_LOG_LINES:])
    return _failed(package, env, f"ended with code {process.returncode}: {why} (all of it: {log})")


@contextlib.contextmanager
def _killed_after(process: subprocess.Popen[str], seconds: float) -> Iterator[list[bool]]:
    """Kills a process that takes too long; the list is then no longer empty."""
    late: list[bool] = []

    def end(*_: object) -> None:
        late.append(True)
        _kill(process)

    previous = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield late
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, previous)


def _kill(process: subprocess.Popen[str]) -> None:
    """With all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _failed(package: Package, env: str, problem: str) -> dict[str, Any]:
    return {
        "package": package.name,
        "env": env,
        "python": platform.python_version(),
        "problem": problem,
    }


def _table(rows: Sequence[Mapping[str, Any]]) -> Table:
    table = Table("environment", "exact steps", "pool", "async", "AsyncVectorEnv", "bare", "MiB")
    for row in rows:
        exact = [row.get(f"exact_{mode}", "-") for mode in ("sync", "async")]
        speeds = (row.get(name) for name in ("sync", "async", "async_vector_env", "bare"))
        table.add_row(
            Text(f"{row['package']} {row['env']}"),
            " + ".join(f"{steps:,}" if isinstance(steps, int) else str(steps) for steps in exact),
            *("-" if not speed else f"{speed:,.0f}/s" for speed in speeds),
            str(row.get("mib_per_env", "-")),
        )
    return table


def _print_problem(row: Mapping[str, Any], console: Console) -> None:
    if row.get("problem"):
        text = Text(f"PROBLEM {row['package']} {row['env']}: {row['problem']}")
        console.print(text, soft_wrap=True)


def _rows_in(path: Path) -> list[dict[str, str]]:
    """The rows of a file that this command has written, or none where it is empty or missing."""
    if not path.exists() or path.stat().st_size == 0:
        return []
    try:
        with path.open(newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
    except (csv.Error, UnicodeDecodeError):
        rows = [{}]
    if any(row.keys() != set(COLUMNS) or None in row.values() for row in rows):
        raise UsageError(f"{path} has other rows than those of this command: name another file")
    return rows


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Puts the rows in place of those of the same packages."""
    tried = {row["package"] for row in rows}
    kept = [row for row in _rows_in(path) if row["package"] not in tried]
    order = {one.name: i for i, one in enumerate(PACKAGES)}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted((*kept, *rows), key=lambda row: order.get(row["package"], -1)))
