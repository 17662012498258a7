// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Asks Python for a model and copies it.
#include "gymnasium_model.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "numpy_sums.h"

namespace nb = nanobind;

namespace pp::mujoco {
namespace {

template <class T>
void read(const nb::dict& facts, const char* name, T& member) {
  member = nb::cast<T>(facts[name]);
}

ModelFacts facts_of(const nb::dict& from) {
  ModelFacts facts;
  read(from, "library", facts.library);
  read(from, "address", facts.address);
  read(from, "integration_state", facts.integration_state);
  read(from, "offsets", facts.offsets);
  read(from, "sizes", facts.sizes);
  read(from, "nq", facts.nq);
  read(from, "nv", facts.nv);
  read(from, "nu", facts.nu);
  read(from, "nbody", facts.nbody);
  read(from, "timestep", facts.timestep);
  read(from, "qpos0", facts.qpos0);
  read(from, "body_mass", facts.body_mass);
  read(from, "control_low", facts.control_low);
  read(from, "control_high", facts.control_high);
  return facts;
}

}  // namespace

std::shared_ptr<const Model> load_gymnasium_model(const std::string& xml_file) {
  find_numpy_dot();
  const nb::module_ python = nb::module_::import_("parallel_pool.mujoco_library");
  const QuietLibrary quiet(nb::cast<std::string>(python.attr("library")().attr("file")));
  const nb::object model = python.attr("read_gymnasium_model")(xml_file);
  nb::list names;
  for (const char* const name : kArrayNames) names.append(name);
  return std::make_shared<const Model>(
      facts_of(nb::cast<nb::dict>(python.attr("describe")(model, names))));
}

}  // namespace pp::mujoco
