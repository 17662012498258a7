// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Models of Gymnasium's environments, which Python reads from their XML files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "shared/mujoco/library.h"
#include "shared/mujoco/studio.h"

namespace pp::mujoco {

// How one of Gymnasium's environments renders.
struct GymnasiumCamera {
  std::string reference;  // its id
  std::int64_t width, height;
  std::optional<std::int64_t> camera_id;
  std::optional<std::string> camera_name;
};

// The model of an XML file: a path, or the name of one of Gymnasium's. Needs the GIL; throws
// what Python raises: OSError for a missing file, ValueError with MuJoCo's message for a bad one.
// Its frames may be as large as the camera's.
std::shared_ptr<const Model> load_gymnasium_model(const std::string& xml_file,
                                                  const GymnasiumCamera& camera);

// What a model's frames need. As load_gymnasium_model.
PictureFacts describe_gymnasium_pictures(const std::string& xml_file,
                                         const GymnasiumCamera& camera);

}  // namespace pp::mujoco
