# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures what the documents show anew, and writes all tables and charts.

    python -m benchmarks.remeasure --list
    python -m benchmarks.remeasure                      # all that this interpreter can measure
    python -m benchmarks.remeasure bench mujoco box2d   # some of it

Run it from the source tree, in an environment of Python 3.12 with the package (built with
``PARALLEL_POOL_TEST_ENVS=ON``) and ``benchmarks/environment.txt``. Kinds of results whose packages
are missing are left out, and said. ``--dm-control FOLDER`` is a folder with dm_control and the
MuJoCo that it takes, made by ``pip install --target FOLDER dm_control==1.0.50 mujoco==3.17.0``.

Each kind goes into ``benchmarks/results``, under today's date, unless it fails. As root, the
measurement raises its priority, so that other processes disturb it less. Training to a goal, which
takes hours (``benchmarks/paper/training.py``), is not among the kinds.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import datetime
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parallel_pool.tools.machine import Facts

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
TODAY = datetime.date.today().isoformat()


@dataclass(frozen=True)
class Kind:
    """One kind of results.

    Attributes:
        name: of its files.
        command: what measures it, after the interpreter; ``FILE`` stands for the file, ``PYTHON``
            for the interpreter. Without ``FILE``, it finds its files by itself.
        needs: the modules without which there is nothing to measure.
        minutes: about how long it takes.
    """

    name: str
    command: str
    needs: tuple[str, ...] = ()
    minutes: int = 5


_PROGRAM = "-m parallel_pool bench --no-png --csv FILE"
_PYTHON_CASES = (
    "cartpole_64",
    "cartpole_8",
    "image_64",
    "dict_64",
    "typed_info_64",
    "busy_64",
    "asleep_64",
    "uneven_64",
    "half_cheetah_64",
)
KINDS = (
    Kind("bench", _PROGRAM, ("envpool", "minigrid", "Box2D"), 20),
    Kind("ways", f"{_PROGRAM} --ways", ("envpool", "minigrid", "Box2D", "mpe2", "torch"), 6),
    Kind("mujoco", "benchmarks/mujoco/speed.py --envpool PYTHON --out FILE", ("envpool",), 8),
    Kind(
        "mujoco_tasks",
        "benchmarks/mujoco/numpy_tasks.py --envpool PYTHON --out FILE",
        ("envpool",),
        6,
    ),
    Kind("mujoco_batches", "benchmarks/mujoco/numpy_tasks.py --batch --out FILE", ("mjbatch",), 4),
    Kind("box2d", "benchmarks/box2d/speed.py --envpool PYTHON --out FILE", ("envpool", "Box2D"), 2),
    Kind(
        "highway",
        "benchmarks/highway/speed.py --envpool PYTHON --out FILE",
        ("envpool", "highway_env"),
        6,
    ),
    Kind(
        "robotics",
        "benchmarks/robotics/speed.py --envpool PYTHON --out FILE",
        ("envpool", "gymnasium_robotics"),
        6,
    ),
    Kind(
        "procgen", "benchmarks/procgen/speed.py --envpool PYTHON --out FILE", ("envpool", "gym3"), 2
    ),
    Kind("minigrid", "benchmarks/minigrid/speed.py --envpool PYTHON", ("envpool", "minigrid"), 8),
    Kind("atari-pool", "-m benchmarks.atari.pool --envpool PYTHON --out FILE", ("envpool",), 10),
    Kind(
        "atari-six",
        "-m benchmarks.atari.pool --six --steps 100 --turns 15 --envpool PYTHON --out FILE",
        ("envpool", "jax", "chex"),
        5,
    ),
    Kind("atari", "benchmarks/atari/speed.py --out FILE", (), 15),
    Kind("players", "benchmarks/players/speed.py", ("supersuit", "mpe2", "envpool"), 5),
    Kind("vizdoom", "-m benchmarks.vizdoom.speed --out FILE", ("vizdoom", "envpool"), 4),
    Kind(
        "dm_control", "benchmarks/dm_control/speed.py --envpool PYTHON --out FILE", ("envpool",), 25
    ),
    Kind("dm_control_frames", "benchmarks/dm_control/frames.py --out FILE", (), 4),
    Kind("sb3", f"{_PROGRAM} --sb3", ("stable_baselines3",), 4),
    Kind(
        "sb3_training", "benchmarks/trainers/end_to_end.py --csv FILE", ("stable_baselines3",), 20
    ),
    Kind("jax", "-m benchmarks.jax.speed --csv FILE", ("jax", "envpool"), 3),
    Kind("busy", f"{_PROGRAM} --busy", ("envpool",), 10),
    Kind("threads", "benchmarks/threads.py --out FILE", (), 15),
    Kind("paper", "benchmarks/paper/throughput.py --csv FILE", ("envpool",), 6),
    Kind("paper_profile", "benchmarks/paper/time_of_ppo.py --csv FILE", ("envpool", "torch"), 5),
    Kind("rollouts", "benchmarks/rollouts/speed.py --csv FILE", ("torch",), 8),
    Kind("python_envs", "benchmarks/python_envs/speed.py --csv FILE --case CASE", (), 6),
    Kind(
        "python_envs_busy", "benchmarks/python_envs/speed.py --busy --csv FILE --case CASE", (), 6
    ),
    Kind("ray", "benchmarks/ray/speed.py --csv FILE", ("ray",), 6),
)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", choices=[[], *(kind.name for kind in KINDS)])
    parser.add_argument("--list", action="store_true", help="list the kinds, and measure nothing")
    parser.add_argument("--dm-control", type=Path, help="a folder with dm_control and its MuJoCo")
    given = parser.parse_args()
    wanted = [kind for kind in KINDS if kind.name in given.kinds or not given.kinds]
    if given.list:
        print(*(f"{kind.name:<18} {kind.minutes:>3} minutes" for kind in wanted), sep="\n")
        return
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -15)  # of all that it starts, too
    for kind in wanted:
        lacks = [name for name in kind.needs if importlib.util.find_spec(name) is None]
        if kind.name.startswith("dm_control") and given.dm_control is None:
            lacks.append("--dm-control")
        if lacks:
            print(f"{kind.name}: left out, lacks {', '.join(lacks)}", flush=True)
            continue
        measure(kind, given.dm_control)
    for module in ("benchmarks.pages", "benchmarks.chart"):
        subprocess.run([sys.executable, "-m", module], cwd=ROOT, check=True)


def measure(kind: Kind, dm_control: Path | None) -> None:
    """Writes the results of a kind, and notes the conditions."""
    print(f"{kind.name}: about {kind.minutes} minutes", flush=True)
    file = RESULTS / f"{kind.name}-{TODAY}.csv"
    unfinished = file.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    environment = dict(os.environ, PYTHONPATH=f"{ROOT}")
    if kind.name.startswith("dm_control"):
        environment["PYTHONPATH"] = f"{ROOT}{os.pathsep}{dm_control}"
    cases = _PYTHON_CASES if "CASE" in kind.command else [""]
    start, load = time.time(), os.getloadavg()[0]
    for case in cases:
        words = (kind.command.replace("CASE", case)).split()
        known = {"FILE": str(unfinished), "PYTHON": sys.executable}
        command = [sys.executable, *(known.get(word, word) for word in words)]
        if subprocess.run(command, cwd=ROOT, env=environment).returncode != 0:
            print(f"{kind.name}: failed", flush=True)
            return
    if unfinished.exists():
        unfinished.rename(file)
    _note(kind, time.time() - start, load)


def _note(kind: Kind, seconds: float, load: float) -> None:
    """Adds a line to the file of conditions."""
    facts = Facts.of_this_machine()
    head: Sequence[str] = ("kind", "date", "minutes", "load", "cpu", "cpus", "python", "numpy")
    head = (*head, "gymnasium", "envpool", "parallel_pool")
    row = {
        "kind": kind.name,
        "date": TODAY,
        "minutes": f"{seconds / 60:.0f}",
        "load": f"{load:.1f}",
    } | {name: getattr(facts, name) for name in head[4:]}
    path = RESULTS / f"conditions-{TODAY}.csv"
    known = []
    if path.exists():
        with path.open(newline="") as file:
            known = [line for line in csv.DictReader(file) if line["kind"] != kind.name]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, head, lineterminator="\n")
        writer.writeheader()
        writer.writerows([*known, row])


if __name__ == "__main__":
    main()
