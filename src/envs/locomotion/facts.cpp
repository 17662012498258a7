// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads Python's description of a task.
#include "facts.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <parallel_pool/fork_safe_mutex.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "shared/mujoco/python_composed.h"
#include "shared/mujoco/python_model.h"
#include "shared/mujoco/python_pictures.h"
#include "shared/numpy/functions.h"

namespace nb = nanobind;

namespace pp::locomotion {
namespace {

// As Python names the ways of reading.
constexpr std::array kReadings{"plain",  "torque", "touch", "appendages",
                               "target", "origin", "stage", "camera"};

template <class Names>
std::size_t find(const Names& names, const std::string& name) {
  const auto found = std::ranges::find(names, std::string_view(name));
  if (found == names.end()) throw std::runtime_error("unknown way of observing: " + name);
  return static_cast<std::size_t>(found - names.begin());
}

TouchFacts touch_facts_of(const nb::dict& from) {
  TouchFacts facts;
  const auto read = [&]<class T>(const char* name, T& member) { member = nb::cast<T>(from[name]); };
  read("geom", facts.geom);
  read("is_hand", facts.is_hand);
  read("hands", facts.hands);
  read("material", facts.material);
  read("textures", facts.textures);
  read("texture_roles", facts.texture_roles);
  read("positions", facts.positions);
  read("same_frames", facts.same_frames);
  read("textures_of_materials", facts.textures_of_materials);
  return facts;
}

ArenaFacts arena_facts_of(const nb::dict& from) {
  ArenaFacts facts;
  const auto read = [&]<class T>(const char* name, T& member) { member = nb::cast<T>(from[name]); };
  read("before", facts.before);
  read("after", facts.after);
  read("obstacle", facts.obstacle);
  read("spare", facts.spare);
  read("obstacles", facts.obstacles);
  return facts;
}

std::shared_ptr<const TaskFacts> build_task(const TaskRequest& request) {
  const nb::module_ python = nb::module_::import_("parallel_pool.families.locomotion.tasks");
  const nb::object library = python.attr("library")();
  numpy::find_loops();
  // Of dm_control's own models, users can do nothing about it.
  const mujoco::WarningCollector collector(
      mujoco::message_hooks(nb::cast<std::string>(library.attr("file"))));
  const auto from = nb::cast<nb::dict>(python.attr("describe")(request.name, request.has_camera));
  auto facts = std::make_shared<TaskFacts>();
  const auto read = [&]<class T>(const char* name, T& member) { member = nb::cast<T>(from[name]); };
  facts->physics = mujoco::composed_facts_of(nb::cast<nb::dict>(from["physics"]));
  if (from.contains("touch")) facts->touch = touch_facts_of(nb::cast<nb::dict>(from["touch"]));
  facts->arena = arena_facts_of(nb::cast<nb::dict>(from["arena"]));
  // Frames show the whole arena.
  if (auto blocks = mujoco::blocks_of(from["part_blocks"]);
      !blocks.empty() && !request.has_camera) {
    facts->part = {arena_facts_of(nb::cast<nb::dict>(from["part"])),
                   {nb::cast<int>(from["part_size"]), std::move(blocks)}};
  }
  if (request.has_camera) {
    facts->camera = {std::make_shared<const mujoco::Model>(mujoco::facts_of(from["drawn"])),
                     mujoco::picture_facts_of(from["pictures"])};
  }
  using Row = std::tuple<std::string, std::vector<std::size_t>, std::string, std::string,
                         std::vector<std::size_t>>;
  for (auto& [name, shape, reading, array, places] : nb::cast<std::vector<Row>>(from["entries"])) {
    facts->entries.push_back({name, shape, static_cast<Reading>(find(kReadings, reading)),
                              static_cast<mujoco::Array>(find(mujoco::kArrayNames, array)),
                              places});
  }
  read("control_low", facts->control_low);
  read("control_high", facts->control_high);
  read("pose", facts->pose);
  read("root", facts->root);
  read("root_qpos", facts->root_qpos);
  read("appendages", facts->appendages);
  read("bowl", facts->bowl);
  read("upright", facts->upright);
  read("upright_height", facts->upright_height);
  read("head", facts->head);
  read("is_ground", facts->is_ground);
  read("is_body", facts->is_body);
  return facts;
}

struct Latest {
  TaskRequest request;
  std::shared_ptr<const TaskFacts> facts;
};

}  // namespace

std::shared_ptr<const TaskFacts> load_task(const TaskRequest& request) {
  static Latest* const latest = new Latest;  // lives as long as MuJoCo's library
  {
    const std::scoped_lock lock(ForkSafeMutex<Latest>::get());
    if (latest->facts != nullptr && latest->request == request) return latest->facts;
  }
  std::shared_ptr<const TaskFacts> facts = build_task(request);
  const std::scoped_lock lock(ForkSafeMutex<Latest>::get());
  latest->request = request;
  latest->facts = facts;
  return facts;
}

}  // namespace pp::locomotion
