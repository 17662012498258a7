# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the installed packages say about an environment: rewards, ends of episodes, licence."""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import re

import gymnasium
from gymnasium.envs.registration import load_env_creator

from parallel_pool import registry
from parallel_pool.native import NativeEnvType

# The headings of Gymnasium's docstrings, which other packages use too.
_SECTIONS = {
    "rewards": ("Rewards", "Reward"),
    "episode_end": ("Episode End", "Episode Termination", "Termination"),
}


def said_by_reference(env_type: NativeEnvType) -> dict[str, str]:
    """The sections about rewards and ends of episodes in the docstring of the reference's class.

    Returns:
        The texts that there are, by ``"rewards"`` and ``"episode_end"``.
    """
    if not env_type.reference or registry.missing_reference(env_type):
        return {}
    module, _, name = env_type.reference.rpartition(":")
    try:
        if module:
            importlib.import_module(module)
        creator = load_env_creator(str(gymnasium.spec(name).entry_point))
    except (gymnasium.error.Error, ImportError, AttributeError):
        return {}  # a package that the reference needs is missing
    text = inspect.getdoc(creator) or ""
    found = {}
    for key, headings in _SECTIONS.items():
        pattern = rf"^##+ ({'|'.join(headings)})[ \t]*\n(.*?)(?=^## |\Z)"
        section = re.search(pattern, text, re.MULTILINE | re.DOTALL)
        if section and section[2].strip():
            found[key] = section[2].strip()
    return found


def licence_and_page(id: str) -> dict[str, str | None]:
    """The licence of the package that has an environment, and the page about its family.

    Returns:
        ``"licence"``, ``"page"`` and ``"rewards_and_ends"``, the address of that section on the
        page; None if unknown, such as the page of another package's family.
    """
    family = registry.family_of(id)
    package = family.module.__name__.partition(".")[0]
    try:
        [name, *_] = importlib.metadata.packages_distributions().get(package, [package])
        metadata = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return {"licence": None, "page": None, "rewards_and_ends": None}
    licence = next(
        (metadata[key] for key in ("License-Expression", "License") if key in metadata), None
    )
    page = None
    if package == __package__.partition(".")[0]:
        urls = dict(url.split(", ", 1) for url in metadata.get_all("Project-URL") or ())
        if "Documentation" in urls:
            page = f"{urls['Documentation']}/environments/{family.name}.md"
    return {
        "licence": licence,
        "page": page,
        "rewards_and_ends": page and f"{page}#rewards-and-ends",
    }
