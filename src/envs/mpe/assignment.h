// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Assigns agents to places so that the sum of their distances is least, by shortest augmenting
// paths, as SciPy's linear_sum_assignment finds it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

namespace pp::mpe {

class Assignment {
 public:
  explicit Assignment(std::size_t count)
      : count_(count),
        costs(count * count),
        row_price_(count),
        column_price_(count),
        shortest_(count),
        path_(count),
        column_of_(count),
        row_of_(count),
        rows_seen_(count),
        columns_seen_(count) {}

 private:
  std::size_t count_;

 public:
  std::vector<double> costs;  // of each agent, one after the other, for each place

  // The cost of each agent under the best assignment.
  void solve(std::vector<double>& assigned) {
    std::ranges::fill(row_price_, 0.0);
    std::ranges::fill(column_price_, 0.0);
    std::ranges::fill(column_of_, kNone);
    std::ranges::fill(row_of_, kNone);
    for (std::size_t row = 0; row < count_; ++row) augment(row);
    assigned.resize(count_);
    for (std::size_t row = 0; row < count_; ++row) {
      assigned[row] = costs[row * count_ + column_of_[row]];
    }
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void augment(std::size_t first) {
    double least = 0.0;
    std::size_t sink = find_sink(first, least);
    row_price_[first] += least;
    for (std::size_t row = 0; row < count_; ++row) {
      if (rows_seen_[row] && row != first) row_price_[row] += least - shortest_[column_of_[row]];
    }
    for (std::size_t column = 0; column < count_; ++column) {
      if (columns_seen_[column]) column_price_[column] -= least - shortest_[column];
    }
    for (std::size_t row = kNone; row != first;) {
      row = path_[sink];
      row_of_[sink] = row;
      std::swap(column_of_[row], sink);
    }
  }

  // The column that ends the shortest path from a row to a column that is free. Throws if there is
  // none, as SciPy does: costs that are infinite or NaN.
  std::size_t find_sink(std::size_t row, double& least) {
    std::vector<std::size_t> remaining(count_);
    for (std::size_t i = 0; i < count_; ++i) remaining[i] = count_ - i - 1;
    rows_seen_.assign(count_, false);
    columns_seen_.assign(count_, false);
    std::ranges::fill(shortest_, std::numeric_limits<double>::infinity());
    for (;;) {
      rows_seen_[row] = true;
      double lowest = std::numeric_limits<double>::infinity();
      std::size_t index = 0;
      for (std::size_t i = 0; i < remaining.size(); ++i) {
        const std::size_t column = remaining[i];
        const double cost =
            least + costs[row * count_ + column] - row_price_[row] - column_price_[column];
        if (cost < shortest_[column]) {
          path_[column] = row;
          shortest_[column] = cost;
        }
        const bool is_free = row_of_[column] == kNone;
        if (shortest_[column] < lowest || (shortest_[column] == lowest && is_free)) {
          lowest = shortest_[column];
          index = i;
        }
      }
      if (lowest == std::numeric_limits<double>::infinity()) {
        throw std::domain_error(
            "distances of agents to their places are infinite or NaN, expected finite ones");
      }
      least = lowest;
      const std::size_t column = remaining[index];
      columns_seen_[column] = true;
      remaining[index] = remaining.back();
      remaining.pop_back();
      if (row_of_[column] == kNone) return column;
      row = row_of_[column];
    }
  }

  std::vector<double> row_price_, column_price_, shortest_;
  std::vector<std::size_t> path_, column_of_, row_of_;
  std::vector<bool> rows_seen_, columns_seen_;
};

}  // namespace pp::mpe
