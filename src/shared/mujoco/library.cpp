// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Looks the library's functions up, and calls them under the guard of `hear`.
#include "library.h"

#include <parallel_pool/core/system/dynamic_library.h>
#include <parallel_pool/error.h>

#include <cstring>
#include <stdexcept>
#include <utility>

#include "timer.h"

namespace pp::mujoco {
namespace {

constexpr int kBodyObject = 1;  // mjOBJ_BODY

// The library as a whole: one in a process.
struct Handles {
  DynamicLibrary library;
  MessageHooks hooks;
  Functions functions;

  explicit Handles(const std::string& file) : library(open(file)), hooks(library) {
    find("mj_copyModel", functions.copy_model);
    find("mj_deleteModel", functions.delete_model);
    find("mj_makeData", functions.make_data);
    find("mj_copyData", functions.copy_data);
    find("mj_deleteData", functions.delete_data);
    find("mj_resetData", functions.reset_data);
    find("mj_forward", functions.forward);
    find("mj_step", functions.step);
    find("mj_step1", functions.step1);
    find("mj_step2", functions.step2);
    find("mj_checkPos", functions.check_pos);
    find("mj_checkVel", functions.check_vel);
    find("mj_rnePostConstraint", functions.rne_post_constraint);
    find("mj_stateSize", functions.state_size);
    find("mj_objectVelocity", functions.object_velocity);
    find("mju_axisAngle2Quat", functions.axis_angle_to_quat);
    find("mj_getState", functions.get_state);
    find("mj_setState", functions.set_state);
    find("mj_name2id", functions.name_to_id);
    replace_timer(library);
    functions.update_sleep =
        reinterpret_cast<void (*)(const RawModel*, RawData*)>(library.find("mj_updateSleep"));
  }

 private:
  static DynamicLibrary open(const std::string& file) {
    const DynamicLibrary loaded = DynamicLibrary::loaded(file);
    if (!loaded) throw std::runtime_error("MuJoCo's library is not loaded: " + file);
    return loaded;
  }

  template <class Function>
  void find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(library.find(name));
    if (function == nullptr) {
      throw std::runtime_error(std::string("this version of MuJoCo has no function ") + name);
    }
  }
};

const Handles& handles(const std::string& file) {
  static const Handles one(file);
  return one;
}

thread_local std::uintptr_t picture = 0;

}  // namespace

void* find_function(const std::string& library, const char* name) {
  void* const function = handles(library).library.find(name);
  if (function != nullptr) return function;
  throw std::runtime_error(std::string("this version of MuJoCo has no function ") + name);
}

const MessageHooks& message_hooks(const std::string& library) { return handles(library).hooks; }

Warnings guard_call(const std::string& library, void (*program)(void*), void* argument) {
  const Untimed untimed;
  return hear(message_hooks(library), program, argument);
}

// --- Model -------------------------------------------------------------------------------------

Model::Model(ModelFacts facts)
    : facts_(std::move(facts)), functions_(handles(facts_.library).functions) {
  RawModel* copy = nullptr;
  warn_soon(call_library(facts_.library, [&] {
    copy = functions_.copy_model(nullptr, reinterpret_cast<const RawModel*>(facts_.address));
  }));
  raw_ = {copy, {&functions_}};
  if (raw_ == nullptr) throw std::runtime_error("MuJoCo: a model could not be copied");
  state_size_ = static_cast<std::size_t>(functions_.state_size(raw(), facts_.integration_state));
}

Model::Model(ModelFacts facts, std::shared_ptr<void> owner)
    : facts_(std::move(facts)),
      functions_(handles(facts_.library).functions),
      owner_(std::move(owner)),
      raw_(reinterpret_cast<RawModel*>(facts_.address), {nullptr}),
      state_size_(
          static_cast<std::size_t>(functions_.state_size(raw(), facts_.integration_state))) {}

void Model::become(const RawModel* other) {
  warn_soon(call_library(facts_.library, [&] { functions_.copy_model(raw_.get(), other); }));
}

void Model::Deleter::operator()(RawModel* model) const {
  if (functions != nullptr) functions->delete_model(model);
}

std::size_t Model::body(const std::string& name) const {
  const int id = functions_.name_to_id(raw(), kBodyObject, name.c_str());
  if (id < 0) throw std::invalid_argument("the model has no body named '" + name + "'");
  return static_cast<std::size_t>(id);
}

void show_in(std::uintptr_t data) { picture = data; }

// --- Data --------------------------------------------------------------------------------------

Data::Data(std::shared_ptr<const Model> model) : model_(std::move(model)) {
  RawData* data = nullptr;
  call([&] { data = model_->functions().make_data(model_->raw()); });
  raw_ = {data, {&model_->functions()}};
  if (raw_ == nullptr) throw std::runtime_error("MuJoCo: no memory for a simulation");
  const auto* const bytes = reinterpret_cast<const std::byte*>(data);
  for (std::size_t i = 0; i < kArrays; ++i) {
    std::memcpy(&arrays_[i], bytes + model_->facts().offsets[i], sizeof(double*));
  }
}

void Data::Deleter::operator()(RawData* data) const { functions->delete_data(data); }

template <class Call>
void Data::call(Call&& call) const {
  warn_soon(call_library(model_->facts().library, call), env_id_);
}

void Data::reset() {
  computed_ = true;
  call([this] { model_->functions().reset_data(model_->raw(), raw_.get()); });
}

void Data::forward() {
  computed_ = true;
  call([this] { model_->functions().forward(model_->raw(), raw_.get()); });
}

void Data::step(std::int64_t count) {
  computed_ = true;
  call([this, count] {
    for (std::int64_t i = 0; i < count; ++i) model_->functions().step(model_->raw(), raw_.get());
  });
}

void Data::finish_step() {
  call([this] { model_->functions().step2(model_->raw(), raw_.get()); });
}

void Data::rne_post_constraint() {
  call([this] { model_->functions().rne_post_constraint(model_->raw(), raw_.get()); });
}

// After a load, what the state does not hold, such as contacts, is computed for the picture alone.
std::int64_t Data::copy_to_picture() const {
  auto* const target = reinterpret_cast<RawData*>(picture);
  if (target != nullptr) {
    const Functions& functions = model_->functions();
    call([&] { functions.copy_data(target, model_->raw(), raw_.get()); });
    if (!computed_) {
      call([&] { functions.forward(model_->raw(), target); });
      double* qpos;
      std::memcpy(&qpos, reinterpret_cast<std::byte*>(target) + model_->facts().offsets[0],
                  sizeof(qpos));
      for (const KeptBlock& block : model_->facts().kept.numbers) {
        std::memcpy(reinterpret_cast<std::byte*>(qpos) + block.offset, at<double>(block),
                    block.count * sizeof(double));
      }
    }
  }
  return reinterpret_cast<std::intptr_t>(raw_.get());
}

}  // namespace pp::mujoco
