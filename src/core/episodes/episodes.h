// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The episodes of the environments of one class: what they share, and for each its generator, its
// seed and the options of its next reset.
#pragma once

#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/episodes/episode.h>
#include <parallel_pool/core/episodes/fixed_array.h>
#include <parallel_pool/core/random/seed_sequence.h>
#include <parallel_pool/env.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pp {

template <Environment Env>
class Episodes {
 public:
  Episodes(const typename Env::Config& config, std::uint32_t count)
      : shared_(make_shared_data(config)),
        episodes_(count, [&, id = std::uint32_t{0}](
                             void* place) mutable { construct(place, config, EnvId{id++}); }),
        rngs_(count),
        seeds_(count),
        reset_options_(count) {}

  std::size_t size() const { return episodes_.size(); }
  Episode<Env>& operator[](std::size_t env) { return episodes_[env]; }
  const Episode<Env>& operator[](std::size_t env) const { return episodes_[env]; }
  Rng& rng(std::size_t env) { return rngs_[env]; }

  // Out of line, like all that happens once an episode, so that the loops of steps stay small.
  [[gnu::noinline]] void reset(std::uint32_t env, std::int64_t limit) {
    episodes_[env].reset(rngs_[env], seeds_[env], reset_options_[env], limit);
  }
  void set_reset_options(std::uint32_t env, const ResetOptionsOf<Env>& options) {
    reset_options_[env] = options;
  }

  // The next reset starts from the seed that was set.
  void set_seed(std::uint32_t env, SeedWords words) { seeds_[env] = {std::move(words), true}; }
  const SeedWords& seed(std::uint32_t env) const { return seeds_[env].words; }

  std::string save(std::uint32_t env) {
    StateIO io;
    io(rngs_[env], episodes_[env]);
    return io.bytes();
  }
  // If the state does not fit, throws and leaves the environment unchanged.
  void load(std::uint32_t env, std::string_view state) {
    const std::string before = save(env);
    try {
      StateIO io(state);
      io(rngs_[env], episodes_[env]);
      io.finish();
      seeds_[env] = {};
    } catch (...) {
      StateIO undo(before);
      undo(rngs_[env], episodes_[env]);
      throw;
    }
  }
  void save_copy(std::uint32_t env, std::string& bytes) {
    StateIO io = StateIO::copy_to(std::move(bytes));
    io(rngs_[env], episodes_[env], seeds_[env]);
    bytes = io.take();
  }
  void load_copy(std::uint32_t env, std::string_view bytes) {
    StateIO io = StateIO::copy_from(bytes);
    io(rngs_[env], episodes_[env], seeds_[env]);
  }

  void generator_words(std::uint32_t env, std::span<std::uint64_t, 6> out) const {
    rngs_[env].bits().words(out);
  }
  void continue_generator(std::uint32_t env, std::span<const std::uint64_t, 6> in) {
    rngs_[env].bits().set_words(in);
  }
  void set_generator_words(std::uint32_t env, std::span<const std::uint64_t, 6> in) {
    rngs_[env].bits().set_words(in);
    seeds_[env] = {};
    episodes_[env].mark_seeded();
  }

 private:
  static SharedOf<Env> make_shared_data(const typename Env::Config& config) {
    if constexpr (HasShared<Env>) {
      return SharedOf<Env>(config);
    } else {
      return {};
    }
  }
  void construct(void* place, const typename Env::Config& config, EnvId id) {
    if constexpr (TakesEnvId<Env>) {
      ::new (place) Episode<Env>(config, shared_, id);
    } else if constexpr (HasShared<Env>) {
      ::new (place) Episode<Env>(config, shared_);
    } else {
      ::new (place) Episode<Env>(config);
    }
  }

  const SharedOf<Env> shared_;
  FixedArray<Episode<Env>> episodes_;
  std::vector<Rng> rngs_;
  std::vector<EpisodeSeed> seeds_;
  std::vector<ResetOptionsOf<Env>> reset_options_;
};

}  // namespace pp
