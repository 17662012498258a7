// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Asks the family's Python module to describe a model.
#include "python_model.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace pp::mujoco {
namespace {

template <class T>
void read(const nb::dict& facts, const char* name, T& member) {
  member = nb::cast<T>(facts[name]);
}

}  // namespace

ModelFacts facts_of(const nb::object& model) {
  const nb::module_ python = nb::module_::import_("parallel_pool.families.mujoco.library");
  nb::list names;
  for (const char* const name : kArrayNames) names.append(name);
  const auto from = nb::cast<nb::dict>(python.attr("describe")(model, names));
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

}  // namespace pp::mujoco
