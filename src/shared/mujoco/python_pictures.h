// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads what Python tells of pictures.
#pragma once

#include <nanobind/nanobind.h>

#include "studio.h"

namespace pp::mujoco {

// From the list of `shown_blocks` in shared/mujoco/layout.py.
std::vector<ModelBlock> blocks_of(nanobind::handle listed);
// From the dict of `describe_pictures` in shared/mujoco/pixels.py. Needs the GIL.
PictureFacts picture_facts_of(nanobind::handle described);

}  // namespace pp::mujoco
