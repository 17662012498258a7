// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Lists combinations of buttons without trying those that press too many.
#include "button_combinations.h"

#include <parallel_pool/error.h>

#include <string>

namespace pp::vizdoom {
namespace {

constexpr std::size_t kMostListed = std::size_t{1} << 22;

void add(std::size_t button, std::size_t count, std::size_t left, std::uint64_t pressed,
         std::vector<std::uint64_t>& list) {
  if (button == count) {
    if (list.size() == kMostListed) {
      throw Error(ErrorKind::kValue, "max_buttons_pressed: there are more than " +
                                         std::to_string(kMostListed) + " combinations of " +
                                         std::to_string(count) + " buttons; choose a smaller one");
    }
    list.push_back(pressed);
    return;
  }
  add(button + 1, count, left, pressed, list);
  if (left > 0) add(button + 1, count, left - 1, pressed | std::uint64_t{1} << button, list);
}

}  // namespace

std::vector<std::uint64_t> button_combinations(std::size_t count, std::size_t most) {
  std::vector<std::uint64_t> list;
  add(0, count, most, 0, list);
  return list;
}

}  // namespace pp::vizdoom
