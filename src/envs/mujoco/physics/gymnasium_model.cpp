// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Gets a model from Python and copies it.
#include "gymnasium_model.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "shared/mujoco/python_model.h"
#include "shared/mujoco/python_pictures.h"
#include "shared/numpy/dot.h"

namespace nb = nanobind;

namespace pp::mujoco {

std::shared_ptr<const Model> load_gymnasium_model(const std::string& xml_file,
                                                  const GymnasiumCamera& camera) {
  numpy::find_dot();
  const nb::module_ python = nb::module_::import_("parallel_pool.families.mujoco.library");
  const QuietLibrary quiet(nb::cast<std::string>(python.attr("library")().attr("file")));
  const nb::object model =
      python.attr("read_gymnasium_model")(xml_file, camera.width, camera.height);
  return std::make_shared<const Model>(facts_of(model));
}

PictureFacts describe_gymnasium_pictures(const std::string& xml_file,
                                         const GymnasiumCamera& camera) {
  const nb::module_ python = nb::module_::import_("parallel_pool.families.mujoco.pixels");
  const nb::module_ library = nb::module_::import_("parallel_pool.families.mujoco.library");
  const QuietLibrary quiet(nb::cast<std::string>(library.attr("library")().attr("file")));
  return picture_facts_of(python.attr("describe_gymnasium_pictures")(
      xml_file, camera.reference, camera.width, camera.height, camera.camera_id,
      camera.camera_name));
}

}  // namespace pp::mujoco
