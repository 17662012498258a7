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
namespace {

void warn_now(const std::string& file, const Warnings& warnings) {
  for (const std::string& text : warnings) {
    const std::string message = "xml_file " + file + ": MuJoCo: " + text;
    if (PyErr_WarnEx(PyExc_RuntimeWarning, message.c_str(), 1) != 0) throw nb::python_error();
  }
}

}  // namespace

std::shared_ptr<const Model> load_gymnasium_model(const std::string& xml_file,
                                                  const GymnasiumCamera& camera) {
  numpy::find_dot();
  const nb::module_ python = nb::module_::import_("parallel_pool.shared.mujoco.library");
  WarningCollector collector(
      message_hooks(nb::cast<std::string>(python.attr("library")().attr("file"))));
  const nb::object model =
      python.attr("read_gymnasium_model")(xml_file, camera.width, camera.height);
  // Of Gymnasium's own files, users can do nothing about it.
  if (nb::cast<bool>(python.attr("is_users_file")(xml_file))) warn_now(xml_file, collector.take());
  return std::make_shared<const Model>(facts_of(model));
}

PictureFacts describe_gymnasium_pictures(const std::string& xml_file,
                                         const GymnasiumCamera& camera) {
  const nb::module_ python = nb::module_::import_("parallel_pool.shared.mujoco.pixels");
  const nb::module_ library = nb::module_::import_("parallel_pool.shared.mujoco.library");
  // The model is read once more, only to look at it.
  const WarningCollector collector(
      message_hooks(nb::cast<std::string>(library.attr("library")().attr("file"))));
  return picture_facts_of(python.attr("describe_gymnasium_pictures")(
      xml_file, camera.reference, camera.width, camera.height, camera.camera_id,
      camera.camera_name));
}

}  // namespace pp::mujoco
