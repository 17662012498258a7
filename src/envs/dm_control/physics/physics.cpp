// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls the library in dm_control's order.
#include "physics.h"

#include <parallel_pool/core/author/error.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace pp::dm_control {
namespace {

using mujoco::Functions;
using mujoco::RawData;
using mujoco::RawModel;

void run_reset(const Functions& library, const RawModel* model, RawData* data, std::int64_t) {
  library.reset_data(model, data);
}
void run_forward(const Functions& library, const RawModel* model, RawData* data, std::int64_t) {
  library.forward(model, data);
}
void run_steps(const Functions& library, const RawModel* model, RawData* data, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) library.step(model, data);
}
// Ends in the middle of a step, so that what depends on positions and velocities is up to date.
void run_shifted_steps(const Functions& library, const RawModel* model, RawData* data,
                       std::int64_t count) {
  library.step2(model, data);
  for (std::int64_t i = 1; i < count; ++i) library.step(model, data);
  library.step1(model, data);
}
// The Runge-Kutta integrator has no middle.
void run_steps_and_half(const Functions& library, const RawModel* model, RawData* data,
                        std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) library.step(model, data);
  library.step1(model, data);
}
void run_first_half(const Functions& library, const RawModel* model, RawData* data, std::int64_t) {
  library.step1(model, data);
}

template <class T>
T value_at(const void* base, std::size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(base) + offset, sizeof(T));
  return value;
}

thread_local std::uintptr_t picture_model = 0;

}  // namespace

void show_in(std::uintptr_t data, std::uintptr_t model) {
  mujoco::show_in(data);
  picture_model = model;
}

Physics::Physics(std::shared_ptr<const SuiteModel> model, std::span<const ModelArray> written)
    : model_(std::move(model)),
      own_(written.empty() ? nullptr : std::make_shared<mujoco::Model>(*model_->model())),
      written_(written.begin(), written.end()),
      data_(own_ != nullptr ? own_ : model_->model()) {
  for (std::size_t i = 0; i < kModelArrays; ++i) {
    model_arrays_[i] = value_at<void*>(raw_model(), model_->suite().model_offsets[i]);
  }
}

const RawModel* Physics::raw_model() const {
  return own_ != nullptr ? own_->raw() : model_->model()->raw();
}

std::size_t Physics::contacts() const {
  return static_cast<std::size_t>(value_at<int>(data_.raw(), model_->suite().contact_count));
}

void Physics::set_time(double time) {
  std::memcpy(reinterpret_cast<std::byte*>(data_.raw()) + model_->suite().time, &time,
              sizeof(time));
}

std::int64_t Physics::copy_to_picture() const {
  const SuiteFacts& suite = model_->suite();
  for (const ModelArray array : written_) {
    if (picture_model == 0) break;
    const std::size_t item = is_float32(array) ? sizeof(float) : sizeof(double);
    auto* const target = value_at<void*>(reinterpret_cast<const void*>(picture_model),
                                         suite.model_offsets[index_of(array)]);
    std::memcpy(target, in_model<void>(array), item * suite.model_sizes[index_of(array)]);
  }
  return data_.copy_to_picture();
}

void Physics::object_velocity(int type, std::size_t index, double* out) const {
  model_->model()->functions().object_velocity(raw_model(), data_.raw(), type,
                                               static_cast<int>(index), out, 0);
}

int Physics::warnings() const {
  const SuiteFacts& suite = model_->suite();
  int sum = 0;
  for (std::size_t i = 0; i < suite.warning_names.size(); ++i) {
    sum += value_at<int>(data_.raw(), suite.warnings + i * suite.warning_stride);
  }
  return sum;
}

void Physics::check(int warnings_before) const {
  if (warnings() <= warnings_before) return;
  const SuiteFacts& suite = model_->suite();
  std::string names;
  for (std::size_t i = 0; i < suite.warning_names.size(); ++i) {
    if (value_at<int>(data_.raw(), suite.warnings + i * suite.warning_stride) == 0) continue;
    names += (names.empty() ? "" : ", ") + suite.warning_names[i];
  }
  throw PhysicsError("Physics state is invalid. Warning(s) raised: " + names);
}

void Physics::forward_without_actuation() {
  if (own_ == nullptr) {
    data_.run(run_forward, model_->resting(), 1);
    return;
  }
  // The model is this environment's alone: the flag is set for the length of the call.
  struct Switch {
    std::byte* place;
    int before;
    Switch(std::byte* flags, int flag) : place(flags) {
      std::memcpy(&before, place, sizeof(before));
      const int off = before | flag;
      std::memcpy(place, &off, sizeof(off));
    }
    ~Switch() { std::memcpy(place, &before, sizeof(before)); }
  };
  const SuiteFacts& suite = model_->suite();
  const Switch off(reinterpret_cast<std::byte*>(own_->raw()) + suite.disable_flags,
                   suite.actuation_flag);
  data_.run(run_forward, own_->raw(), 1);
}

void Physics::reset() {
  data_.run(run_reset, raw_model(), 1);
  forward_without_actuation();
}

void Physics::after_reset() {
  const int before = warnings();
  forward_without_actuation();
  check(before);
}

void Physics::step(std::int64_t count) {
  const int before = warnings();
  if (!legacy_step_) {
    data_.run(run_steps, raw_model(), count);
  } else if (model_->suite().runge_kutta) {
    data_.run(run_steps_and_half, raw_model(), count);
  } else {
    data_.run(run_shifted_steps, raw_model(), count);
  }
  check(before);
}

void Physics::serialize(StateIO& io) {
  constexpr std::string_view kModel = "the model";
  for (const ModelArray array : written_) {
    const std::size_t size = model_->suite().model_sizes[index_of(array)];
    if (is_float32(array)) {
      io.block(in_model<float>(array), size, kModel);
    } else {
      io.block(in_model<double>(array), size, kModel);
    }
  }
  data_.serialize(io, {});
  // What the second half of a step needs of the first.
  if (io.reading() && legacy_step_) data_.run(run_first_half, raw_model(), 1);
  for (std::size_t i = 0; i < mujoco::kArrays; ++i) {
    const auto array = static_cast<Array>(i);
    io.block(data_[array], data_.size(array), mujoco::kArrayNames[i]);
  }
}

}  // namespace pp::dm_control
