// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Models of Gymnasium's environments, which Python reads from their XML files.
#pragma once

#include <memory>
#include <string>

#include "library.h"

namespace pp::mujoco {

// The model of an XML file: a path, or the name of one of Gymnasium's. Needs the GIL; throws
// what Python raises: OSError for a missing file, ValueError with MuJoCo's message for a bad one.
std::shared_ptr<const Model> load_gymnasium_model(const std::string& xml_file);

}  // namespace pp::mujoco
