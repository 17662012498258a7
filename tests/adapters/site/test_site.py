# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The documentation site is built without a warning, and its links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse

import parallel_pool
import pytest
from parallel_pool.families import FAMILIES

pytest.importorskip("sphinx")
# All environments are rendered, those of simulators without a GPU.
pytestmark = pytest.mark.timeout(900)

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"


class Page(HTMLParser):
    """The links and the anchors of a page, and its text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.html = path.read_text()
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects what refers and what can be referred to."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.links.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; every warning of the build is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-W", "ignore", "-m", "sphinx", "-q", "-W", "--keep-going"]
    command += ["-D", "pictures_of_a_family=6"]  # and those of all entries
    command += ["-b", "html", "-d", str(folder / "doctrees"), str(DOCS), str(folder / "html")]
    built = subprocess.run(command, capture_output=True, text=True, timeout=800, check=False)
    assert built.returncode == 0, built.stderr
    return folder / "html"


def test_site(site: Path) -> None:
    """Every document is a page, every link within the site leads to a page and a place on it."""
    pages = {path: Page(path) for path in site.rglob("*.html") if "_static" not in path.parts}
    for document in DOCS.rglob("*.md"):
        assert site / document.relative_to(DOCS).with_suffix(".html") in pages, document
    broken = []
    for path, page in pages.items():
        for link in page.links:
            target, anchor = urldefrag(link)
            if urlparse(target).scheme or target.startswith("//"):
                continue
            linked = (path.parent / unquote(urlparse(target).path)).resolve() if target else path
            if linked.is_dir():
                linked /= "index.html"
            there = pages.get(linked)
            missing_place = there is not None and anchor and unquote(anchor) not in there.anchors
            if not linked.exists() or missing_place:
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []

    assert (site / "searchindex.js").stat().st_size > 10_000
    reference = pages[site / "reference.html"]
    missing = [
        name
        for name in parallel_pool.__all__
        if name not in ("__version__", "make_dm", "make_gym", "make_gymnasium")
        and f"parallel_pool.{name}" not in reference.anchors
        and f"parallel_pool.errors.{name}" not in reference.anchors
    ]
    assert missing == []


def test_pictures(site: Path) -> None:
    """Of every family, and of every environment that has an entry."""
    missing = []
    for family in FAMILIES:
        page = Page(site / "environments" / f"{family}.html")
        shown = {link for link in page.links if link.endswith(".webp")}
        if not shown:
            missing.append(family)
        entries = re.findall(r'<h2><code [^>]*><span class="pre">([^<]+)</span>', page.html)
        missing += [id for id in entries if f"../_static/environments/{id}.webp" not in shown]
    assert missing == []
    first = Page(site / "index.html")
    assert any(link.endswith(".webp") for link in first.links)
    assert re.search('<figure class="chart"[^>]*>\\s*<svg ', first.html)
