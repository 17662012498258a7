// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// StateIO without a pool: what it checks in states from outside.
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/random/mt19937.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

// Sanitizers report a copy from or to a null pointer, even of no bytes.
void empty_runs_touch_no_memory() {
  double* const none = nullptr;
  std::vector<double> empty;
  StateIO out;
  out.block(none, 0, "numbers");
  out.lasting(none, 0);
  out(empty);
  const std::string whole = out.bytes();
  StateIO in(whole);
  in.block(none, 0, "numbers");
  in.lasting(none, 0);
  in(empty);
  in.finish();
  check(empty.empty());
}

void numbers_out_of_their_range_are_refused() {
  for (const std::int32_t value : {-2, -1, 3, 4}) {
    std::int32_t number = value;
    StateIO out;
    out.within(number, -1, 3, "number");
    const std::string bytes = out.bytes();
    StateIO in(bytes);
    number = 0;
    if (value >= -1 && value <= 3) {
      in.within(number, -1, 3, "number");
      check(number == value);
    } else {
      check_refused(ErrorKind::kState,
                    "the state holds " + std::to_string(value) + " as its number, expected -1 to 3",
                    [&] { in.within(number, -1, 3, "number"); });
      check(number == 0);
    }
  }
}

void counters_that_are_negative_or_could_overflow_are_refused() {
  for (const std::int64_t value : {std::int64_t{-1}, StateIO::kMostCount + 1}) {
    std::int64_t number = value;
    StateIO out;
    out.count(number, "number of steps");
    const std::string bytes = out.bytes();
    StateIO in(bytes);
    check_refused(ErrorKind::kState, "as its number of steps, expected 0 to",
                  [&] { in.count(number, "number of steps"); });
  }
}

void numbers_that_are_not_finite_are_refused() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double value : {1.5, kInfinity, -kInfinity, std::nan("")}) {
    std::array<double, 2> pair{0.0, value};
    std::vector<float> list{static_cast<float>(value)};
    StateIO out;
    out.finite("pair", pair);
    out.finite("list", list);
    const std::string bytes = out.bytes();
    StateIO in(bytes);
    if (std::isfinite(value)) {
      in.finite("pair", pair);
      in.finite("list", list);
      continue;
    }
    const auto message = [](const std::string& name) {
      return "the state holds numbers of its " + name + " that are not finite";
    };
    check_refused(ErrorKind::kState, message("pair"), [&] { in.finite("pair", pair); });
    check_refused(ErrorKind::kState, message("list"), [&] { in.finite("list", list); });
  }
}

// Copies within the pool may be of an environment that was never reset.
void copies_within_the_pool_are_not_checked() {
  int number = 7;
  double value = std::nan("");
  StateIO out = StateIO::copy_to("", false);
  out.within(number, 0, 5, "number");
  out.finite("value", value);
  StateIO in = StateIO::copy_from(out.bytes(), false);
  in.within(number, 0, 5, "number");
  in.finite("value", value);
  in.require(false, "refused");
  check_equal(number, 7);
}

void generators_that_stand_still_are_refused() {
  Mt19937 random;
  StateIO out;
  out(random);
  std::string zeros(out.bytes().size(), '\0');
  const auto load = [&](const std::string& bytes) {
    StateIO in(bytes);
    in(random);
  };
  check_refused(ErrorKind::kState, "a generator whose key is zero", [&] { load(zeros); });
  zeros[0] = 1;  // a bit without influence
  check_refused(ErrorKind::kState, "a generator whose key is zero", [&] { load(zeros); });
  zeros[4] = 1;
  load(zeros);
  zeros[zeros.size() - 3] = 3;
  check_refused(ErrorKind::kState, "position in a generator's key", [&] { load(zeros); });
}

void rows_that_repeat_are_stored_once() {
  constexpr std::size_t kRows = 5, kWidth = 7;
  std::array<std::uint8_t, kRows * kWidth> pixels{};
  pixels[2 * kWidth + 3] = 9;  // the third row differs from its neighbours
  StateIO out;
  out.rows(pixels.data(), kRows, kWidth);
  check_equal(out.bytes().size(), kRows + 3 * kWidth);
  std::array<std::uint8_t, kRows * kWidth> loaded;
  loaded.fill(1);
  StateIO in(out.bytes());
  in.rows(loaded.data(), kRows, kWidth);
  in.finish();
  check(loaded == pixels);
  std::string no_first = out.bytes();
  no_first[0] = 1;
  check_refused(ErrorKind::kState, "no first row of a picture", [&] {
    StateIO bad(no_first);
    bad.rows(loaded.data(), kRows, kWidth);
  });
}

// Wherever it is: in lanes, in words after them, in the bytes after these, or in the seal.
void seals_reveal_damage() {
  for (const std::size_t size : {0, 1, 7, 8, 9, 63, 64, 65, 127, 150, 300}) {
    std::string state(kSealBytes + size, '\0');
    for (std::size_t i = 0; i < size; ++i) state[kSealBytes + i] = static_cast<char>(i * 37);
    seal(state.data(), state.size());
    check(unsealed(state) == std::string_view(state).substr(kSealBytes));
    const auto refused = [](const std::string& bad) {
      check_refused(ErrorKind::kState, "the state is damaged", [&] { unsealed(bad); });
    };
    for (std::size_t at = 0; at < state.size(); ++at) {
      for (const int bit : {1, 128}) {
        std::string bad = state;
        bad[at] = static_cast<char>(bad[at] ^ bit);
        refused(bad);
      }
    }
    refused(state + std::string(1, '\0'));
    refused(state.substr(0, state.size() - 1));
  }
}

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::rows_that_repeat_are_stored_once();
  pp::testing::seals_reveal_damage();
  pp::testing::empty_runs_touch_no_memory();
  pp::testing::numbers_out_of_their_range_are_refused();
  pp::testing::counters_that_are_negative_or_could_overflow_are_refused();
  pp::testing::numbers_that_are_not_finite_are_refused();
  pp::testing::copies_within_the_pool_are_not_checked();
  pp::testing::generators_that_stand_still_are_refused();
}
