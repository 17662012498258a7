// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// All environments of one pool behind one interface: the border between the concrete engine and the
// templates that know an environment class.
#pragma once

#include <parallel_pool/core/author/concepts.h>
#include <parallel_pool/core/batches/batch_layout.h>
#include <parallel_pool/core/episodes/work.h>
#include <parallel_pool/core/queues/action_buffer_queue.h>
#include <parallel_pool/core/queues/state_buffer_queue.h>
#include <parallel_pool/core/random/seed_sequence.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pp {

enum class AutoresetMode : std::uint8_t { kNextStep, kSameStep, kDisabled };

struct EpisodeRules {
  AutoresetMode autoreset = AutoresetMode::kNextStep;
  std::int64_t max_episode_steps = 0;  // 0: no limit
  bool first_step_resets = false;      // an environment's first step begins its first episode

  std::int64_t limit() const {
    return max_episode_steps > 0 ? max_episode_steps : std::numeric_limits<std::int64_t>::max();
  }
};

// The columns that describe an environment class, computed once.
struct GroupFields {
  Fields observation, action, info, render_state;
  std::size_t max_players = 1;
  bool multi_player = false;
  bool player_flags = false;  // each player has flags of its own
};

// A configuration as an environment class has it, with what is made of it once: see Settings.
class AnySettings {
 public:
  virtual ~AnySettings() = default;
  // Makes an environment of the class at a place, and destroys one.
  virtual void construct_rules(void* place, EnvId id) const = 0;
  virtual void destroy_rules(void* place) const noexcept = 0;
  virtual std::size_t rules_size() const = 0;
  virtual std::size_t rules_alignment() const = 0;
};
using SettingsPointer = std::shared_ptr<const AnySettings>;

class EnvGroup {
 public:
  virtual ~EnvGroup() = default;

  virtual std::uint32_t size() const = 0;
  virtual const GroupFields& fields() const = 0;
  // Whether every step and reset takes at most some microseconds.
  virtual bool steps_are_bounded() const = 0;
  // How many environments at most step together, at a lower cost than one by one.
  virtual std::size_t most_together() const = 0;

  // Rules may have a part that is not the workers'. Both run in the calling thread.
  // `prepare`: before idle environments are stepped or, without `actions`, reset. `actions` has a
  // column for each leaf, with a row for each of `envs`.
  virtual void prepare(std::span<const std::uint32_t> /*envs*/,
                       const std::byte* const* /*actions*/) {}
  // `complete`: when the rows of a batch have come, before anybody else reads them. Takes and
  // returns how many of them have failed.
  virtual std::uint32_t complete(const Batch& /*batch*/, std::uint32_t /*rows*/,
                                 std::uint32_t failures) noexcept {
    return failures;
  }

  // Runs the tasks' steps and resets and publishes their rows. `results_at_once` bounds how many
  // results are computed before the first of them is published. Safe on any thread, for disjoint
  // environments. `actions` has a column for each leaf of the action space, a row for each env id.
  // Returns what was run.
  virtual Work run(std::span<const Task> tasks, const std::byte* const* actions,
                   std::size_t results_at_once, StateBufferQueue& out) noexcept = 0;

  // The same for a step of each of the environments `first`, ..., `last - 1`; sync mode only, where
  // row i is environment i's.
  virtual Work run_range(std::uint32_t first, std::uint32_t last, const std::byte* const* actions,
                         StateBufferQueue& out) noexcept = 0;

  // Writes the current observation of an idle environment again.
  virtual void observe(std::uint32_t env, Batch& batch, std::uint32_t row) noexcept = 0;

  // Sets the seed of the next reset of an idle environment.
  virtual void set_seed(std::uint32_t env, SeedWords words) = 0;
  virtual void set_reset_options(std::uint32_t env, const void* options) = 0;  // its ResetOptions

  // An idle environment has these settings from its next reset on, or at once. Throws if they are
  // another class's.
  virtual void set_settings(std::uint32_t env, const SettingsPointer& settings, bool at_once) = 0;
  // Identifies the settings that an idle environment has now.
  virtual const AnySettings* settings(std::uint32_t env) const = 0;

  // Whether an idle environment's generator has a seed, and its words; empty if set otherwise.
  virtual bool is_seeded(std::uint32_t env) const = 0;
  virtual const SeedWords& seed(std::uint32_t env) const = 0;

  // The state of an idle environment: rules, generator, step count, pending autoreset. `save` appends
  // it to `bytes`.
  virtual void save(std::uint32_t env, std::string& bytes) = 0;
  virtual void load(std::uint32_t env, std::string_view state) = 0;
  // The same for a copy within this group, which has the seed as well: appends it to `bytes`, and
  // puts it into an idle environment. `stays`: nothing happens to the first one in between.
  virtual void save_copy(std::uint32_t env, std::string& bytes, bool stays) = 0;
  virtual void load_copy(std::uint32_t env, std::string_view bytes, bool stays) = 0;
  virtual bool ended(std::uint32_t env) const = 0;
  virtual std::size_t players(std::uint32_t env) const = 0;

  // The render state of an idle environment: one row of each render state column.
  virtual void render_state(std::uint32_t env, std::byte* const* columns) const = 0;

  // NumPy's PCG64 state words of an idle environment's generator.
  virtual void generator_words(std::uint32_t env, std::span<std::uint64_t, 6> out) const = 0;
  virtual void set_generator_words(std::uint32_t env, std::span<const std::uint64_t, 6> in) = 0;
  // The same stream, after draws that somebody else made; the environment keeps its seed.
  virtual void continue_generator(std::uint32_t env, std::span<const std::uint64_t, 6> in) = 0;

  // Returns and removes the reason why an environment failed.
  std::string take_failure(std::uint32_t env) {
    const std::lock_guard lock(failures_mutex_);
    auto node = failures_.extract(env);
    return node.empty() ? "unknown failure" : std::move(node.mapped());
  }

 protected:
  void set_failure(std::uint32_t env, std::string why) noexcept {
    try {
      const std::lock_guard lock(failures_mutex_);
      failures_[env] = std::move(why);
    } catch (...) {
      // Out of memory: the row is marked as failed, but its reason is lost.
    }
  }

 private:
  std::mutex failures_mutex_;  // taken on failure only
  std::unordered_map<std::uint32_t, std::string> failures_;
};

}  // namespace pp
