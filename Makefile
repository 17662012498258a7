# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
# The commands of the project; `make help` lists them. PYTHON chooses the interpreter, VENV the
# folder of the virtual environment that everything is installed into.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# One process more than there are cores, because some tests wait.
PYTEST := $(BIN)/python -m pytest -n "$$(( $$(nproc) + 1 ))"
SOURCES := pyproject.toml CMakeLists.txt README.md LICENSE \
  $(shell find src cmake python tests/environments docs/examples examples/ppo.py licenses -name __pycache__ -prune -o -type f -print)

# Otherwise, each program that a test starts would compile every module that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-long test-atari test-minigrid test-adapters soak test-cpp lint format golden site \
  fuzz asan-ubsan tsan bench bench-core clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

demo: $(VENV)/installed ## Install, replay against the references, measure against the peers
	$(BIN)/parallel-pool demo

test: $(VENV)/installed test-cpp ## Install and run all tests but the exhaustive ones
	$(PYTEST) -m "not slow" --wheel="$$(echo build/wheel/*.whl)" tests

test-long: $(VENV)/installed ## The exhaustive tests
	$(PYTEST) -m slow

test-atari: $(VENV)/installed ## All Atari games against ALE for long, and its table in the docs
	$(BIN)/python -m tests.families.atari.long_suite --write --jobs 2 --results build/atari_exactness.jsonl

test-minigrid: $(VENV)/installed ## All of Minigrid's levels against Minigrid for long, and their table
	$(BIN)/python -m tests.families.minigrid.long_suite --write --results build/minigrid_exactness.jsonl

soak: $(VENV)/installed ## HOURS of use with faults, beside twins that must give the same
	$(BIN)/python -m tests.soak $(or $(HOURS),1)

test-adapters: $(VENV)/installed ## The tests of the adapters, in environments with their libraries
	PYTHON=$(PYTHON) tests/adapters/run build/wheel/*.whl

test-cpp: $(VENV)/installed ## The tests of the C++ core
	. $(BIN)/activate && cmake --preset test -G Ninja && cmake --build --preset test \
	  && ctest --preset test --parallel "$$(nproc)"

fuzz: $(VENV)/installed ## Damaged states, files and options, SECONDS of each; `make asan-ubsan` does so with sanitizers
	$(BIN)/python tests/sanitizers/fuzz.py --seconds $(or $(SECONDS),60)

asan-ubsan tsan: ## All C++ tests and a Python stress test under sanitizers
	PYTHON=$(PYTHON) tests/sanitizers/run $@

lint: $(VENV)/installed ## Formatting, linting and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find src python tests benchmarks docs -name '*.h' -o -name '*.cpp')

format: $(VENV)/installed ## Format all sources in place
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/clang-format -i $$(find src python tests benchmarks docs -name '*.h' -o -name '*.cpp')

golden: $(VENV)/installed ## Write what is generated: type stubs, pages of families, golden traces
	$(BIN)/python -m tools.golden

site: $(VENV)/installed ## The documentation as a web site, in build/site
	PYTHON=$(PYTHON) PREPARE=only tests/adapters/run build/wheel/*.whl site
	build/adapters/site/bin/python -m sphinx -q -W --keep-going -b html -d build/site-doctrees docs build/site

bench: $(VENV)/installed ## Measure all cases against the peers: table, CSV and chart
	$(BIN)/parallel-pool bench

bench-core: $(VENV)/installed ## Measure the engine without Python
	. $(BIN)/activate && cmake --preset release -G Ninja \
	  && cmake --build --preset release --target core_benchmark
	build/release/benchmarks/core/core_benchmark

clean: ## Remove what was built
	rm -rf build $(VENV)

# The package with everything that the commands above need, from a wheel that is built once, while
# its dependencies are installed.
# Minigrid asks for pygame, Gymnasium for pygame-ce: both have the same files, and the latter's count.
$(VENV)/installed: $(SOURCES)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	rm -rf build/wheel
	$(BIN)/python -m tools.packaging.requirements bench test > $(VENV)/requirements.txt
	$(PIP) install --no-compile -r $(VENV)/requirements.txt & dependencies=$$!; \
	  $(PIP) wheel --no-deps -w build/wheel . -Ccmake.define.PARALLEL_POOL_TEST_ENVS=ON; built=$$?; \
	  wait $$dependencies && exit $$built
	$(PIP) install --no-compile "$$(echo build/wheel/*.whl)[bench,test]"
	$(PIP) install --no-compile --no-deps --force-reinstall build/wheel/*.whl
	$(PIP) uninstall --yes pygame
	$(PIP) install --no-compile --no-deps --force-reinstall pygame-ce
	touch $@
