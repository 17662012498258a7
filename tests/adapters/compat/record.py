# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Records what EnvPool does with the inputs of `behaviours` and `facts`, on a Python that has it.

EnvPool 1.2.7 needs Python 3.12; this package is not needed:

    pip install envpool==1.2.7 jax
    python -m tests.adapters.compat.record

Each behaviour is asked for in a process of its own, since some inputs abort EnvPool or make it
wait forever.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.adapters.compat.behaviours import BEHAVIOURS
from tests.adapters.compat.facts import facts
from tests.adapters.compat.outcomes import outcome

FOLDER = Path(__file__).parent / "records"
PATIENCE = 20.0  # seconds


def apart(ask: Callable[[], str]) -> str:
    """The answer of a process of its own; in words, how it ended, if it did not answer."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(Exception):
            os.write(writer, ask().encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        if not select.select([pipe], [], [], PATIENCE)[0]:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "waits forever"
        answer = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return answer or ("aborts the process" if os.WIFSIGNALED(status) else "no answer")


def main() -> None:
    """Writes the record of EnvPool; the ids are those of this package's record.

    Arguments name further modules of EnvPool. With their ids in the record, ``python -m
    tests.adapters.compat.differences`` adds this package's facts, and a second call EnvPool's.
    """
    import envpool
    from envpool.registration import registry

    warnings.simplefilter("ignore")
    ids = json.loads((FOLDER / "parallel_pool.json").read_text())["facts"]
    compared = sorted(ids.keys() & registry.specs.keys())
    modules = {registry.specs[id][0] for id in compared} | {*sys.argv[1:]}
    record: dict[str, Any] = {
        "version": envpool.__version__,
        "classes": {id: [*spec[:2]] for id, spec in registry.specs.items() if spec[0] in modules},
        "behaviours": {what: apart(lambda w=what: outcome(w, envpool)) for what in BEHAVIOURS},  # type: ignore[misc]
        "facts": {id: facts(envpool, id) for id in compared},
    }
    write(FOLDER / "envpool.json", record)


def write(path: Path, record: Any) -> None:
    """A record with a line for each fact, so that a difference is readable."""
    path.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
