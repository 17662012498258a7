# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command ``check``: the conformance kit, and a replay against the reference."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from typing import Annotated, Any

import gymnasium
import typer

from parallel_pool import registry
from parallel_pool.errors import PoolError, UnknownEnvironmentError
from parallel_pool.testing import RULES, ConformanceError
from parallel_pool.testing import check as check_rules
from parallel_pool.tools.bench import replay
from parallel_pool.tools.clean_errors import UsageError, check_defaults, clean_errors
from parallel_pool.tools.describe import Json, complete_id


def check(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID|MODULE",
            help="An environment, or a module with environments of yours.",
            autocompletion=complete_id,
        ),
    ],
    deterministic: Annotated[
        bool, typer.Option("--deterministic", help="Observations show no randomness.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Checks an environment, or all of a module, and reports; exit code 1 if a rule is broken.

    For example:

    - `parallel-pool check CartPole-v1`
    - `parallel-pool check my_envs`
    """
    with clean_errors():
        findings = []
        for finding in (one for id in _ids_of(name) for one in _examine(id, deterministic)):
            findings.append(finding)
            if not as_json:
                verdict = "ok" if finding["ok"] else "PROBLEM"
                detail = f": {finding['detail']}" if finding["detail"] else ""
                typer.echo(f"{verdict:<9}{finding['id']}: {finding['rule']}{detail}")
        if as_json:
            typer.echo(json.dumps(findings))
        if not all(finding["ok"] for finding in findings):
            raise typer.Exit(1)


def _ids_of(name: str) -> list[str]:
    """The id itself, or the ids of a module, which is registered if it was not yet."""
    try:
        env_type = registry.find(name)
        registry.check_installed(env_type)
        check_defaults(env_type)
        return [env_type.id]
    except UnknownEnvironmentError as error:
        if not name.replace(".", "").isidentifier():
            raise UsageError(f"{error}; nor is {name!r} the name of a module") from None
        unknown = error
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.split(".")[0]:
            raise UsageError(f"the module {name!r} cannot be imported: {error}") from None
        raise UsageError(f"{unknown}; nor is there a module {name!r}") from None
    except Exception as error:
        raise UsageError(f"the module {name!r} cannot be imported: {error}") from None
    ids = [
        id
        for family in registry.families()
        for id in family.ids
        if f"{family.module.__name__}.".startswith(f"{name}.")
    ]
    if not ids and hasattr(module, "env_types"):
        ids = registry.register(module)
    if not ids:
        raise UsageError(f"the module {name!r} has no environments")
    return ids


def _examine(id: str, deterministic: bool) -> Iterator[dict[str, Any]]:
    """The findings. What breaks several rules is told once, with the first of them."""
    told, same = set(), []
    for rule in RULES:
        try:
            check_rules(id, rules=[rule], random=not deterministic)
        except (ConformanceError, PoolError) as error:
            detail = str(error)
            if "must draw from its pp::Rng" in detail or "must draw from their pp::Rng" in detail:
                detail += (
                    "; --deterministic checks an environment without randomness, or one whose "
                    "observations do not show it within a few steps"
                )
            if detail in told:
                same.append(rule)
                continue
            told.add(detail)
            yield {"id": id, "rule": rule, "ok": False, "detail": detail}
        else:
            yield {"id": id, "rule": rule, "ok": True, "detail": ""}
    if same:
        detail = "broken for a reason that is told above"
        yield {"id": id, "rule": ", ".join(same), "ok": False, "detail": detail}
    if not registry.find(id).reference:
        return
    try:
        outcome = replay.replay(id)
    except (gymnasium.error.Error, ImportError) as error:
        detail = f"not compared, because the reference cannot be made: {error}"
        yield {"id": id, "rule": "equals_its_reference", "ok": True, "detail": detail}
        return
    detail = outcome.difference or f"{outcome.steps:,} steps, every bit agrees"
    yield {"id": id, "rule": "equals_its_reference", "ok": not outcome.difference, "detail": detail}
