# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command ``demo``: eight replays, a table of speed, a chart and a picture."""

from __future__ import annotations

import os
import shutil
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.live import Live
from rich.table import Table

from parallel_pool import _core, registry
from parallel_pool.family import Case
from parallel_pool.tools.bench import chart, replay, report
from parallel_pool.tools.bench.contenders import (
    EnvPool,
    GymnasiumAsync,
    GymnasiumSync,
    GymnasiumVectorised,
)
from parallel_pool.tools.bench.measure import CaseResult, Plan, Result, measure
from parallel_pool.tools.bench.progress import Display
from parallel_pool.tools.clean_errors import UsageError, clean_errors
from parallel_pool.tools.demo import mosaic
from parallel_pool.tools.demo.quiet import quiet
from parallel_pool.tools.machine import Facts, version_of
from parallel_pool.version import __version__

IDS = (
    "CartPole-v1",
    "FrozenLake-v1",
    "LunarLander-v3",
    "CarRacing-v3",
    "MiniGrid-DoorKey-8x8-v0",
    "Pong-v5",
    "Ant-v5",
    "Humanoid-v5",
)
CASES = (
    Case("CartPole-v1", 64),
    Case("CartPole-v1", 1024),
    Case("LunarLander-v3", 16),
    Case("Pong-v5", 8),
    Case("Ant-v5", 8),
)
# A process for each environment: with more, their start would take longer than all the rest.
_RIVALS = (GymnasiumSync(), GymnasiumAsync(most=16), GymnasiumVectorised(), EnvPool())
_HEADINGS = {
    "Gymnasium SyncVectorEnv": "Sync\nVectorEnv",
    "Gymnasium AsyncVectorEnv": "Async\nVectorEnv",
    "Gymnasium vectorised": "vector\nclass",
    "EnvPool": "EnvPool",
}
# Of a replay: the most steps, the fewest time steps, the seconds after which it ends between them,
# and the seconds between two updates of its line.
_STEPS, _FEWEST, _SECONDS, _REDRAWN = 2500, 400, 1.5, 0.1
_PLAN = Plan(rounds=5, seconds=0.1)
_FRAMES, _COLUMNS = 60, 4


def demo(
    folder: Annotated[
        Path, typer.Option("--folder", help="Folder for the files, which is made.")
    ] = Path("parallel_pool_demo"),
) -> None:
    """Shows in a minute that the results are exact and fast, and how environments look.

    It compares eight environments with their references bit by bit, measures speed, and writes a
    chart, a picture and a log of what libraries print. A difference ends it with exit code 1.

    Example:  parallel-pool demo
    """
    with clean_errors():
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"the files cannot be written: {folder} is not a folder")
        folder.mkdir(parents=True, exist_ok=True)
        inside, exact, commands = folder.resolve(), False, _commands()
        mosaic.without_a_screen()
        with quiet(inside, inside / "log.txt") as terminal:
            console = Console(file=terminal, highlight=False, soft_wrap=True)
            cpus = _core.available_parallelism()
            console.print(f"[bold]parallel_pool {__version__}[/bold] on {cpus} CPUs\n")
            exact = _replay_all(console)
            if exact:
                results = _measure_all(console)
                report.write_csv(inside / "speed.csv", results, Facts.of_this_machine())
                written = [*_chart(console, inside, results), *_picture(console, inside)]
                _say_what_next(console, [folder / one for one in (*written, "log.txt")], commands)
            _append_foreign_logs(inside)
        if not exact:
            raise typer.Exit(1)


def _replay_all(console: Console) -> bool:
    """Replays the ids, with a line for each; whether nothing differed."""
    console.print(
        "[bold]1. Exact.[/bold] Pools of 4 environments and their references take the same seeds "
        "and actions;\n   every bit of what they return is compared.\n"
    )
    found: dict[str, str] = {}
    differs = False
    with Live(console=console, auto_refresh=False) as live:
        for id in IDS:
            for line, wrong in _lines(id):
                found[id] = line
                differs |= wrong
                if console.is_terminal:
                    live.update(_listed(found), refresh=True)
            if not console.is_terminal:
                console.print(f"   {id:<24} {found[id]}")
    console.print()
    return not differs


def _listed(found: dict[str, str]) -> Table:
    out = Table(box=None, show_header=False, padding=(0, 1, 0, 3))
    for id, line in found.items():
        out.add_row(id, line)
    return out


def _lines(id: str) -> Iterator[tuple[str, bool]]:
    """What to say of a replay, again and again until it is over; and whether something differs."""
    env_type, library = registry.find(id), registry.library_of(id)
    missing = registry.missing_reference(env_type)
    if missing is not None:
        yield f"not replayed: {missing} is not installed", False
        return
    yield f"{library}: ...", False
    redrawn = start = time.perf_counter()
    found = replay.Replay(0, 0)
    try:
        for found in replay.replaying(id, steps=_STEPS):
            now = time.perf_counter()
            if now - redrawn > _REDRAWN:
                yield _said(library, found), False
                redrawn = now
            if now - start > _SECONDS and found.steps >= _FEWEST:
                break
    except ImportError as error:  # of the reference
        yield f"not replayed: {library} cannot make it: {error}", False
        return
    verdict = f"[red]{found.difference}[/red]" if found.difference else "[green]equal[/green]"
    yield f"{_said(library, found)}: {verdict}", bool(found.difference)


def _said(library: str, found: replay.Replay) -> str:
    ended = f"{found.episodes} episode{'' if found.episodes == 1 else 's'} ended"
    return f"{library}: {found.steps:>6,} time steps, {ended}"


def _measure_all(console: Console) -> list[CaseResult]:
    """Measures the cases, and prints one table."""
    console.print(
        "[bold]2. Fast.[/bold] The libraries take turns. Time steps per second of CPU time, over "
        "all threads\n   and processes:\n"
    )
    cases = [case for case in CASES if registry.what_is_missing(registry.find(case.id)) is None]
    with Display(console, len(cases), say=False) as display:
        results = [measure(case, _RIVALS, _PLAN, display) for case in cases]
    names = [rival.name for rival in _RIVALS if any(_ran(one, rival.name) for one in results)]
    out = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    out.add_column("   environments", no_wrap=True)
    out.add_column("parallel_pool", justify="right")
    for name in names:
        out.add_column(_HEADINGS[name], justify="right")
    for result in results:
        cells = [_cell(result, name) for name in names]
        pool = report.short((result.results[0].cpu_rate or result.results[0].rate).median)
        out.add_row(f"   {result.case.num_envs} {result.case.id}", pool, *cells)
    console.print(out)
    console.print(
        "   2.00x: parallel_pool makes twice as many as the library of the column. The vector\n"
        "   class is Gymnasium's CartPoleVectorEnv, or ale-py's AtariVectorEnv."
    )
    if version_of("envpool") is None:
        needs = "" if sys.version_info >= (3, 12) else " (it needs Python 3.12)"
        console.print(f"   EnvPool takes part where it is installed{needs}.")
    console.print()
    return results


def _ran(result: CaseResult, name: str) -> bool:
    return any(one.contender == name for one in result.present)


def _cell(result: CaseResult, name: str) -> str:
    found = [_ratio(result, one) for one in result.present if one.contender == name]
    return report.times(found[0]) if found else "-"


def _ratio(result: CaseResult, peer: Result) -> float:
    """Of CPU time, and of wall time where the system does not tell."""
    return (result.cpu_ratio(peer) or result.ratio(peer)).median


def _chart(console: Console, folder: Path, results: Sequence[CaseResult]) -> list[str]:
    """Draws the ratios; the names of the files."""
    if not chart.can_draw():
        console.print("   no chart: it needs matplotlib (pip install matplotlib)")
        return ["speed.csv"]
    chart.draw(folder / "speed.png", chart.TITLE, chart.bars_of(results))
    return ["speed.png", "speed.csv"]


def _picture(console: Console, folder: Path) -> list[str]:
    """Draws what can be drawn here; the names of the files."""
    tiles: dict[str, Any] = {}
    for id in IDS:
        try:
            with warnings.catch_warnings(action="ignore"):
                tiles[id] = mosaic.frames(id, _FRAMES)
        except (ImportError, RuntimeError, ValueError) as error:  # no package, no OpenGL
            console.print(f"   no picture of {id}: {error}")
    if not tiles:
        return []
    try:
        images = list(mosaic.tiled(list(tiles.values()), _COLUMNS))
    except ImportError:
        console.print("   no picture: it needs Pillow (pip install pillow)")
        return []
    mosaic.write_gif(folder / "environments.gif", images)
    return ["environments.gif"]


def _say_what_next(console: Console, files: Sequence[Path], commands: tuple[str, str]) -> None:
    python, program = commands
    console.print("[bold]3. Look.[/bold]\n")
    meanings = {
        "speed.png": "the table as a chart",
        "speed.csv": "all numbers",
        "environments.gif": "the environments under random actions",
        "log.txt": "what libraries printed meanwhile",
    }
    width = max(len(str(path)) for path in files)
    for path in files:
        console.print(f"   {path!s:<{width}}  {meanings[path.name]}")
    console.print("\n[bold]Next[/bold]\n")
    if version_of("torch") is None:
        console.print(f"   {python} -m pip install torch")
    console.print(f"   {program} train CartPole-v1")
    console.print(f"   {program} watch CartPole-v1 --policy CartPole-v1.pt --gif cartpole.gif")
    console.print(f"   {program} list")


def _commands() -> tuple[str, str]:
    """How the user calls this Python and this program."""
    program = shutil.which("parallel-pool")
    own = Path(sys.executable).with_name("parallel-pool")
    if program is not None and Path(program) == own:
        return "python", "parallel-pool"
    python = os.path.relpath(sys.executable)
    if python.startswith(os.pardir):
        python = sys.executable
    return python, str(Path(python).with_name("parallel-pool"))


def _append_foreign_logs(folder: Path) -> None:
    """MuJoCo writes a file of its own."""
    foreign = folder / "MUJOCO_LOG.TXT"
    if foreign.exists():
        sys.stdout.write(foreign.read_text(errors="replace"))
        foreign.unlink()
