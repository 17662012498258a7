// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One environment's simulation, stepped and reset as dm_control's Physics does it.
#pragma once

#include <parallel_pool/env.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "shared/mujoco/library.h"
#include "suite_model.h"

namespace pp::dm_control {

// The simulation diverged: MuJoCo counted a warning.
class PhysicsError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A simulation that is rendered in this thread is copied into this data and model of Python's; 0:
// nowhere.
void show_in(std::uintptr_t data, std::uintptr_t model);

class Physics {
 public:
  // With these arrays of the model for itself, which the task writes; it shares all others.
  Physics(std::shared_ptr<const SuiteModel> model, std::span<const ModelArray> written);

  const SuiteModel& model() const { return *model_; }
  const mujoco::ModelFacts& facts() const { return model_->facts(); }

  // The arrays of the data; they stay where they are.
  double* operator[](Array array) { return data_[array]; }
  const double* operator[](Array array) const { return data_[array]; }
  std::span<const double> all(Array array) const { return {data_[array], data_.size(array)}; }
  // Three coordinates, or a rotation row by row, of the index-th body, geom or site.
  const double* vector(Array array, std::size_t index) const { return data_[array] + 3 * index; }
  const double* matrix(Array array, std::size_t index) const { return data_[array] + 9 * index; }
  std::span<const double> sensor(const Sensor& sensor) const {
    return {data_[Array::kSensordata] + sensor.address, sensor.size};
  }
  std::size_t contacts() const;  // ncon
  void set_time(double time);
  // mj_objectVelocity in the world's frame: three angular components, then three linear ones.
  void object_velocity(int type, std::size_t index, double* out) const;

  // The arrays of the environment's model; only those that the task writes may be written.
  template <class T = double>
  T* in_model(ModelArray array) const {
    return static_cast<T*>(model_arrays_[index_of(array)]);
  }

  // Physics.reset, .after_reset and .step. A divergence throws PhysicsError, in reset it is ignored.
  void reset();
  void after_reset();
  void step(std::int64_t count);
  void set_legacy_step(bool legacy) { legacy_step_ = legacy; }
  bool legacy_step() const { return legacy_step_; }

  void serialize(StateIO& io);
  void set_env_id(std::uint32_t id) { data_.set_env_id(id); }
  // As mujoco::Data::copy_to_picture, with what episodes wrote into the model.
  std::int64_t copy_to_picture() const;
  // The environment's model. If episodes write into it, this is good until this thread asks for
  // another one.
  const mujoco::RawModel* raw_model() const { return heads().whole; }
  mujoco::Data& data() { return data_; }

 private:
  std::size_t bytes_of(ModelArray array) const;
  std::size_t room_of(ModelArray array) const;  // in own_arrays_
  const mujoco::Functions& functions() const { return model_->model()->functions(); }
  // Of the environment's model; good as long as raw_model().
  Heads heads() const;
  // Has a call made into the library, with the functions, the model and the data. What the library
  // warns of is counted in the data.
  template <class Call>
  void run(Call call);
  void forward_without_actuation();
  int warnings() const;
  void check(int warnings_before) const;

  std::shared_ptr<const SuiteModel> model_;
  std::vector<ModelArray> written_;
  std::vector<double> own_arrays_;  // the written ones, one after the other
  mujoco::Data data_;
  std::array<void*, kModelArrays> model_arrays_{};
  bool legacy_step_ = true;
};

}  // namespace pp::dm_control
