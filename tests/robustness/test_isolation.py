# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The helper of the other tests detects crashes, hangs and output."""

from __future__ import annotations

import pytest

from tests.robustness.isolation import run_code

TROUBLES = {
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "killed by SIGSEGV"),
    "abort": ("import os; os.abort()", "killed by SIGABRT"),
    "kill": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "killed by SIGKILL"),
    "exception": ("raise ValueError('so it was')", "exit code is 1"),
    "exit code": ("raise SystemExit(7)", "exit code is 7"),
    "warning": ("import warnings; warnings.warn('careful')", "exit code is 1"),
    "noise at exit": (
        "class Noisy:\n    def __del__(self): raise ValueError('too late')\nkept = Noisy()",
        "wrote to stderr",
    ),
    "thread at exit": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()",
        "hung and was aborted",
    ),
}


@pytest.mark.parametrize("kind", TROUBLES)
def test_trouble_is_seen(kind: str) -> None:
    code, trouble = TROUBLES[kind]
    outcome = run_code(code, timeout=2 if "hung" in trouble else 60)
    assert trouble in (outcome.trouble or "")
    with pytest.raises(pytest.fail.Exception, match=trouble):
        outcome.check()


def test_a_hang_shows_where() -> None:
    outcome = run_code("import time\ndef stuck():\n    time.sleep(60)\nstuck()", timeout=2)
    assert outcome.timed_out
    assert "in stuck" in outcome.stderr


def test_a_good_end() -> None:
    assert run_code("print('well')").check() == "well\n"
