// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Nested settings as Python's dicts and lists have them, in values that need no GIL.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pp::highway {

class Tree {
 public:
  struct Entry;
  using List = std::vector<Tree>;
  using Dict = std::vector<Entry>;  // in the order of insertion

  Tree() = default;  // None
  Tree(bool value) : value_(value) {}
  Tree(int value) : value_(std::int64_t{value}) {}
  Tree(std::int64_t value) : value_(value) {}
  Tree(double value) : value_(value) {}
  Tree(const char* value) : value_(std::string(value)) {}
  Tree(std::string value) : value_(std::move(value)) {}
  Tree(List value) : value_(std::move(value)) {}
  Tree(Dict value);

  bool is_none() const { return std::holds_alternative<std::monostate>(value_); }
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&value_); }
  const double* real() const { return std::get_if<double>(&value_); }
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  const List* list() const { return std::get_if<List>(&value_); }
  const Dict* dict() const { return std::get_if<Dict>(&value_); }

  // An entry of a dict; null without one.
  const Tree* find(std::string_view key) const;
  // Adds an entry to a dict, or replaces it.
  void set(std::string_view key, Tree value);
  // As dict.update: entries are replaced whole.
  void update(const Tree& entries);

  // As Python writes it.
  std::string repr() const;

  bool operator==(const Tree& other) const;

  void serialize(StateIO& io);

 private:
  void serialize(StateIO& io, int depth);

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Dict> value_;
};

struct Tree::Entry {
  std::string key;
  Tree value;

  bool operator==(const Entry&) const = default;
};

inline Tree::Tree(Dict value) : value_(std::move(value)) {}

// A dict of these entries.
Tree dict(std::initializer_list<Tree::Entry> entries);
// A list of these values.
Tree list(std::initializer_list<Tree> values);

}  // namespace pp::highway
