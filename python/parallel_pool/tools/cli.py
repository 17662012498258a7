# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command line ``parallel-pool``: its commands, and those that measure and diagnose."""

from __future__ import annotations

import dataclasses
import importlib.util
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import gymnasium
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from parallel_pool import registry
from parallel_pool.family import Case
from parallel_pool.tools.bench import chart, replay, report
from parallel_pool.tools.bench.busy import BUSY_CASES, compare_busy
from parallel_pool.tools.bench.cases import SB3_CASES, left_out, select
from parallel_pool.tools.bench.contenders import RIVALS, Contender, ParallelPool
from parallel_pool.tools.bench.measure import FULL, QUICK, Plan, measure
from parallel_pool.tools.bench.progress import Display
from parallel_pool.tools.bench.scale import SCALE_CASES, compare_scale
from parallel_pool.tools.checking import check
from parallel_pool.tools.clean_errors import UsageError, check_writable, clean_errors
from parallel_pool.tools.console import open_console
from parallel_pool.tools.demo.run import demo
from parallel_pool.tools.describe import Json, complete_id, info, list_ids
from parallel_pool.tools.doctor import Usable, examine, usable_families
from parallel_pool.tools.machine import Facts
from parallel_pool.tools.new_project import write_model_project, write_project
from parallel_pool.tools.training import train
from parallel_pool.tools.watching import play, watch
from parallel_pool.tools.zoo.command import zoo
from parallel_pool.version import __version__

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",  # so that lines wrap at the terminal's width
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_CHARTS = (".pdf", ".png", ".svg")
_CSV, _PNG = Path("parallel_pool_bench.csv"), Path("parallel_pool_bench.png")

Ids = Annotated[
    list[str] | None,
    typer.Option("--id", help="Environment id; can be repeated.", autocompletion=complete_id),
]
Rounds = Annotated[int | None, typer.Option(min=1, help="Number of slices of each contender.")]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Wall time of a slice in seconds.")]
Csv = Annotated[Path, typer.Option("--csv", help="File for the results.")]
Png = Annotated[
    Path | None,
    typer.Option("--png", help=f"File for the chart; by default {_PNG}, if possible."),
]
NoPng = Annotated[bool, typer.Option("--no-png", help="Draw no chart.")]

_OURS: Sequence[Contender] = (ParallelPool(), *RIVALS)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"parallel_pool {__version__}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Reinforcement-learning environments in a C++ thread pool."""
    # Modules of the current folder can be named, as with `python -m parallel_pool`.
    if "" not in sys.path:
        sys.path.append("")


app.command("list")(list_ids)
for _command in (info, watch, play, check, train, demo, zoo):
    app.command()(_command)


@app.command()
def bench(
    id: Ids = None,
    num_envs: Annotated[
        list[int] | None, typer.Option(min=1, help="Number of environments; can be repeated.")
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick/--full", help="Half a minute for a first look, or some minutes."),
    ] = False,
    sb3: Annotated[
        bool, typer.Option("--sb3", help="Measure vector environments of Stable-Baselines3.")
    ] = False,
    busy: Annotated[
        bool,
        typer.Option("--busy", help="Measure while a trainer runs on each CPU."),
    ] = False,
    scale: Annotated[
        bool, typer.Option("--scale", help="Measure with 1, 2, 4, ... threads.")
    ] = False,
    ways: Annotated[
        bool,
        typer.Option(
            "--ways", help="Measure what else programs do; --id selects by a part of the name."
        ),
    ] = False,
    rounds: Rounds = None,
    seconds: Seconds = None,
    csv: Csv = _CSV,
    png: Png = None,
    no_png: NoPng = False,
) -> None:
    """Measures the pool, Gymnasium and, if installed, EnvPool in one run.

    Contenders take turns, so that a busy machine slows all of them alike.

    A ratio of 3.00x means that the pool made three times as many time steps per second.

    For example:

    - `parallel-pool bench --quick`
    - `parallel-pool bench --id Ant-v5 --num-envs 64`
    """
    with clean_errors():
        if sb3 + busy + scale + ways > 1:
            raise UsageError("give one of --sb3, --busy, --scale and --ways")
        if ways:
            _compare_ways(id or (), quick, rounds, seconds, csv)
            return
        plan = _plan(QUICK if quick else FULL, rounds, seconds)
        if busy or scale:
            _compare_pools(id or (), num_envs or (), plan, csv, busy)
            return
        cases = SB3_CASES if sb3 and not (id or num_envs) else select(id or (), num_envs or ())
        _bench(cases, plan, csv, _chart_file(png, no_png), _sb3_contenders() if sb3 else _OURS)
        for reason in () if id or sb3 else left_out().values():
            typer.echo(f"left out: {reason}", err=True)


@app.command()
def verify(id: Ids = None) -> None:
    """Replays pools against their references and compares every bit.

    Without ids, all that have a reference are replayed. A difference makes the exit code 1.

    Example:  parallel-pool verify --id CartPole-v1
    """
    with clean_errors():
        for name in id or ():
            registry.check_installed(registry.find(name))
        names = [registry.find(name).id for name in id or replay.ids_with_references()]
        agreements = [_replay(name) for name in names]
        if not all(agreements):
            raise typer.Exit(1)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Checks this installation; exit code 1 if there is a problem.

    For example:

    - `parallel-pool doctor`
    - `parallel-pool doctor --json`
    """
    findings = []
    for finding in examine():
        findings.append(finding)
        if not as_json:
            typer.echo(f"{'ok' if finding.ok else 'PROBLEM':<9}{finding.name}: {finding.detail}")
    families = usable_families()
    if as_json:
        usable = [
            {"name": f"family {one.family}", "ok": True, "detail": _in_words(one)}
            for one in families
        ]
        typer.echo(json.dumps([*(dataclasses.asdict(finding) for finding in findings), *usable]))
    else:
        table = Table("family", "usable", "what to install")
        for one in families:
            table.add_row(one.family, f"{one.usable} of {one.ids}", Text(one.missing))
        Console().print(table)
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _in_words(found: Usable) -> str:
    usable = f"{found.usable} of {found.ids} ids are usable"
    return f"{usable}: {found.missing}" if found.missing else usable


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Name of the project and its module, e.g. my_envs.")],
    env: Annotated[
        str, typer.Option("--env", help="Class of the environment; its id ends in -v0.")
    ] = "Corridor",
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Folder of the project; by default ./NAME.")
    ] = None,
    mujoco: Annotated[
        bool, typer.Option("--mujoco", help="A MuJoCo model with a task in NumPy, without C++.")
    ] = False,
) -> None:
    """Writes a project with an environment of your own in C++, its build and its tests.

    Example:  parallel-pool new my_envs --env Corridor
    """
    with clean_errors():
        where = Path(name) if folder is None else folder
        written = write_model_project(name, where) if mujoco else write_project(name, env, where)
        for path in written:
            typer.echo(where / path)
        install = "" if mujoco else "pip install ., "
        typer.echo(f"next: cd {where}, {install}pytest")


def main() -> None:
    """The console command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may have fewer characters
    try:
        app(prog_name="parallel-pool")
    except OSError as error:  # of the output itself, such as a full disk
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)


def _plan(default: Plan, rounds: int | None, seconds: float | None) -> Plan:
    return Plan(rounds or default.rounds, seconds or default.seconds)


def _sb3_contenders() -> Sequence[Contender]:
    """Imported only when needed, because they load torch."""
    if importlib.util.find_spec("stable_baselines3") is None:
        raise chart.MissingExtraError(
            "bench --sb3 needs Stable-Baselines3: pip install 'parallel_pool[sb3]'"
        )
    from parallel_pool.tools.bench.sb3_contenders import CONTENDERS

    return CONTENDERS


def _chart_file(png: Path | None, no_png: bool) -> Path | None:
    """Where the chart goes, or None, with a note where only a package is missing."""
    if no_png or png is not None or chart.can_draw():
        return None if no_png else png or _PNG
    typer.echo("no chart: it needs matplotlib (pip install 'parallel_pool[bench]')", err=True)
    return None


def _bench(
    cases: Sequence[Case],
    plan: Plan,
    csv: Path,
    png: Path | None,
    contenders: Sequence[Contender] = _OURS,
) -> None:
    check_writable(csv)
    if png is not None:
        check_writable(png)
        if png.suffix.lower() not in _CHARTS:
            raise UsageError(f"the name of a chart ends in one of {', '.join(_CHARTS)}, got {png}")
        chart.require_matplotlib()
    console = open_console()
    results = []
    with Display(console, len(cases)) as display:
        for case in cases:
            results.append(measure(case, contenders[1:], plan, display, contenders[0]))
            console.print(report.table(results[-1]))
    for text in report.absences(results):
        console.print(text, soft_wrap=True, highlight=False)
    facts = Facts.of_this_machine()
    for text in (report.KEY, facts.line()):
        console.print(text, soft_wrap=True, highlight=False)
    report.write_csv(csv, results, facts)
    groups = chart.bars_of(results)
    drawn = png is not None and bool(groups)
    if png is not None and drawn:
        chart.draw(png, f"{chart.TITLE} ({facts.date})", groups)
    written = f"wrote {csv}" + (f" and {png}" if drawn else "")
    console.print(written, soft_wrap=True, highlight=False)


def _compare_pools(
    ids: Sequence[str], sizes: Sequence[int], plan: Plan, csv: Path, busy: bool
) -> None:
    """``--busy`` and ``--scale``, which measure pools against each other."""
    check_writable(csv)
    console = open_console()
    listed = BUSY_CASES if busy else SCALE_CASES
    cases = [
        case
        for case in listed
        if case.id in (ids or (case.id,)) and case.num_envs in (sizes or (case.num_envs,))
    ]
    if not cases:
        known = ", ".join(dict.fromkeys(f"{case.id} with {case.num_envs}" for case in listed))
        raise UsageError(f"there is no such case; known: {known}")
    compare = compare_busy if busy else compare_scale
    results = compare(cases, plan, console)
    facts = Facts.of_this_machine()
    console.print(facts.line(), soft_wrap=True, highlight=False)
    report.write_csv(csv, results, facts)
    console.print(f"wrote {csv}", soft_wrap=True, highlight=False)


def _compare_ways(
    parts: Sequence[str], quick: bool, rounds: int | None, seconds: float | None, csv: Path
) -> None:
    """``--ways``, which measures more than steps."""
    from parallel_pool.tools.bench.ways import all_ways, measuring

    check_writable(csv)
    listed = all_ways()
    ways = [way for way in listed if not parts or any(part in way.name for part in parts)]
    if not ways:
        known = ", ".join(dict.fromkeys(way.name.partition(":")[0] for way in listed))
        raise UsageError(f"no way has {' or '.join(parts)} in its name; the names begin: {known}")
    plan = _plan(measuring.QUICK if quick else measuring.FULL, rounds, seconds)
    console = open_console()
    results = measuring.compare_ways(ways, plan, console)
    for text in measuring.absences(results):
        console.print(text, soft_wrap=True, highlight=False)
    facts = Facts.of_this_machine()
    for text in (measuring.KEY, facts.line()):
        console.print(text, soft_wrap=True, highlight=False)
    measuring.write_ways(csv, results, facts)
    console.print(f"wrote {csv}", soft_wrap=True, highlight=False)


def _replay(id: str) -> bool:
    """Replays an id, prints a line about it, and returns whether nothing differed."""
    if not (registry.find(id).reference or registry.vector_peer(id)):
        typer.echo(f"{id}: not replayed, because it has no reference")
        return True
    try:
        outcome = replay.replay(id)
    except gymnasium.error.DependencyNotInstalled as error:
        typer.echo(f"{id}: not replayed, because its reference cannot be made: {error}")
        return True
    verdict = outcome.difference or "every bit agrees"
    typer.echo(f"{id}: {outcome.steps:,} steps, {outcome.episodes} episodes: {verdict}")
    return not outcome.difference
