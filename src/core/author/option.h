// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of a Config or ResetOptions struct. The type comes from the member and the default
// from its initialiser; `option` adds the name that users write, and its meaning:
//
//   static constexpr auto options() {
//     return pp::option_list(Parent::options(), pp::option("size", &Config::size, "Of the grid."));
//   }
#pragma once

#include <string_view>
#include <tuple>

namespace pp {

struct OptionText {
  std::string_view name;
  std::string_view doc;
};

template <class Owner, class Member>
struct Option {
  OptionText text;
  Member Owner::* member;
};

template <class Owner, class Member>
constexpr Option<Owner, Member> option(std::string_view name, Member Owner::* member,
                                       std::string_view doc) {
  return {{name, doc}, member};
}

namespace detail {

// Calls visit(option) for an option, or for each option of a list.
constexpr void visit_options(const auto& list, auto& visit);
template <class... Items>
constexpr void visit_options(const std::tuple<Items...>& list, auto& visit);

template <class Owner, class Member>
constexpr void visit_options(const Option<Owner, Member>& option, auto& visit) {
  visit(option);
}
template <class... Items>
constexpr void visit_options(const std::tuple<Items...>& list, auto& visit) {
  std::apply([&](const auto&... items) { (visit_options(items, visit), ...); }, list);
}
constexpr void visit_options(const auto& list, auto& visit) { list(visit); }

}  // namespace detail

// Options, and lists of them, as one list. The list is a function that shows its options to a
// visitor: compilers take far longer to make tuples of so many types. A std::tuple also counts as
// a list.
template <class... Items>
constexpr auto option_list(const Items&... items) {
  return [=](auto& visit) { (detail::visit_options(items, visit), ...); };
}

// Calls visit(option) for each option that T states in `static constexpr auto options()`.
template <class T, class Visitor>
void for_each_option(Visitor&& visit) {
  if constexpr (requires { T::options(); }) {
    static constexpr auto kOptions = T::options();
    detail::visit_options(kOptions, visit);
  }
}

}  // namespace pp
