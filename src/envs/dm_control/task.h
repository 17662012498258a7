// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a task of the suite consists of.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <numbers>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "physics/physics.h"

namespace pp::dm_control {

inline constexpr double kPi = std::numbers::pi;

// Columns of a rotation matrix by name: in row x, how far the body's z points along x.
enum Direction : std::size_t { kXX = 0, kXZ = 2, kZX = 6, kZY = 7, kZZ = 8 };

// One entry of an observation.
struct Part {
  std::string name;
  std::vector<std::size_t> shape;

  std::size_t size() const {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  }
};

// Takes an observation entry by entry, to learn its names and shapes or to write its numbers.
class Observer {
 public:
  explicit Observer(std::vector<Part>& parts) : parts_(&parts) {}
  explicit Observer(std::span<double* const> rows) : next_row_(rows.data()) {}

  // Where the numbers of the next entry belong.
  double* part(const char* name, std::initializer_list<std::size_t> shape) {
    if (parts_ == nullptr) return *next_row_++;
    parts_->push_back({name, shape});
    scratch_.resize(std::max<std::size_t>(parts_->back().size(), 1));
    return scratch_.data();
  }
  void add(const char* name, std::span<const double> values) {
    std::copy(values.begin(), values.end(), part(name, {values.size()}));
  }
  void add(const char* name, double value) { *part(name, {}) = value; }

 private:
  std::vector<Part>* parts_ = nullptr;
  double* const* next_row_ = nullptr;
  std::vector<double> scratch_;
};

// The rules of a task. They read and write one environment's physics.
class Task {
 public:
  explicit Task(Physics& physics) : physics_(physics) {}
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // What loading the task draws from its generator, once for each seed.
  virtual void load(RandomState&) {}
  // Between Physics.reset and Physics.after_reset.
  virtual void start_episode(RandomState& random) = 0;
  virtual void observe(Observer& out) const = 0;
  virtual double reward() const = 0;
  // The reward that colors show as an episode starts.
  virtual double first_reward() const { return reward(); }
  virtual bool terminated() const { return false; }
  // What rules keep beside the physics.
  virtual void serialize(StateIO&) {}

 protected:
  const SuiteModel& model() const { return physics_.model(); }
  double* qpos() const { return physics_[Array::kQpos]; }
  double* qvel() const { return physics_[Array::kQvel]; }
  std::span<const double> positions() const { return physics_.all(Array::kQpos); }
  std::span<const double> velocities() const { return physics_.all(Array::kQvel); }
  std::span<const double> controls() const { return physics_.all(Array::kCtrl); }
  // Where a joint's first number is in the positions.
  std::size_t qpos_of(const std::string& joint) const { return model().joint(joint).qpos; }
  std::size_t dof_of(const std::string& joint) const { return model().joint(joint).dof; }
  // One number of a geom's or site's size in the model.
  double geom_size(const std::string& geom, std::size_t axis = 0) const {
    return physics_.in_model(ModelArray::kGeomSize)[3 * model().geom(geom) + axis];
  }
  double site_size(const std::string& site, std::size_t axis = 0) const {
    return physics_.in_model(ModelArray::kSiteSize)[3 * model().site(site) + axis];
  }

  Physics& physics_;
};

using Vector = std::array<double, 3>;
inline Vector difference(const double* a, const double* b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// As randomizers.randomize_limited_and_rotational_joints.
void randomize_joints(Physics& physics, RandomState& random);

// Draws joints until nothing touches. At most `attempts` times, if that is not 0.
void randomize_joints_without_contact(Physics& physics, RandomState& random,
                                      std::size_t attempts = 0);

// The mean of dm_control's reward for small controls, which is quadratic.
double small_control(std::span<const double> controls);

}  // namespace pp::dm_control
