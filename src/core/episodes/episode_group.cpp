// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What all classes of environments share: rows, seeds, settings and states.
#include <parallel_pool/core/episodes/episode_group.h>
#include <parallel_pool/core/episodes/settings.h>

#include <exception>
#include <memory>
#include <new>
#include <typeinfo>
#include <utility>

namespace pp {

// How the loops reach rules through virtual functions.
class EpisodeGroup::VirtualAccess {
 public:
  static constexpr std::size_t kMostTogether = EpisodeGroup::kMostTogether;
  static constexpr bool kHasPlayers = true;  // possibly

  VirtualAccess(EpisodeGroup& group, const std::byte* const* actions)
      : group_(group), actions_(actions) {}

  // The columns that `show` writes to.
  void attach(const ShownColumns& columns) { columns_ = columns; }
  std::size_t together() const { return group_.facts_.together; }
  EpisodeState& state(std::size_t env) const { return group_.state(env); }
  Transition step(std::uint32_t env) { return group_.step_episode(env, actions_); }
  bool step_together(std::span<const std::uint32_t> envs, std::span<Transition> out) {
    return group_.step_together(envs, actions_, out);
  }
  // Writes the observation and the infos.
  void show(std::uint32_t env, std::uint32_t row) {
    group_.write_observation(env, columns_, row);
    if (group_.facts_.has_info) group_.inform_episode(env, columns_.info, row);
  }

 private:
  EpisodeGroup& group_;
  const std::byte* const* actions_;
  ShownColumns columns_;
};

EpisodeGroup::EpisodeGroup(GroupFields fields, const RulesFacts& facts, const EpisodeRules& rules,
                           std::uint32_t size, SettingsPointer settings)
    : rules_(rules),
      limit_(rules.limit()),
      facts_(facts),
      fields_(std::move(fields)),
      size_(size),
      layout_(fields_.observation, fields_.info, 1, fields_.max_players, fields_.multi_player,
              rules.autoreset == AutoresetMode::kSameStep),
      writer_(fields_, layout_),
      text_versions_(fields_.observation, size),
      last_results_(size, fields_),
      settings_(std::move(settings)),
      rngs_(size),
      seeds_(size) {
  if (fields_.player_flags) layout_.add_player_flags();
  if (fields_.multi_player && rules.autoreset == AutoresetMode::kSameStep) {
    throw Error(ErrorKind::kValue,
                "autoreset_mode 'SameStep' does not suit a multi-player environment: a row's "
                "rewards and its observations would belong to different players");
  }
}

// --- Steps, resets and rows ----------------------------------------------------------------------

Work EpisodeGroup::run(std::span<const Task> tasks, const std::byte* const* actions,
                       std::size_t results_at_once, StateBufferQueue& out) noexcept {
  return run_tasks(VirtualAccess(*this, actions), tasks, results_at_once, out);
}

Work EpisodeGroup::run_range(std::uint32_t first, std::uint32_t last,
                             const std::byte* const* actions, StateBufferQueue& out) noexcept {
  return run_in_order(VirtualAccess(*this, actions), first, last, out);
}

void EpisodeGroup::observe(std::uint32_t env, Batch& batch, std::uint32_t row) noexcept {
  RowWriter writer = writer_;
  writer.attach(batch);
  writer.write_no_outcome(row, env, RowKind::kUntouched, state(env).elapsed_step(limit_));
  try {
    // Before the players, because it checks their number.
    writer.write_no_infos(writer.current(), row);
    write_observation(env, writer.current(), row);
    if (fields_.multi_player) write_players(env, row, nullptr, writer);
  } catch (...) {
    writer.write_zeros(row);  // an environment that failed and is not reset
  }
  if (text_versions_.has_texts()) text_versions_.write(batch, layout_, row, env);
}

void EpisodeGroup::reset(std::uint32_t env, std::size_t task, Outcomes& outcomes) noexcept {
  try {
    reset_episode(env);
    outcomes.set(task, RowKind::kReset);
  } catch (...) {
    note_failure(env);
    outcomes.set(task, RowKind::kFailed);
  }
}

// Observation and infos after a step or reset. Throws what the environment throws.
void EpisodeGroup::write_current(std::uint32_t env, std::uint32_t row, RowKind kind,
                                 RowWriter& writer) {
  write_observation(env, writer.current(), row);
  if (!facts_.has_info) return;
  if (writer.infos_in_every_row()) {
    inform_episode(env, writer.current().info, row);
  } else {
    write_info(env, writer.current(), row, kind, writer);
  }
}

// The last observation and infos of an episode that ended, before the reset.
void EpisodeGroup::write_same_step(std::uint32_t env, RowKind kind, bool ended, std::uint32_t row,
                                   RowWriter& writer) {
  if (ended) {
    write_observation(env, writer.final(), row);
    write_info(env, writer.final(), row, RowKind::kStep, writer);
    reset_episode(env);
    kind = RowKind::kReset;
  } else {
    writer.write_no_infos(writer.final(), row);
  }
  write_current(env, row, kind, writer);
}

void EpisodeGroup::write_observation(std::uint32_t env, const ShownColumns& columns,
                                     std::uint32_t row) const {
  const std::size_t players = state(env).players();
  if (players > fields_.max_players) {
    throw Error(ErrorKind::kValue,
                "players() is " + std::to_string(players) +
                    ", but the spec allows max_players = " + std::to_string(fields_.max_players));
  }
  observe_episode(env, columns.observation, row);
}

void EpisodeGroup::write_info(std::uint32_t env, const ShownColumns& columns, std::uint32_t row,
                              RowKind kind, RowWriter& writer) const {
  if (!facts_.has_info) return;
  inform_episode(env, columns.info, row);
  writer.write_masks(columns, row, kind, has_info_now(env));
}

// The owners of a multi-player environment's rows, and what its step gave them.
void EpisodeGroup::write_players(std::uint32_t env, std::uint32_t row, const PlayerResults* results,
                                 RowWriter& writer) const {
  const auto own_id = [&](std::size_t player) { return player_id(env, player); };
  const auto same_id = [](std::size_t player) { return player; };
  const std::size_t players = state(env).players();
  if (facts_.has_agents) {
    writer.write_players(row, env, players, results, own_id);
  } else {
    writer.write_players(row, env, players, results, same_id);
  }
}

void EpisodeGroup::write_failure(std::uint32_t env, std::uint32_t row, RowWriter& writer) {
  writer.write_no_outcome(row, env, RowKind::kFailed, 0);
  writer.write_zeros(row);
}

void EpisodeGroup::note_failure(std::uint32_t env) noexcept {
  try {
    throw;
  } catch (const std::exception& error) {
    set_failure(env, error.what());
  } catch (...) {
    set_failure(env, kNoStdException);
  }
}

// --- Seeds ---------------------------------------------------------------------------------------

// The next reset starts from the seed that was set.
void EpisodeGroup::set_seed(std::uint32_t env, SeedWords words) {
  seeds_[env] = {std::move(words), true};
}

void EpisodeGroup::generator_words(std::uint32_t env, std::span<std::uint64_t, 6> out) const {
  rngs_[env].bits().words(out);
}
void EpisodeGroup::continue_generator(std::uint32_t env, std::span<const std::uint64_t, 6> in) {
  rngs_[env].bits().set_words(in);
}
void EpisodeGroup::set_generator_words(std::uint32_t env, std::span<const std::uint64_t, 6> in) {
  rngs_[env].bits().set_words(in);
  seeds_[env] = {};
  state(env).mark_seeded();
}

// --- Settings ------------------------------------------------------------------------------------

void try_settings(const AnySettings& settings) {
  const std::align_val_t alignment{settings.rules_alignment()};
  const auto free = [&](void* place) { ::operator delete(place, alignment); };
  const std::unique_ptr<void, decltype(free)> place(
      ::operator new(settings.rules_size(), alignment), free);
  settings.construct_rules(place.get(), EnvId{0});
  settings.destroy_rules(place.get());
}

void EpisodeGroup::set_settings(std::uint32_t env, const SettingsPointer& settings, bool at_once) {
  const AnySettings& given = *settings;
  const AnySettings& common = *settings_;
  if (typeid(given) != typeid(common)) {
    throw Error(ErrorKind::kValue,
                "the options select another class of environments than those of the pool");
  }
  check_settings(given);
  if (own_settings_.empty()) own_settings_.resize(size());
  OwnSettings& own = own_settings_[env];
  own.last.reset();
  own.next = settings;
  if (at_once) apply_settings(env);
}

// Those that it has now.
const AnySettings* EpisodeGroup::settings(std::uint32_t env) const {
  const bool has_own = !own_settings_.empty() && own_settings_[env].current != nullptr;
  return has_own ? own_settings_[env].current.get() : settings_.get();
}

// Makes the environment anew. If that fails, it stays what it was.
void EpisodeGroup::apply_settings(std::uint32_t env) {
  OwnSettings& own = own_settings_[env];
  const SettingsPointer next = std::move(own.next);
  void* const place = rules_place(env);
  next->destroy_rules(place);  // of the same class
  try {
    next->construct_rules(place, EnvId{env});
  } catch (...) {
    construct_again(place, env);
    throw;
  }
  own.last = std::exchange(own.current, next);
  // Its own generators go on from the stream that there is, unless the reset has a seed.
  if (facts_.own_generators && !seeds_[env].pending && state(env).is_seeded()) {
    SeedWords words(4);
    for (std::uint32_t& word : words) word = rngs_[env].bits().next32();
    seed_rules(env, SeedSequence(words));
  }
}

// As it was made before: only a lack of memory can prevent it, and then there is no going on.
void EpisodeGroup::construct_again(void* place, std::uint32_t env) noexcept {
  settings(env)->construct_rules(place, EnvId{env});
}

// --- States --------------------------------------------------------------------------------------

void EpisodeGroup::save(std::uint32_t env, std::string& bytes) {
  StateIO io = StateIO::append_to(std::move(bytes));
  io(rngs_[env]);
  serialize_episode(env, io);
  bytes = io.take();
}

void EpisodeGroup::load(std::uint32_t env, std::string_view bytes) {
  StateIO io(bytes);
  io(rngs_[env]);
  serialize_episode(env, io);
  io.finish();
  io.require(state(env).players() <= fields_.max_players,
             "the state holds more players than its environment may have");
  seeds_[env] = {};
}

void EpisodeGroup::save_copy(std::uint32_t env, std::string& bytes, bool stays) {
  StateIO io = StateIO::copy_to(std::move(bytes), stays);
  io(rngs_[env]);
  serialize_episode(env, io);
  io(seeds_[env]);
  bytes = io.take();
}

void EpisodeGroup::load_copy(std::uint32_t env, std::string_view bytes, bool stays) {
  StateIO io = StateIO::copy_from(bytes, stays);
  io(rngs_[env]);
  serialize_episode(env, io);
  io(seeds_[env]);
}

}  // namespace pp
