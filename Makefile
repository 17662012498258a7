# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
# The commands of the project; `make help` lists them. PYTHON chooses the interpreter, VENV the
# folder of the virtual environment that everything is installed into.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# One process more than there are cores, because some tests wait.
PYTEST := $(BIN)/python -m pytest -n "$$(( $$(nproc) + 1 ))"
SOURCES := pyproject.toml CMakeLists.txt README.md LICENSE \
  $(shell find src cmake python tests/environments docs/examples examples/ppo.py licenses -name __pycache__ -prune -o -type f -print)

# The interpreter of the zoo's environment with Google Research Football.
FOOTBALL := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/parallel_pool/zoo/gfootball/bin/python

# Otherwise, each program that a test starts would compile every module that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo verify test test-long test-atari test-minigrid test-adapters test-zoo test-football soak test-cpp lint format golden site \
  fuzz asan-ubsan tsan wheels bench bench-core clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# Where everything is installed, the demo needs nothing of its own.
demo: $(VENV)/$(if $(wildcard $(VENV)/installed),installed,demo) ## In minutes: exactness, speed and pictures
	@$(BIN)/parallel-pool demo --folder build/demo

verify: $(VENV)/installed ## Replay all environments against their references, bit by bit
	mkdir -p build/verify && cd build/verify && $(abspath $(BIN))/parallel-pool verify

test: $(VENV)/installed test-cpp ## Install and run all tests but the exhaustive ones
	$(PYTEST) -m "not slow" --wheel="$$(echo build/wheel/*.whl)" tests

test-long: $(VENV)/installed ## Run the exhaustive tests, also those of the adapters and of older library versions
	$(PYTEST) -m slow
	PYTHON=$(PYTHON) MARKS=slow tests/adapters/run build/wheel/*.whl

test-atari: $(VENV)/installed ## All Atari games against ALE for long, and its table in the docs
	$(BIN)/python -m tests.families.atari.long_suite --write --jobs 2 --results build/atari_exactness.jsonl

test-minigrid: $(VENV)/installed ## All of Minigrid's levels against Minigrid for long, and their table
	$(BIN)/python -m tests.families.minigrid.long_suite --write --results build/minigrid_exactness.jsonl

test-football: $(VENV)/installed ## Install Google Research Football as the zoo does, and test it in pools
	$(BIN)/parallel-pool zoo gfootball
	$(FOOTBALL) -m pip install -q pytest pytest-timeout hypothesis dm_env typer rich
	$(FOOTBALL) -m pytest -q tests/python_envs/test_football.py tests/docs/test_snippets.py -k football

test-zoo: $(VENV)/installed ## Install packages with Python environments and try them, PACKAGES of all
	mkdir -p build/zoo && cd build/zoo && $(abspath $(BIN))/parallel-pool zoo $(or $(PACKAGES),--all) --csv zoo.csv

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
	$(BIN)/clang-format --dry-run --Werror $$(find include src python tests benchmarks docs -name '*.h' -o -name '*.cpp')

format: $(VENV)/installed ## Format all sources in place
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/clang-format -i $$(find include src python tests benchmarks docs -name '*.h' -o -name '*.cpp')

golden: $(VENV)/installed ## Write what is generated: type stubs, pages of families, golden traces
	$(BIN)/python -m tools.golden

site: $(VENV)/installed ## The documentation as a web site, in build/site
	PYTHON=$(PYTHON) PREPARE=only tests/adapters/run build/wheel/*.whl site
	build/adapters/site/bin/python -m sphinx -q -W --keep-going -b html -d build/site-doctrees docs build/site

bench: $(VENV)/installed ## Measure all cases against the peers: table, CSV and chart, in build/bench
	mkdir -p build/bench && cd build/bench && $(abspath $(BIN))/parallel-pool bench

bench-core: $(VENV)/installed ## Measure the engine without Python
	. $(BIN)/activate && cmake --preset release -G Ninja \
	  && cmake --build --preset release --target core_benchmark
	build/release/benchmarks/core/core_benchmark

wheels: ## Wheels for any x86-64 Linux from 2018 on, for all Pythons that are here, in build/wheels
	tools/packaging/wheels build/wheels

clean: ## Remove what was built
	rm -rf build $(VENV)

# The package, from a wheel in build/wheel, with everything that the commands above need.
$(VENV)/installed: $(SOURCES)
	@$(PYTHON) -m tools.packaging.install $(VENV) bench test --define PARALLEL_POOL_TEST_ENVS=ON
	@touch $@

$(VENV)/demo: $(SOURCES)
	@echo "Installing for the demo: some minutes, once."
	@$(PYTHON) -m tools.packaging.install $(VENV) demo
	@touch $@
