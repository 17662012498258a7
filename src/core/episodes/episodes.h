// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The episodes of the environments of one class: what they share, and for each its generator, its
// seed and the options of its next reset.
#pragma once

#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/episodes/env_places.h>
#include <parallel_pool/core/episodes/episode.h>
#include <parallel_pool/core/episodes/fixed_array.h>
#include <parallel_pool/core/random/seed_sequence.h>
#include <parallel_pool/env.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pp {

// A configuration, with the data that is made once for all environments that have it.
template <class Env>
class Settings final : public AnySettings {
 public:
  explicit Settings(const typename Env::Config& config)
      : config_(config), shared_(make_shared_data(config)) {}

  // Makes an Env, or what contains one.
  template <class T>
  void construct(void* place, EnvId id) const {
    if constexpr (TakesEnvId<Env>) {
      ::new (place) T(config_, shared_, id);
    } else if constexpr (HasShared<Env>) {
      ::new (place) T(config_, shared_);
    } else {
      ::new (place) T(config_);
    }
  }

 private:
  static SharedOf<Env> make_shared_data(const typename Env::Config& config) {
    if constexpr (HasShared<Env>) {
      return SharedOf<Env>(config);
    } else {
      return {};
    }
  }

  const typename Env::Config config_;
  const SharedOf<Env> shared_;
};

// Throws if no environment can be made with this configuration.
template <class Env>
SettingsPointer make_settings(const typename Env::Config& config) {
  auto settings = std::make_shared<const Settings<Env>>(config);
  [[maybe_unused]] const FixedArray<Env> probe(
      1, [&](void* place) { settings->template construct<Env>(place, EnvId{0}); });
  return settings;
}

template <Environment Env>
class Episodes {
 public:
  Episodes(const typename Env::Config& config, const EnvPlaces& places)
      : settings_(std::make_shared<Settings<Env>>(config)),
        episodes_(
            places.count(),
            [&, id = std::uint32_t{0}](void* place) mutable {
              settings_->template construct<Episode<Env>>(place, EnvId{id++});
            },
            [&](auto make_up_to) { places.each(make_up_to); }),
        rngs_(places.count()),
        seeds_(places.count()),
        reset_options_(places.count()) {}

  std::size_t size() const { return episodes_.size(); }
  Episode<Env>& operator[](std::size_t env) { return episodes_[env]; }
  const Episode<Env>& operator[](std::size_t env) const { return episodes_[env]; }
  Rng& rng(std::size_t env) { return rngs_[env]; }

  // Out of line, like all that happens once an episode, so that the loops of steps stay small.
  [[gnu::noinline]] void reset(std::uint32_t env, std::int64_t limit) {
    if (!own_settings_.empty() && own_settings_[env].next != nullptr) apply_settings(env);
    episodes_[env].reset(rngs_[env], seeds_[env], reset_options_[env], limit);
  }
  void set_reset_options(std::uint32_t env, const ResetOptionsOf<Env>& options) {
    reset_options_[env] = options;
  }

  // An idle environment has other settings from its next reset on, or at once. The calling thread.
  void set_settings(std::uint32_t env, std::shared_ptr<const Settings<Env>> settings,
                    bool at_once) {
    if (own_settings_.empty()) own_settings_.resize(size());
    OwnSettings& own = own_settings_[env];
    own.last.reset();
    own.next = std::move(settings);
    if (at_once) apply_settings(env);
  }
  // Those that it has now.
  const Settings<Env>* settings(std::uint32_t env) const {
    const bool has_own = !own_settings_.empty() && own_settings_[env].current != nullptr;
    return has_own ? own_settings_[env].current.get() : settings_.get();
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
  void save_copy(std::uint32_t env, std::string& bytes, bool stays) {
    StateIO io = StateIO::copy_to(std::move(bytes), stays);
    io(rngs_[env], episodes_[env], seeds_[env]);
    bytes = io.take();
  }
  void load_copy(std::uint32_t env, std::string_view bytes, bool stays) {
    StateIO io = StateIO::copy_from(bytes, stays);
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
  // Of an environment that has other settings than most: those of its next reset, if there are any;
  // the current ones, null for those of most; and the ones before, which only the calling thread
  // may free.
  struct OwnSettings {
    std::shared_ptr<const Settings<Env>> next, current, last;
  };

  // Makes the environment anew. If that fails, it stays what it was.
  [[gnu::cold]] void apply_settings(std::uint32_t env) {
    OwnSettings& own = own_settings_[env];
    const std::shared_ptr<const Settings<Env>> next = std::move(own.next);
    Env* const place = &episodes_[env].env;
    std::destroy_at(place);
    try {
      next->template construct<Env>(place, EnvId{env});
    } catch (...) {
      construct_again(place, env);
      throw;
    }
    own.last = std::exchange(own.current, next);
    if constexpr (HasSeed<Env>) {
      // Its own generators go on from the stream that there is, unless the reset has a seed.
      if (!seeds_[env].pending && episodes_[env].is_seeded()) {
        SeedWords words(4);
        for (std::uint32_t& word : words) word = rngs_[env].bits().next32();
        episodes_[env].env.seed(SeedSequence(words));
      }
    }
  }
  // As it was made before: only a lack of memory can prevent it, and then there is no going on.
  void construct_again(Env* place, std::uint32_t env) noexcept {
    settings(env)->template construct<Env>(place, EnvId{env});
  }

  const std::shared_ptr<const Settings<Env>> settings_;  // of most environments
  std::vector<OwnSettings> own_settings_;                // empty until one has its own
  FixedArray<Episode<Env>> episodes_;
  std::vector<Rng> rngs_;
  std::vector<EpisodeSeed> seeds_;
  std::vector<ResetOptionsOf<Env>> reset_options_;
};

}  // namespace pp
