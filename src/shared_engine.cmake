# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
# The one engine, with the one nanobind, of all modules of this package. The library lies beside the
# package's files. Its name is that of no other version, so that a process never takes another one
# for it. Elsewhere than on Linux each module has a copy.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  return()
endif()

set(PARALLEL_POOL_SHARED_ENGINE parallel_pool_shared_engine)
parallel_pool_python_engine(${PARALLEL_POOL_SHARED_ENGINE} SHARED)
set(version "${SKBUILD_PROJECT_VERSION_FULL}")
if(NOT version)
  set(version in_tree)
endif()
set_target_properties(${PARALLEL_POOL_SHARED_ENGINE} PROPERTIES
  OUTPUT_NAME "parallel_pool-${version}")
install(TARGETS ${PARALLEL_POOL_SHARED_ENGINE} LIBRARY DESTINATION parallel_pool)

# Modules see all of the engine and of nanobind, and nothing else that it is made of. Its own calls
# take no detour for another library that might replace a function.
set_target_properties(${PARALLEL_POOL_SHARED_ENGINE} PROPERTIES CXX_VISIBILITY_PRESET default)
target_compile_options(${PARALLEL_POOL_SHARED_ENGINE} PRIVATE
  "SHELL:-include ${CMAKE_CURRENT_SOURCE_DIR}/shared_engine.h" -fno-semantic-interposition
  -Wno-attributes)
target_link_options(${PARALLEL_POOL_SHARED_ENGINE} PRIVATE -Wl,-Bsymbolic)
if(NOT PARALLEL_POOL_SANITIZE)
  nanobind_strip(${PARALLEL_POOL_SHARED_ENGINE})
  set(exports "${CMAKE_CURRENT_BINARY_DIR}/shared_engine.map")
  file(CONFIGURE OUTPUT "${exports}" CONTENT [[
{
  global:
    _ZN2pp*; _ZNK2pp*; _ZT?N2pp*; parallel_pool_numpy_api;
    _ZN8nanobind*; _ZNK8nanobind*; _ZT?N8nanobind*;
  local: *;
};
]])
  target_link_options(${PARALLEL_POOL_SHARED_ENGINE} PRIVATE
    -Wl,--gc-sections "-Wl,--version-script=${exports}")
  set_target_properties(${PARALLEL_POOL_SHARED_ENGINE} PROPERTIES LINK_DEPENDS "${exports}")
endif()
