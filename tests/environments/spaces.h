// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment with every kind of space, in its actions and its observations.
#pragma once

#include <parallel_pool/env.h>

namespace pp::testing {

// Shows the last action back.
class Echo {
 public:
  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    Row<std::int32_t> number;
    Row<std::int64_t, 3> numbers;
    Row<std::int8_t, 2> switches;
    Row<float, 2, 3> matrix;
    Row<std::uint8_t, 2> bytes;
    Row<double> scalar;
  };
  using Observation = Action;

  static Spec<Echo> spec(const Config&) {
    return {.observation = space<Observation>(), .action = space<Action>()};
  }

  explicit Echo(const Config&) {}

  void reset(Rng&) { *this = Echo(Config{}); }

  Transition step(const Action& action) {
    number_ = action.number;
    for (std::size_t i = 0; i < 3; ++i) numbers_[i] = action.numbers[i];
    for (std::size_t i = 0; i < 2; ++i) switches_[i] = action.switches[i];
    for (std::size_t i = 0; i < 6; ++i) matrix_[i] = action.matrix[i];
    for (std::size_t i = 0; i < 2; ++i) bytes_[i] = action.bytes[i];
    scalar_ = action.scalar;
    return {};
  }

  void observe(Observation& out) const {
    out.number = number_;
    out.numbers = numbers_;
    out.switches = switches_;
    out.matrix = matrix_;
    out.bytes = bytes_;
    out.scalar = scalar_;
  }

  void serialize(StateIO& io) { io(number_, numbers_, switches_, matrix_, bytes_, scalar_); }

 private:
  template <class T>
  static Space<T> space() {
    return dict<T>(
        {{"number", discrete(&T::number, 5, -2)},
         {"pair", tuple<T>({multi_discrete(&T::numbers, {2, 3, 4}), multi_binary(&T::switches)})},
         {"boxes", dict<T>({{"matrix", box(&T::matrix, {0, 1, 2, 3, 4, 5}, 10)},
                            {"bytes", box(&T::bytes, 0, 255)},
                            {"scalar", box(&T::scalar, -1, 1)}})}});
  }

  std::int32_t number_ = 0;
  std::array<std::int64_t, 3> numbers_{};
  std::array<std::int8_t, 2> switches_{};
  std::array<float, 6> matrix_{0, 1, 2, 3, 4, 5};
  std::array<std::uint8_t, 2> bytes_{};
  double scalar_ = 0.0;
};

}  // namespace pp::testing
