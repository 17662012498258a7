// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Tries the forms of products against the installed NumPy.
#include "products.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

namespace pp::highway {

Forms forms{};

namespace {

namespace nb = nanobind;

// Four numbers each, of which no form gives the same sum for all.
using Four = std::array<double, 4>;
std::vector<Four> samples() {
  std::vector<Four> list(500);
  double x = 0.3;
  for (Four& four : list) {
    for (double& one : four) {
      x = std::fmod(x * 997.31 + 0.1234567, 1.0);
      one = 6.0 * x - 3.0;
    }
  }
  return list;
}

double in_form(Form form, double a0, double a1, double b0, double b1) {
  // The instruction may be lacking here.
  if (form == Form::kPlain) return a0 * b0 + a1 * b1;
  if (form == Form::kFusesLast) return std::fma(a1, b1, a0 * b0);
  return std::fma(a0, b0, a1 * b1);
}

template <class Agrees>
Form form_of(const Agrees& agrees) {
  for (const Form form : {Form::kPlain, Form::kFusesFirst, Form::kFusesLast}) {
    if (agrees(form)) return form;
  }
  return Form::kPlain;  // of a BLAS with a way of its own: the last bits may differ there
}

Form form_of_sums(const std::vector<Four>& list, const nb::object& sums) {
  const auto found = nb::cast<std::vector<double>>(sums);
  return form_of([&](Form form) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto& [a0, a1, b0, b1] = list[i];
      if (in_form(form, a0, a1, b0, b1) != found[i]) return false;
    }
    return true;
  });
}

Form form_of_turns(const std::vector<Four>& list, std::size_t count, const nb::object& turned) {
  const auto found = nb::cast<std::vector<std::vector<double>>>(turned);
  return form_of([&](Form form) {
    for (std::size_t k = 0; k < found.size(); ++k) {
      const std::size_t first = k / count * count;
      const Four& point = list[k];
      for (std::size_t row = 0; row < 2; ++row) {
        const Four& factors = list[first + row];
        const double sum = in_form(form, factors[0], factors[1], point[2], point[3]);
        if (sum != found[k][row]) return false;
      }
    }
    return true;
  });
}

nb::list as_list(const std::vector<Four>& list) {
  nb::list out;
  for (const Four& one : list) out.append(nb::make_tuple(one[0], one[1], one[2], one[3]));
  return out;
}

}  // namespace

void find_products() {
  static nb::ft_mutex mutex;  // instead of the GIL, where there is none
  const nb::ft_lock_guard guard(mutex);
  static bool found = false;
  if (found) return;
  const nb::module_ python = nb::module_::import_("parallel_pool.families.highway.products");
  const std::vector<Four> list = samples();
  const nb::list given = as_list(list);
  const auto sums = [&](const char* name) { return form_of_sums(list, python.attr(name)(given)); };
  const auto turns = [&](std::size_t count) {
    return form_of_turns(list, count, python.attr("turn_many")(given, count));
  };
  forms = {.dot = sums("dot"),
           .matmul = sums("matmul"),
           .turn = sums("turn"),
           .turn_by_dot = sums("turn_by_dot"),
           .turn_four = turns(4),
           .turn_nine = turns(9)};
  found = true;
}

}  // namespace pp::highway
