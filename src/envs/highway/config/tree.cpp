// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How trees are searched, merged, shown and saved.
#include "tree.h"

#include <parallel_pool/error.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace pp::highway {
namespace {

// The shortest digits that stand for the number, as Python's repr.
std::string digits_of(double value) {
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

template <class Items, class Show>
std::string joined(char open, const Items& items, char close, const Show& show) {
  std::string text(1, open);
  for (std::size_t i = 0; i < items.size(); ++i) text += (i > 0 ? ", " : "") + show(items[i]);
  return text + close;
}

}  // namespace

const Tree* Tree::find(std::string_view key) const {
  const Dict* const entries = dict();
  if (entries == nullptr) return nullptr;
  const auto found = std::ranges::find(*entries, key, &Entry::key);
  return found == entries->end() ? nullptr : &found->value;
}

void Tree::set(std::string_view key, Tree value) {
  if (dict() == nullptr) value_ = Dict{};
  Dict& entries = std::get<Dict>(value_);
  const auto found = std::ranges::find(entries, key, &Entry::key);
  if (found != entries.end()) {
    found->value = std::move(value);
  } else {
    entries.push_back({std::string(key), std::move(value)});
  }
}

void Tree::update(const Tree& entries) {
  if (entries.dict() == nullptr) return;
  for (const Entry& entry : *entries.dict()) set(entry.key, entry.value);
}

std::string Tree::repr() const {
  if (boolean()) return *boolean() ? "True" : "False";
  if (integer()) return std::to_string(*integer());
  if (real()) return digits_of(*real());
  if (text()) return "'" + *text() + "'";
  if (list()) {
    return joined('[', *list(), ']', [](const Tree& item) { return item.repr(); });
  }
  if (dict()) {
    return joined('{', *dict(), '}',
                  [](const Entry& entry) { return "'" + entry.key + "': " + entry.value.repr(); });
  }
  return "None";
}

bool Tree::operator==(const Tree& other) const { return value_ == other.value_; }

void Tree::serialize(StateIO& io) { serialize(io, 0); }

void Tree::serialize(StateIO& io, int depth) {
  constexpr int kMostDepth = 16;
  io.require(depth < kMostDepth, "the state holds settings that are nested too deeply");
  auto kind = static_cast<std::uint8_t>(value_.index());
  io.within(kind, 0, 6, "kind of a setting");
  if (io.reading() && depth >= kMostDepth) return;
  const auto as = [&]<class T>(T value) {
    if (!io.reading()) value = std::get<T>(value_);
    io(value);
    if (io.reading()) value_ = std::move(value);
  };
  const auto each = [&]<class T>(T items, const auto& visit) {
    if (!io.reading()) items = std::get<T>(value_);
    auto count = static_cast<std::uint32_t>(items.size());
    io.within(count, 0, 10000, "number of settings");
    if (io.reading()) items.resize(count);
    for (auto& item : items) visit(item);
    if (io.reading()) value_ = std::move(items);
  };
  switch (kind) {
    case 0:
      if (io.reading()) value_ = std::monostate{};
      return;
    case 1:
      return as(false);
    case 2:
      return as(std::int64_t{0});
    case 3:
      return as(0.0);
    case 4:
      return as(std::string{});
    case 5:
      return each(List{}, [&](Tree& item) { item.serialize(io, depth + 1); });
    default:
      return each(Dict{}, [&](Entry& entry) {
        io(entry.key);
        entry.value.serialize(io, depth + 1);
      });
  }
}

Tree dict(std::initializer_list<Tree::Entry> entries) { return Tree(Tree::Dict(entries)); }
Tree list(std::initializer_list<Tree> values) { return Tree(Tree::List(values)); }

}  // namespace pp::highway
