// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sums as NumPy does: a column of several by its rows in order, a single one by halves.
#include <parallel_pool/core/numerics/moments.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <type_traits>
#include <utility>

namespace pp {
namespace {

constexpr double kEpsilon = 1e-8;  // the default of Gymnasium's wrappers

// numpy.add.reduce of contiguous values, which adds them by halves, and up to 128 by eight sums.
template <class Value, class Of>
Value sum_by_halves(std::size_t first, std::size_t count, const Of& of) {
  if (count < 8) {
    Value sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += of(first + i);
    return sum;
  }
  if (count <= 128) {
    Value sums[8];
    for (std::size_t k = 0; k < 8; ++k) sums[k] = of(first + k);
    std::size_t i = 8;
    for (; i < count - count % 8; i += 8) {
      for (std::size_t k = 0; k < 8; ++k) sums[k] += of(first + i + k);
    }
    Value sum =
        ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    for (; i < count; ++i) sum += of(first + i);
    return sum;
  }
  std::size_t half = count / 2;
  half -= half % 8;
  return sum_by_halves<Value>(first, half, of) +
         sum_by_halves<Value>(first + half, count - half, of);
}

// Calls visit(std::integral_constant) for a few columns, whose sums then stay in registers, else
// visit(std::size_t).
template <class Visit>
void visit_columns(std::size_t columns, const Visit& visit) {
  switch (columns) {
    case 2:
      return visit(std::integral_constant<std::size_t, 2>());
    case 3:
      return visit(std::integral_constant<std::size_t, 3>());
    case 4:
      return visit(std::integral_constant<std::size_t, 4>());
    case 6:
      return visit(std::integral_constant<std::size_t, 6>());
    case 8:
      return visit(std::integral_constant<std::size_t, 8>());
    default:
      return visit(columns);
  }
}

// The sum of of(i, j) over the rows i, for each column j.
template <class Value, class Of>
void sum_rows(std::size_t count, std::size_t columns, Value* sums, const Of& of) {
  if (columns == 1) {
    sums[0] = Value{0} + sum_by_halves<Value>(0, count, [&](std::size_t i) { return of(i, 0); });
    return;
  }
  visit_columns(columns, [&](auto width) {
    if constexpr (std::is_same_v<decltype(width), std::size_t>) {
      std::fill_n(sums, width, Value{0});
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < width; ++j) sums[j] += of(i * width + j, j);
      }
    } else {
      Value own[width] = {};
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < width; ++j) own[j] += of(i * width + j, j);
      }
      std::copy_n(own, width, sums);
    }
  });
}

template <class Value, class Width>
void scale_rows(const Value* rows, std::size_t count, Width width, const Value* means,
                const Value* deviations, float* out) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < width; ++j) {
      out[i * width + j] = static_cast<float>((rows[i * width + j] - means[j]) / deviations[j]);
    }
  }
}

// NumPy divides by a count in double precision.
template <class Value>
Value over(Value sum, std::size_t count) {
  return static_cast<Value>(static_cast<double>(sum) / static_cast<double>(count));
}

}  // namespace

Moments::Moments(std::vector<std::size_t> shape, bool single)
    : shape_(std::move(shape)), single_(single) {
  const std::size_t size =
      std::accumulate(shape_.begin(), shape_.end(), std::size_t{1}, std::multiplies<>());
  mean_.assign(size, 0.0);
  var_.assign(size, 1.0);
}

void Moments::set(std::span<const double> mean, std::span<const double> var, bool single) {
  std::ranges::copy(mean, mean_.begin());
  std::ranges::copy(var, var_.begin());
  single_ = single;
}

double Moments::deviation() const {
  if (single_) return std::sqrt(static_cast<float>(var_[0]) + static_cast<float>(kEpsilon));
  return std::sqrt(var_[0] + kEpsilon);
}

template <class Value>
void Moments::update(const Value* rows, std::size_t count, Work<Value>& work) {
  const std::size_t columns = size();
  for (std::vector<Value>* const numbers : {&work.sums, &work.mean, &work.var}) {
    numbers->resize(columns);
  }
  sum_rows(count, columns, work.sums.data(), [&](std::size_t at, std::size_t) { return rows[at]; });
  for (std::size_t j = 0; j < columns; ++j) work.mean[j] = over(work.sums[j], count);
  sum_rows(count, columns, work.sums.data(), [&](std::size_t at, std::size_t j) {
    const Value from_mean = rows[at] - work.mean[j];
    return from_mean * from_mean;
  });
  for (std::size_t j = 0; j < columns; ++j) work.var[j] = over(work.sums[j], count);
  if (single_) {
    combine<float>(work, count);
  } else {
    combine<double>(work, count);
  }
  single_ = single_ && std::is_same_v<Value, float>;
}

// `update_mean_var_count_from_moments` of Gymnasium's, for moments of one type and rows of another.
template <class Own, class Value>
void Moments::combine(const Work<Value>& work, std::size_t count) {
  using Both = std::common_type_t<Own, Value>;
  const double total = count_ + static_cast<double>(count);
  const Both rows = static_cast<Both>(count);
  for (std::size_t j = 0; j < size(); ++j) {
    const Own mean = static_cast<Own>(mean_[j]);
    const Own var = static_cast<Own>(var_[j]);
    const Both delta = static_cast<Both>(work.mean[j]) - static_cast<Both>(mean);
    const Both own = static_cast<Both>(static_cast<Own>(var * static_cast<Own>(count_)));
    const Both batch = static_cast<Both>(work.var[j] * static_cast<Value>(count));
    const Both between =
        delta * delta * static_cast<Both>(count_) * rows / static_cast<Both>(total);
    mean_[j] = static_cast<Both>(mean) + delta * rows / static_cast<Both>(total);
    var_[j] = (own + batch + between) / static_cast<Both>(total);
  }
  count_ = total;
}

template <class Value>
void Moments::normalize(const Value* rows, std::size_t count, float* out, Work<Value>& work) {
  const std::size_t columns = size();
  work.mean.resize(columns);
  work.sums.resize(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    work.mean[j] = static_cast<Value>(mean_[j]);
    work.sums[j] = single_ ? static_cast<Value>(std::sqrt(static_cast<float>(var_[j]) +
                                                          static_cast<float>(kEpsilon)))
                           : static_cast<Value>(std::sqrt(var_[j] + kEpsilon));
  }
  const Value* const means = work.mean.data();
  const Value* const deviations = work.sums.data();
  visit_columns(columns, [&](auto width) {
    if constexpr (std::is_same_v<decltype(width), std::size_t>) {
      scale_rows(rows, count, width, means, deviations, out);
    } else {
      // `out` cannot overlap copies, so a row is scaled at once.
      Value own_means[width], own_deviations[width], row[width];
      std::copy_n(means, width, own_means);
      std::copy_n(deviations, width, own_deviations);
      for (std::size_t i = 0; i < count; ++i) {
        std::copy_n(rows + i * width, width, row);
        scale_rows(row, 1, width, own_means, own_deviations, out + i * width);
      }
    }
  });
}

void Moments::update(const float* rows, std::size_t count) { update(rows, count, floats_); }
void Moments::update(const double* rows, std::size_t count) { update(rows, count, doubles_); }

void Moments::normalize(const float* rows, std::size_t count, float* out) {
  if (single_) return normalize(rows, count, out, floats_);
  // Moments of float64 make float64 of the rows.
  std::vector<double>& wide = doubles_.var;
  wide.assign(rows, rows + count * size());
  normalize(wide.data(), count, out, doubles_);
}
void Moments::normalize(const double* rows, std::size_t count, float* out) {
  normalize(rows, count, out, doubles_);
}

}  // namespace pp
