// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The physics of dm_control's composer: a simulation whose model may be compiled anew for each
// episode, and the calls into the library in composer's order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "library.h"
#include "model_head.h"

namespace pp::mujoco {

// The simulation diverged: MuJoCo counted a warning.
class PhysicsError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What Python tells of it: see `describe_physics` in parallel_pool/shared/mujoco/composer.py.
struct ComposedFacts {
  std::shared_ptr<const Model> model;  // one of those that episodes have
  std::size_t disable_flags;           // an int's place in the model
  int flags, actuation_flag, sensor_flag;
  // Places in the data.
  std::size_t time, contact_count, contacts, contact_stride, contact_geoms, warnings,
      warning_stride;
  std::vector<std::string> warning_names;
  std::ptrdiff_t subtree_velocities;  // from `qpos`
  std::vector<ModelBlock> shown;      // what differs between episodes and is seen in frames
  std::size_t heights, height_count;  // the place of a pointer in the model, and how many there are

  std::size_t shown_bytes() const;
};

// What a model has in common with a smaller one that lacks other things: the first rows of arrays.
struct ModelPart {
  int size;                        // of the smaller model, as mj_sizeModel has it
  std::vector<ModelBlock> blocks;  // the smaller model's arrays
};

// What follows the last of several steps: nothing, or the reference computes everything anew when it
// reads the first value, which moves the point at which the solver begins.
enum class After : std::uint8_t { kNothing, kForward };

class ComposedPhysics {
 public:
  ComposedPhysics(std::shared_ptr<const ComposedFacts> facts, std::uint32_t env_id);

  double* operator[](Array array) { return data_[array]; }
  const double* operator[](Array array) const { return data_[array]; }

  // Takes the model that a text describes, which must have the sizes of the one before.
  void compile(const std::string& text);
  // Takes what a smaller model has; the rest stays.
  void compile_part(const std::string& text, const ModelPart& part);
  // Both halves of a reset, between which the pose is written.
  void reset();
  void after_reset();
  // Several steps with the current controls.
  void step(std::int64_t count, After after);
  // The same, with a look after each step: `look()` returns whether it has changed something, which
  // has the same consequence as After::kForward.
  template <class Look>
  void step_looking(std::int64_t count, After after, Look look) {
    const int before = warnings();
    for (std::int64_t i = 1; i <= count; ++i) {
      // As in `step`, nothing depends on the sensors but what is observed at the end.
      run(i < count ? facts_->sensor_flag : 0, [](const auto& library, auto* model, auto* data) {
        library.step2(model, data);
        library.step1(model, data);
      });
      if (look()) after = After::kForward;
    }
    if (after == After::kForward) {
      run(0, [](const auto& library, auto* model, auto* data) { library.forward(model, data); });
    }
    check(before);
  }
  // The velocity of a body and all that it carries, as of the last step with a forward after it.
  const double* subtree_velocity(std::size_t body) const {
    return reinterpret_cast<const double*>(reinterpret_cast<const std::byte*>(data_[Array::kQpos]) +
                                           facts_->subtree_velocities) +
           3 * body;
  }
  std::size_t contacts() const {
    return static_cast<std::size_t>(value_at<int>(data_.raw(), facts_->contact_count));
  }
  double time() const { return value_at<double>(data_.raw(), facts_->time); }
  // An array of the model, by the place of the pointer to it in bytes from the model's beginning.
  template <class T>
  T* model_array(std::size_t place) {
    return value_at<T*>(model_->raw(), place);
  }
  // The elevations of the only height field.
  std::span<float> heights() { return {model_array<float>(facts_->heights), facts_->height_count}; }
  // Whether any two geoms in contact are such a pair.
  template <class IsSuch>
  bool has_contact(IsSuch is_such) const {
    const auto* contact = value_at<const std::byte*>(data_.raw(), facts_->contacts);
    const std::size_t count = contacts();
    for (std::size_t i = 0; i < count; ++i, contact += facts_->contact_stride) {
      const int first = value_at<int>(contact, facts_->contact_geoms);
      const int second = value_at<int>(contact, facts_->contact_geoms + sizeof(int));
      if (first < 0 || second < 0) continue;  // flexes touch
      if (is_such(static_cast<std::size_t>(first), static_cast<std::size_t>(second))) return true;
    }
    return false;
  }
  // Writes what frames show of the model: ComposedFacts::shown_bytes().
  void read_shown(std::byte* out) const;
  // The same of the model that a text describes.
  void read_shown(const std::string& text, std::byte* out) const;
  // Everything that further steps and observations depend on but the model.
  void serialize(StateIO& io);

  // For tasks that call the library in an order of their own.
  const Model& model() const { return *model_; }
  Data& data() { return data_; }
  std::size_t size(Array array) const { return data_.size(array); }
  // Calls `call(functions, model, data)` with parts of the simulation disabled. What the library
  // warns of is counted in the data, and `check` makes errors of it.
  template <class Call>
  void run(int disabled, Call call) {
    run(data_, disabled, call);
  }
  // The same in another simulation of the model.
  template <class Call>
  void run(Data& data, int disabled, Call call) {
    set_flags(facts_->flags | disabled);
    const Warnings warnings = call_library(
        model_->facts().library, [&] { call(model_->functions(), model_->raw(), data.raw()); });
    static_cast<void>(warnings);
    set_flags(facts_->flags);
  }
  int warnings() const;
  // Throws if there are more warnings than before.
  void check(int warnings_before) const;

 private:
  template <class T>
  static T value_at(const void* base, std::size_t offset) {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(base) + offset, sizeof(T));
    return value;
  }
  void set_flags(int flags);
  struct Deleter {
    const Functions* functions;
    void operator()(RawModel* model) const { functions->delete_model(model); }
  };
  using Made = std::unique_ptr<RawModel, Deleter>;
  Made make(const std::string& text) const;
  void read_shown_of(const RawModel* model, std::byte* out) const;

  std::shared_ptr<const ComposedFacts> facts_;
  std::shared_ptr<Model> model_;
  Data data_;
};

}  // namespace pp::mujoco
