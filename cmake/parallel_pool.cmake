# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
# How every target of the project is compiled, and parallel_pool_add_module for families.

# Exactness and speed: no fused multiply-add that the source does not ask for, no errno from libm,
# and no instruction set beyond the platform's baseline (SIMD code dispatches at run time).
add_library(parallel_pool_flags INTERFACE)
target_compile_features(parallel_pool_flags INTERFACE cxx_std_20)
target_compile_options(parallel_pool_flags INTERFACE
  -ffp-contract=off -fno-math-errno -Wall -Wextra -Wno-missing-field-initializers $<$<CONFIG:Release>:-O3>)
if(PARALLEL_POOL_SANITIZE)
  target_compile_options(parallel_pool_flags INTERFACE
    -fsanitize=${PARALLEL_POOL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_link_options(parallel_pool_flags INTERFACE -fsanitize=${PARALLEL_POOL_SANITIZE})
endif()

# parallel_pool_add_module(<name> <sources>...): an extension module of environments. Each module
# holds its own copy of the engine, in a nanobind domain of its own, so no C++ type is shared.
function(parallel_pool_add_module name)
  set(static_runtime NB_STATIC)
  set(strip "")
  if(PARALLEL_POOL_SANITIZE)
    set(strip NOSTRIP)
  else()
    set(strip LTO)
  endif()
  nanobind_add_module(${name} ${static_runtime} NB_DOMAIN ${name} NOMINSIZE FREE_THREADED ${strip}
    NB_SUPPRESS_WARNINGS ${ARGN})
  target_link_libraries(${name} PRIVATE parallel_pool_bindings)
endfunction()
