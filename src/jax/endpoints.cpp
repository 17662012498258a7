// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// See endpoints.h.
#include "endpoints.h"

#include <nanobind/stl/string.h>
#include <parallel_pool/bindings/numpy_api.h>

#include <mutex>
#include <unordered_map>

#include "buffers.h"

namespace pp {
namespace {

struct Known {
  std::shared_ptr<const Endpoint> endpoint;
  std::uint32_t calls = 0;
};

std::mutex mutex;  // over what follows, for a Python without the GIL; no Python code runs under it
std::uint32_t last_number = 0;
// Never freed: when the process ends, Python is gone before.
auto& known = *new std::unordered_map<std::uint32_t, Known>;

}  // namespace

Endpoint::Endpoint(nb::handle description)
    : id(nb::cast<std::string>(description.attr("id"))),
      is_linear(nb::cast<bool>(description.attr("is_linear"))),
      step(description.attr("pool").attr("step")),
      send(description.attr("pool").attr("send")),
      recv(description.attr("pool").attr("recv")),
      reset(description.attr("reset")),
      actions(description.attr("actions")),
      batch(description.attr("batch")) {}

void Endpoint::run(std::int32_t operation, const xla::Values& arguments,
                   const xla::Values& results) const {
  std::int64_t next_argument = 1, next_result = 1;  // behind the token
  nb::object received;
  if ((operation & (operation::kStep | operation::kSend)) != 0) {
    const nb::object& call = (operation & operation::kStep) != 0 ? step : send;
    const nb::object given = actions.pack(arguments, next_argument);
    if ((operation & operation::kEnvId) == 0) {
      received = checked(PyObject_CallFunctionObjArgs(call.ptr(), given.ptr(), nullptr));
    } else {
      received = call(given, to_array(next_buffer(arguments, next_argument)));
    }
    if ((operation & operation::kSend) != 0) return;
  } else if ((operation & operation::kRecv) != 0) {
    received = recv();
  } else {
    nb::list list;
    while (next_argument < arguments.size)
      list.append(to_array(next_buffer(arguments, next_argument)));
    received = reset(operation, list);
  }
  batch.unpack(received, results, next_result);
  if (next_result != results.size) {
    value_error("the program was compiled for " + std::to_string(results.size - 1) +
                " arrays, but the pool has " + std::to_string(next_result - 1));
  }
}

std::uint32_t add_endpoint(nb::handle description) {
  auto endpoint = std::make_shared<const Endpoint>(description);
  const std::lock_guard lock(mutex);
  known[++last_number].endpoint = std::move(endpoint);
  return last_number;
}

void remove_endpoint(std::uint32_t number) {
  std::shared_ptr<const Endpoint> removed;  // freed after the mutex, since that may run Python code
  const std::lock_guard lock(mutex);
  const auto found = known.find(number);
  if (found == known.end()) return;
  removed = std::move(found->second.endpoint);
  known.erase(found);
}

std::uint32_t renew_token(std::uint32_t number) {
  const std::lock_guard lock(mutex);
  return ++known.at(number).calls;
}

std::shared_ptr<const Endpoint> advance(const std::uint32_t* token, std::uint32_t* next) {
  const std::lock_guard lock(mutex);
  const auto found = known.find(token[0]);
  if (found == known.end()) {
    throw Refused(
        "PoolClosedError: the pool of this state no longer exists: keep a reference to the "
        "pool for as long as jitted functions use it");
  }
  Known& of = found->second;
  if (of.endpoint->is_linear && token[1] != of.calls) {
    throw Refused(
        "PoolError: this state of " + of.endpoint->id +
        " is not the newest one: each state may be used once, because the pool cannot go "
        "back; continue with the state that the last call returned, or take a new one from "
        "init(pool)");
  }
  const std::uint32_t number = token[0];  // the two tokens may be one buffer
  next[0] = number;
  next[1] = ++of.calls;
  return of.endpoint;
}

}  // namespace pp
