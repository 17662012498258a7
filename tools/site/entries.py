# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Puts the pictures of environments into the pages about them, while the site is built."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from parallel_pool import registry
from parallel_pool.family import Family
from parallel_pool.spaces import make_space
from PIL import Image

from tools.family_pages import FOLDER, MARKER
from tools.site.pictures import ENTRY, GALLERY

# Where a page shows a card for each family, and where it shows all environments.
CARDS = "<!-- A card for each family stands here. -->\n"
GALLERY_PLACE = "<!-- The gallery stands here. -->\n"
_HEADING = re.compile("^## `(.*)`\n", re.MULTILINE)


def sizes(family: Family, most: int) -> dict[str, tuple[int, int]]:
    """The ids that a family's page shows, each with the size of its animation.

    Args:
        family: the family.
        most: the largest number of ids without an entry of their own that are shown. Where a
            family has more, many of them are alike.

    Returns:
        Sizes as in `tools.site.pictures`, by id.
    """
    entries = _entries(family.name)
    others = [id for id in family.ids if id not in entries]
    return dict.fromkeys(entries, ENTRY) | dict.fromkeys(others[:most], GALLERY)


@cache
def _entries(family: str) -> list[str]:
    """The ids that have an entry of their own on a family's page."""
    page = (FOLDER / f"{family}.md").read_text()
    return _HEADING.findall(page.partition(MARKER)[2])


class Figure:
    """A picture of the gallery: its ids, and what they can be found by."""

    FACETS = ("family", "observation", "action", "reference")

    def __init__(self, ids: list[str], family: Family) -> None:
        """Takes the ids that share the picture."""
        self.ids = ids
        with_entry = [id for id in ids if id in _entries(family.name)]
        place = re.sub(r"[^\w\- ]", "", with_entry[0].lower()) if with_entry else "pictures"
        self._link = f"{family.name}.html#{place}"
        facts = [_kinds(id) for id in ids]
        self.facets = {
            "family": {_title(family)},
            "observation": {seen for seen, _ in facts if seen},
            "action": {taken for _, taken in facts if taken},
            "reference": {registry.library_of(id) or "none" for id in ids},
        }

    def html(self, still: str) -> str:
        """The figure, whose picture is at this address."""
        data = " ".join(
            f'data-{name}="{"|".join(sorted(values))}"' for name, values in self.facets.items()
        )
        shown = "<br>".join(f"<code>{id}</code>" for id in self.ids[:3])
        more = f"<br>and {len(self.ids) - 3} more" if len(self.ids) > 3 else ""
        return (
            f'<figure {data} data-name="{" ".join(self.ids).lower()}">'
            f'<a href="{self._link}"><img src="{still}" alt="{self.ids[0]}" '
            f'loading="lazy" width="160"></a><figcaption>{shown}{more}</figcaption></figure>'
        )


def _kinds(id: str) -> tuple[str, str]:
    """The kind of what is observed and of what is taken, in words; "" where it is not known."""
    try:
        spec = registry.find(id).spec({})
        return _kind(make_space(spec["observation"])), _kind(make_space(spec["action"]))
    except Exception:  # an option or a package is missing
        return "", ""


def _kind(space: spaces.Space[Any]) -> str:
    if isinstance(space, spaces.Dict):
        return "dict"
    if isinstance(space, spaces.Box):
        if space.dtype == np.uint8 and len(space.shape) >= 3:
            return "picture"
        return "vector" if len(space.shape) == 1 else "array"
    if isinstance(space, spaces.MultiBinary):
        return "several buttons"
    return "numbers" if isinstance(space, spaces.Tuple) else "one of n"


class Pictures:
    """The pictures in a folder, which the site has at an address.

    Args:
        folder: what `tools.site.pictures` wrote.
        address: the address of the folder, seen from the pages of families.
    """

    def __init__(self, folder: Path, address: str) -> None:
        """See the class."""
        self._folder = folder
        self._address = address

    def page(self, name: str, text: str) -> str:
        """The text of a family's page with its pictures."""
        family = {family.name: family for family in registry.families()}.get(name)
        if family is None:
            return text
        by_hand, marker, entries = text.partition(MARKER)
        introduction, heading, more = by_hand.partition("\n## ")
        by_hand = f"{introduction}\n{self._strip(family)}\n{heading}{more}"
        others = set(self._ids(family)) - set(_HEADING.findall(entries))
        gallery = "\n".join(self._gallery(family)) if others else ""
        entries = _HEADING.sub(lambda found: found[0] + self._entry(found[1]), entries)
        return f"{by_hand}\n{gallery}\n{marker}{entries}"

    def index(self, text: str) -> str:
        """The text of the page about all families, with a card for each, and the gallery."""
        text = text.replace(CARDS, "\n".join(["", "{.cards .families}", *self._cards(), ""]))
        return text.replace(GALLERY_PLACE, "\n".join(self._everything()))

    def _everything(self) -> Iterator[str]:
        """A figure for each picture, with what it can be found by, and the lists to choose from."""
        figures = [
            Figure(ids, family)
            for family in sorted(registry.families(), key=lambda family: family.name)
            for ids in self._groups(family)
        ]
        yield '<form class="filters">'
        for name in Figure.FACETS:
            values = sorted({value for figure in figures for value in figure.facets[name]})
            options = "".join(f"<option>{value}</option>" for value in values)
            yield f'<label>{name} <select name="{name}"><option value="">all</option>{options}'
            yield "</select></label>"
        yield '<label>name <input name="name" type="search" placeholder="pong"></label>'
        yield '<output aria-live="polite"></output></form>'
        yield '<div class="gallery filtered">'
        for figure in figures:
            still = f"{self._address}/{figure.ids[0]}.still.webp"
            yield figure.html(still)
        yield "</div>\n"

    def _cards(self) -> Iterator[str]:
        for family in sorted(registry.families(), key=lambda family: family.name):
            ids = self._ids(family)
            # The largest file is the liveliest picture.
            size = {id: (self._folder / f"{id}.webp").stat().st_size for id in ids}
            picture = self._image(max(ids, key=size.__getitem__)) if ids else ""
            count = f"{len(family.ids)} id{'s' if len(family.ids) > 1 else ''}"
            yield f"- [{picture}**{_title(family)}**]({family.name}.md)<br>{count}"

    def _strip(self, family: Family) -> str:
        """A few pictures side by side."""
        ids = [ids[0] for ids in self._groups(family)]
        chosen = ids[:: max(1, len(ids) // 4)][:4]
        return f'<p class="strip">{"".join(self._image(id, 160) for id in chosen)}</p>\n'

    def _groups(self, family: Family) -> list[list[str]]:
        """The ids with a picture, grouped by equal pictures."""
        groups: dict[str, list[str]] = {}
        for id in self._ids(family):
            digest = hashlib.sha256(self._still(id).read_bytes()).hexdigest()
            groups.setdefault(digest, []).append(id)
        return list(groups.values())

    def _gallery(self, family: Family) -> Iterator[str]:
        """A figure for each picture, with all ids that have it."""
        groups = self._groups(family)
        if groups:
            yield "## Pictures\n"
            yield "Under random actions, seeded with 0. Ids with the same picture share one.\n"
            yield '<div class="gallery">'
            for ids in groups:
                names = "<br>".join(f"<code>{id}</code>" for id in ids)
                yield f"<figure>{self._image(ids[0], 160)}<figcaption>{names}</figcaption></figure>"
            yield "</div>\n"

    def _entry(self, id: str) -> str:
        return f'\n<p class="picture">{self._image(id)}</p>\n' if self._has(id) else ""

    def _ids(self, family: Family) -> list[str]:
        return [id for id in family.ids if self._has(id)]

    def _has(self, id: str) -> bool:
        return self._still(id).exists()

    def _still(self, id: str) -> Path:
        return self._folder / f"{id}.still.webp"

    def _image(self, id: str, most: int = 320) -> str:
        """The animation, and the still for readers who asked for less motion."""
        width, height = Image.open(self._folder / f"{id}.webp").size
        scale = min(1.0, most / max(width, height))
        animation, still = (f"{self._address}/{id}{end}.webp" for end in ("", ".still"))
        return (
            f'<picture><source media="(prefers-reduced-motion: reduce)" srcset="{still}">'
            f'<img src="{animation}" alt="{id} under random actions" loading="lazy" '
            f'width="{width * scale:.0f}" height="{height * scale:.0f}"></picture>'
        )


def _title(family: Family) -> str:
    """The heading of the family's page."""
    return (FOLDER / f"{family.name}.md").read_text().partition("\n")[0].removeprefix("# ")
