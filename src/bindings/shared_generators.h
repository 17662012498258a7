// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Generators that Python and the environments draw from together. A user who holds an environment's
// `np_random` expects draws through it to move the environment's own stream, as with any Gymnasium
// environment, and the environment's draws to show in it.
//
// Each such generator is a NumPy Generator over a PCG64 whose words lie at a fixed address. Before
// environments run, their engine generators take over the words of their NumPy generators; when
// their rows are delivered, the words are written back. Both happen in the calling thread with the
// GIL held, while the environments are idle. Environments without such a generator cost nothing.
#pragma once

#include <nanobind/nanobind.h>
#include <parallel_pool/core/episodes/env_group.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>

namespace pp {
namespace nb = nanobind;

class SharedGenerators {
 public:
  // What the address that NumPy's `PCG64.ctypes.state_address` tells points to.
  struct NumpyState {
    std::uint64_t* words;  // state and increment, each of two words in the order of kPlaces
    int has_uint32;
    std::uint32_t uinteger;
  };
#if defined(_WIN32)
  // NumPy is built there by a compiler without integers of 128 bits; its struct has the high word first.
  static constexpr std::size_t kPlaces[4] = {1, 0, 3, 2};
#else
  static constexpr std::size_t kPlaces[4] = {0, 1, 2, 3};
#endif

  bool empty() const { return generators_.empty(); }

  void share(std::uint32_t env, nb::object generator, std::uintptr_t address) {
    generators_[env] = {std::move(generator), reinterpret_cast<NumpyState*>(address)};
  }
  // The generator goes on alone, from where it is.
  void release(std::uint32_t env) { generators_.erase(env); }
  void release_all() { generators_.clear(); }

  // The generator that is shared with an environment, or None.
  nb::object find(std::uint32_t env) const {
    const auto found = generators_.find(env);
    return found == generators_.end() ? nb::none() : found->second.generator;
  }

  // Idle environments that are about to run, or to be looked at, catch up with NumPy's side.
  void take(EnvGroup& group, std::uint32_t env) const {
    const auto found = generators_.find(env);
    if (found == generators_.end()) return;
    const NumpyState& numpy = *found->second.state;
    const std::uint64_t words[6] = {numpy.words[kPlaces[0]],
                                    numpy.words[kPlaces[1]],
                                    numpy.words[kPlaces[2]],
                                    numpy.words[kPlaces[3]],
                                    static_cast<std::uint64_t>(numpy.has_uint32),
                                    numpy.uinteger};
    group.continue_generator(env, words);
  }
  template <class Ids>
  void take(EnvGroup& group, const Ids& envs) const {
    if (empty()) return;
    for (const auto env : envs) take(group, static_cast<std::uint32_t>(env));
  }

  // NumPy's side catches up with idle environments that have run.
  void give(const EnvGroup& group, std::uint32_t env) const {
    const auto found = generators_.find(env);
    if (found == generators_.end()) return;
    std::uint64_t words[6];
    group.generator_words(env, words);
    NumpyState& numpy = *found->second.state;
    for (std::size_t i = 0; i < 4; ++i) numpy.words[kPlaces[i]] = words[i];
    numpy.has_uint32 = static_cast<int>(words[4]);
    numpy.uinteger = static_cast<std::uint32_t>(words[5]);
  }
  template <class Ids>
  void give(const EnvGroup& group, const Ids& envs) const {
    if (empty()) return;
    for (const auto env : envs) give(group, static_cast<std::uint32_t>(env));
  }

 private:
  struct Shared {
    nb::object generator;  // keeps the words alive
    NumpyState* state = nullptr;
  };
  std::unordered_map<std::uint32_t, Shared> generators_;
};

}  // namespace pp
