// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Goes through a rollout from its last row to its first.
#include <parallel_pool/core/rollout/advantages.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pp {
namespace {

// The values that stand for what comes after each row, from the last row to the first.
class NextValues {
 public:
  explicit NextValues(const Trajectories& data)
      : data_(data),
        mixed_(data.final_rows.empty() ? 0 : data.envs),
        left_(data.final_rows.size()) {}

  // Of the row `t`, which is the one before that of the last call.
  const float* of(std::size_t t) {
    const float* const next = data_.values + (t + 1) * data_.envs;
    const auto first = static_cast<std::int64_t>(t * data_.envs);
    if (left_ == 0 || data_.final_rows[left_ - 1] < first) return next;
    std::copy_n(next, data_.envs, mixed_.begin());
    for (; left_ > 0 && data_.final_rows[left_ - 1] >= first; --left_) {
      const auto env = static_cast<std::size_t>(data_.final_rows[left_ - 1] - first);
      mixed_[env] = data_.final_values[left_ - 1];
    }
    return mixed_.data();
  }

 private:
  const Trajectories& data_;
  std::vector<float> mixed_;
  std::size_t left_;
};

}  // namespace

// Selects where a tensor's loop multiplies by 0, which makes NaN of an infinite value.
void generalized_advantages(const Trajectories& data, float gamma, float decay, float* advantages,
                            float* returns) {
  const std::size_t n = data.envs;
  NextValues next_values(data);
  std::vector<float> kept(n, 0.0f);
  float* const __restrict running = kept.data();
  for (std::size_t t = data.steps; t-- > 0;) {
    const float* const __restrict next = next_values.of(t);
    const float* const __restrict value = data.values + t * n;
    const float* const __restrict reward = data.rewards + t * n;
    const bool* const __restrict terminated = data.terminated + t * n;
    const bool* const __restrict truncated = data.truncated + t * n;
    const bool* const __restrict valid = data.valid + t * n;
    float* const __restrict advantage = advantages + t * n;
    float* const __restrict result = returns + t * n;
    for (std::size_t i = 0; i < n; ++i) {
      const float future = terminated[i] ? 0.0f : gamma * next[i];
      const float delta = reward[i] + future - value[i];
      const float longer = delta + decay * running[i];
      const float estimate = (terminated[i] | truncated[i]) ? delta : longer;
      running[i] = valid[i] ? estimate : 0.0f;
      advantage[i] = running[i];
      result[i] = running[i] + value[i];
    }
  }
}

void v_trace(const Trajectories& data, const VTraceOptions& options, const float* logprobs,
             const float* target_logprobs, float* advantages, float* returns) {
  const std::size_t n = data.envs;
  NextValues next_values(data);
  std::vector<float> corrections(n, 0.0f);  // of the values in the row after
  for (std::size_t t = data.steps; t-- > 0;) {
    const float* const next = next_values.of(t);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = t * n + i;
      if (!data.valid[at]) {
        corrections[i] = advantages[at] = 0.0f;
        returns[at] = data.values[at];
        continue;
      }
      const float ratio = std::exp(target_logprobs[at] - logprobs[at]);
      const float rho = std::min(options.rho_clip, ratio), c = std::min(options.c_clip, ratio);
      const bool ended = data.terminated[at] || data.truncated[at];
      const float after = ended ? 0.0f : corrections[i];
      const auto discounted = [&](float future) {
        return data.terminated[at] ? 0.0f : options.gamma * future;
      };
      const float delta = rho * (data.rewards[at] + discounted(next[i]) - data.values[at]);
      advantages[at] = rho * (data.rewards[at] + discounted(next[i] + after) - data.values[at]);
      corrections[i] = delta + options.gamma * c * after;
      returns[at] = data.values[at] + corrections[i];
    }
  }
}

}  // namespace pp
