# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command ``train``: PPO with a progress bar, a learning curve and a policy to watch."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from parallel_pool import registry
from parallel_pool.tools.bench import chart
from parallel_pool.tools.clean_errors import UsageError, check_defaults, clean_errors
from parallel_pool.tools.describe import Id


def train(
    id: Id,
    steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Time steps of all environments together, rounded down to whole rollouts, of "
            "which there is at least one.",
        ),
    ] = None,
    num_envs: Annotated[int | None, typer.Option(min=1, help="Number of environments.")] = None,
    batch_size: Annotated[
        int | None, typer.Option(min=1, help="Rows of a batch; fewer than environments: async.")
    ] = None,
    num_threads: Annotated[int | None, typer.Option(min=1, help="Threads of the pool.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of environments and policy.")] = 1,
    device: Annotated[
        str | None, typer.Option(help="Device of torch; a GPU if there is one.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for the files.")] = Path(),
) -> None:
    """Trains a policy with PPO and writes it, its learning curve and the numbers.

    After the first rollout, Ctrl-C ends the training early: the policy is written as it is, and the
    exit code is 130.

    For example:

    - `parallel-pool train CartPole-v1`
    - `parallel-pool watch CartPole-v1 --policy CartPole-v1.pt`
    """
    with clean_errors():
        env_type = registry.find(id)
        name = env_type.id
        registry.check_installed(env_type)
        check_defaults(env_type)
        if env_type.spec({})["multi_player"]:
            raise UsageError(f"train needs an environment with one player, but {name} has several")
        if not out.is_dir():
            raise UsageError(f"there is no folder {out}")
        ppo = load_ppo()
        try:
            settings = ppo.Settings.of(
                name,
                total_steps=steps,
                num_envs=num_envs,
                batch_size=batch_size,
                num_threads=num_threads,
                seed=seed,
            )
            policy, history = _train(ppo, settings, device)
        except (ValueError, RuntimeError) as error:  # unfit spaces or sizes, an unknown device
            raise UsageError(str(error)) from None
        files = [out / f"{name}{suffix}" for suffix in (".pt", ".csv", ".png")]
        policy.save(files[0], settings)
        _write_csv(files[1], history)
        if chart.can_draw():
            _draw(files[2], name, history)
        else:
            files.pop()
            typer.echo(
                "no curve: it needs matplotlib (pip install 'parallel_pool[bench]')", err=True
            )
        last = history[-1]
        reached = (
            "no episode ended"
            if math.isnan(last.mean_return)
            else f"mean return {last.mean_return:.1f}"
        )
        how = "interrupted" if last.interrupted else "finished"
        typer.echo(f"{how} at {last.steps:,} steps, after {last.seconds:.0f} s: {reached}")
        typer.echo(f"wrote {', '.join(map(str, files))}")
        if last.interrupted:
            raise typer.Exit(130)


def load_ppo() -> Any:
    """The module of the example ``ppo.py``, which is installed beside this one.

    Raises:
        MissingExtraError: torch is not installed.
    """
    if importlib.util.find_spec("torch") is None:
        raise chart.MissingExtraError("PPO needs torch: pip install 'parallel_pool[torch]'")
    return importlib.import_module("parallel_pool.tools.ppo")


def load_policy(path: Path, id: str) -> tuple[Callable[[Any], Any], dict[str, Any]]:
    """A policy that `train` wrote, and the options of the environment that it was trained in.

    Raises:
        UsageError: it is none, or was trained in an environment of another id.
        MissingExtraError: torch is not installed.
    """
    ppo = load_ppo()
    try:
        policy, settings = ppo.load(path)
    except Exception as error:  # whatever torch makes of a foreign file
        kind = type(error).__name__  # The message may advise to read the file without precautions.
        raise UsageError(f"{path} holds no policy of parallel-pool train ({kind})") from None
    if settings.id != registry.find(id).id:
        raise UsageError(f"{path} holds a policy for {settings.id}, not for {id}")
    return policy, settings.options


def _train(ppo: Any, settings: Any, device: str | None) -> tuple[Any, Sequence[Any]]:
    """Trains beside a progress bar."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("return {task.fields[mean]:.1f}"),
    )
    with Progress(*columns, console=Console()) as bar:
        task = bar.add_task(settings.id, total=ppo.planned_steps(settings), mean=float("nan"))
        trained: tuple[Any, Sequence[Any]] = ppo.train(
            settings,
            lambda now: bar.update(task, completed=now.steps, mean=now.mean_return),
            device,
        )
    return trained


def _write_csv(path: Path, history: Sequence[Any]) -> None:
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("steps", "seconds", "mean_return"))
        rows.writerows((now.steps, f"{now.seconds:.3f}", now.mean_return) for now in history)


def _draw(path: Path, id: str, history: Sequence[Any]) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.plot([now.steps for now in history], [now.mean_return for now in history])
    title = (
        f"{id}: {history[-1].steps:,} time steps in {history[-1].seconds:.0f} s" if history else id
    )
    axes.set(title=title, xlabel="time steps", ylabel="mean return of the latest episodes")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=150)
