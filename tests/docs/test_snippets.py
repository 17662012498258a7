# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs the code that the documents show, and checks that what they name exists."""

from __future__ import annotations

import inspect
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool
import pytest
import typer
from parallel_pool import DmEnv, DmPool, GymPool, PoolVectorEnv, errors, testing
from parallel_pool.faces.envpool_members import EnvPoolMembers
from parallel_pool.families import FAMILIES
from parallel_pool.pool.members import PoolMembers
from parallel_pool.tools import cli

from tests.families.facts import Facts, all_families
from tests.snippets import ADAPTER_DOCUMENTS, blocks, run_block, run_document
from tools.golden.signatures import API

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOCS = ROOT / "docs"
MAKEFILE = ROOT / "Makefile"
# What no environment of the tests has, by the document that needs it.
MODULES = {"football.md": ("gfootball.env",)}
# What `parallel-pool new` writes: tests/out_of_tree builds it.
TEMPLATE = ROOT / "python" / "parallel_pool" / "tools" / "templates" / "my_envs"
# Where C++ that is shown may come from: sources that the build or tests/out_of_tree compile.
CPP_SOURCES = [
    *(ROOT / "docs" / "examples").iterdir(),
    *TEMPLATE.glob("*.h"),
    *(ROOT / "src").rglob("*.h"),
    *(ROOT / "src").rglob("*.cpp"),
    *(ROOT / "tests").rglob("*.cpp"),
]


def facts_named(name: str) -> Facts | None:
    """What the tests know of the family of this name; None: no family has it."""
    return next((facts for facts in all_families().values() if facts.name == name), None)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_runs(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of a document runs when it is pasted alone."""
    facts = facts_named(document.stem)
    if document.name in ADAPTER_DOCUMENTS or (facts is not None and facts.missing):
        pytest.skip("needs other libraries: tests/adapters runs it")
    for module in MODULES.get(document.name, ()):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    assert run_document(document) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_gymnasium_knows_the_ids(document: Path) -> None:
    """Only a fresh process sees a missing import, because here the ids are registered already."""
    for line, block in blocks(document, "python"):
        registers = re.search(r"^(import|from) parallel_pool", block, re.MULTILINE)
        assert registers or '"parallel_pool/' not in block, f"{document.name}:{line}"


def test_a_wrong_value_is_seen() -> None:
    assert run_block("x = 1\nx + 1  # 2\nx + 1  # 3\n", "block", {}) == ["x + 1 is 2, not 3"]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_cpp_is_compiled_source(document: Path) -> None:
    """Every C++ block appears word for word in a source file that the build compiles."""
    sources = [squeezed(path.read_text()) for path in CPP_SOURCES]
    for line, block in blocks(document, "cpp"):
        found = any(squeezed(block) in source for source in sources)
        assert found, f"{document.name}:{line} shows C++ that no source file has"


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("cmake", "CMakeLists.txt"),
        ("toml", "pyproject.toml"),
        ("py", "python/my_envs/__init__.py"),
    ],
)
def test_build_files_are_built(language: str, name: str) -> None:
    """What is shown of the build and the family stands in what `parallel-pool new` writes."""
    source = (TEMPLATE / name).read_text()
    shown = [block for document in DOCUMENTS for _, block in blocks(document, language)]
    assert shown
    assert [block for block in shown if block not in source] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_exist(document: Path) -> None:
    """Relative links lead to files, and anchors to headings."""
    text = re.sub(r"`[^`\n]*`", "", document.read_text())  # calls in code look like links
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (document.parent / path).resolve() if path else document
        assert linked.exists(), f"{document.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(), re.MULTILINE)
            slugs = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in headings]
            assert anchor in slugs, f"{document.name} links to {target}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_exist(document: Path) -> None:
    """Files and folders of the source tree, or of the template, that are named."""
    named = re.findall(
        r"`((?:src|python|tests|cmake|docs|licenses)/[\w./]*)`", document.read_text()
    )
    planned = "/walk.h"  # a reader's environment
    there = [path for path in named if (ROOT / path).exists() or (TEMPLATE / path).exists()]
    assert [path for path in named if not path.endswith(planned) and path not in there] == []


def test_every_document_is_in_the_menu_of_the_site() -> None:
    """The folder of the families' pages is one entry, which finds them by itself."""
    menus = re.findall(r"```{toctree}\n(.*?)```", (DOCS / "index.md").read_text(), re.DOTALL)
    listed = {
        line for menu in menus for line in menu.splitlines() if line and not line.startswith(":")
    }
    pages = {path.stem for path in DOCS.glob("*.md")} - {"index"}
    assert pages - listed == set()
    assert [name for name in listed if not (DOCS / f"{name}.md").exists()] == []


def test_concurrency_names_every_file_that_holds_it() -> None:
    """Every file with an atomic or a mutex must be on the page, which explains why it is safe.

    A family's own page may name the family's files instead.
    """
    page = (ROOT / "docs" / "concurrency.md").read_text()
    text = page.partition("## The files that hold concurrency")[2].partition("\n## ")[0]
    text += "".join((DOCS / "environments" / f"{name}.md").read_text() for name in FAMILIES)
    holds = re.compile(r"std::(atomic|mutex|condition_variable|thread\b)")
    sources = [path for folder in ("include", "src") for path in (ROOT / folder).rglob("*.*")]
    code = [path for path in sources if path.suffix in {".h", ".cpp"}]
    files = [str(path.relative_to(ROOT)) for path in code if holds.search(path.read_text())]
    assert files
    assert [file for file in files if f"`{file}`" not in text] == []


def test_every_dependency_has_its_licence() -> None:
    """Of the run, the build and the tests."""
    text = (ROOT / "docs" / "licenses.md").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = project["build-system"]["requires"] + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        needed += extra
    names = {re.split(r"[^\w.-]", requirement)[0] for requirement in needed}
    missing = [
        name for name in names if not re.search(rf"^\| {re.escape(name)} ", text, re.MULTILINE)
    ]
    assert missing == []


def commands() -> list[tuple[str, str]]:
    """Every line of the documents' shell blocks, without its comment."""
    return [
        (document.name, line.partition("  #")[0].strip())
        for document in DOCUMENTS
        for _, block in blocks(document, "sh")
        for line in block.splitlines()
        if line.strip()
    ]


def test_commands_exist() -> None:
    """Commands and options of ``parallel-pool``."""
    program: Any = typer.main.get_command(cli.app)
    shown = [line for _, line in commands() if line.startswith("parallel-pool ")]
    assert shown
    for line in shown:
        _, name, *arguments = shlex.split(line)
        known = {
            option
            for param in program.commands[name].params
            for option in (*param.opts, *param.secondary_opts)
        }
        for argument in arguments:
            assert not argument.startswith("--") or argument in known, line


@pytest.mark.skipif(not MAKEFILE.exists(), reason="this source tree has no Makefile")
def test_make_targets_exist() -> None:
    """What is shown as ``make target`` is a target."""
    targets = set(re.findall(r"^([\w.-]+(?: [\w.-]+)*):", MAKEFILE.read_text(), re.MULTILINE))
    targets = {target for group in targets for target in group.split()}
    texts = "".join(document.read_text() for document in DOCUMENTS)
    shown = set(re.findall(r"(?:^|`)make ([\w-]+)(?=`|$|\s+#)", texts, re.MULTILINE))
    assert {"demo", "test"} <= shown
    assert shown <= targets


# --- The API page ---------------------------------------------------------------------------


def test_everything_public_is_documented() -> None:
    """The package's functions, the faces' methods and attributes, the kit, the exceptions."""
    text = API.read_text()
    faces = {
        "envs": (PoolVectorEnv, PoolMembers),
        "pool": (GymPool, EnvPoolMembers, PoolMembers),
        "batches": (DmPool,),
        "env": (DmEnv,),
    }
    methods = [
        f"{scope}.{name}"
        for scope, classes in faces.items()
        for owner in classes
        for name, member in vars(owner).items()
        if not name.startswith("_")
        and name != "close_extras"
        and (inspect.isfunction(member) or isinstance(member, property))
    ]
    names = [f"parallel_pool.{name}" for name in parallel_pool.__all__ if not hasattr(errors, name)]
    names.remove("parallel_pool.__version__")
    names += methods + [f"testing.{name}" for name in testing.__all__]
    classes = [
        name
        for name, member in vars(errors).items()
        if inspect.isclass(member) and issubclass(member, errors.PoolError)
    ]
    missing = [name for name in names if f"`{name}" not in text]
    missing += [name for name in classes if name != "PoolError" and f"\n| `{name}` | " not in text]
    assert missing == []


@pytest.mark.parametrize(
    ("name", "bases"),
    re.findall(r"^\| `(\w+)` \| ((?:`[\w.]+`(?:, )?)+) \|", API.read_text(), re.MULTILINE),
)
def test_exceptions_have_the_bases_shown(name: str, bases: str) -> None:
    """The table of exceptions."""
    for base in re.findall(r"`([\w.]+)`", bases):
        known = {"gymnasium": gymnasium, "errors": errors}
        assert issubclass(getattr(errors, name), eval(base, known)), f"{name} is no {base}"


def test_every_family_is_in_the_readme() -> None:
    """A row for each family: its page, which lists all of its ids, and ids that exist."""
    rows = dict(
        re.findall(
            r"^\| \[[^]]+\]\(docs/environments/(\w+)\.md\) \| ([^|]*) \|",
            (ROOT / "README.md").read_text(),
            re.MULTILINE,
        )
    )
    assert {*rows} == {*FAMILIES}
    for name, said in rows.items():
        ids = re.findall(r"`([^`]+)`", said)
        assert ids
        assert {parallel_pool.registry.family_of(id).name for id in ids} == {name}
        page = (ROOT / "docs" / "environments" / f"{name}.md").read_text()
        listed = set(re.findall(r"^## `(.*)`$", page, re.MULTILINE))
        facts = facts_named(name)
        assert facts is not None
        assert listed == (set(facts.page_ids) if facts.has_generated_page else set())
