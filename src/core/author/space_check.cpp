// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks spaces node by node.
#include <parallel_pool/core/author/scalar.h>
#include <parallel_pool/core/author/space_check.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

namespace pp {
namespace {

[[noreturn]] void contradiction(const std::string& path, const std::string& what) {
  throw std::logic_error("spec: " + path + " " + what);
}

std::string child_path(const SpaceNode& node, std::size_t i, const std::string& path) {
  if (node.kind == SpaceKind::kTuple) return path + "[" + std::to_string(i) + "]";
  return path + "['" + node.children[i].name + "']";
}

constexpr std::size_t kMostElements = std::numeric_limits<std::int32_t>::max();

template <class T>
std::pair<double, double> limits_of() {
  return {static_cast<double>(std::numeric_limits<T>::lowest()),
          static_cast<double>(std::numeric_limits<T>::max())};
}
// The smallest and the largest bound that this dtype can hold.
std::pair<double, double> limits_of(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return {0.0, 1.0};
    case DType::kInt8:
      return limits_of<std::int8_t>();
    case DType::kInt16:
      return limits_of<std::int16_t>();
    case DType::kInt32:
      return limits_of<std::int32_t>();
    case DType::kInt64:
      return limits_of<std::int64_t>();
    case DType::kUInt8:
      return limits_of<std::uint8_t>();
    case DType::kUInt16:
      return limits_of<std::uint16_t>();
    case DType::kUInt32:
      return limits_of<std::uint32_t>();
    case DType::kUInt64:
      return limits_of<std::uint64_t>();
    default:
      return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
}

void check_box(const SpaceNode& leaf, const std::string& path) {
  const std::size_t count = leaf.elements();
  const auto fits = [&](std::size_t bounds) { return bounds == 1 || bounds == count; };
  if (!fits(leaf.low.size()) || !fits(leaf.high.size())) {
    contradiction(path, "has " + std::to_string(count) + " elements, but " +
                            std::to_string(leaf.low.size()) + " low and " +
                            std::to_string(leaf.high.size()) + " high bounds");
  }
  const auto [least, greatest] = limits_of(leaf.dtype);
  for (std::size_t i = 0; i < std::max(leaf.low.size(), leaf.high.size()); ++i) {
    const double low = leaf.low[leaf.low.size() == 1 ? 0 : i];
    const double high = leaf.high[leaf.high.size() == 1 ? 0 : i];
    const std::string both = std::to_string(low) + " and " + std::to_string(high);
    if (!(low <= high)) {
      contradiction(path, "has the bounds " + both + " at element " + std::to_string(i) +
                              ", but low must be at most high");
    }
    if (low < least || high > greatest) {
      contradiction(path, "has the bounds " + both + " at element " + std::to_string(i) +
                              ", which its type cannot hold");
    }
  }
}

// A negative size came here as a huge one.
void check_size(const SpaceNode& leaf, const std::string& path) {
  std::string shape;
  bool fits = true;
  std::size_t elements = 1;
  for (const std::size_t extent : leaf.shape) {
    shape += (shape.empty() ? "" : ", ") + std::to_string(static_cast<std::int64_t>(extent));
    fits = fits && extent <= kMostElements && elements * extent <= kMostElements;
    if (fits) elements *= extent;
  }
  if (!fits) {
    throw std::invalid_argument("spec: " + path + " has the shape (" + shape +
                                "), but must have from 1 to " + std::to_string(kMostElements) +
                                " elements");
  }
  // A reference may observe all sensors of a kind of which its model has none.
  const bool may_be_empty = leaf.kind == SpaceKind::kBox && path.starts_with("observation");
  if (elements == 0 && !may_be_empty) contradiction(path, "has no elements");
}

void check_leaf(const SpaceNode& leaf, const std::string& path) {
  check_size(leaf, path);
  if (leaf.kind == SpaceKind::kBox) check_box(leaf, path);
  if (leaf.kind == SpaceKind::kMultiDiscrete && leaf.nvec.size() != leaf.elements()) {
    contradiction(path, "has " + std::to_string(leaf.elements()) + " elements, but " +
                            std::to_string(leaf.nvec.size()) + " counts");
  }
  for (const std::int64_t n : leaf.nvec) {
    if (n < 1) contradiction(path, "must have at least one value, got " + std::to_string(n));
  }
}

}  // namespace

void check_space(const SpaceNode& node, const std::string& path, const LeafVisitor& visit) {
  if (node.is_leaf()) {
    check_leaf(node, path);
    visit(node, path);
    return;
  }
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const std::string inner = child_path(node, i, path);
    if (node.kind == SpaceKind::kDict && !names.insert(node.children[i].name).second) {
      contradiction(inner, "is named twice");
    }
    check_space(node.children[i], inner, visit);
  }
}

void check_infos(const SpaceNode& info) {
  if (info.kind != SpaceKind::kDict) contradiction("info", "must be a pp::dict");
  const auto named = [&](std::string_view name) {
    return std::ranges::any_of(info.children,
                               [&](const auto& child) { return child.name == name; });
  };
  for (const SpaceNode& child : info.children) {
    const std::string path = "info['" + child.name + "']";
    if (std::ranges::find(kReservedInfoNames, child.name) != kReservedInfoNames.end()) {
      contradiction(path, "has a name that the engine itself uses: choose another");
    }
    if (named("_" + child.name)) {
      contradiction("info['_" + child.name + "']", "has the name of the mask of " + path);
    }
  }
}

}  // namespace pp
