// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The running mean and variance of rows, with the operations of NumPy's `mean` and `var` and of
// Gymnasium's `RunningMeanStd`, in their order and their types.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pp {

class Moments {
 public:
  // `single`: the moments are float32, until the first rows that are float64.
  Moments(std::vector<std::size_t> shape, bool single);

  // Row-major rows, at least one.
  void update(const float* rows, std::size_t count);
  void update(const double* rows, std::size_t count);

  // (rows - mean) / sqrt(var + epsilon), rounded to float32 at the end. `out` may be `rows`.
  void normalize(const float* rows, std::size_t count, float* out);
  void normalize(const double* rows, std::size_t count, float* out);

  // sqrt(var + epsilon) of the first element.
  double deviation() const;

  const std::vector<std::size_t>& shape() const { return shape_; }
  std::size_t size() const { return mean_.size(); }
  bool single() const { return single_; }
  std::span<const double> mean() const { return mean_; }
  std::span<const double> var() const { return var_; }
  double count() const { return count_; }

  void set(std::span<const double> mean, std::span<const double> var, bool single);
  void set_count(double count) { count_ = count; }

 private:
  template <class Value>
  struct Work {
    std::vector<Value> sums, mean, var;
  };

  template <class Value>
  void update(const Value* rows, std::size_t count, Work<Value>& work);
  template <class Own, class Value>
  void combine(const Work<Value>& work, std::size_t count);
  template <class Value>
  void normalize(const Value* rows, std::size_t count, float* out, Work<Value>& work);

  std::vector<std::size_t> shape_;
  bool single_;
  std::vector<double> mean_, var_;  // those of float32 have its values
  double count_ = 1e-4;
  Work<float> floats_;
  Work<double> doubles_;
};

}  // namespace pp
