# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
# The sources of what several families share. A family lists them among its own, and includes their
# headers as "shared/<folder>/<header>".
set(here "${CMAKE_CURRENT_LIST_DIR}")
set(shared_images "${here}/images/image_kernels.cpp" "${here}/images/resizer.cpp")
set(shared_mujoco
  "${here}/mujoco/bind_listen.cpp" "${here}/mujoco/gl_context.cpp" "${here}/mujoco/grounds.cpp"
  "${here}/mujoco/kept_state.cpp" "${here}/mujoco/library.cpp" "${here}/mujoco/messages.cpp"
  "${here}/mujoco/model_head.cpp" "${here}/mujoco/python_model.cpp"
  "${here}/mujoco/python_pictures.cpp" "${here}/mujoco/python_warnings.cpp"
  "${here}/mujoco/studio.cpp" "${here}/mujoco/timer.cpp")
set(shared_composer
  ${shared_mujoco} "${here}/mujoco/composed_physics.cpp" "${here}/mujoco/python_composed.cpp")
set(shared_numpy "${here}/numpy/dot.cpp" "${here}/numpy/functions.cpp")
set(shared_numpy_dot "${here}/numpy/dot.cpp")
set(shared_numpy_elementary "${here}/numpy/elementary.cpp")
