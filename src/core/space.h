// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spaces as authors state them: names and bounds beside member pointers. The dtype and the static
// part of the shape come from the member's type, so no fact is stated twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "row.h"

namespace pp {

enum class SpaceKind : std::uint8_t {
  kBox,
  kDiscrete,
  kMultiDiscrete,
  kMultiBinary,
  kValue,  // an info entry: a dtype and a shape, no bounds
  kTuple,
  kDict,
};

// On which rows an info entry exists. Elsewhere its mask is False and its value zero.
enum class Presence : std::uint8_t { kAlways, kAfterStep, kAfterReset };

// One node of a space tree. Leaves name a Row of the author's struct by its offset.
struct SpaceNode {
  SpaceKind kind = SpaceKind::kDict;
  std::string name;                 // the key in a parent Dict
  std::vector<SpaceNode> children;  // of a Tuple or Dict

  std::size_t slot_offset = 0;
  DType dtype = DType::kFloat64;
  std::vector<std::size_t> shape;
  bool per_player = false;
  Presence presence = Presence::kAlways;

  std::vector<double> low, high;   // Box: one bound for all elements, or one for each
  std::vector<std::int64_t> nvec;  // Discrete: one count; MultiDiscrete: one for each element
  std::int64_t start = 0;          // Discrete

  bool is_leaf() const { return kind != SpaceKind::kTuple && kind != SpaceKind::kDict; }
  std::size_t elements() const {
    std::size_t count = 1;
    for (const std::size_t extent : shape) count *= extent;
    return count;
  }
};

// A space over the fields of Owner (an Observation, Action or Info struct).
template <class Owner>
struct Space {
  SpaceNode node;
};

// A Box bound: one number for all elements, or one for each in memory order.
struct Bound {
  std::vector<double> values;
  Bound(double value) : values{value} {}
  Bound(std::initializer_list<double> list) : values(list) {}
  Bound(std::vector<double> list) : values(std::move(list)) {}
};

namespace detail {

template <class Member>
concept AnyRow = std::is_base_of_v<RowSlot, Member>;

template <class Owner, AnyRow Member>
SpaceNode leaf(SpaceKind kind, Member Owner::* member, std::vector<std::size_t> shape) {
  static const Owner probe{};
  const auto* base = reinterpret_cast<const std::byte*>(&probe);
  const auto* slot = reinterpret_cast<const std::byte*>(&(probe.*member));
  SpaceNode node;
  node.kind = kind;
  node.slot_offset = static_cast<std::size_t>(slot - base);
  node.dtype = dtype_of<typename Member::value_type>();
  node.per_player = Member::kIsPlayerRow;
  if constexpr (Member::kIsDynamic) {
    node.shape = std::move(shape);
  } else {
    node.shape.assign(Member::kShape.begin(), Member::kShape.end());
  }
  return node;
}

}  // namespace detail

// A Box whose shape is the member's own.
template <class Owner, detail::AnyRow Member>
Space<Owner> box(Member Owner::* member, Bound low, Bound high) {
  static_assert(!Member::kIsDynamic,
                "a Row of run-time size needs a shape: box(m, low, high, {h, w})");
  SpaceNode node = detail::leaf(SpaceKind::kBox, member, {});
  node.low = std::move(low.values);
  node.high = std::move(high.values);
  return {std::move(node)};
}

// A Box over a Row of run-time size; its product of extents is the Row's size.
template <class Owner, detail::AnyRow Member>
Space<Owner> box(Member Owner::* member, Bound low, Bound high, std::vector<std::size_t> shape) {
  static_assert(Member::kIsDynamic,
                "the member's type states its shape already: box(m, low, high)");
  SpaceNode node = detail::leaf(SpaceKind::kBox, member, std::move(shape));
  node.low = std::move(low.values);
  node.high = std::move(high.values);
  return {std::move(node)};
}

// The integers start, ..., start + n - 1.
template <class Owner, detail::AnyRow Member>
Space<Owner> discrete(Member Owner::* member, std::int64_t n, std::int64_t start = 0) {
  static_assert(std::is_integral_v<typename Member::value_type> && Member::kShape.empty(),
                "a Discrete space is a single integer: Row<std::int64_t>");
  SpaceNode node = detail::leaf(SpaceKind::kDiscrete, member, {});
  node.nvec = {n};
  node.start = start;
  return {std::move(node)};
}

// One integer in 0, ..., nvec[i] - 1 for each element.
template <class Owner, detail::AnyRow Member>
Space<Owner> multi_discrete(Member Owner::* member, std::vector<std::int64_t> nvec) {
  static_assert(std::is_integral_v<typename Member::value_type>,
                "a MultiDiscrete space holds integers: Row<std::int64_t, N>");
  SpaceNode node = detail::leaf(SpaceKind::kMultiDiscrete, member, {nvec.size()});
  node.nvec = std::move(nvec);
  return {std::move(node)};
}

// Zeros and ones.
template <class Owner, detail::AnyRow Member>
Space<Owner> multi_binary(Member Owner::* member) {
  static_assert(std::is_same_v<typename Member::value_type, std::int8_t> && !Member::kIsDynamic,
                "a MultiBinary space holds int8, as in Gymnasium: Row<std::int8_t, N>");
  return {detail::leaf(SpaceKind::kMultiBinary, member, {})};
}

// An info entry.
template <class Owner, detail::AnyRow Member>
Space<Owner> value(Member Owner::* member, Presence presence = Presence::kAlways,
                   std::vector<std::size_t> shape = {}) {
  SpaceNode node = detail::leaf(SpaceKind::kValue, member, std::move(shape));
  node.presence = presence;
  return {std::move(node)};
}

template <class Owner>
Space<Owner> tuple(std::vector<Space<Owner>> spaces) {
  SpaceNode node;
  node.kind = SpaceKind::kTuple;
  for (auto& space : spaces) node.children.push_back(std::move(space.node));
  return {std::move(node)};
}

template <class Owner>
Space<Owner> dict(std::vector<std::pair<std::string, Space<Owner>>> spaces) {
  SpaceNode node;
  node.kind = SpaceKind::kDict;
  for (auto& [name, space] : spaces) {
    space.node.name = std::move(name);
    node.children.push_back(std::move(space.node));
  }
  return {std::move(node)};
}

}  // namespace pp
