// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls the library as composer does, but computes only once what nobody reads in between.
#include "composed_physics.h"

#include <parallel_pool/core/author/state_io.h>

#include <utility>

namespace pp::mujoco {
namespace {

struct RawSpec;

// How MuJoCo makes a model of a text, and what else only composer's tasks call.
struct More {
  RawSpec* (*parse)(const char*, const void*, char*, int);
  RawModel* (*compile)(RawSpec*, const void*);
  const char* (*error)(RawSpec*);
  void (*delete_spec)(RawSpec*);
  int (*size)(const RawModel*);
  void (*subtree_velocities)(const RawModel*, RawData*);

  explicit More(const std::string& library) {
    find(library, "mj_parseXMLString", parse);
    find(library, "mj_compile", compile);
    find(library, "mjs_getError", error);
    find(library, "mj_deleteSpec", delete_spec);
    find(library, "mj_sizeModel", size);
    find(library, "mj_subtreeVel", subtree_velocities);
  }

 private:
  template <class Function>
  static void find(const std::string& library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(find_function(library, name));
  }
};

const More& more(const std::string& library) {
  static const More one(library);
  return one;
}

ModelFacts facts_with(const Model& model) {
  ModelFacts facts = model.facts();
  facts.address = reinterpret_cast<std::uintptr_t>(model.raw());
  return facts;
}

[[noreturn]] void refuse_sizes() {
  throw std::runtime_error("the model of an episode has other sizes than expected");
}

}  // namespace

ComposedPhysics::ComposedPhysics(std::shared_ptr<const ComposedFacts> facts, std::uint32_t env_id)
    : facts_(std::move(facts)),
      model_(std::make_shared<Model>(facts_with(*facts_->model))),
      data_(model_) {
  more(model_->facts().library);
  data_.set_env_id(env_id);
}

void ComposedPhysics::set_flags(int flags) {
  std::memcpy(reinterpret_cast<std::byte*>(model_->raw()) + facts_->disable_flags, &flags,
              sizeof(flags));
}

int ComposedPhysics::warnings() const {
  int sum = 0;
  for (std::size_t i = 0; i < facts_->warning_names.size(); ++i) {
    sum += value_at<int>(data_.raw(), facts_->warnings + i * facts_->warning_stride);
  }
  return sum;
}

void ComposedPhysics::check(int warnings_before) const {
  if (warnings() <= warnings_before) return;
  std::string names;
  for (std::size_t i = 0; i < facts_->warning_names.size(); ++i) {
    if (value_at<int>(data_.raw(), facts_->warnings + i * facts_->warning_stride) == 0) continue;
    names += (names.empty() ? "" : ", ") + facts_->warning_names[i];
  }
  throw PhysicsError("Physics state is invalid. Warning(s) raised: " + names);
}

ComposedPhysics::Made ComposedPhysics::make(const std::string& text) const {
  const std::string& library = model_->facts().library;
  const More& functions = more(library);
  char error[500] = "";
  RawSpec* spec = nullptr;
  RawModel* made = nullptr;
  const Warnings warnings = call_library(library, [&] {
    spec = functions.parse(text.c_str(), nullptr, error, sizeof(error));
    if (spec != nullptr) made = functions.compile(spec, nullptr);
  });
  static_cast<void>(warnings);  // of dm_control's own models, users can do nothing about it
  const std::string why = made == nullptr && spec != nullptr ? functions.error(spec) : error;
  if (spec != nullptr) functions.delete_spec(spec);
  if (made == nullptr) throw std::runtime_error("MuJoCo refuses the model of an episode: " + why);
  return {made, Deleter{&model_->functions()}};
}

void ComposedPhysics::compile(const std::string& text) {
  const Made made = make(text);
  const More& functions = more(model_->facts().library);
  // MuJoCo damages the target of a copy that does not fit.
  if (functions.size(made.get()) != functions.size(model_->raw())) refuse_sizes();
  model_->become(made.get());
  set_flags(facts_->flags);
}

void ComposedPhysics::compile_part(const std::string& text, const ModelPart& part) {
  const Made made = make(text);
  if (more(model_->facts().library).size(made.get()) != part.size) refuse_sizes();
  for (const ModelBlock& block : part.blocks) {
    std::memcpy(const_cast<std::byte*>(block.in(model_->raw())), block.in(made.get()), block.bytes);
  }
}

void ComposedPhysics::reset() {
  run(facts_->actuation_flag, [](const auto& library, auto* model, auto* data) {
    library.reset_data(model, data);
    library.forward(model, data);
  });
}

void ComposedPhysics::after_reset() {
  const int before = warnings();
  run(facts_->actuation_flag,
      [](const auto& library, auto* model, auto* data) { library.forward(model, data); });
  check(before);
}

void ComposedPhysics::step(std::int64_t count, After after) {
  const int before = warnings();
  // Nothing depends on the sensors but what is observed at the end.
  run(facts_->sensor_flag, [&](const auto& library, auto* model, auto* data) {
    for (std::int64_t i = 1; i < count; ++i) {
      library.step2(model, data);
      library.step1(model, data);
    }
    if (after == After::kNothing) return;
    library.step2(model, data);
    library.check_pos(model, data);
    library.check_vel(model, data);
  });
  if (after == After::kNothing) {
    run(0, [](const auto& library, auto* model, auto* data) {
      library.step2(model, data);
      library.step1(model, data);
    });
    return check(before);
  }
  // This includes the last step's second half.
  run(0, [&](const auto& library, auto* model, auto* data) {
    library.forward(model, data);
    more(model_->facts().library).subtree_velocities(model, data);
  });
  check(before);
}

std::size_t ComposedFacts::shown_bytes() const {
  std::size_t sum = 0;
  for (const ModelBlock& block : shown) sum += block.bytes;
  return sum;
}

void ComposedPhysics::read_shown_of(const RawModel* model, std::byte* out) const {
  for (const ModelBlock& block : facts_->shown) {
    std::memcpy(out, block.in(model), block.bytes);
    out += block.bytes;
  }
}

void ComposedPhysics::read_shown(std::byte* out) const { read_shown_of(model_->raw(), out); }

void ComposedPhysics::read_shown(const std::string& text, std::byte* out) const {
  read_shown_of(make(text).get(), out);
}

void ComposedPhysics::serialize(StateIO& io) {
  data_.serialize(io, {});
  // What the second half of a step needs of the first.
  if (io.reading()) {
    run(0, [](const auto& library, auto* model, auto* data) { library.step1(model, data); });
  }
  data_.set_computed();
  for (std::size_t i = 0; i < kArrays; ++i) {
    if (model_->facts().kept.has[i]) continue;
    const auto array = static_cast<Array>(i);
    io.block(data_[array], data_.size(array), kArrayNames[i]);
  }
}

}  // namespace pp::mujoco
