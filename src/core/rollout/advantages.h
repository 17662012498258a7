// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Advantages and returns of a rollout: generalised advantage estimates (Schulman et al., 2016) and
// V-trace (Espeholt et al., 2018), in float32 and in the order of operations of a loop of tensors.
//
// A row that is not valid has no advantage, its return is its value, and nothing of it reaches the
// rows before it: they see its value alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pp {

// Arrays of `steps` rows with one number for each of `envs` environments; `values` has a row more.
struct Trajectories {
  std::size_t steps = 0;
  std::size_t envs = 0;
  const float* rewards = nullptr;
  const float* values = nullptr;
  const bool* terminated = nullptr;
  const bool* truncated = nullptr;
  const bool* valid = nullptr;
  // Where the next row shows another episode: the values of last observations, and their places
  // among all rows, which ascend.
  std::span<const std::int64_t> final_rows;
  std::span<const float> final_values;
};

struct VTraceOptions {
  float gamma = 1.0f;
  float rho_clip = 1.0f;
  float c_clip = 1.0f;
};

// `decay` is gamma times lambda.
void generalized_advantages(const Trajectories& data, float gamma, float decay, float* advantages,
                            float* returns);

// The advantages are those of the policy gradient; the returns are the corrected values.
void v_trace(const Trajectories& data, const VTraceOptions& options, const float* logprobs,
             const float* target_logprobs, float* advantages, float* returns);

}  // namespace pp
