// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads Python's description of a model.
#include "suite_model.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "shared/mujoco/python_model.h"
#include "shared/mujoco/python_pictures.h"
#include "shared/numpy/functions.h"

namespace nb = nanobind;

namespace pp::dm_control {
namespace {

template <class T>
void read(const nb::dict& facts, const char* name, T& member) {
  member = nb::cast<T>(facts[name]);
}

std::vector<Joint> joints_of(const nb::handle list) {
  using Row = std::tuple<std::string, int, bool, double, double, std::size_t, std::size_t>;
  std::vector<Joint> joints;
  for (const auto& [name, type, limited, low, high, qpos, dof] : nb::cast<std::vector<Row>>(list)) {
    joints.push_back({name, static_cast<JointType>(type), limited, low, high, qpos, dof});
  }
  return joints;
}

std::vector<Sensor> sensors_of(const nb::handle list) {
  using Row = std::tuple<std::string, std::string, std::size_t, std::size_t>;
  std::vector<Sensor> sensors;
  for (const auto& [name, type, address, size] : nb::cast<std::vector<Row>>(list)) {
    sensors.push_back({name, type, address, size});
  }
  return sensors;
}

SuiteFacts suite_facts_of(const nb::dict& from) {
  SuiteFacts facts;
  read(from, "bodies", facts.bodies);
  read(from, "geoms", facts.geoms);
  read(from, "sites", facts.sites);
  read(from, "lights", facts.lights);
  facts.joints = joints_of(from["joints"]);
  facts.sensors = sensors_of(from["sensors"]);
  read(from, "model_offsets", facts.model_offsets);
  read(from, "model_sizes", facts.model_sizes);
  read(from, "disable_flags", facts.disable_flags);
  read(from, "actuation_flag", facts.actuation_flag);
  read(from, "sensor_flag", facts.sensor_flag);
  read(from, "contact_count", facts.contact_count);
  read(from, "time", facts.time);
  read(from, "warnings", facts.warnings);
  read(from, "warning_stride", facts.warning_stride);
  read(from, "warning_names", facts.warning_names);
  read(from, "runge_kutta", facts.runge_kutta);
  read(from, "gravity", facts.gravity);
  read(from, "geom_type", facts.geom_type);
  read(from, "site_type", facts.site_type);
  read(from, "bowl", facts.bowl);
  read(from, "control_low", facts.control_low);
  read(from, "control_high", facts.control_high);
  return facts;
}

std::size_t index_in(const std::map<std::string, std::size_t>& indices, const char* kind,
                     const std::string& name) {
  const auto found = indices.find(name);
  if (found != indices.end()) return found->second;
  throw std::invalid_argument(std::string("the model has no ") + kind + " named '" + name + "'");
}

template <class Named>
std::size_t index_in(const std::vector<Named>& list, const char* kind, const std::string& name) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return i;
  }
  throw std::invalid_argument(std::string("the model has no ") + kind + " named '" + name + "'");
}

std::atomic<std::uint64_t> models_made = 0;  // counted by those who make them

}  // namespace

SuiteModel::SuiteModel(const mujoco::ModelFacts& facts, SuiteFacts suite)
    : model_(std::make_shared<const mujoco::Model>(facts)),
      suite_(std::move(suite)),
      heads_(*model_, suite_),
      number_(++models_made) {}

HeadSet& SuiteModel::own_heads() const {
  static thread_local std::optional<HeadSet> heads;
  static thread_local std::uint64_t owner = 0;
  if (owner != number_) {
    heads.emplace(*model_, suite_);
    owner = number_;
  }
  return *heads;
}

HeadSet::HeadSet(const mujoco::Model& model, const SuiteFacts& suite)
    : whole(model, suite.disable_flags, 0),
      resting(model, suite.disable_flags, suite.actuation_flag),
      blind(model, suite.disable_flags, suite.sensor_flag) {}

std::size_t SuiteModel::body(const std::string& name) const {
  return index_in(suite_.bodies, "body", name);
}
std::size_t SuiteModel::geom(const std::string& name) const {
  return index_in(suite_.geoms, "geom", name);
}
std::size_t SuiteModel::site(const std::string& name) const {
  return index_in(suite_.sites, "site", name);
}
std::size_t SuiteModel::light(const std::string& name) const {
  return index_in(suite_.lights, "light", name);
}
std::size_t SuiteModel::joint_index(const std::string& name) const {
  return index_in(suite_.joints, "joint", name);
}
const Joint& SuiteModel::joint(const std::string& name) const {
  return suite_.joints[joint_index(name)];
}
const Sensor& SuiteModel::sensor(const std::string& name) const {
  return suite_.sensors[index_in(suite_.sensors, "sensor", name)];
}

namespace {

std::shared_ptr<const SuiteModel> build_suite_model(const ModelRequest& request) {
  const nb::module_ python = nb::module_::import_("parallel_pool.families.dm_control.suite");
  const nb::object library = python.attr("library")();
  numpy::find_loops();
  // Of dm_control's own models, users can do nothing about it.
  const mujoco::WarningCollector collector(
      mujoco::message_hooks(nb::cast<std::string>(library.attr("file"))));
  const nb::object model =
      python.attr("build_model")(request.domain, request.task, request.num_poles);
  nb::list names;
  for (const char* const name : kModelArrayNames) names.append(name);
  const auto described = nb::cast<nb::dict>(python.attr("describe")(model, names));
  return std::make_shared<const SuiteModel>(mujoco::facts_of(model), suite_facts_of(described));
}

struct Latest {
  std::mutex mutex;
  ModelRequest request;
  std::shared_ptr<const SuiteModel> model;
};

}  // namespace

std::shared_ptr<const SuiteModel> load_suite_model(const ModelRequest& request) {
  static Latest* const latest = new Latest;  // lives as long as MuJoCo's library
  {
    const std::lock_guard lock(latest->mutex);
    if (latest->model != nullptr && latest->request == request) return latest->model;
  }
  std::shared_ptr<const SuiteModel> model = build_suite_model(request);
  const std::lock_guard lock(latest->mutex);
  latest->request = request;
  latest->model = model;
  return model;
}

mujoco::PictureFacts describe_suite_pictures(const ModelRequest& request,
                                             const PictureRequest& pictures) {
  const nb::module_ python = nb::module_::import_("parallel_pool.families.dm_control.suite");
  const mujoco::WarningCollector collector(
      mujoco::message_hooks(nb::cast<std::string>(python.attr("library")().attr("file"))));
  const nb::object model =
      python.attr("build_model")(request.domain, request.task, request.num_poles);
  return mujoco::picture_facts_of(python.attr("describe_suite_pictures")(
      model, pictures.width, pictures.height, pictures.camera));
}

}  // namespace pp::dm_control
