// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A model of the DeepMind Control Suite: MuJoCo's copy of what the installed dm_control built, with
// the names and places that rules look up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "shared/mujoco/library.h"
#include "shared/mujoco/model_head.h"
#include "shared/mujoco/studio.h"

namespace pp::dm_control {

using mujoco::Array;

// The arrays of a model that tasks read or write, by the names that MuJoCo gives them.
enum class ModelArray : std::uint8_t {
  kBodyPos,
  kBodyQuat,
  kBodySubtreemass,
  kJntStiffness,
  kDofDamping,
  kGeomSize,
  kGeomPos,
  kSiteSize,
  kSitePos,
  kLightPos,
  kWrapPrm,
  kHfieldSize,
  kHfieldData,  // float32, as are those below
  kGeomRgba,
  kSiteRgba,
};
inline constexpr std::array kModelArrayNames{
    "body_pos",  "body_quat",   "body_subtreemass", "jnt_stiffness", "dof_damping",
    "geom_size", "geom_pos",    "site_size",        "site_pos",      "light_pos",
    "wrap_prm",  "hfield_size", "hfield_data",      "geom_rgba",     "site_rgba"};
inline constexpr std::size_t kModelArrays = kModelArrayNames.size();
constexpr std::size_t index_of(ModelArray array) { return static_cast<std::size_t>(array); }
constexpr bool is_float32(ModelArray array) { return array >= ModelArray::kHfieldData; }

enum class JointType : int { kFree, kBall, kSlide, kHinge };  // mjtJoint

struct Joint {
  std::string name;
  JointType type;
  bool limited;
  double low, high;
  std::size_t qpos, dof;  // where its position and velocity begin
};

struct Sensor {
  std::string name;
  std::string type;  // as mjtSensor, without its prefix: "GYRO"
  std::size_t address, size;
};

// What Python tells of a model beyond mujoco::ModelFacts: see `describe` in
// families/dm_control/suite.py.
struct SuiteFacts {
  std::map<std::string, std::size_t> bodies, geoms, sites, lights;
  std::vector<Joint> joints;
  std::vector<Sensor> sensors;
  std::vector<std::size_t> model_offsets, model_sizes;  // of each ModelArray
  std::size_t disable_flags;                            // an int's place in the model
  int actuation_flag, sensor_flag;                      // mjDSBL_ACTUATION, mjDSBL_SENSOR
  std::size_t contact_count, time;                      // places in the data
  std::size_t warnings, warning_stride;                 // of the first counter
  std::vector<std::string> warning_names;
  bool runge_kutta;
  double gravity;            // along z
  int geom_type, site_type;  // mjOBJ_GEOM, mjOBJ_SITE
  std::vector<double> bowl;  // quadruped escape: the terrain without its bumps, row by row
  std::vector<double> control_low, control_high;
};

// A model with all its parts, without its actuators, and without its sensors.
struct Heads {
  const mujoco::RawModel *whole, *resting, *blind;
};

// The heads that these are.
struct HeadSet {
  HeadSet(const mujoco::Model& model, const SuiteFacts& suite);
  Heads raw() const { return {whole.raw(), resting.raw(), blind.raw()}; }

  mujoco::ModelHead whole, resting, blind;
};

// Shared by the environments of a pool, and written by none of them.
class SuiteModel {
 public:
  SuiteModel(const mujoco::ModelFacts& facts, SuiteFacts suite);

  const mujoco::ModelFacts& facts() const { return model_->facts(); }
  const SuiteFacts& suite() const { return suite_; }
  const std::shared_ptr<const mujoco::Model>& model() const { return model_; }
  Heads heads() const { return heads_.raw(); }
  // Heads that belong to this thread until it asks for those of another model.
  HeadSet& own_heads() const;

  // Indices by name; throw std::invalid_argument for an unknown one.
  std::size_t body(const std::string& name) const;
  std::size_t geom(const std::string& name) const;
  std::size_t site(const std::string& name) const;
  std::size_t light(const std::string& name) const;
  const Joint& joint(const std::string& name) const;
  std::size_t joint_index(const std::string& name) const;
  const Sensor& sensor(const std::string& name) const;

 private:
  std::shared_ptr<const mujoco::Model> model_;
  SuiteFacts suite_;
  HeadSet heads_;
  std::uint64_t number_;  // of this model and no other one
};

// What a model is built for: a task of dm_control, and the arguments of its own that shape it.
struct ModelRequest {
  std::string domain, task;
  std::int64_t num_poles = 0;  // 0: the task has no such argument

  bool operator==(const ModelRequest&) const = default;
};

// Has Python build it, or returns the last one again: making a pool asks for its model several
// times. Wants the GIL; throws what Python raises.
std::shared_ptr<const SuiteModel> load_suite_model(const ModelRequest& request);

// The size of frames, and the camera by number or name.
struct PictureRequest {
  std::int64_t width, height;
  std::variant<std::int64_t, std::string> camera;
};

// What a model's frames need. As load_suite_model.
mujoco::PictureFacts describe_suite_pictures(const ModelRequest& request,
                                             const PictureRequest& pictures);

}  // namespace pp::dm_control
