# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The commands ``list`` and ``info``: which environments there are, and what they are like."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pprint import pformat
from textwrap import fill, indent
from typing import Annotated, Any

import typer
from gymnasium import spaces
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from parallel_pool import registry
from parallel_pool.keywords import check_names
from parallel_pool.meanings import rows
from parallel_pool.native import NativeEnvType
from parallel_pool.rendering.view import render_metadata
from parallel_pool.spaces import make_space
from parallel_pool.tools.clean_errors import UsageError, clean_errors
from parallel_pool.tools.console import open_console
from parallel_pool.tools.reference_docs import licence_and_page, said_by_reference


def complete_id(incomplete: str) -> list[str]:
    """The ids that begin so, for the shell's completion."""
    return [id for id in registry.list_all_envs() if id.startswith(incomplete)]


def complete_family(incomplete: str) -> list[str]:
    """The families that begin so, for the shell's completion."""
    return [one.name for one in registry.families() if one.name.startswith(incomplete)]


# When an info is present, in words.
PRESENCE = {
    "always": "always",
    "after_step": "after steps",
    "after_reset": "after resets",
    "sometimes": "in some rows",
    "envpool": "EnvPool-style and dm_env faces only",
}

# What `info` says of a fact that an environment lacks.
_NOTHING = {
    "reference": "none in Gymnasium",
    "observation_space": "unknown",
    "action_space": "unknown",
}

Id = Annotated[
    str, typer.Argument(metavar="ID", help="Environment id.", autocompletion=complete_id)
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def list_ids(
    word: Annotated[
        str | None, typer.Argument(metavar="[WORD]", help="Only ids that contain this text.")
    ] = None,
    search: Annotated[str | None, typer.Option("--search", "-s", help="The same as WORD.")] = None,
    family: Annotated[
        str | None,
        typer.Option("--family", "-f", help="Only this family.", autocompletion=complete_family),
    ] = None,
    as_json: Json = False,
) -> None:
    """Lists the environments: a table on a terminal, and one id per line in a pipe.

    For example:

    - `parallel-pool list cartpole`
    - `parallel-pool list --json`
    """
    with clean_errors():
        if word is not None and search is not None:
            raise UsageError(f"give WORD or --search, got {word!r} and {search!r}")
        search = search if word is None else word
        ids = _found(search or "", family)
        if not ids:
            where = "" if family is None else f" of the family {family!r}"
            raise UsageError(f"no id{where} contains {search!r}; parallel-pool list shows all")
        if as_json:
            typer.echo(json.dumps([_facts(id) for id in ids]))
        elif open_console().is_terminal:
            open_console().print(_table(ids))
        else:
            typer.echo("\n".join(ids))


def info(id: Id, as_json: Json = False) -> None:
    """Describes an environment: spaces, limits, options, rewards, infos, reference, licence.

    Example:  parallel-pool info CartPole-v1
    """
    with clean_errors():
        facts = _facts(id) | licence_and_page(id)
        said = said_by_reference(registry.find(id))
        if as_json:
            typer.echo(json.dumps(facts | said | _details(id, _plain)))
            return
        console = Console()  # as wide as the terminal, or 80 columns
        if facts["missing"] is None:
            del facts["missing"]
        for name, value in facts.items():
            shown = ", ".join(value) if isinstance(value, list) else value
            nothing = _NOTHING.get(name, "none")
            text = nothing if shown in (None, "") else str(shown)
            line = f"{name.replace('_', ' '):<17} {text}"
            # Addresses and spaces stay whole, for programs and to be copied.
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        for title, text in said.items():
            console.print(f"\n{title.replace('_', ' ')}, says the reference:", highlight=False)
            console.print(text, markup=False, highlight=False)
        console.print()
        for title, rows in _details(id, _written).items():
            if rows:
                _print_rows(console, title.replace("_", " "), rows)


def _found(search: str, family: str | None) -> list[str]:
    families = {one.name: one for one in registry.families()}
    if family is not None:
        check_names([family], [*families], "unknown family")
    ids = registry.list_all_envs() if family is None else sorted(families[family].ids)
    return [id for id in ids if search.lower() in id.lower()]


def _facts(id: str) -> dict[str, Any]:
    """What the registry knows of an id, in values that JSON has."""
    env_type = registry.find(id)
    family = registry.family_of(id)
    try:
        spec = env_type.spec({})
        texts = lambda node: family.text_space(env_type, env_type.resolve({}), node)  # noqa: E731
        made = (make_space(spec["observation"], texts), make_space(spec["action"]))
        spaces: list[str | None] = [" ".join(str(space).split()) for space in made]
        missing = registry.what_is_missing(env_type)
    except Exception as error:  # Some need an option, or a package that is not installed.
        spaces = [None, None]
        missing = registry.what_is_missing(env_type) or str(error)
    return {
        "id": env_type.id,
        "family": family.name,
        "other_names": sorted(name for name, of in registry.aliases().items() if of == env_type.id),
        "gymnasium_id": registry.gymnasium_id(env_type.id),
        "reference": env_type.reference or None,
        "observation_space": spaces[0],
        "action_space": spaces[1],
        "max_episode_steps": env_type.max_episode_steps,
        "reward_threshold": env_type.reward_threshold,
        "render_modes": render_metadata(env_type)["render_modes"],
        "missing": missing,
    }


def _details(id: str, write: Callable[[Any], Any]) -> dict[str, list[dict[str, Any]]]:
    """The options of an environment and of its resets, with written defaults, and its infos."""
    env_type = registry.find(id)
    names = ("name", "type", "default", "meaning")
    details = {
        title: [
            dict(zip(names, (name, kind, write(value), text), strict=True))
            for name, kind, value, text in listed
        ]
        for title, listed in (
            ("options", env_type.options),
            ("options_of_a_reset", env_type.reset_options),
        )
    }
    return _meanings(env_type) | details | {"infos": list(_infos(env_type))}


def _meanings(env_type: NativeEnvType) -> dict[str, list[dict[str, Any]]]:
    """What the numbers of observations and actions mean."""
    family = registry.family_of(env_type.id)
    meanings = family.meanings(env_type.id)
    if meanings is None:
        return {}
    shown: dict[str, spaces.Space[Any] | None] = {"observation": None, "action": None}
    if not meanings.of_agents:
        with contextlib.suppress(Exception):  # as for the spaces
            spec = env_type.spec({})
            shown = {name: make_space(spec[name]) for name in shown}
    return {
        f"elements_of_the_{name}": [asdict(row) for row in rows(getattr(meanings, name), space)]
        for name, space in shown.items()
    }


def _plain(value: Any) -> Any:
    """A value that JSON has, or how Python writes it."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return repr(value)
    return value


def _infos(env_type: NativeEnvType) -> Iterator[dict[str, Any]]:
    with contextlib.suppress(Exception):  # as for the spaces: a missing package knows the model
        for name, leaf in leaves(env_type.spec({})["info"]):
            yield {
                "name": name,
                "dtype": leaf["dtype"],
                "shape": list(leaf["shape"]),
                "present": PRESENCE[leaf["presence"]],
                "meaning": leaf["meaning"],
            }


def leaves(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The values of nested infos with their keys."""
    for child in node.get("children", []):
        name = f"{path}{child['name']}"
        if "children" in child:
            yield from leaves(child, f"{name}.")
        else:
            yield name, child


def _table(ids: Sequence[str]) -> Table:
    table = Table(title=f"{len(ids)} environments")
    table.add_column("id", no_wrap=True)  # An id that was cut short could not be copied.
    for name in ("family", "time limit", "reference"):
        table.add_column(name)
    for id in ids:
        env_type = registry.find(id)
        limit = env_type.max_episode_steps
        table.add_row(
            id,
            registry.family_of(id).name,
            "" if limit is None else str(limit),
            env_type.reference,
        )
    return table


def _cell(value: Any) -> str:
    """A value; a shape as Python writes it."""
    return str(tuple(value) if isinstance(value, list) else value)


def _written(value: Any) -> str:
    """A default as Python writes it, a long one over several lines."""
    return pformat(value, width=70, sort_dicts=False)


def _print_rows(console: Console, title: str, rows: list[dict[str, Any]]) -> None:
    """A table; options one below the other, since their names and defaults may be long."""
    if "default" in rows[0]:
        console.print(Text(title, style="italic"))
        for row in rows:
            option = f"{row['name']}: {row['type']} = {row['default']}"
            console.print(Text(indent(option, " " * 2), style="bold"), soft_wrap=True)
            margin = " " * 6
            meaning = fill(
                row["meaning"], console.width, initial_indent=margin, subsequent_indent=margin
            )
            console.print(meaning, markup=False, highlight=False)
        console.print()
        return
    first, *others = rows[0]
    # A name that was cut short could not be copied.
    columns = [Column(name, overflow="fold") for name in others]
    table = Table(Column(first, no_wrap=True), *columns, title=title, title_justify="left")
    for row in rows:
        table.add_row(*(Text(_cell(value)) for value in row.values()))
    console.print(table)
