// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads values of a configuration and refuses those of another type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tree.h"

namespace pp::highway {

class Reader {
 public:
  // `place` is how errors name the dict, as "config['action']".
  Reader(const Tree& dict, std::string place) : dict_(dict), place_(std::move(place)) {}

  const std::string& place() const { return place_; }
  bool has(std::string_view key) const {
    const Tree* const found = dict_.find(key);
    return found != nullptr && !found->is_none();
  }
  // The value, or the default where there is none, which may be None too.
  double number(std::string_view key, std::optional<double> otherwise = {}) const;
  std::int64_t integer(std::string_view key, std::optional<std::int64_t> otherwise = {}) const;
  bool flag(std::string_view key, std::optional<bool> otherwise = {}) const;
  std::string text(std::string_view key, std::optional<std::string> otherwise = {}) const;
  // Empty where there is none.
  std::vector<double> numbers(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  // Two numbers.
  std::vector<double> range(std::string_view key, std::vector<double> otherwise) const;
  // An integer within bounds.
  std::int64_t count(std::string_view key, std::int64_t least, std::int64_t most,
                     std::optional<std::int64_t> otherwise = {}) const;
  // A nested dict.
  Reader at(std::string_view key) const;
  const Tree& tree(std::string_view key) const;

  // How errors name a value.
  std::string name_of(std::string_view key) const;
  [[noreturn]] void refuse(std::string_view key, std::string_view expected) const;

 private:
  const Tree& dict_;
  std::string place_;
};

}  // namespace pp::highway
