// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads values of a configuration.
#include "reader.h"

#include <parallel_pool/error.h>

#include <cmath>

namespace pp::highway {
namespace {

std::optional<double> as_number(const Tree& value) {
  if (value.real()) return *value.real();
  if (value.integer()) return static_cast<double>(*value.integer());
  if (value.boolean()) return *value.boolean() ? 1.0 : 0.0;
  return {};
}

std::optional<std::int64_t> as_integer(const Tree& value) {
  if (value.integer()) return *value.integer();
  if (value.boolean()) return *value.boolean() ? 1 : 0;
  constexpr double kMost = 9e15;
  if (value.real() && std::abs(*value.real()) < kMost &&
      std::floor(*value.real()) == *value.real()) {
    return static_cast<std::int64_t>(*value.real());
  }
  return {};
}

}  // namespace

std::string Reader::name_of(std::string_view key) const {
  return place_ + "['" + std::string(key) + "']";
}

void Reader::refuse(std::string_view key, std::string_view expected) const {
  const Tree* const found = dict_.find(key);
  throw Error(ErrorKind::kValue, name_of(key) + " must be " + std::string(expected) + ", got " +
                                     (found == nullptr ? "nothing" : found->repr()));
}

double Reader::number(std::string_view key, std::optional<double> otherwise) const {
  if (!has(key) && otherwise) return *otherwise;
  const std::optional<double> value = has(key) ? as_number(*dict_.find(key)) : std::nullopt;
  if (!value || std::isnan(*value)) refuse(key, "a number");
  return *value;
}

std::int64_t Reader::integer(std::string_view key, std::optional<std::int64_t> otherwise) const {
  if (!has(key) && otherwise) return *otherwise;
  const std::optional<std::int64_t> value = has(key) ? as_integer(*dict_.find(key)) : std::nullopt;
  if (!value) refuse(key, "an integer");
  return *value;
}

bool Reader::flag(std::string_view key, std::optional<bool> otherwise) const {
  if (!has(key) && otherwise) return *otherwise;
  const std::optional<double> value = has(key) ? as_number(*dict_.find(key)) : std::nullopt;
  if (!value) refuse(key, "True or False");
  return *value != 0.0;
}

std::string Reader::text(std::string_view key, std::optional<std::string> otherwise) const {
  if (!has(key) && otherwise) return *otherwise;
  if (!has(key) || !dict_.find(key)->text()) refuse(key, "a str");
  return *dict_.find(key)->text();
}

std::vector<double> Reader::numbers(std::string_view key) const {
  std::vector<double> values;
  if (!has(key)) return values;
  if (!dict_.find(key)->list()) refuse(key, "a list of numbers");
  for (const Tree& item : *dict_.find(key)->list()) {
    const std::optional<double> value = as_number(item);
    if (!value || !std::isfinite(*value)) refuse(key, "a list of numbers");
    values.push_back(*value);
  }
  return values;
}

std::vector<std::string> Reader::texts(std::string_view key) const {
  std::vector<std::string> values;
  if (!has(key)) return values;
  if (!dict_.find(key)->list()) refuse(key, "a list of str");
  for (const Tree& item : *dict_.find(key)->list()) {
    if (!item.text()) refuse(key, "a list of str");
    values.push_back(*item.text());
  }
  return values;
}

std::vector<double> Reader::range(std::string_view key, std::vector<double> otherwise) const {
  std::vector<double> values = numbers(key);
  if (values.empty()) return otherwise;
  if (values.size() != 2) refuse(key, "a list of two numbers");
  return values;
}

std::int64_t Reader::count(std::string_view key, std::int64_t least, std::int64_t most,
                           std::optional<std::int64_t> otherwise) const {
  const std::int64_t value = integer(key, otherwise);
  if (value < least || value > most) {
    refuse(key, "from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

Reader Reader::at(std::string_view key) const {
  if (!has(key) || !dict_.find(key)->dict()) refuse(key, "a dict");
  return Reader(*dict_.find(key), name_of(key));
}

const Tree& Reader::tree(std::string_view key) const {
  static const Tree none;
  const Tree* const found = dict_.find(key);
  return found == nullptr ? none : *found;
}

}  // namespace pp::highway
