// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A pool of environments in C++, which run in threads.
#pragma once

#include <parallel_pool/bindings/arguments.h>
#include <parallel_pool/bindings/ending.h>
#include <parallel_pool/bindings/env_type.h>
#include <parallel_pool/bindings/known_states.h>
#include <parallel_pool/bindings/pool_driver.h>
#include <parallel_pool/bindings/py_tree.h>
#include <parallel_pool/bindings/shared_generators.h>
#include <parallel_pool/core/batches/segment.h>
#include <parallel_pool/core/pool/pool.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pp {

class PyPool final : public PoolDriver {
 public:
  class Call;

  // `options` are resolved; `type` outlives the pool. `workers`: see Pool.
  PyPool(const EnvType& type, nb::dict config, const PoolOptions& options,
         const EpisodeRules& rules, const ResultOptions& results, const WorkersApi* workers);
  ~PyPool() override;

  const PoolOptions& options() const { return pool_->options(); }
  // Where the batches lie if other processes may map them, or null.
  const Segment* segment() const { return segment_.get(); }

  // Of a pool of one environment, with the action and the results of a single one.
  nb::tuple step_single(nb::handle action);
  void close();
  bool closed() const override { return pool_->closed(); }
  std::uint32_t in_flight() const override { return pool_->in_flight(); }
  // Seconds that the workers have waited for tasks, together, and calls for results.
  std::pair<double, double> waited() const;

  nb::object render_state(std::uint32_t env);
  // Each state is the header and, sealed, what `load` takes.
  nb::list save(const std::vector<std::uint32_t>& envs, const nb::bytes& header);
  // Writes them one after another into a writable buffer; returns a memoryview of each.
  nb::list save_into(const std::vector<std::uint32_t>& envs, const nb::bytes& header,
                     nb::handle out);
  // Takes states as bytes or other buffers.
  void load(const std::vector<std::uint32_t>& envs, const nb::list& states,
            std::size_t header_size);
  void clone(nb::handle from_ids, nb::handle to_ids);
  // Gives idle environments options of their own from their next reset on. Equal tags stand for
  // equal options, which share their data; None stands for those that the pool was made with.
  void set_config(nb::handle env_ids, nb::dict config, nb::object tag);
  // The tag of the options that an idle environment has now; None: those of the pool.
  nb::object config_tag(std::uint32_t env);
  void set_seeds(nb::handle seeds);
  nb::object seed(std::uint32_t env);
  nb::tuple generator_state(std::uint32_t env);
  void set_generator_state(std::uint32_t env, const std::vector<std::uint64_t>& words);
  void share_generator(std::uint32_t env, nb::object generator, std::uintptr_t address);
  nb::object shared_generator(std::uint32_t env);

 private:
  PyPool(const EnvType& type, nb::dict config, const PoolOptions& options,
         const EpisodeRules& rules, const ResultOptions& results, const WorkersApi* workers,
         std::unique_ptr<EnvGroup> group, const SpecNodes& spec, std::shared_ptr<Segment> segment);
  static Setup setup_of(const EnvGroup& group, const PoolOptions& options,
                        const EpisodeRules& rules, const ResultOptions& results,
                        const SpecNodes& spec, const std::shared_ptr<Segment>& segment);

  EnvStatus& status() override { return pool_->status(); }
  bool step_all(nb::handle actions, Caller caller) override;
  void send_claimed_steps(Caller caller) override;
  void read_resets(nb::handle seeds, nb::handle options) override;
  void send_claimed_resets(Resets which, Caller caller) override;
  bool ready() const override { return pool_->ready(); }
  bool wait_until(std::optional<Clock::time_point> deadline) override;
  ReceivedBatch receive() override;
  Failures failures_of(const ReceivedBatch& received) override;

  void step_all_in_place_or_share(Caller caller);
  template <class Run>
  void launch(TaskKind kind, std::size_t count, Run&& run);
  // Work that may take longer in the calling thread lets other Python threads run.
  static constexpr double kReleaseNs = 200'000.0;
  bool keeps_gil(std::size_t count, TaskKind kind) const;
  void parse_seeds(nb::handle seeds);
  void give_seeds();
  void copy_actions();
  SettingsPointer settings_of(nb::dict config, nb::object tag);
  void take_draws(std::uint32_t env);
  // Of fewer states than this the calling thread makes copies without releasing the GIL.
  static constexpr std::size_t kCopiesWithGil = 64;
  template <class Run>
  auto naming_id(Run&& run) const;
  void save_one(std::uint32_t env, std::string_view header);  // to `state_`
  void note_loaded(const std::vector<std::uint32_t>& envs);
  void close_after(Pool::Call& call);
  bool ends_at_once();
  bool wait_for_end();
  void leave_end();
  void free_memory();
  void give_draws(const ReceivedBatch& received);

  const EnvType& type_;
  // Options of some environments. The dict is kept as long as the settings are: see config_.
  struct OwnConfig {
    nb::dict config;
    nb::object tag;
    SettingsPointer settings;
  };

  const nb::dict config_;  // keeps alive what environments may point into
  std::vector<OwnConfig> own_configs_;
  const GroupFields fields_;
  const PyTree render_state_;
  const std::shared_ptr<Segment> segment_;
  std::unique_ptr<Pool> pool_;
  const AnySettings* const common_settings_;  // the group's
  SharedGenerators shared_generators_;
  std::vector<SeedWords> seeds_;               // of the current call: of its resets, or none
  std::shared_ptr<const void> reset_options_;  // of the current call
  std::string state_;                          // of the current call: what is saved
  KnownStates known_states_;
  nb::object sound_state_;  // bytes that were saved or loaded last: they cannot be damaged any more
  std::unique_ptr<Ending> ending_;  // since the pool closes
};

// One call of the pool. Where a signal handler closes the pool within the call, its end does not
// wait for long: tasks in progress end by themselves.
class PyPool::Call {
 public:
  Call(PyPool& pool, const char* name) : pool_(pool), call_(*pool.pool_, name) {}
  ~Call() {
    if (pool_.pool_->closes_after_call()) pool_.close_after(call_);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  PyPool& pool_;
  Pool::Call call_;
};

}  // namespace pp
