# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
# The engine as libraries, and parallel_pool_add_module. The same file serves the project itself and
# projects that find the installed package, so that an environment is built alike in both.
#
# Wants: Python and nanobind found; PARALLEL_POOL_INCLUDE_DIR, with <parallel_pool/...>;
# PARALLEL_POOL_SOURCE_DIR, with core/ and bindings/; PARALLEL_POOL_NUMPY_DIR, NumPy's folder.

# Exactness and speed: no fused multiply-add that the source does not ask for, no errno from libm,
# and no instruction set beyond the platform's baseline (SIMD code dispatches at run time).
add_library(parallel_pool_flags INTERFACE)
target_compile_features(parallel_pool_flags INTERFACE cxx_std_20)
target_compile_options(parallel_pool_flags INTERFACE
  -ffp-contract=off -fno-math-errno -Wall -Wextra -Wno-missing-field-initializers
  # The last of the levels counts; see parallel_pool_optimize.
  $<$<CONFIG:Release>:$<IF:$<BOOL:$<TARGET_PROPERTY:PARALLEL_POOL_LEVEL>>,$<TARGET_PROPERTY:PARALLEL_POOL_LEVEL>,-O3>>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler collects garbage less often, which saves a twelfth of its time and costs a quarter
  # more memory.
  target_compile_options(parallel_pool_flags INTERFACE --param=ggc-min-heapsize=524288)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_SIMULATE_ID STREQUAL "MSVC")
  # Clang's own library, which has what __builtin_cpu_supports reads. Elsewhere it is always linked.
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" --rtlib=compiler-rt --print-libgcc-file-name
    OUTPUT_VARIABLE clang_library OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(TO_CMAKE_PATH "${clang_library}" clang_library)
  target_link_libraries(parallel_pool_flags INTERFACE "${clang_library}")
endif()
if(PARALLEL_POOL_SANITIZE)
  target_compile_options(parallel_pool_flags INTERFACE
    -fsanitize=${PARALLEL_POOL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_link_options(parallel_pool_flags INTERFACE -fsanitize=${PARALLEL_POOL_SANITIZE})
endif()

# NumPy's distributions, as a static library that its wheel ships.
find_library(PARALLEL_POOL_NPYRANDOM npyrandom
  PATHS "${PARALLEL_POOL_NUMPY_DIR}/random/lib" NO_DEFAULT_PATH NO_CACHE REQUIRED)

set(numpy_include "${PARALLEL_POOL_NUMPY_DIR}/_core/include")

# The engine, and what turns it into extension modules.
set(core_sources
  core/author/checksum.cpp core/author/fields.cpp core/author/space.cpp
  core/author/space_check.cpp core/author/state_io.cpp
  core/batches/batch.cpp core/batches/batch_layout.cpp core/batches/segment.cpp
  core/batches/text_versions.cpp
  core/episodes/env_places.cpp core/episodes/episode.cpp core/episodes/episode_group.cpp
  core/episodes/row_writer.cpp core/episodes/spec_fields.cpp
  core/pool/home_memory.cpp core/pool/pool.cpp core/pool/pool_options.cpp
  core/pool/pool_receive.cpp core/pool/pool_state.cpp
  core/random/generator.cpp core/random/seed_sequence.cpp
  core/threads/cpu.cpp core/threads/fork_guard.cpp core/threads/placement.cpp
  core/threads/shared_workers.cpp core/threads/topology.cpp core/threads/workers.cpp)
set(bindings_sources
  bindings/actions.cpp bindings/arguments.cpp bindings/config.cpp bindings/ending.cpp
  bindings/env_type.cpp bindings/errors.cpp bindings/lease.cpp bindings/module.cpp
  bindings/numpy_api.cpp bindings/pool_driver.cpp bindings/py_pool.cpp bindings/py_pool_send.cpp
  bindings/py_pool_state.cpp bindings/results.cpp bindings/results_infos.cpp bindings/texts.cpp)

# parallel_pool_optimize(<target> <level>): the level of optimisation of a release, where -O3 is not
# worth its time.
function(parallel_pool_optimize name level)
  set_target_properties(${name} PROPERTIES PARALLEL_POOL_LEVEL ${level})
endfunction()

# parallel_pool_compact(<target>): a release becomes smaller than with -O3. Loops still become vector
# code, but nothing is unrolled or cloned.
function(parallel_pool_compact name)
  parallel_pool_optimize(${name} -O2)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-fvect-cost-model=dynamic>)
  endif()
endfunction()

# An engine library is compiled as one source: most of the time goes into headers that all sources
# include, and calls between them are inlined without link-time optimisation.
function(parallel_pool_engine_library name kind)
  list(TRANSFORM ARGN PREPEND "${PARALLEL_POOL_SOURCE_DIR}/" OUTPUT_VARIABLE sources)
  add_library(${name} ${kind} EXCLUDE_FROM_ALL ${sources})
  target_include_directories(${name} PUBLIC ${PARALLEL_POOL_INCLUDE_DIR}
    PRIVATE ${Python_INCLUDE_DIRS} "${numpy_include}")
  target_link_libraries(${name}
    PUBLIC parallel_pool_flags Threads::Threads PRIVATE "${PARALLEL_POOL_NPYRANDOM}")
  target_compile_options(${name} PRIVATE -ffunction-sections -fdata-sections)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# The engine without Python, for tests and benchmarks in C++.
parallel_pool_engine_library(parallel_pool_core STATIC ${core_sources})

# parallel_pool_python_engine(<target> <STATIC|SHARED>): the engine with what turns it into extension
# modules, and nanobind.
function(parallel_pool_python_engine name kind)
  parallel_pool_engine_library(${name} ${kind} ${core_sources} ${bindings_sources})
  target_include_directories(${name} PUBLIC "${numpy_include}")
  target_compile_options(${name} PRIVATE -fno-strict-aliasing)
  parallel_pool_compact(${name})
  # It defines what NumPy's header declares to the others.
  set_source_files_properties("${PARALLEL_POOL_SOURCE_DIR}/bindings/numpy_api.cpp"
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

  set(nanobind ${name}-nanobind-static)  # nanobind reads how to build it from the name
  if(NB_FREE_THREADED)
    string(APPEND nanobind -ft)
  endif()
  nanobind_build_library(${nanobind} AS_SYSINCLUDE)
  nanobind_disable_stack_protector(${nanobind})
  set_target_properties(${nanobind} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  target_compile_options(${nanobind} PRIVATE $<$<CONFIG:Release>:-Os>)
  if(kind STREQUAL "SHARED")
    target_compile_definitions(${nanobind} PUBLIC NB_SHARED)
  endif()
  target_sources(${name} PRIVATE $<TARGET_OBJECTS:${nanobind}>)
  target_compile_definitions(${name} PUBLIC
    $<TARGET_PROPERTY:${nanobind},INTERFACE_COMPILE_DEFINITIONS>)
  target_include_directories(${name} SYSTEM PUBLIC ${Python_INCLUDE_DIRS} "${NB_DIR}/include")
endfunction()

parallel_pool_python_engine(parallel_pool_engine STATIC)

# parallel_pool_add_module(<name> [UNITY] <sources>...): an extension module of environments. With
# UNITY its sources are compiled as one: headers are read once, and calls between them are inlined.
#
# Each module holds its own copy of the engine, in a nanobind domain of its own, so no C++ type is
# shared. The domain is named after the package too, because modules of two packages may have the
# same name. Only the modules of this package share an engine, which PARALLEL_POOL_SHARED_ENGINE
# names, and a domain.
function(parallel_pool_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "UNITY" "" "")
  if(PARALLEL_POOL_SHARED_ENGINE)
    set(engine ${PARALLEL_POOL_SHARED_ENGINE})
    set(domain parallel_pool)
  else()
    set(engine parallel_pool_engine)
    string(MAKE_C_IDENTIFIER "${SKBUILD_PROJECT_NAME}_${PROJECT_NAME}_${name}" domain)
  endif()
  add_library(${name} MODULE ${arg_UNPARSED_ARGUMENTS})
  nanobind_extension(${name})
  nanobind_compile_options(${name})
  nanobind_link_options(${name})
  nanobind_set_visibility(${name})
  nanobind_disable_stack_protector(${name})
  if(NOT PARALLEL_POOL_SANITIZE)
    nanobind_strip(${name})
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${arg_UNITY} UNITY_BUILD_BATCH_SIZE 0)
  target_compile_definitions(${name} PRIVATE NB_DOMAIN=${domain})
  target_link_libraries(${name} PRIVATE ${engine})
  if(WIN32)
    target_link_libraries(${name} PRIVATE Python::Module)
  elseif(APPLE)
    target_link_options(${name} PRIVATE -Wl,-dead_strip)
  else()
    target_link_options(${name} PRIVATE -Wl,--gc-sections)
  endif()
  if(UNIX AND NOT APPLE AND NOT PARALLEL_POOL_SANITIZE)
    # The templates of the standard library would be exported, too, and then be kept.
    set(exports "${CMAKE_CURRENT_BINARY_DIR}/parallel_pool_exports.map")
    file(CONFIGURE OUTPUT "${exports}" CONTENT "{ global: PyInit_*; local: *; };\n")
    target_link_options(${name} PRIVATE "-Wl,--version-script=${exports}")
  endif()
endfunction()
