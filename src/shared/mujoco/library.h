// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The libmujoco that the installed `mujoco` package has loaded, called without its headers and
// without linking it: functions are looked up by name, and Python says where in its data an array
// lies (python/parallel_pool/shared/mujoco/library.py), since both differ from version to
// version.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "arrays.h"
#include "kept_state.h"
#include "messages.h"

namespace pp {
class StateIO;
}

namespace pp::mujoco {

// MuJoCo's own structs, accessed only at the offsets from Python.
struct RawModel;
struct RawData;

// The functions in use, with their C declarations. Call them through `Model`, `Data` or
// `call_library`, which keep MuJoCo's errors from ending the process.
struct Functions {
  RawModel* (*copy_model)(RawModel*, const RawModel*);
  void (*delete_model)(RawModel*);
  RawData* (*make_data)(const RawModel*);
  RawData* (*copy_data)(RawData*, const RawModel*, const RawData*);
  void (*delete_data)(RawData*);
  void (*reset_data)(const RawModel*, RawData*);
  void (*forward)(const RawModel*, RawData*);
  void (*step)(const RawModel*, RawData*);
  void (*step1)(const RawModel*, RawData*);
  void (*step2)(const RawModel*, RawData*);
  void (*check_pos)(const RawModel*, RawData*);
  void (*check_vel)(const RawModel*, RawData*);
  void (*rne_post_constraint)(const RawModel*, RawData*);
  int (*state_size)(const RawModel*, int);
  void (*object_velocity)(const RawModel*, const RawData*, int, int, double*, int);
  void (*axis_angle_to_quat)(double*, const double*, double);
  void (*get_state)(const RawModel*, const RawData*, double*, int);
  void (*set_state)(const RawModel*, RawData*, const double*, int);
  int (*name_to_id)(const RawModel*, int, const char*);
  void (*update_sleep)(const RawModel*, RawData*);  // null in versions without sleeping
};

// The facts about a model from Python: see `describe` in library.py.
struct ModelFacts {
  std::string library;                      // the file of the loaded library
  std::uintptr_t address;                   // of the model to copy
  std::string version;                      // of the library
  int integration_state;                    // mjSTATE_INTEGRATION
  std::vector<std::size_t> offsets, sizes;  // of each Array: bytes into the data, elements
  std::size_t nq, nv, nu, nbody;
  double timestep;
  std::vector<double> qpos0, body_mass;
  std::vector<double> control_low, control_high;  // as float32, the actions' type
  KeptState kept;
};

// A function of the library by name; throws std::runtime_error where it has none.
void* find_function(const std::string& library, const char* name);

const MessageHooks& message_hooks(const std::string& library);

// Makes a call into the library and returns what MuJoCo warns of. An error of MuJoCo's becomes a
// std::runtime_error: it jumps over the call's frame, which must hold nothing to destroy.
[[nodiscard]] Warnings guard_call(const std::string& library, void (*program)(void*),
                                  void* argument);
template <class Call>
[[nodiscard]] Warnings call_library(const std::string& library, Call call) {
  return guard_call(library, [](void* argument) { (*static_cast<Call*>(argument))(); }, &call);
}

// The pool's own model. Threads may share it as long as none writes to it.
class Model {
 public:
  explicit Model(ModelFacts facts);
  // A model that its owner keeps and nobody changes, instead of a copy of it.
  Model(ModelFacts facts, std::shared_ptr<void> owner);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const ModelFacts& facts() const { return facts_; }
  const Functions& functions() const { return functions_; }
  const RawModel* raw() const { return raw_.get(); }
  RawModel* raw() { return raw_.get(); }
  // Becomes a copy of another model with the same sizes. Nothing may use this one meanwhile.
  void become(const RawModel* other);
  std::size_t size(Array array) const { return facts_.sizes[index_of(array)]; }
  std::size_t state_size() const { return state_size_; }  // of the integration state, in doubles

  // A body's number; throws std::invalid_argument for an unknown name.
  std::size_t body(const std::string& name) const;

 private:
  struct Deleter {
    const Functions* functions;  // null: the model is lent
    void operator()(RawModel* model) const;
  };

  ModelFacts facts_;
  const Functions& functions_;
  std::shared_ptr<void> owner_;
  std::unique_ptr<RawModel, Deleter> raw_;
  std::size_t state_size_;
};

// Python's data, into which this thread copies simulations to render them; 0: none.
void show_in(std::uintptr_t data);

// The state of one simulation. Every call throws std::runtime_error with MuJoCo's message where
// MuJoCo reports an error. A warning of MuJoCo becomes a RuntimeWarning that names the env id.
class Data {
 public:
  explicit Data(std::shared_ptr<const Model> model);

  const Model& model() const { return *model_; }
  // The elements of an array; they stay where they are.
  double* operator[](Array array) { return arrays_[index_of(array)]; }
  const double* operator[](Array array) const { return arrays_[index_of(array)]; }
  std::size_t size(Array array) const { return model_->size(array); }

  void reset();                   // mj_resetData
  void forward();                 // mj_forward
  void step(std::int64_t count);  // mj_step, `count` times
  void finish_step();             // mj_step2, after `forward`: the controls may be new
  void rne_post_constraint();     // mj_rnePostConstraint

  const RawData* raw() const { return raw_.get(); }
  RawData* raw() { return raw_.get(); }

  void set_env_id(std::uint32_t env_id) { env_id_ = env_id; }
  // mj_copyData to the data with which this thread renders. Returns a unique number.
  std::int64_t copy_to_picture() const;

  // Everything that further steps and pictures depend on, and results of the last step: `results`
  // names the arrays that the rules read.
  void serialize(StateIO& io, std::initializer_list<Array> results);
  // Says that whatever a state does not hold has been computed anew.
  void set_computed() { computed_ = true; }

 private:
  struct Deleter {
    const Functions* functions;
    void operator()(RawData* data) const;
  };

  template <class Call>
  void call(Call&& call) const;
  // Room for it, which this thread's next call overwrites.
  std::vector<double>& integration_state() const;
  void read_integration_state(std::vector<double>& state) const;
  void set_integration_state(const std::vector<double>& state);
  void compute_all(const std::vector<double>& state);
  void serialize_asleep(StateIO& io);
  template <class T>
  T* at(const KeptBlock& block) const {
    return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(arrays_[0]) + block.offset);
  }

  std::shared_ptr<const Model> model_;
  std::unique_ptr<RawData, Deleter> raw_;
  std::array<double*, kArrays> arrays_{};
  std::optional<std::uint32_t> env_id_;
  bool computed_ = true;  // since the last load
};

}  // namespace pp::mujoco
