// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of a Config or ResetOptions struct. The type comes from the member and the default
// from its initialiser; `option` adds the name that users write, and its meaning.
#pragma once

#include <string_view>
#include <tuple>

namespace pp {

template <class Owner, class Member>
struct Option {
  std::string_view name;
  Member Owner::* member;
  std::string_view doc;
};

template <class Owner, class Member>
constexpr Option<Owner, Member> option(std::string_view name, Member Owner::* member,
                                       std::string_view doc) {
  return {name, member, doc};
}

// Calls visit(option) for each option that T states in `static constexpr auto options()`.
template <class T, class Visitor>
void for_each_option(Visitor&& visit) {
  if constexpr (requires { T::options(); }) {
    std::apply([&](const auto&... options) { (visit(options), ...); }, T::options());
  }
}

}  // namespace pp
