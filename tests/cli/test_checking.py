# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The commands check and doctor."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from parallel_pool import registry, testing

from tests.cli.test_cli import assert_clean_error, invoke


def test_check_reports_rules_and_the_reference() -> None:
    result = invoke("check", "FrozenLake-v1")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert all(line.startswith("ok ") for line in lines)
    assert "every bit agrees" in lines[-1]
    assert len(lines) == len(testing.RULES) + 1


def test_check_finds_a_broken_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are checked all the same."""

    def broken(subject: object) -> None:
        raise testing.ConformanceError("this is wrong")

    monkeypatch.setitem(testing.RULES, "seeds_decide_everything", broken)
    result = invoke("check", "Taxi-v4", "--json")
    assert result.exit_code == 1, result.output
    findings = json.loads(result.stdout)
    assert len(findings) == len(testing.RULES) + 1
    assert [one["rule"] for one in findings if not one["ok"]] == ["seeds_decide_everything"]


def test_check_takes_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "no_envs.py").write_text("")
    (tmp_path / "fails.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert_clean_error(invoke("check", "no_envs"), "the module 'no_envs' has no environments")
    assert_clean_error(invoke("check", "fails"), "cannot be imported: division by zero")
    assert_clean_error(invoke("check", "no_such_module"), "nor is there a module 'no_such_module'")
    assert_clean_error(invoke("check", "./x.py"), "nor is './x.py' the name of a module")
    assert "fails" not in sys.modules


def test_doctor_counts_what_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "what_is_missing", lambda env_type: "it needs a pole")
    told = {one["name"]: one for one in json.loads(invoke("doctor", "--json").stdout)}
    assert told["environments"]["ok"]
    for family in registry.families():
        detail = f"0 of {len(family.ids)} ids are usable: it needs a pole"
        assert told[f"family {family.name}"]["detail"] == detail


def test_doctor_speaks_json() -> None:
    found = json.loads(invoke("doctor", "--json").stdout)
    assert all(set(one) == {"name", "ok", "detail"} for one in found)


def test_check_of_an_environment_without_randomness() -> None:
    problem = invoke("check", "connect_four-v3")
    assert problem.exit_code == 1
    hint = "--deterministic checks an environment without randomness, or one whose observations"
    assert hint in " ".join(problem.stdout.split())
    assert invoke("check", "connect_four-v3", "--deterministic").exit_code == 0
