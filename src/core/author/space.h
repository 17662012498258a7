// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spaces as authors state them: names and bounds next to member pointers. The dtype and the static
// part of the shape come from the member's type, so each fact is stated once.
#pragma once

#include <parallel_pool/core/author/row.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pp {

enum class SpaceKind : std::uint8_t {
  kBox,
  kDiscrete,
  kMultiDiscrete,
  kMultiBinary,
  kText,   // of an observation
  kValue,  // an info entry: a dtype and a shape, no bounds
  kTuple,
  kDict,
};

// The rows in which an info entry exists. In other rows its mask is False and its value zero.
// kEnvPool: all rows, but only on the faces whose infos have no masks, EnvPool's and dm_env's.
// kSometimes: the rows for which the environment's `bool has_info() const` is true.
enum class Presence : std::uint8_t { kAlways, kAfterStep, kAfterReset, kEnvPool, kSometimes };

// One node of a space tree. Leaves name a Row of the author's struct by its offset.
struct SpaceNode {
  SpaceKind kind = SpaceKind::kDict;
  std::string name;                 // the key in a parent Dict
  std::string meaning;              // for the documentation; may be empty
  std::vector<SpaceNode> children;  // of a Tuple or Dict

  std::size_t slot_offset = 0;
  DType dtype = DType::kFloat64;
  std::vector<std::size_t> shape;
  bool per_player = false;
  Presence presence = Presence::kAlways;

  std::vector<double> low, high;   // Box: one bound for all elements, or one for each
  std::vector<std::int64_t> nvec;  // Discrete: one count; MultiDiscrete: one for each element
  std::int64_t start = 0;          // Discrete
  std::string charset;             // Text: the characters that it may have
  // How much of a row each agent has: of a Box's elements, or of a Discrete's values. Empty: all.
  std::vector<std::int64_t> own;

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

// The type of a field that a space names. If it is not a field, one error says so, and a substitute
// prevents further errors.
template <class Member>
struct CheckedField {
  static_assert(AnyRow<Member>,
                "a space names members of type pp::Row or pp::PlayerRows, as pp::Row<float, 4>");
  using type = std::conditional_t<AnyRow<Member>, Member, Row<double>>;
};
template <class Member>
using FieldOf = typename CheckedField<Member>::type;

// Also true if it is not a field, because that error was reported already.
template <class Member>
concept HoldsIntegers = !AnyRow<Member> || std::is_integral_v<typename FieldOf<Member>::value_type>;

template <class Field>
consteval std::size_t elements_of() {
  std::size_t count = 1;
  for (const std::size_t extent : Field::kShape) count *= extent;
  return count;
}

// Where a member lies in its struct, in bytes.
template <class Owner, class Member>
std::size_t offset_of(Member Owner::* member) {
  static const Owner probe{};
  const auto* base = reinterpret_cast<const std::byte*>(&probe);
  const auto* slot = reinterpret_cast<const std::byte*>(&(probe.*member));
  return static_cast<std::size_t>(slot - base);
}

template <class Owner, class Member>
SpaceNode leaf(SpaceKind kind, Member Owner::* member, std::vector<std::size_t> shape) {
  using Field = FieldOf<Member>;
  SpaceNode node;
  node.kind = kind;
  node.slot_offset = offset_of(member);
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

// The same with a list of bounds, one for each element; the compiler checks their number.
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

// A Box of one axis, or a Discrete, of which agents have unlike shares: the i-th agent has the first
// own[i] elements, or the values below own[i]. The space itself has room for all. Faces with a space
// for each agent show the shares; the others show the space, where rules read a value beyond an
// agent's own as 0 and leave elements beyond its own unread, and observe them as 0.
template <class Owner>
Space<Owner> of_agents(Space<Owner> space, std::vector<std::int64_t> own) {
  space.node.own = std::move(own);
  return space;
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

// Every character of ASCII that prints, the blank among them.
inline constexpr std::string_view kPrintable =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ";

namespace detail {
template <class Member>
inline constexpr bool is_text = false;
template <std::size_t N>
inline constexpr bool is_text<Text<N>> = true;

template <class Owner, class Member>
Space<Owner> text(Member Owner::* member, std::vector<std::size_t> shape,
                  std::string_view charset) {
  static_assert(!AnyRow<Member> || is_text<Member>, "a Text space is a pp::Text, as pp::Text<96>");
  SpaceNode node = leaf(SpaceKind::kText, member, std::move(shape));
  node.charset = charset;
  return {std::move(node)};
}
}  // namespace detail

// Text of the characters listed, of which there are at most as many as the member has room for.
template <class Owner, class Member>
Space<Owner> text(Member Owner::* member, std::string_view charset = kPrintable) {
  static_assert(!detail::FieldOf<Member>::kIsDynamic,
                "a Text of run-time size needs its size: text(m, size)");
  return detail::text(member, {}, charset);
}
// The same with a size that is known at run time only.
template <class Owner, class Member>
Space<Owner> text(Member Owner::* member, std::size_t size, std::string_view charset = kPrintable) {
  static_assert(detail::FieldOf<Member>::kIsDynamic,
                "the member's type states its size already: text(m)");
  return detail::text(member, {size}, charset);
}

// An info entry.
template <class Owner, class Member>
Space<Owner> value(Member Owner::* member, Presence presence = Presence::kAlways,
                   std::vector<std::size_t> shape = {}) {
  static_assert(!detail::is_text<Member>, "a pp::Text belongs to an observation, not to an info");
  SpaceNode node = detail::leaf(SpaceKind::kValue, member, std::move(shape));
  node.presence = presence;
  return {std::move(node)};
}

template <class Owner>
Space<Owner> tuple(const std::vector<Space<Owner>>& spaces) {
  SpaceNode node;
  node.kind = SpaceKind::kTuple;
  for (const Space<Owner>& space : spaces) node.children.push_back(space.node);
  return {std::move(node)};
}

// An entry of a Dict, with a sentence that says what it means.
template <class Owner>
struct NamedSpace {
  NamedSpace(std::string name, Space<Owner> space, std::string meaning = "")
      : node(std::move(space.node)) {
    node.name = std::move(name);
    node.meaning = std::move(meaning);
  }
  SpaceNode node;
};

template <class Owner>
Space<Owner> dict(const std::vector<NamedSpace<Owner>>& spaces) {
  SpaceNode node;
  node.kind = SpaceKind::kDict;
  for (const NamedSpace<Owner>& space : spaces) node.children.push_back(space.node);
  return {std::move(node)};
}

}  // namespace pp
