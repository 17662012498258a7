# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Modules built with plain CMake: the tutorial's, a moved environment's, and another version's."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from parallel_pool import _core

from tests.out_of_tree.outsider import Outsider

pytestmark = pytest.mark.timeout(1800)  # builds C++ and installs packages

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "python" / "parallel_pool" / "tools" / "templates" / "my_envs"
MOVED = ROOT / "src" / "envs" / "classic_control"
OTHER_ABI = _core.ABI_VERSION + 41

CMAKE = """\
cmake_minimum_required(VERSION 3.26)
project(modules LANGUAGES CXX)
find_package(parallel_pool 1.0 CONFIG REQUIRED)
parallel_pool_add_module(my_envs_native my_envs.cpp)
set_target_properties(my_envs_native PROPERTIES LIBRARY_OUTPUT_DIRECTORY my_envs)
parallel_pool_add_module(moved moved.cpp)
file(GLOB box2d "${PARALLEL_POOL_INCLUDE_DIR}/parallel_pool/box2d/*.cpp")
parallel_pool_add_module(falling falling.cpp ${box2d})
"""
MOVED_CPP = """\
#include <parallel_pool/bind.h>

#include "cartpole.h"

NB_MODULE(moved, m) {
  pp::bind_env<pp::classic_control::CartPole>(m, {.id = "Moved-v1", .max_episode_steps = 500});
}
"""
# A box of one metre falls from a height and comes to rest.
FALLING_CPP = """\
#include <parallel_pool/bind.h>
#include <parallel_pool/box2d/world.h>

namespace {

struct NoListener final : pp::box2d::ContactListener {
  void begin_contact(const pp::box2d::Contact&) override {}
  void end_contact(const pp::box2d::Contact&) override {}
};

class Falling {
 public:
  struct Config {
    static constexpr auto options() { return pp::option_list(); }
  };
  struct Action {
    pp::Row<std::int64_t> nothing;
  };
  struct Observation {
    pp::Row<float> height;
  };

  static pp::Spec<Falling> spec(const Config&) {
    return {.observation = pp::box(&Observation::height, 0, 10),
            .action = pp::discrete(&Action::nothing, 1)};
  }
  explicit Falling(const Config&) {}

  void reset(pp::Rng& rng) {
    using pp::box2d::Shape;
    world_.clear();
    const pp::box2d::Id ground = world_.create_body({.is_dynamic = false});
    world_.add_fixture(ground, {.shape = Shape::edge({-10, 0}, {10, 0})});
    box_ = world_.create_body({.position = {0, static_cast<float>(rng.uniform(2, 5))}});
    world_.add_fixture(box_, {.shape = Shape::box(0.5f, 0.5f), .density = 1.0f});
  }
  pp::Transition step(const Action&) {
    NoListener listener;
    world_.step({1.0f / 50.0f, 8, 3}, listener);
    return {.reward = 0.0, .terminated = !world_.body(box_).is_awake};
  }
  void observe(Observation& out) const { out.height = world_.body(box_).sweep.center.y; }
  void serialize(pp::StateIO& io) { io(world_, box_); }

 private:
  pp::box2d::World world_{{0.0f, -10.0f}};
  pp::box2d::Id box_ = 0;
};

}  // namespace

NB_MODULE(falling, m) { pp::bind_env<Falling>(m, {.id = "Falling-v0", .max_episode_steps = 500}); }
"""


class Workshop:
    """Sources, and a copy of the CMake package to build them with."""

    def __init__(self, outsider: Outsider, folder: Path) -> None:
        self.outsider = outsider
        self.source = folder / "source"
        self.build = folder / "build"
        self.package = folder / "prefix" / "parallel_pool"
        cmake_dir = outsider.ask("import parallel_pool; print(parallel_pool.get_cmake_dir())")
        for name in ("cmake", "include", "src"):
            shutil.copytree(Path(cmake_dir.strip()).parent / name, self.package / name)
        self.source.mkdir()
        for path in (*(ROOT / "docs" / "examples").iterdir(), TEMPLATE / "corridor.h"):
            shutil.copy(path, self.source)
        for name in ("cartpole.h", "reset_bounds.h"):
            shutil.copy(MOVED / name, self.source)
        (self.source / "moved.cpp").write_text(MOVED_CPP)
        (self.source / "falling.cpp").write_text(FALLING_CPP)
        shutil.copytree(TEMPLATE / "python" / "my_envs", self.build / "my_envs")
        (self.source / "CMakeLists.txt").write_text(CMAKE)

    def make(self, *modules: str) -> None:
        """Builds these modules."""
        options = [
            f"-DPython_EXECUTABLE={self.outsider.python}",
            f"-Dparallel_pool_ROOT={self.package / 'cmake'}",
            "-DCMAKE_BUILD_TYPE=Debug",
            "-DCMAKE_CXX_FLAGS_DEBUG=",  # debug information takes time
        ]
        self._cmake("-S", str(self.source), "-B", str(self.build), *options)
        self._cmake("--build", str(self.build), "--parallel", "2", "--target", *modules)

    def _cmake(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "cmake", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def rename_project(self, name: str) -> None:
        """What is built from now on belongs to another CMake project."""
        path = self.source / "CMakeLists.txt"
        path.write_text(re.sub(r"(?<=\nproject\()\w+", name, path.read_text()))

    def pack(self, module: str, package: Path) -> None:
        """Makes a package that holds a module as it was built last."""
        package.mkdir()
        (package / "__init__.py").touch()
        for path in (self.build / "my_envs").glob(f"{module}.*"):
            shutil.copy(path, package)

    def ask(self, code: str) -> str:
        """What a program prints that finds the modules before those that are installed."""
        path = f"import sys; sys.path.insert(0, {str(self.build)!r})\n"
        return self.outsider.ask(path + code)

    def change_abi(self) -> None:
        """Headers of another version."""
        header = self.package / "include" / "parallel_pool" / "core" / "pool" / "abi.h"
        text = header.read_text()
        old = f"kAbiVersion = {_core.ABI_VERSION};"
        assert text.count(old) == 1
        header.write_text(text.replace(old, f"kAbiVersion = {OTHER_ABI};"))


@pytest.fixture(scope="module")
def workshop(
    outsider: Outsider, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> Workshop:
    """The modules of most tests, built."""
    outsider.run("python", "-m", "pip", "install", "--quiet", "nanobind>=3.1,<4")
    shop = Workshop(outsider, tmp_path_factory.mktemp("workshop"))
    shop.make("my_envs_native", "moved")
    return shop


def test_the_tutorial_s_module_works(workshop: Workshop) -> None:
    code = (
        "import parallel_pool as p; from parallel_pool import testing\n"
        "testing.check('Meteors-v0', config={'size': 8})\n"
        "print(p.make('TugOfWar-v0', num_envs=3).reset()[0].shape)\n"
        "print('Corridor-v0' in p.list_all_envs())"
    )
    assert workshop.ask(code) == "(6, 2)\nTrue\n"


def test_an_environment_moves_out_unedited(workshop: Workshop) -> None:
    """With the same results, bit for bit."""
    code = (
        "import moved, parallel_pool as p; from parallel_pool.testing import assert_same, run\n"
        "print(p.register(moved))\n"
        "runs = [run(p.make(id, num_envs=5), 400) for id in ('CartPole-v1', 'Moved-v1')]\n"
        "assert_same(*runs)"
    )
    assert workshop.ask(code) == "['Moved-v1']\n"


def test_packages_with_modules_of_one_name_share_no_type(workshop: Workshop) -> None:
    """Both can be imported, without a warning, and work."""
    folder = workshop.outsider.folder
    workshop.pack("my_envs_native", folder / "first")
    workshop.rename_project("others")
    workshop.make("my_envs_native")
    workshop.pack("my_envs_native", folder / "second")
    workshop.rename_project("modules")
    code = (
        f"import sys; sys.path.insert(0, {str(folder)!r})\n"
        "import parallel_pool as p\n"
        "from first import my_envs_native as ours; from second import my_envs_native as theirs\n"
        "print([getattr(ours, n) is getattr(theirs, n) for n in ('Pool', 'EnvType')])\n"
        "print(p.make('Corridor-v0', num_envs=2).reset()[0].shape)"
    )
    assert workshop.outsider.ask(code) == "[False, False]\n(2, 2)\n"


@pytest.mark.slow
def test_the_physics_of_box2d_serves_others(workshop: Workshop) -> None:
    """The box comes to rest on its half width, and the polygon's skin."""
    workshop.make("falling")
    code = (
        "import falling, parallel_pool as p; from parallel_pool import testing\n"
        "p.register(falling); testing.check('Falling-v0')\n"
        "envs = p.make('Falling-v0', num_envs=3, autoreset_mode='Disabled', seed=0)\n"
        "envs.reset(); ended = [False] * 3\n"
        "while not all(ended):\n"
        "    height, _, ended, *_ = envs.step([0] * 3)\n"
        "    if any(ended) and not all(ended): break\n"
        "print(min(height) > 0.5, min(height) < 0.53)"
    )
    assert workshop.ask(code) == "True True\n"


def test_a_name_twice_is_refused(workshop: Workshop) -> None:
    code = (
        "import parallel_pool as p; from my_envs import my_envs_native\n"
        "try:\n    p.register(my_envs_native)\n"
        "except p.PoolError as error:\n    print(error)"
    )
    assert workshop.ask(code) == (
        "module 'my_envs.my_envs_native' adds ids that exist already: "
        "'Corridor-v0' of module 'my_envs.my_envs_native', "
        "'Meteors-v0' of module 'my_envs.my_envs_native', "
        "'TugOfWar-v0' of module 'my_envs.my_envs_native'\n"
    )


def test_another_abi_version_is_refused(workshop: Workshop) -> None:
    """With both versions and the package named; the import itself goes on. The last test here."""
    workshop.change_abi()
    workshop.make("my_envs_native", "moved")
    refusal = (
        f"was built for ABI version {OTHER_ABI} of parallel_pool, this is version "
        f"{_core.ABI_VERSION}: build it again"
    )
    code = (
        "import parallel_pool as p\n"
        "print(len(p.make('CartPole-v1').reset()))\n"
        "import moved\n"
        "try:\n    p.register(moved)\n"
        "except p.PoolError as error:\n    print(error)\n"
        "try:\n    p.make('Corridor-v0')\n"
        "except ValueError as error:\n    print(error)"
    )
    first, registered, made = workshop.ask(code).splitlines()
    assert first == "2"
    assert registered == f"module 'moved' {refusal}"
    assert made.endswith(
        "the package 'my_envs' failed to load: PoolError: module 'my_envs.my_envs_native' "
        f"{refusal}"
    )
