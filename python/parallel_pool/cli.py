# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command line: ``parallel-pool bench``, ``demo``, ``doctor``, ``list`` and ``new``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import gymnasium
import typer
from rich.console import Console

from parallel_pool import registry
from parallel_pool.bench import chart, replay, report
from parallel_pool.bench.cases import SB3_CASES, Case, select
from parallel_pool.bench.contenders import RIVALS, Contender, ParallelPool
from parallel_pool.bench.measure import FULL, QUICK, Plan, measure
from parallel_pool.bench.progress import Display
from parallel_pool.doctor import examine
from parallel_pool.errors import PoolError
from parallel_pool.machine import Facts
from parallel_pool.new_project import write_project

app = typer.Typer(
    help="Reinforcement-learning environments in a C++ thread pool.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Ids = Annotated[list[str] | None, typer.Option("--id", help="Environment id; can be repeated.")]
Rounds = Annotated[int | None, typer.Option(min=1, help="Slices of each contender in each case.")]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Wall time of a slice.")]
Csv = Annotated[Path, typer.Option("--csv", help="Where the numbers go.")]
Png = Annotated[Path, typer.Option("--png", help="Where the chart goes.")]
NoPng = Annotated[bool, typer.Option("--no-png", help="Draw no chart.")]

_OURS: Sequence[Contender] = (ParallelPool(), *RIVALS)
_CSV, _PNG = Path("parallel_pool_bench.csv"), Path("parallel_pool_bench.png")


@app.command()
def bench(
    id: Ids = None,
    num_envs: Annotated[
        list[int] | None, typer.Option(min=1, help="Number of environments; can be repeated.")
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick/--full", help="A look in half a minute, or firm numbers in some."),
    ] = False,
    sb3: Annotated[
        bool, typer.Option("--sb3", help="Stable-Baselines3's vector environments instead.")
    ] = False,
    rounds: Rounds = None,
    seconds: Seconds = None,
    csv: Csv = _CSV,
    png: Png = _PNG,
    no_png: NoPng = False,
) -> None:
    """Measures the pool, Gymnasium and, where installed, EnvPool, in one run.

    Contenders take turns, so that a busy machine slows all of them alike.

    A ratio of 3.00x means that the pool made three times as many steps a second.
    """
    with _clean_errors():
        plan = _plan(QUICK if quick else FULL, rounds, seconds)
        cases = SB3_CASES if sb3 and not (id or num_envs) else select(id or (), num_envs or ())
        _bench(cases, plan, csv, None if no_png else png, _sb3_contenders() if sb3 else _OURS)


@app.command()
def demo(
    id: Ids = None,
    rounds: Rounds = None,
    seconds: Seconds = None,
    csv: Csv = _CSV,
    png: Png = _PNG,
    no_png: NoPng = False,
) -> None:
    """Replays the pool against its references, says whether every bit agreed, then measures it.

    A difference ends the demo with exit code 1: the speed of a wrong result means nothing.
    """
    with _clean_errors():
        cases = select(id or ())
        names = [registry.find(name).id for name in id or replay.ids_with_references()]
        agreements = [_replay(name) for name in names]
        if not all(agreements):
            raise typer.Exit(1)
        _bench(cases, _plan(QUICK, rounds, seconds), csv, None if no_png else png)


@app.command()
def doctor() -> None:
    """Checks this installation; exit code 1 if there is a problem."""
    findings = []
    for finding in examine():
        findings.append(finding)
        typer.echo(f"{'ok' if finding.ok else 'PROBLEM':<9}{finding.name}: {finding.detail}")
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


@app.command("list")
def list_ids() -> None:
    """Lists the ids of all environments, one a line."""
    for id in registry.list_all_envs():
        typer.echo(id)


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Of the project and its module, as my_envs.")],
    env: Annotated[
        str, typer.Option("--env", help="The environment's class; its id ends in -v0.")
    ] = "Corridor",
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Where it goes; by default ./NAME.")
    ] = None,
) -> None:
    """Writes a project with an environment of your own in C++, its build and its tests."""
    with _clean_errors():
        where = Path(name) if folder is None else folder
        written = write_project(name, env, where)
        for path in written:
            typer.echo(where / path)
        typer.echo(f"next: cd {where}, pip install ., pytest")


def main() -> None:
    """The console command."""
    app(prog_name="parallel-pool")


def _plan(default: Plan, rounds: int | None, seconds: float | None) -> Plan:
    return Plan(rounds or default.rounds, seconds or default.seconds)


def _sb3_contenders() -> Sequence[Contender]:
    """They load torch, so they are imported when asked for."""
    from parallel_pool.bench.sb3_contenders import CONTENDERS

    return CONTENDERS


def _bench(
    cases: Sequence[Case],
    plan: Plan,
    csv: Path,
    png: Path | None,
    contenders: Sequence[Contender] = _OURS,
) -> None:
    # What would fail after the measurement fails before it.
    for path in (csv, png):
        if path is not None and not path.absolute().parent.is_dir():
            raise NotADirectoryError(f"{path} can not be written: there is no folder {path.parent}")
    if png is not None:
        chart.require_matplotlib()
    console = Console()
    results = []
    with Display(console, len(cases)) as display:
        for case in cases:
            results.append(measure(case, contenders[1:], plan, display, contenders[0]))
            console.print(report.table(results[-1]))
            for text in report.absences(results[-1]):
                console.print(text, soft_wrap=True, highlight=False)
    facts = Facts.of_this_machine()
    for text in (report.KEY, facts.line()):
        console.print(text, soft_wrap=True, highlight=False)
    report.write_csv(csv, results, facts)
    if png is not None:
        chart.draw(png, results, facts)
    written = f"wrote {csv}" + (f" and {png}" if png is not None else "")
    console.print(written, soft_wrap=True, highlight=False)


def _replay(id: str) -> bool:
    """Replays an id and prints a line about it; whether nothing differed."""
    if not registry.find(id).reference:
        typer.echo(f"{id}: not replayed, there is no reference")
        return True
    try:
        outcome = replay.replay(id)
    except gymnasium.error.DependencyNotInstalled as error:
        typer.echo(f"{id}: not replayed, its reference can not be made: {error}")
        return True
    verdict = outcome.difference or "every bit agrees"
    typer.echo(f"{id}: {outcome.steps:,} steps, {outcome.episodes} episodes: {verdict}")
    return not outcome.difference


@contextmanager
def _clean_errors() -> Iterator[None]:
    """Shows what the user can put right as one line, with exit code 2."""
    try:
        yield
    except (PoolError, OSError, gymnasium.error.DependencyNotInstalled) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from None
