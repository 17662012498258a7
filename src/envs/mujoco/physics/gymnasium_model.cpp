// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Gets a model from Python and copies it.
#include "gymnasium_model.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "numpy_sums.h"
#include "python_model.h"

namespace nb = nanobind;

namespace pp::mujoco {

std::shared_ptr<const Model> load_gymnasium_model(const std::string& xml_file) {
  find_numpy_dot();
  const nb::module_ python = nb::module_::import_("parallel_pool.families.mujoco.library");
  const QuietLibrary quiet(nb::cast<std::string>(python.attr("library")().attr("file")));
  const nb::object model = python.attr("read_gymnasium_model")(xml_file);
  return std::make_shared<const Model>(facts_of(model));
}

}  // namespace pp::mujoco
