# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""An author's mistakes at compile time: one error, which names the mistake, where it was made."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import nanobind
import numpy as np
import parallel_pool
import pytest

# Says all that is wrong, as pp::bind_env does before anything else, in a fraction of its time.
CHECK = """
consteval bool check() { pp::check_environment<Drift>(); return true; }
static_assert(check());
"""
BIND = """
#include <parallel_pool/bind.h>

NB_MODULE(drift, m) { pp::bind_env<Drift>(m, {.id = "Drift-v0", .max_episode_steps = 10}); }
"""
GOOD = (Path(__file__).parent / "good.h").read_text()
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++") or "c++"


@dataclass(frozen=True)
class Pair:
    """A line as it should be, as an author may write it, and what the compiler then says."""

    good: str
    bad: str
    says: str


PAIRS = {
    "no_config": Pair("struct Config {", "struct Options {", "default-constructible struct Config"),
    "no_observation": Pair(
        "struct Observation {", "struct Seen {", "must have: struct Observation"
    ),
    "no_action": Pair("struct Action {", "struct Chosen {", "must have: struct Action"),
    "plain_observation": Pair(
        "pp::Row<float, 3> position;", "float position[4];", "every member of Observation must be a"
    ),
    "plain_action": Pair(
        "pp::Row<std::int64_t> direction;",
        "std::int64_t direction[2];",
        "every member of Action must be",
    ),
    "plain_info": Pair("pp::Row<double> gust;", "double gust[2];", "names members of type pp::Row"),
    "plain_render_state": Pair(
        "pp::Row<double> angle;", "double angle[2];", "names members of type pp::Row"
    ),
    "scalar_of_no_dtype": Pair(
        "pp::Row<float, 3> position;", "pp::Row<long double, 3> position;", "a pp::Row holds bool"
    ),
    "no_spec": Pair(
        "static pp::Spec<Drift> spec(", "pp::Spec<Drift> spec(", "static pp::Spec<Env> spec(const"
    ),
    "no_constructor": Pair(
        "Drift(const Config&, const Shared&) {}",
        "explicit Drift(int) {}",
        "must be constructible from",
    ),
    "no_reset": Pair(
        "void reset(pp::Rng&, const ResetOptions&) {}",
        "void reset(const ResetOptions&) {}",
        "must have: void reset(pp::Rng&), or",
    ),
    "no_step": Pair(
        "pp::Transition step(", "pp::Transition advance(", "must have: pp::Transition step("
    ),
    "step_of_another_type": Pair(
        "pp::Transition step(const Action&, pp::Rng&) { return {}; }",
        "double step(const Action&, pp::Rng&) { return {}; }",
        "must have: pp::Transition step(",
    ),
    "no_observe": Pair(
        "void observe(", "void look(", "must have: void observe(Observation&) const"
    ),
    "observe_that_changes": Pair(
        "void observe(Observation& out) const",
        "void observe(Observation& out)",
        "must have: void observe(Observation&) const",
    ),
    "info_that_changes": Pair(
        "void info(Info&) const {}", "void info(Info&) {}", "void info(Info&) const"
    ),
    "no_info": Pair(
        "void info(Info&) const {}", "", "must have both: struct Info and void info(Info&)"
    ),
    "render_state_that_changes": Pair(
        "void render_state(RenderState&) const {}",
        "void render_state(RenderState&) {}",
        "void render_state(RenderState&) const",
    ),
    "seed_of_an_int": Pair(
        "void seed(const pp::SeedSequence&) {}",
        "void seed(int*) {}",
        "seed must be: void seed(const pp::SeedSequence&)",
    ),
    "serialize_const": Pair(
        "void serialize(pp::StateIO& io) { io(angle_); }",
        "void serialize(int*) {}",
        "serialize must be: void serialize(pp::StateIO&)",
    ),
    "players_that_change": Pair(
        "void info(Info&) const {}",
        "void info(Info&) const {}\n  std::size_t players() { return 2; }",
        "players must be: std::size_t players() const",
    ),
    "agent_of_no_row": Pair(
        "void info(Info&) const {}",
        "void info(Info&) const {}\n  std::size_t agent() const { return 0; }",
        "agent must be: std::size_t agent(std::size_t row) const",
    ),
    "agent_without_players": Pair(
        "void info(Info&) const {}",
        "void info(Info&) const {}\n  std::size_t agent(std::size_t row) const { return row; }",
        "an environment with agent() must have: std::size_t players() const",
    ),
    "step_of_players_by_value": Pair(
        "pp::Transition step(const Action&, pp::Rng&) { return {}; }",
        "pp::Transition step(const Action&, int*, pp::Rng&) { return {}; }\n"
        "  std::size_t players() const { return 2; }",
        "step(const Action&, pp::PlayerResults&, pp::Rng&)",
    ),
    "mover_of_another_type": Pair(
        '.info = pp::dict<Info>({{"gust", pp::value(&Info::gust)}}),',
        '.info = pp::dict<Info>({{"gust", pp::value(&Info::gust)}}), .mover = &Info::gust,',
        "could not convert",
    ),
    "step_together_of_nobody": Pair(
        "void info(Info&) const {}",
        "void info(Info&) const {}\n  static bool step_together() { return false; }",
        "step_together must be: static bool step_together(const std::array<Env*, kTogether>&",
    ),
    "step_group_of_nobody": Pair(
        "void info(Info&) const {}",
        "void info(Info&) const {}\n  static void step_group() {}",
        "step_group must be: static void step_group(std::span<Env* const>",
    ),
    "too_few_bounds": Pair("{-1, -2, -3}", "{-1, -2}", "one for each element of its pp::Row"),
    "too_many_bounds": Pair("{1, 2, 3}", "{1, 2, 3, 4}", "one for each element of its pp::Row"),
    "too_few_counts": Pair("{2, 3, 4}", "{2, 3}", "one count for each element of its pp::Row"),
    "no_shape": Pair("0, 255, {8, 8}", "0, 255", "a Row of run-time size needs a shape"),
    "discrete_of_many": Pair(
        "pp::discrete(&Action::direction, 2)",
        "pp::discrete(&Action::gears, 2)",
        "a Discrete space is a single integer",
    ),
    "multi_binary_of_bytes": Pair(
        "pp::Row<std::int8_t, 4> lamps;",
        "pp::Row<bool, 4> lamps;",
        "a MultiBinary space holds int8",
    ),
    "text_of_numbers": Pair(
        "pp::text(&Observation::sign)",
        "pp::text(&Observation::position)",
        "a Text space is a pp::Text, as pp::Text<96>",
    ),
    "text_without_a_size": Pair(
        "pp::text(&Observation::letter, 200)",
        "pp::text(&Observation::letter)",
        "a Text of run-time size needs its size: text(m, size)",
    ),
    "text_with_two_sizes": Pair(
        "pp::text(&Observation::sign)",
        "pp::text(&Observation::sign, std::size_t{20})",
        "the member's type states its size already: text(m)",
    ),
    "text_in_an_info": Pair(
        "pp::Row<double> gust;",
        "pp::Text<8> gust;",
        "a pp::Text belongs to an observation, not to an info",
    ),
    "array_of_another_length": Pair(
        "out.position = std::array<float, 3>{}",
        "out.position = std::array<float, 2>{}",
        "the array's length differs from the Row's size",
    ),
}


def flags() -> list[str]:
    """What the CMake package compiles with, without optimisation."""
    package = Path(parallel_pool.get_cmake_dir()).parent
    folders = [
        package / "include",
        Path(nanobind.include_dir()),
        Path(np.get_include()),
        Path(sysconfig.get_path("include")),
    ]
    return ["-std=c++20", "-fvisibility=hidden", *(f"-I{folder}" for folder in folders)]


def compile(source: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Runs the compiler."""
    environment = os.environ | {"LC_ALL": "C"}
    command = [COMPILER, *flags(), *more, str(source)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=source.parent
    )


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the headers compiled beforehand, which takes most of the time."""
    folder = tmp_path_factory.mktemp("workshop")
    includes = re.findall(r"^#include <.*>$", GOOD, re.MULTILINE)
    header = folder / "headers.h"
    header.write_text("\n".join(includes) + "\n")
    done = compile(header, "-x", "c++-header", "-o", f"{header}.gch")
    assert done.returncode == 0, done.stderr
    return folder


def errors_of(source: str, workshop: Path) -> list[str]:
    """The compiler's errors; its notes and what it was in the middle of are left out."""
    path = workshop / "drift.cpp"
    path.write_text(source + CHECK)
    done = compile(path, "-include", "headers.h", "-fsyntax-only")
    found = re.findall(r"(?:error|fatal error): (.*)", done.stderr)
    assert bool(found) == (done.returncode != 0), done.stderr
    assert not found or "drift.cpp:" in done.stderr  # the author's own line is shown
    return found


def test_good_compiles(workshop: Path) -> None:
    assert errors_of(GOOD, workshop) == []


def test_bind_env_says_it_and_no_more(tmp_path: Path) -> None:
    """No second error comes from the engine that cannot be made of such a class."""
    pair = PAIRS["no_observe"]
    path = tmp_path / "drift.cpp"
    path.write_text(GOOD.replace(pair.good, pair.bad) + BIND)
    [error] = re.findall(r"error: (.*)", compile(path, "-fsyntax-only").stderr)
    assert pair.says in error


@pytest.mark.parametrize("name", PAIRS)
def test_mistake_is_named(name: str, workshop: Path) -> None:
    """By an error that is there for it, with the author's line beside it."""
    pair = PAIRS[name]
    assert GOOD.count(pair.good) == 1
    source = GOOD.replace(pair.good, pair.bad)
    errors = errors_of(source, workshop)
    assert any(pair.says in error for error in errors), errors
