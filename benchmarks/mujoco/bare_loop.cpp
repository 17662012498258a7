// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A lower bound on the cost of stepping robots: a loop over MuJoCo's own functions, with controls
// and resets from speed.py, and without observations or rewards.
#include <cstddef>
#include <cstdint>

namespace {

struct RawModel;
struct RawData;

// MuJoCo's functions, and the offsets of the arrays in its data.
struct Library {
  RawData* (*make_data)(const RawModel*);
  void (*delete_data)(RawData*);
  void (*reset_data)(const RawModel*, RawData*);
  void (*forward)(const RawModel*, RawData*);
  void (*step)(const RawModel*, RawData*);
  std::uint64_t qpos, qvel, ctrl;
};

struct Sizes {
  std::uint64_t envs, nq, nv, nu, frame_skip;
};

double* array_at(RawData* data, std::size_t offset) {
  return *reinterpret_cast<double**>(reinterpret_cast<std::byte*>(data) + offset);
}

void start(const Library& library, const Sizes& sizes, const RawModel* model, RawData* data,
           const double* state) {
  library.reset_data(model, data);
  double* const qpos = array_at(data, library.qpos);
  double* const qvel = array_at(data, library.qvel);
  for (std::size_t i = 0; i < sizes.nq; ++i) qpos[i] = state[i];
  for (std::size_t i = 0; i < sizes.nv; ++i) qvel[i] = state[sizes.nq + i];
  library.forward(model, data);
}

}  // namespace

extern "C" {

// Fills `data` with one for each environment, started from `states[env]`.
void make(const Library* library, const Sizes* sizes, const RawModel* model, const double* states,
          RawData** data) {
  for (std::size_t env = 0; env < sizes->envs; ++env) {
    data[env] = library->make_data(model);
    start(*library, *sizes, model, data[env], states + env * (sizes->nq + sizes->nv));
  }
}

// `controls` is (steps, envs, nu), `resets` (steps, envs): which steps are resets.
void run(const Library* library, const Sizes* sizes, const RawModel* model, const double* states,
         RawData** data, std::uint64_t steps, const float* controls, const std::uint8_t* resets) {
  for (std::size_t step = 0; step < steps; ++step) {
    for (std::size_t env = 0; env < sizes->envs; ++env, controls += sizes->nu) {
      if (*resets++) {
        start(*library, *sizes, model, data[env], states + env * (sizes->nq + sizes->nv));
        continue;
      }
      double* const ctrl = array_at(data[env], library->ctrl);
      for (std::size_t i = 0; i < sizes->nu; ++i) ctrl[i] = controls[i];
      for (std::size_t i = 0; i < sizes->frame_skip; ++i) library->step(model, data[env]);
    }
  }
}
}
