// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The physics of one environment, like Gymnasium's MujocoEnv, and what rules read from it.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/numerics.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "gymnasium_model.h"
#include "options.h"
#include "shared/numpy/dot.h"

namespace pp::mujoco {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Controls = Row<float, kDynamic>;  // the action: one element for each actuator

inline void check_noise_scale(double scale) {
  if (scale >= 0 && std::isfinite(2 * scale)) return;
  throw std::invalid_argument("reset_noise_scale must be finite and at least 0, got " +
                              std::to_string(scale));
}

// Checks that a model from another XML file has what the rules read.
inline void check_least(const ModelFacts& facts, std::size_t positions, std::size_t velocities) {
  if (facts.nq >= positions && facts.nv >= velocities && facts.nbody >= 2 && facts.nu >= 1) return;
  throw std::invalid_argument(
      "xml_file: the model has " + std::to_string(facts.nq) + " positions, " +
      std::to_string(facts.nv) + " velocities and " + std::to_string(facts.nu) +
      " actuators, but this environment needs at least " + std::to_string(positions) + ", " +
      std::to_string(velocities) + " and 1");
}
inline void check_sizes(const ModelFacts& facts, std::size_t positions, std::size_t velocities) {
  check_least(facts, positions, velocities);
  if (facts.nq == positions && facts.nv == velocities) return;
  throw std::invalid_argument("xml_file: the model has " + std::to_string(facts.nq) +
                              " positions and " + std::to_string(facts.nv) +
                              " velocities, but this environment needs " +
                              std::to_string(positions) + " and " + std::to_string(velocities));
}

// The physics of one environment, stepped and reset like MujocoEnv.
class Simulation {
 public:
  Simulation(std::shared_ptr<const Model> model, std::int64_t frame_skip)
      : data_(std::move(model)), frame_skip_(frame_skip) {
    check_count("frame_skip", frame_skip, kMostSkipped);
  }

  const ModelFacts& facts() const { return data_.model().facts(); }
  const double* operator[](Array array) const { return data_[array]; }
  std::size_t size(Array array) const { return data_.size(array); }
  bool is_finite() const {  // all positions and velocities
    return all_finite(Array::kQpos) && all_finite(Array::kQvel);
  }
  double sum_of_squares_of(Array array) const {
    return math::sum_of_squares((*this)[array], size(array));
  }
  double dt() const { return facts().timestep * static_cast<double>(frame_skip_); }

  // do_simulation; without mj_rnePostConstraint, which matters only to those who read its forces.
  void advance(const Controls& controls) {
    std::copy(controls.begin(), controls.end(), data_[Array::kCtrl]);
    data_.step(frame_skip_);
  }
  void advance_with_forces(const Controls& controls) {
    advance(controls);
    data_.rne_post_constraint();
  }

  // mj_resetData, then positions and velocities by `place(qpos, qvel)`, then mj_forward. The place
  // starts from the model's own positions and from rest.
  template <class Place>
  void start(Place&& place) {
    data_.reset();
    place(data_[Array::kQpos], data_[Array::kQvel]);
    data_.forward();
  }

  // reset_model of most environments: uniform noise on both.
  void start_uniform(Rng& rng, double scale) {
    start([&](double* qpos, double* qvel) {
      add_uniform(rng, scale, qpos);
      for (std::size_t i = 0; i < facts().nv; ++i) qvel[i] = 0.0 + rng.uniform(-scale, scale);
    });
  }
  // The same with normal noise on velocities.
  void start_normal(Rng& rng, double scale) {
    start([&](double* qpos, double* qvel) {
      add_uniform(rng, scale, qpos);
      for (std::size_t i = 0; i < facts().nv; ++i) qvel[i] = 0.0 + scale * rng.standard_normal();
    });
  }

  void serialize(StateIO& io, std::initializer_list<Array> results) {
    data_.serialize(io, results);
  }

  void set_env_id(EnvId id) { data_.set_env_id(id.number); }  // for warnings
  Data& data() { return data_; }
  const RawModel* raw_model() const { return data_.model().raw(); }
  std::int64_t copy_to_picture() const { return data_.copy_to_picture(); }

 private:
  bool all_finite(Array array) const {
    return std::all_of((*this)[array], (*this)[array] + size(array),
                       [](double x) { return std::isfinite(x); });
  }
  void add_uniform(Rng& rng, double scale, double* qpos) const {
    for (std::size_t i = 0; i < facts().nq; ++i) qpos[i] += rng.uniform(-scale, scale);
  }

  Data data_;
  std::int64_t frame_skip_;
};

// Writes an observation part by part, and checks that it is filled exactly.
class ObservationWriter {
 public:
  explicit ObservationWriter(std::span<double> out) : next_(out.data()), left_(out.size()) {}
  ~ObservationWriter() = default;

  double* take(std::size_t count) {
    if (count > left_) fail();
    left_ -= count;
    return std::exchange(next_, next_ + count);
  }
  void add(double value) { *take(1) = value; }
  void add(const Simulation& simulation, Array array, std::size_t first = 0) {
    const double* const values = simulation[array];
    const std::size_t size = simulation.size(array);
    std::copy(values + first, values + size, take(size - first));
  }
  void add_clipped(const Simulation& simulation, Array array, double low, double high,
                   std::size_t first = 0) {
    const std::size_t size = simulation.size(array);
    double* const out = take(size - first);
    for (std::size_t i = first; i < size; ++i)
      out[i - first] = math::clip(simulation[array][i], low, high);
  }
  void finish() const {
    if (left_ != 0) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw std::runtime_error(
        "the model's sizes changed while the pool was being made: did something change its XML "
        "file?");
  }

  double* next_;
  std::size_t left_;
};

// The control cost, in the actions' type as NumPy computes it.
inline float control_cost(double weight, const Controls& controls) {
  return static_cast<float>(weight) * math::sum_of_squares(controls.begin(), controls.size());
}

// Version 4 also rewards unhealthy steps if they end the episode.
template <int kVersion, class Config>
double healthy_reward(const Config& config, bool healthy) {
  if constexpr (kVersion == 5) return times(healthy, config.healthy_reward);
  const bool rewarded = healthy || config.terminate_when_unhealthy;
  return static_cast<double>(rewarded) * as_double(config.healthy_reward);
}

// The base class of rules.
class Robot {
 public:
  Robot(std::shared_ptr<const Model> model, std::int64_t frame_skip)
      : simulation_(std::move(model), frame_skip) {}

  Simulation& simulation() { return simulation_; }
  const Simulation& simulation() const { return simulation_; }

 protected:
  Simulation simulation_;
};

}  // namespace pp::mujoco
