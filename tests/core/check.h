// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the tests expect: a check that fails says where and ends the program, from any thread.
#pragma once

#include <parallel_pool/error.h>

#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>

namespace pp::testing {

[[noreturn]] inline void fail(const std::string& what, std::source_location where) {
  std::fprintf(stderr, "%s:%u: %s: %s\n", where.file_name(), static_cast<unsigned>(where.line()),
               where.function_name(), what.c_str());
  std::fflush(stderr);
  std::_Exit(1);
}

inline void check(bool holds, std::string_view what = "check failed",
                  std::source_location where = std::source_location::current()) {
  if (!holds) fail(std::string(what), where);
}

template <class A, class B>
void check_equal(const A& got, const B& expected, std::string_view what = "",
                 std::source_location where = std::source_location::current()) {
  if (got == expected) return;
  std::ostringstream text;
  text << what << (what.empty() ? "" : ": ") << "got " << +got << ", expected " << +expected;
  fail(text.str(), where);
}

// Expects an Error of this kind whose message contains `message`.
template <class Call>
void check_refused(ErrorKind kind, std::string_view message, Call&& call,
                   std::source_location where = std::source_location::current()) {
  try {
    call();
  } catch (const Error& error) {
    check_equal(static_cast<int>(error.kind()), static_cast<int>(kind), error.what(), where);
    if (std::string_view(error.what()).find(message) == std::string_view::npos) {
      fail("'" + std::string(error.what()) + "' does not say '" + std::string(message) + "'",
           where);
    }
    return;
  }
  fail("nothing was thrown; expected: " + std::string(message), where);
}

}  // namespace pp::testing
