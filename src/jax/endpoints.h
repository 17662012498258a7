// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The pools that jitted programs may call, by number.
//
// A program holds a pool's number in its token, never an address. Numbers are not used again, so a
// program that outlives its pool gets an error. The second word of a token counts the calls, so that
// a pool whose states may be used once knows the newest.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "structure.h"

namespace pp {

// What a call does and which arguments it has, as flags. Without kStep, kSend and kRecv it resets.
namespace operation {
constexpr std::int32_t kStep = 1;
constexpr std::int32_t kSend = 2;
constexpr std::int32_t kRecv = 4;
constexpr std::int32_t kReset = 8;
constexpr std::int32_t kEnvId = 16;
constexpr std::int32_t kMask = 32;
constexpr std::int32_t kSeed = 64;
}  // namespace operation

// The call is refused; the text begins with the class of a Python exception.
class Refused : public std::runtime_error {
  using runtime_error::runtime_error;
};

// What the calls of a pool need. Immutable, and kept alive by the calls in progress.
struct Endpoint {
  // Takes a `parallel_pool.xla.endpoints.Endpoint`.
  explicit Endpoint(nanobind::handle description);

  // Runs an operation and writes its results, other than the token.
  void run(std::int32_t operation, const xla::Values& arguments, const xla::Values& results) const;

  const std::string id;
  const bool is_linear;  // each state may be used once
  const nanobind::object step, send, recv, reset;
  const Structure actions, batch;
};

// Needs the GIL, as all functions here.
std::uint32_t add_endpoint(nanobind::handle description);
void remove_endpoint(std::uint32_t number);
// Begins a count of calls anew: tokens with other counts are no longer the newest.
std::uint32_t renew_token(std::uint32_t number);
// The endpoint that a token names, and the next token. Throws Refused.
std::shared_ptr<const Endpoint> advance(const std::uint32_t* token, std::uint32_t* next);

}  // namespace pp
