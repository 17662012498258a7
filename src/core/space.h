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

// The type of a field that a space names. For what is no field there is one error that says so, and
// a stand-in that keeps the compiler from more.
template <class Member>
struct CheckedField {
  static_assert(AnyRow<Member>,
                "a space names members of type pp::Row or pp::PlayerRows, as pp::Row<float, 4>");
  using type = std::conditional_t<AnyRow<Member>, Member, Row<double>>;
};
template <class Member>
using FieldOf = typename CheckedField<Member>::type;

// True of what is no field too: that was said already.
template <class Member>
concept HoldsIntegers = !AnyRow<Member> || std::is_integral_v<typename FieldOf<Member>::value_type>;

template <class Field>
consteval std::size_t elements_of() {
  std::size_t count = 1;
  for (const std::size_t extent : Field::kShape) count *= extent;
  return count;
}

template <class Owner, class Member>
SpaceNode leaf(SpaceKind kind, Member Owner::* member, std::vector<std::size_t> shape) {
  using Field = FieldOf<Member>;
  static const Owner probe{};
  const auto* base = reinterpret_cast<const std::byte*>(&probe);
  const auto* slot = reinterpret_cast<const std::byte*>(&(probe.*member));
  SpaceNode node;
  node.kind = kind;
  node.slot_offset = static_cast<std::size_t>(slot - base);
  node.dtype = dtype_of<typename Field::value_type>();
  node.per_player = Field::kIsPlayerRow;
  if constexpr (Field::kIsDynamic) {
    node.shape = std::move(shape);
  } else {
    node.shape.assign(Field::kShape.begin(), Field::kShape.end());
  }
  return node;
}

template <class Member, std::size_t Count>
Bound listed(const double (&values)[Count]) {
  using Field = FieldOf<Member>;
  static_assert(!AnyRow<Member> || Count == 1 || Count == elements_of<Field>(),
                "a Box has one bound for all elements, or one for each element of its pp::Row");
  return Bound(std::vector<double>(values, values + Count));
}

}  // namespace detail

// A Box whose shape is the member's own.
template <class Owner, class Member>
Space<Owner> box(Member Owner::* member, Bound low, Bound high) {
  static_assert(!detail::FieldOf<Member>::kIsDynamic,
                "a Row of run-time size needs a shape: box(m, low, high, {h, w})");
  SpaceNode node = detail::leaf(SpaceKind::kBox, member, {});
  node.low = std::move(low.values);
  node.high = std::move(high.values);
  return {std::move(node)};
}

// The same with bounds listed, one for each element: the compiler counts them.
template <class Owner, class Member, std::size_t Low, std::size_t High>
Space<Owner> box(Member Owner::* member, const double (&low)[Low], const double (&high)[High]) {
  return box(member, detail::listed<Member>(low), detail::listed<Member>(high));
}
template <class Owner, class Member, std::size_t Low>
Space<Owner> box(Member Owner::* member, const double (&low)[Low], Bound high) {
  return box(member, detail::listed<Member>(low), std::move(high));
}
template <class Owner, class Member, std::size_t High>
Space<Owner> box(Member Owner::* member, Bound low, const double (&high)[High]) {
  return box(member, std::move(low), detail::listed<Member>(high));
}

// A Box over a Row of run-time size; its product of extents is the Row's size.
template <class Owner, class Member>
Space<Owner> box(Member Owner::* member, Bound low, Bound high, std::vector<std::size_t> shape) {
  static_assert(detail::FieldOf<Member>::kIsDynamic,
                "the member's type states its shape already: box(m, low, high)");
  SpaceNode node = detail::leaf(SpaceKind::kBox, member, std::move(shape));
  node.low = std::move(low.values);
  node.high = std::move(high.values);
  return {std::move(node)};
}

// The integers start, ..., start + n - 1.
template <class Owner, class Member>
Space<Owner> discrete(Member Owner::* member, std::int64_t n, std::int64_t start = 0) {
  static_assert(detail::HoldsIntegers<Member> && detail::FieldOf<Member>::kShape.empty(),
                "a Discrete space is a single integer: Row<std::int64_t>");
  SpaceNode node = detail::leaf(SpaceKind::kDiscrete, member, {});
  node.nvec = {n};
  node.start = start;
  return {std::move(node)};
}

// One integer in 0, ..., nvec[i] - 1 for each element.
template <class Owner, class Member>
Space<Owner> multi_discrete(Member Owner::* member, std::vector<std::int64_t> nvec) {
  static_assert(detail::HoldsIntegers<Member>,
                "a MultiDiscrete space holds integers: Row<std::int64_t, N>");
  SpaceNode node = detail::leaf(SpaceKind::kMultiDiscrete, member, {nvec.size()});
  node.nvec = std::move(nvec);
  return {std::move(node)};
}

template <class Owner, class Member, std::size_t N>
Space<Owner> multi_discrete(Member Owner::* member, const std::int64_t (&nvec)[N]) {
  static_assert(!detail::AnyRow<Member> || N == detail::elements_of<detail::FieldOf<Member>>(),
                "a MultiDiscrete space has one count for each element of its pp::Row");
  return multi_discrete(member, std::vector<std::int64_t>(nvec, nvec + N));
}

// Zeros and ones.
template <class Owner, class Member>
Space<Owner> multi_binary(Member Owner::* member) {
  using Field = detail::FieldOf<Member>;
  static_assert(!detail::AnyRow<Member> ||
                    (std::is_same_v<typename Field::value_type, std::int8_t> && !Field::kIsDynamic),
                "a MultiBinary space holds int8, as in Gymnasium: Row<std::int8_t, N>");
  return {detail::leaf(SpaceKind::kMultiBinary, member, {})};
}

// An info entry.
template <class Owner, class Member>
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
