// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the header of an environment includes. An environment is a class that holds rules; the engine
// owns seeds, time limits, autoreset and buffers:
//
//   class Walk {  // one step to the left or right at a time, until the end of the road
//    public:
//     struct Config {
//       std::int32_t length = 10;
//       static constexpr auto options() {
//         return pp::option_list(pp::option("length", &Config::length, "Length of the road."));
//       }
//     };
//     struct Action { pp::Row<std::int64_t> move; };
//     struct Observation { pp::Row<float> place; };
//     static pp::Spec<Walk> spec(const Config& config) {
//       return {.observation = pp::box(&Observation::place, 0, config.length),
//               .action = pp::discrete(&Action::move, 2)};
//     }
//
//     explicit Walk(const Config& config) : length_(config.length) {}
//     void reset(pp::Rng& rng) { place_ = rng.uniform(0.0, 1.0); }
//     pp::Transition step(const Action& action) {
//       place_ += action.move == 1 ? 1.0 : -1.0;
//       return {.reward = -1.0, .terminated = place_ >= length_};
//     }
//     void observe(Observation& out) const { out.place = static_cast<float>(place_); }
//
//    private:
//     double length_, place_ = 0.0;
//   };
//
// All members that a class may have are in core/author/concepts.h. Beside this header, error.h,
// random.h, numerics.h and fork_safe_mutex.h are for environments, and bind.h for their module.
#pragma once

#include <parallel_pool/core/author/concepts.h>
#include <parallel_pool/core/author/option.h>
#include <parallel_pool/core/author/row.h>
#include <parallel_pool/core/author/space.h>
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/numerics/math.h>
#include <parallel_pool/core/random/generator.h>
#include <parallel_pool/error.h>
