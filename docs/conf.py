# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The documentation site, which ``make site`` builds from the pages in this folder."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import parallel_pool
from parallel_pool import registry
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.site import pictures
from tools.site.entries import Pictures, sizes

project = "parallel_pool"
author = "The parallel_pool authors"
project_copyright = f"2026, {author}"
version = release = parallel_pool.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
exclude_patterns = ["examples"]
html_theme = "furo"
html_title = f"{project} {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_sphinx = False

# The pages' links to headings are those that a repository's host makes of them.
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]

# Single backticks in docstrings are names.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
napoleon_numpy_docstring = False
napoleon_use_ivar = True


def _folder_of_pictures(app: Sphinx) -> Path:
    return Path(app.doctreedir, "pictures")


def _draw_environments(app: Sphinx, config: Config) -> None:
    """Renders every environment whose packages are installed; later builds reuse the pictures."""
    folder = _folder_of_pictures(app)
    ids: dict[str, tuple[int, int]] = {}
    for family in registry.families():
        ids |= sizes(family, config.pictures_of_a_family)
    for id, why in pictures.write_all(ids, folder / "environments").items():
        logging.getLogger(__name__).info("no picture of %s: %s", id, why)
    config.html_static_path.append(str(folder))


def _pictures_of_the_site(app: Sphinx, docname: str, source: list[str]) -> None:
    """Puts pictures into the pages of families, and into the page that lists these pages."""
    drawn = Pictures(_folder_of_pictures(app) / "environments", "../_static/environments")
    folder, _, name = docname.rpartition("/")
    if folder == "environments":
        source[0] = drawn.index(source[0]) if name == "index" else drawn.page(name, source[0])


def _charts_of_the_site(app: Sphinx, docname: str, source: list[str]) -> None:
    """Puts charts whose text has the page's colour into the page itself."""
    here = Path(app.srcdir, docname).parent

    def drawn(picture: re.Match[str]) -> str:
        text = (here / picture[2]).read_text()
        if "currentColor" not in text:
            return picture[0]
        svg = re.sub(r"<style>.*?</style>", "", text[text.index("<svg ") :], flags=re.DOTALL)
        return f'<figure class="chart" role="img" aria-label="{picture[1]}">\n{svg}</figure>\n'

    source[0] = re.sub(r"!\[([^]]*)\]\(([^)]+\.svg)\)", drawn, source[0])


def _links_of_the_site(app: Sphinx, docname: str, source: list[str]) -> None:
    """Links to what the site has no page of, or another one of.

    The pages of the changelog and the notes include the files, and a folder of the source tree is
    shown as text.
    """
    here = Path(app.srcdir, docname).parent

    def shown(link: re.Match[str]) -> str:
        return link[1] if (here / link[2]).is_dir() else link[0]

    text = source[0].replace("](../CHANGELOG.md)", "](changelog.md)")
    text = text.replace("](../../benchmarks/NOTES.md", "](../measurements.md")
    text = text.replace("](../benchmarks/NOTES.md", "](measurements.md")
    source[0] = re.sub(r"\[([^]]+)\]\(([^)\s:#]+)\)", shown, text)


def setup(app: Sphinx) -> None:
    """Adds what this file defines to the build."""
    # `make` has an overload for each face, and they differ in one type only: show it once.
    making = ModuleAnalyzer.for_module("parallel_pool.making")
    making.analyze()
    making.overloads.clear()
    # Of ids without an entry of their own: enough for all games and levels, but not for all maps.
    app.add_config_value("pictures_of_a_family", 210, "env", types=int)
    app.connect("config-inited", _draw_environments)
    app.connect("source-read", _pictures_of_the_site)
    app.connect("source-read", _charts_of_the_site)
    app.connect("source-read", _links_of_the_site)
