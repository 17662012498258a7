// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Asks the family's Python module to describe a model.
#include "python_model.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace pp::mujoco {
namespace {

template <class T>
void read(const nb::dict& facts, const char* name, T& member) {
  member = nb::cast<T>(facts[name]);
}

using Pair = std::pair<std::ptrdiff_t, std::size_t>;

std::optional<KeptBlock> block_of(const nb::dict& facts, const char* name) {
  const auto pair = nb::cast<std::optional<Pair>>(facts[name]);
  if (!pair) return std::nullopt;
  return KeptBlock{pair->first, pair->second};
}

KeptState kept_of(const nb::dict& facts) {
  KeptState kept;
  for (const auto& [offset, count] : nb::cast<std::vector<Pair>>(facts["numbers"])) {
    kept.numbers.push_back({offset, count});
  }
  for (const auto& [place, length] : nb::cast<std::vector<Pair>>(facts["cursors"])) {
    kept.cursors.push_back({static_cast<std::size_t>(place), static_cast<std::int64_t>(length)});
  }
  read(facts, "has", kept.has);
  read(facts, "carries_over", kept.carries_over);
  kept.asleep = block_of(facts, "asleep");
  kept.contact_age = block_of(facts, "contact_age");
  return kept;
}

}  // namespace

ModelFacts facts_of(const nb::object& model) {
  const nb::module_ python = nb::module_::import_("parallel_pool.shared.mujoco.library");
  nb::list names;
  for (const char* const name : kArrayNames) names.append(name);
  const auto from = nb::cast<nb::dict>(python.attr("describe")(model, names));
  ModelFacts facts;
  read(from, "library", facts.library);
  read(from, "address", facts.address);
  read(from, "version", facts.version);
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
  facts.kept = kept_of(nb::cast<nb::dict>(from["kept"]));
  return facts;
}

}  // namespace pp::mujoco
