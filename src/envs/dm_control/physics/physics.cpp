// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls the library in dm_control's order.
#include "physics.h"

#include <parallel_pool/error.h>

#include <cstring>
#include <string_view>
#include <utility>

namespace pp::dm_control {
namespace {

using mujoco::Functions;
using mujoco::RawData;

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
    : model_(std::move(model)), written_(written.begin(), written.end()), data_(model_->model()) {
  const SuiteFacts& suite = model_->suite();
  for (std::size_t i = 0; i < kModelArrays; ++i) {
    model_arrays_[i] = value_at<void*>(model_->model()->raw(), suite.model_offsets[i]);
  }
  std::size_t size = 0;
  for (const ModelArray array : written_) size += room_of(array);
  own_arrays_.resize(size);
  double* next = own_arrays_.data();
  for (const ModelArray array : written_) {
    std::memcpy(next, in_model<void>(array), bytes_of(array));
    model_arrays_[index_of(array)] = next;
    next += room_of(array);
  }
}

std::size_t Physics::bytes_of(ModelArray array) const {
  const std::size_t item = is_float32(array) ? sizeof(float) : sizeof(double);
  return item * model_->suite().model_sizes[index_of(array)];
}

std::size_t Physics::room_of(ModelArray array) const {
  return (bytes_of(array) + sizeof(double) - 1) / sizeof(double);
}

Heads Physics::heads() const {
  if (written_.empty()) return model_->heads();
  HeadSet& own = model_->own_heads();
  for (mujoco::ModelHead* const head : {&own.whole, &own.resting, &own.blind}) {
    for (const ModelArray array : written_) {
      head->point(model_->suite().model_offsets[index_of(array)], in_model<void>(array));
    }
  }
  return own.raw();
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
    auto* const target = value_at<void*>(reinterpret_cast<const void*>(picture_model),
                                         suite.model_offsets[index_of(array)]);
    std::memcpy(target, in_model<void>(array), bytes_of(array));
  }
  return data_.copy_to_picture();
}

void Physics::object_velocity(int type, std::size_t index, double* out) const {
  functions().object_velocity(heads().whole, data_.raw(), type, static_cast<int>(index), out, 0);
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

template <class Call>
void Physics::run(Call call) {
  const Heads models = heads();  // not inside the call, since it may be out of memory
  const mujoco::Warnings warnings = mujoco::call_library(
      model_->facts().library, [&] { call(functions(), models, data_.raw()); });
  static_cast<void>(warnings);  // the data counts them, and `check` makes them errors
}

void Physics::forward_without_actuation() {
  run([](const Functions& library, const Heads& models, RawData* data) {
    library.forward(models.resting, data);
  });
}

void Physics::reset() {
  run([](const Functions& library, const Heads& models, RawData* data) {
    library.reset_data(models.whole, data);
    library.forward(models.resting, data);
  });
}

void Physics::after_reset() {
  const int before = warnings();
  forward_without_actuation();
  check(before);
}

// Where the integrator has a middle, dm_control begins and ends there, so that what depends on
// positions and velocities is up to date. Nothing depends on the sensors: only what they say at the
// end is computed, those of accelerations and forces by the last second half.
void Physics::step(std::int64_t count) {
  const int before = warnings();
  run([this, count](const Functions& library, const Heads& models, RawData* data) {
    const bool halves = !model_->suite().runge_kutta;
    const auto last = [&](std::int64_t i) { return i + 1 == count; };
    for (std::int64_t i = 0; i < count; ++i) {
      if (!halves) {
        library.step(last(i) ? models.whole : models.blind, data);
        continue;
      }
      if (!legacy_step_) library.step1(last(i) ? models.whole : models.blind, data);
      if (legacy_step_ && i > 0) library.step1(models.blind, data);
      library.step2(last(i) ? models.whole : models.blind, data);
    }
    if (legacy_step_) library.step1(models.whole, data);
  });
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
  if (io.reading() && legacy_step_) {
    run([](const Functions& library, const Heads& models, RawData* data) {
      library.step1(models.whole, data);
    });
  }
  data_.set_computed();
  for (std::size_t i = 0; i < mujoco::kArrays; ++i) {
    if (facts().kept.has[i]) continue;
    const auto array = static_cast<Array>(i);
    io.block(data_[array], data_.size(array), mujoco::kArrayNames[i]);
  }
}

}  // namespace pp::dm_control
