# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
# What find_package(parallel_pool CONFIG) runs: finds what the engine is built with, and gives
# parallel_pool_add_module(<name> <sources>...).
if(COMMAND parallel_pool_add_module)
  return()
endif()
if(CMAKE_VERSION VERSION_LESS 3.26)
  message(FATAL_ERROR "parallel_pool needs CMake 3.26 or newer, this is ${CMAKE_VERSION}")
endif()
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(Threads REQUIRED)

# nanobind, from wherever the build's Python has it.
execute_process(
  COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT RESULT_VARIABLE failed ERROR_QUIET)
if(failed)
  message(FATAL_ERROR "parallel_pool: ${Python_EXECUTABLE} has no nanobind; add \"nanobind>=3.1,<4\" "
    "to build-system.requires of pyproject.toml, or install it")
endif()
find_package(nanobind CONFIG REQUIRED)

# NumPy as this very package sees it, also where a build is isolated from it.
get_filename_component(site_packages "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
execute_process(
  COMMAND "${Python_EXECUTABLE}" -EPc
    "import sys; sys.path.insert(0, sys.argv[1]); import numpy; print(*numpy.__path__)"
    "${site_packages}"
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE PARALLEL_POOL_NUMPY_DIR
  COMMAND_ERROR_IS_FATAL ANY)

set(PARALLEL_POOL_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../include")
set(PARALLEL_POOL_SOURCE_DIR "${CMAKE_CURRENT_LIST_DIR}/../src")
include("${CMAKE_CURRENT_LIST_DIR}/parallel_pool-engine.cmake")
