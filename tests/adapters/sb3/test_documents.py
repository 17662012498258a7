# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the page about Stable-Baselines3 shows is run, and so are the examples."""

from __future__ import annotations

import inspect
import runpy
from pathlib import Path

import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool import sb3

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "sb3.md") == []


def test_the_first_training_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer time steps; each of its blocks finds the files of those before."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "first_training.md").read_text()
    assert "learn(100_000)" in text
    shorter = tmp_path / "first_training.md"
    shorter.write_text(text.replace("100_000", "1_024"))
    assert run_document(shorter) == []
    assert (tmp_path / "cartpole.gif").stat().st_size > 1000


def test_the_signature_shown() -> None:
    signature = inspect.signature(sb3.make_vec_env)
    bare = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in signature.parameters.values()
    ]
    shown = signature.replace(parameters=bare, return_annotation=inspect.Signature.empty)
    assert f"\n## `make_vec_env{shown}`\n" in (ROOT / "docs" / "sb3.md").read_text()


@pytest.mark.parametrize(
    ("name", "steps", "least"), [("sb3_ppo.py", 2_000, 9.0), ("sb3_sac_normalized.py", 600, -2000)]
)
def test_examples(name: str, steps: int, least: float) -> None:
    """A few updates; ``test_training.py`` shows that the settings of the first one learn."""
    example = runpy.run_path(str(ROOT / "examples" / name))
    assert least <= example["main"](steps) <= 500
