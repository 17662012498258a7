// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks the arguments that all pools have in common, here and in no other place, and converts them to
// what the engine takes.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/random/seed_sequence.h>
#include <parallel_pool/core/threads/placement.h>
#include <parallel_pool/core/threads/workers_api.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pp {

// An int of at least `minimum`, below 2**31. `name` begins the refusal.
std::int32_t parse_integer(const std::string& name, nb::handle value, std::int32_t minimum);

// Steps of an episode. None: the id's own limit, which may be none either. -1: no limit.
std::optional<std::int64_t> parse_max_episode_steps(nb::handle value,
                                                    std::optional<std::int64_t> own);

// One of Gymnasium's names of its autoreset modes.
AutoresetMode parse_autoreset_mode(nb::handle value);

// "auto", "off", or a sequence of the numbers of nodes.
NumaChoice parse_numa(nb::handle value);

// When a wait of so many seconds ends; None: never.
std::optional<std::chrono::steady_clock::time_point> parse_timeout(nb::handle seconds);

// What messages call an id, the things that have one, and the whole of them.
struct IdWords {
  const char* id = "env id";
  const char* parts = "environments";
  const char* whole = "pool";
};

// Env ids of a pool of `num_envs`, from an integer array of one dimension or a sequence of integers.
// There may be none of them.
void parse_any_env_ids(nb::handle value, std::uint32_t num_envs, const std::string& name,
                       std::vector<std::uint32_t>& out, const IdWords& words = {});
// The same for the argument `env_id` of a call that needs at least one.
void parse_env_ids(nb::handle value, std::uint32_t num_envs, std::vector<std::uint32_t>& out);

// What a capsule of shared workers holds; null for None.
const WorkersApi* parse_workers(nb::handle capsule);

// A seed: a non-negative integer of any size.
SeedWords parse_seed(nb::handle value);
nb::object seed_to_int(const SeedWords& words);

// Throws unless as many seeds were listed as there are environments.
void check_seed_count(std::size_t seeds, std::size_t envs);
// The list of a seed, or None, for each environment of `ids`; None if `seed` is None. An int s stands
// for s + i, a sequence holds one for each of `ids` or, if it has `listed` entries, one for each
// environment of the pool.
nb::object spread_seed(nb::handle seed, const std::vector<std::uint32_t>& ids, std::size_t listed);

// A memoryview of the bytes of `out`, which can be written to.
nb::object writable_bytes(nb::handle out);

}  // namespace pp
