// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options that many of these environments share, and their descriptions.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "shared/limits.h"

namespace pp::mujoco {

namespace meaning {

inline constexpr std::string_view kXmlFile =
    "Model file: a path that starts with '/', '.' or '~', or the name of a file from Gymnasium.";
inline constexpr std::string_view kFrameSkip = "Number of simulation steps in each time step.";
inline constexpr std::string_view kFrameStack =
    "Number of stacked observations, the newest last. Above 1, it adds a leading axis.";

}  // namespace meaning

// A number that remembers whether it was an integer, because in Python False * -1.0 is -0.0, but
// False * -1 is 0.
using Number = std::variant<std::int64_t, double>;

inline double as_double(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}
// Python's `flag * number`.
inline double times(bool flag, const Number& number) {
  const double product = static_cast<double>(flag) * as_double(number);
  return std::holds_alternative<double>(number) ? product : product + 0.0;
}

// A file's name as a template argument.
template <std::size_t kSize>
struct FileName {
  char text[kSize];
  constexpr FileName(const char (&name)[kSize]) { std::copy_n(name, kSize, text); }
};

// Version 5 has options for the model and the frame skip; version 4 does not.
template <FileName kDefault, std::int64_t kFrameSkip>
struct ChosenModel {
  std::string xml_file = kDefault.text;
  std::int64_t frame_skip = kFrameSkip;

  static constexpr auto options() {
    return option_list(option("xml_file", &ChosenModel::xml_file, meaning::kXmlFile),
                       option("frame_skip", &ChosenModel::frame_skip, meaning::kFrameSkip));
  }
};
template <FileName kFile, std::int64_t kFrameSkip>
struct FixedModel {
  static constexpr const char* xml_file = kFile.text;
  static constexpr std::int64_t frame_skip = kFrameSkip;

  static constexpr auto options() { return option_list(); }
};

}  // namespace pp::mujoco
