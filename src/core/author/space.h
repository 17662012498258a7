// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spaces as authors state them: names and bounds next to member pointers. The dtype and the static
// part of the shape come from the member's type, so each fact is stated once.
#pragma once

#include <parallel_pool/core/author/row.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
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

// One node of a space tree. Leaves name a Row of the author's struct by its offset. What it does is
// compiled once, in space.cpp, because each environment's spec is made of these.
struct SpaceNode {
  SpaceNode();
  ~SpaceNode();
  SpaceNode(const SpaceNode&);
  SpaceNode(SpaceNode&&) noexcept;
  SpaceNode& operator=(const SpaceNode&);
  SpaceNode& operator=(SpaceNode&&) noexcept;

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
  Bound(double value);
  Bound(std::initializer_list<double> list);
  Bound(std::vector<double> list);
  Bound(const double* list, std::size_t count);
  Bound(const Bound&);
  Bound(Bound&&) noexcept;
  Bound& operator=(const Bound&);
  Bound& operator=(Bound&&) noexcept;
  ~Bound();
};

// The shape of a Row of run-time size.
struct Extents {
  std::vector<std::size_t> values;
  Extents();
  Extents(std::initializer_list<std::size_t> list);
  Extents(std::vector<std::size_t> list);
  Extents(const Extents&);
  Extents(Extents&&) noexcept;
  Extents& operator=(const Extents&);
  Extents& operator=(Extents&&) noexcept;
  ~Extents();
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

// What a member's type says of the leaf that names it.
struct RowFacts {
  std::size_t slot_offset;
  DType dtype;
  bool per_player;
  bool is_dynamic;
  std::span<const std::size_t> shape;
};
template <class Owner, class Member>
RowFacts row_facts(Member Owner::* member) {
  using Field = FieldOf<Member>;
  return {.slot_offset = offset_of(member),
          .dtype = dtype_of<typename Field::value_type>(),
          .per_player = Field::kIsPlayerRow,
          .is_dynamic = Field::kIsDynamic,
          .shape = Field::kShape};
}

// The nodes that the functions below make.
SpaceNode leaf(SpaceKind kind, const RowFacts& facts, const Extents& shape = {});
SpaceNode box(const RowFacts& facts, Bound&& low, Bound&& high, const Extents& shape = {});
SpaceNode discrete(const RowFacts& facts, std::int64_t n, std::int64_t start);
SpaceNode multi_discrete(const RowFacts& facts, std::vector<std::int64_t>&& nvec);
SpaceNode text(const RowFacts& facts, std::string_view charset, const Extents& shape = {});
SpaceNode value(const RowFacts& facts, Presence presence, const Extents& shape);
SpaceNode parent(SpaceKind kind, std::size_t children);
void add_child(SpaceNode& parent, const SpaceNode& child);

// A node that has a name in a Dict.
struct NamedNode {
  NamedNode(std::string_view name, SpaceNode&& space, std::string_view meaning);
  SpaceNode node;
};

template <class Member, std::size_t Count>
Bound listed(const double (&values)[Count]) {
  using Field = FieldOf<Member>;
  static_assert(!AnyRow<Member> || Count == 1 || Count == elements_of<Field>(),
                "a Box has one bound for all elements, or one for each element of its pp::Row");
  return Bound(values, Count);
}

// A Tuple or a Dict.
template <class Owner>
Space<Owner> parent_of(SpaceKind kind, const auto& children) {
  Space<Owner> space{parent(kind, children.size())};
  for (const auto& child : children) add_child(space.node, child.node);
  return space;
}

}  // namespace detail

// A Box whose shape is the member's own.
template <class Owner, class Member>
Space<Owner> box(Member Owner::* member, Bound low, Bound high) {
  static_assert(!detail::FieldOf<Member>::kIsDynamic,
                "a Row of run-time size needs a shape: box(m, low, high, {h, w})");
  return {detail::box(detail::row_facts(member), std::move(low), std::move(high))};
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
Space<Owner> box(Member Owner::* member, Bound low, Bound high, const Extents& shape) {
  static_assert(detail::FieldOf<Member>::kIsDynamic,
                "the member's type states its shape already: box(m, low, high)");
  return {detail::box(detail::row_facts(member), std::move(low), std::move(high), shape)};
}

// The integers start, ..., start + n - 1.
template <class Owner, class Member>
Space<Owner> discrete(Member Owner::* member, std::int64_t n, std::int64_t start = 0) {
  static_assert(detail::HoldsIntegers<Member> && detail::FieldOf<Member>::kShape.empty(),
                "a Discrete space is a single integer: Row<std::int64_t>");
  return {detail::discrete(detail::row_facts(member), n, start)};
}

// One integer in 0, ..., nvec[i] - 1 for each element.
template <class Owner, class Member>
Space<Owner> multi_discrete(Member Owner::* member, std::vector<std::int64_t> nvec) {
  static_assert(detail::HoldsIntegers<Member>,
                "a MultiDiscrete space holds integers: Row<std::int64_t, N>");
  return {detail::multi_discrete(detail::row_facts(member), std::move(nvec))};
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
  return {detail::leaf(SpaceKind::kMultiBinary, detail::row_facts(member))};
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
Space<Owner> text(Member Owner::* member, std::string_view charset, const Extents& shape) {
  static_assert(!AnyRow<Member> || is_text<Member>, "a Text space is a pp::Text, as pp::Text<96>");
  return {text(row_facts(member), charset, shape)};
}
}  // namespace detail

// Text of the characters listed, of which there are at most as many as the member has room for.
template <class Owner, class Member>
Space<Owner> text(Member Owner::* member, std::string_view charset = kPrintable) {
  static_assert(!detail::FieldOf<Member>::kIsDynamic,
                "a Text of run-time size needs its size: text(m, size)");
  return detail::text(member, charset, {});
}
// The same with a size that is known at run time only.
template <class Owner, class Member>
Space<Owner> text(Member Owner::* member, std::size_t size, std::string_view charset = kPrintable) {
  static_assert(detail::FieldOf<Member>::kIsDynamic,
                "the member's type states its size already: text(m)");
  return detail::text(member, charset, {size});
}

// An info entry.
template <class Owner, class Member>
Space<Owner> value(Member Owner::* member, Presence presence = Presence::kAlways,
                   const Extents& shape = {}) {
  static_assert(!detail::is_text<Member>, "a pp::Text belongs to an observation, not to an info");
  return {detail::value(detail::row_facts(member), presence, shape)};
}

template <class Owner>
Space<Owner> tuple(std::initializer_list<Space<Owner>> spaces) {
  return detail::parent_of<Owner>(SpaceKind::kTuple, spaces);
}
template <class Owner>
Space<Owner> tuple(const std::vector<Space<Owner>>& spaces) {
  return detail::parent_of<Owner>(SpaceKind::kTuple, spaces);
}

// An entry of a Dict, with a sentence that says what it means.
template <class Owner>
struct NamedSpace : detail::NamedNode {
  NamedSpace(std::string_view name, Space<Owner> space, std::string_view meaning = "")
      : NamedNode(name, std::move(space.node), meaning) {}
};

template <class Owner>
Space<Owner> dict(std::initializer_list<NamedSpace<Owner>> spaces) {
  return detail::parent_of<Owner>(SpaceKind::kDict, spaces);
}
template <class Owner>
Space<Owner> dict(const std::vector<NamedSpace<Owner>>& spaces) {
  return detail::parent_of<Owner>(SpaceKind::kDict, spaces);
}

}  // namespace pp
