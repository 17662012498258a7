// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads Python's dict.
#include "python_composed.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python_model.h"
#include "python_pictures.h"

namespace nb = nanobind;

namespace pp::mujoco {

std::shared_ptr<const ComposedFacts> composed_facts_of(const nb::dict& from) {
  auto facts = std::make_shared<ComposedFacts>();
  const auto read = [&]<class T>(const char* name, T& member) { member = nb::cast<T>(from[name]); };
  facts->model = std::make_shared<const Model>(facts_of(from["model"]));
  read("disable_flags", facts->disable_flags);
  read("flags", facts->flags);
  read("actuation_flag", facts->actuation_flag);
  read("sensor_flag", facts->sensor_flag);
  read("time", facts->time);
  read("contact_count", facts->contact_count);
  read("contacts", facts->contacts);
  read("contact_stride", facts->contact_stride);
  read("contact_geoms", facts->contact_geoms);
  read("warnings", facts->warnings);
  read("warning_stride", facts->warning_stride);
  read("warning_names", facts->warning_names);
  read("subtree_velocities", facts->subtree_velocities);
  facts->shown = blocks_of(from["shown"]);
  read("heights", facts->heights);
  read("height_count", facts->height_count);
  return facts;
}

}  // namespace pp::mujoco
