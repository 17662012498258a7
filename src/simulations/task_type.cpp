// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Asks the task's definition (parallel_pool.simulations.definition) for options and spaces.
#include "task_type.h"

#include <parallel_pool/bindings/env_type.h>

#include <array>
#include <utility>

#include "task_group.h"

namespace pp::mujoco {
namespace {

constexpr std::array kDTypes = {DType::kBool,   DType::kInt8,    DType::kInt16,  DType::kInt32,
                                DType::kInt64,  DType::kUInt8,   DType::kUInt16, DType::kUInt32,
                                DType::kUInt64, DType::kFloat32, DType::kFloat64};

DType dtype_of(const std::string& name) {
  for (const DType dtype : kDTypes) {
    if (name == numpy_name(dtype)) return dtype;
  }
  throw Error(ErrorKind::kValue, "no column can have dtype " + name);
}

SpaceKind kind_of(const std::string& name) {
  if (name == "Dict") return SpaceKind::kDict;
  if (name == "Tuple") return SpaceKind::kTuple;
  if (name == "Box") return SpaceKind::kBox;
  if (name == "Discrete") return SpaceKind::kDiscrete;
  if (name == "MultiDiscrete") return SpaceKind::kMultiDiscrete;
  if (name == "MultiBinary") return SpaceKind::kMultiBinary;
  return SpaceKind::kValue;
}

Presence presence_of(const std::string& name) {
  if (name == "after_step") return Presence::kAfterStep;
  return name == "after_reset" ? Presence::kAfterReset : Presence::kAlways;
}

// A space as the definition describes it: see describe in spaces.py there.
SpaceNode node_of(const nb::dict& from) {
  SpaceNode node;
  node.kind = kind_of(nb::cast<std::string>(from["kind"]));
  node.name = nb::cast<std::string>(from["name"]);
  if (!node.is_leaf()) {
    for (const nb::handle child : from["children"]) {
      node.children.push_back(node_of(nb::cast<nb::dict>(child)));
    }
    return node;
  }
  node.dtype = dtype_of(nb::cast<std::string>(from["dtype"]));
  node.shape = nb::cast<std::vector<std::size_t>>(from["shape"]);
  if (node.kind == SpaceKind::kBox) {
    node.low = nb::cast<std::vector<double>>(from["low"]);
    node.high = nb::cast<std::vector<double>>(from["high"]);
  } else if (node.kind == SpaceKind::kDiscrete) {
    node.nvec = {nb::cast<std::int64_t>(from["n"])};
    node.start = nb::cast<std::int64_t>(from["start"]);
  } else if (node.kind == SpaceKind::kMultiDiscrete) {
    node.nvec = nb::cast<std::vector<std::int64_t>>(from["nvec"]);
  } else if (node.kind == SpaceKind::kValue) {
    node.presence = presence_of(nb::cast<std::string>(from["presence"]));
  }
  return node;
}

class TaskType final : public EnvType {
 public:
  explicit TaskType(nb::object definition) : definition_(std::move(definition)) {
    id = nb::cast<std::string>(definition_.attr("id"));
    max_episode_steps =
        nb::cast<std::optional<std::int64_t>>(definition_.attr("max_episode_steps"));
    reward_threshold = nb::cast<std::optional<double>>(definition_.attr("reward_threshold"));
    reference = nb::cast<std::string>(definition_.attr("reference"));
  }

  std::vector<OptionInfo> options() const override { return options_of("options"); }
  std::vector<OptionInfo> reset_options() const override { return options_of("reset_options"); }
  std::vector<OptionInfo> options_of(const char* member) const {
    std::vector<OptionInfo> options;
    for (const nb::handle one : nb::cast<nb::list>(definition_.attr(member))) {
      options.push_back({nb::cast<std::string>(one[0]), nb::cast<std::string>(one[1]),
                         nb::borrow(nb::object(one[2])), nb::cast<std::string>(one[3])});
    }
    return options;
  }
  nb::dict resolve(nb::dict config) const override {
    return nb::cast<nb::dict>(definition_.attr("resolve")(config));
  }
  SpecNodes spec(nb::dict config) const override {
    const auto from = nb::cast<nb::dict>(definition_.attr("spec")(config));
    SpecNodes spec;
    spec.observation = node_of(nb::cast<nb::dict>(from["observation"]));
    spec.action = node_of(nb::cast<nb::dict>(from["action"]));
    spec.info = node_of(nb::cast<nb::dict>(from["info"]));
    SpaceNode simulation;
    simulation.kind = SpaceKind::kValue;
    simulation.name = "simulation";
    simulation.dtype = DType::kInt64;
    spec.render_state.children.push_back(simulation);
    return spec;
  }
  std::unique_ptr<EnvGroup> make_group(nb::dict config, const EnvPlaces& places,
                                       const EpisodeRules& rules) const override {
    const SpecNodes spec = this->spec(config);
    GroupFields fields;
    fields.observation = Fields::of_leaves(spec.observation);
    fields.action = Fields::of_leaves(spec.action);
    fields.info = Fields::of_leaves(spec.info);
    fields.render_state = Fields::of_leaves(spec.render_state);
    nb::object driver = definition_.attr("driver")(config, places.count());
    return std::make_unique<TaskGroup>(std::move(fields), rules, places.count(), std::move(driver),
                                       resolve(config));
  }
  SettingsPointer make_settings(nb::dict config) const override {
    return std::make_shared<const TaskSettings>(resolve(config));
  }
  std::shared_ptr<const void> parse_reset_options(nb::dict options) const override {
    return std::make_shared<const nb::object>(std::move(options));
  }

 private:
  nb::object definition_;
};

}  // namespace

void bind_task_type(nb::module_& m) {
  bind_engine(m);
  m.def(
      "task_type",
      [](nb::object definition) -> EnvType* { return new TaskType(std::move(definition)); },
      nb::arg("definition"), nb::rv_policy::take_ownership,
      nb::sig("def task_type(definition: object) -> EnvType"),
      "The environment type of a task's definition.");
}

}  // namespace pp::mujoco
