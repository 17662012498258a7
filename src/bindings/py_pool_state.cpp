// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads and writes what environments hold: states, seeds, generators, and data for rendering.
#include <parallel_pool/bindings/held_buffer.h>
#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/bindings/py_pool.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pp {
namespace {

// The checksum that a sealed state begins with.
std::uint64_t sum_of(std::string_view sealed) {
  std::uint64_t sum = 0;
  std::memcpy(&sum, sealed.data(), sizeof sum);
  return sum;
}

}  // namespace

// By name; numbers keep their dtype as NumPy scalars, for the renderer computes with them.
nb::object PyPool::render_state(std::uint32_t env) {
  const Call call(*this, "render");
  std::vector<nb::object> arrays;
  std::vector<std::byte*> columns;
  for (const Field& field : fields_.render_state) {
    const std::vector<npy_intp> shape(field.leaf.shape.begin(), field.leaf.shape.end());
    arrays.push_back(checked(PyArray_SimpleNew(static_cast<int>(shape.size()), shape.data(),
                                               numpy_type(field.leaf.dtype))));
    columns.push_back(static_cast<std::byte*>(PyArray_DATA(as_array(arrays.back()))));
  }
  pool_->render_state(env, columns.data());
  return render_state_.build([&](const PyTree& leaf) -> nb::object {
    const nb::object& array = arrays[leaf.leaf()];
    return PyArray_NDIM(as_array(array)) > 0 ? array : nb::object(array[nb::tuple()]);
  });
}

// Of environments that cannot save their state, errors say which they are.
template <class Run>
auto PyPool::naming_id(Run&& run) const {
  try {
    return run();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUnsupported) throw;
    throw Error(error.kind(), type_.id + ": " + error.what());
  }
}

nb::list PyPool::save(const std::vector<std::uint32_t>& envs, const nb::bytes& header) {
  const Call call(*this, "get_state");
  nb::list states;
  for (const std::uint32_t env : envs) {
    save_one(env, {header.c_str(), header.size()});
    sound_state_ = nb::bytes(state_.data(), state_.size());
    states.append(sound_state_);
  }
  return states;
}

nb::list PyPool::save_into(const std::vector<std::uint32_t>& envs, const nb::bytes& header,
                           nb::handle out) {
  const Call call(*this, "get_state");
  const nb::object view = writable_bytes(out);
  const Py_buffer& buffer = *PyMemoryView_GET_BUFFER(view.ptr());
  const auto room = static_cast<std::size_t>(buffer.len);
  std::size_t end = 0;
  nb::list states;
  for (const std::uint32_t env : envs) {
    save_one(env, {header.c_str(), header.size()});
    const std::size_t begin = std::exchange(end, end + state_.size());
    if (end > room) continue;
    std::memcpy(static_cast<char*>(buffer.buf) + begin, state_.data(), state_.size());
    states.append(checked(PySequence_GetSlice(view.ptr(), static_cast<Py_ssize_t>(begin),
                                              static_cast<Py_ssize_t>(end))));
  }
  if (end <= room) return states;
  throw nb::value_error(("out has " + std::to_string(room) + " bytes, but the states of " +
                         std::to_string(envs.size()) + " environments take " + std::to_string(end))
                            .c_str());
}

void PyPool::save_one(std::uint32_t env, std::string_view header) {
  take_draws(env);
  state_ = header;
  state_.resize(header.size() + kSealBytes);
  naming_id([&] { pool_->save(env, state_); });
  if (statistics_) {
    StateIO io = StateIO::append_to(std::move(state_));
    statistics_->serialize(io, env);
    state_ = io.take();
  }
  const std::span sealed = std::span(state_).subspan(header.size());
  seal(sealed.data(), sealed.size());
  known_states_.add(sum_of({sealed.data(), sealed.size()}));
}

void PyPool::load(const std::vector<std::uint32_t>& envs, const nb::list& states,
                  std::size_t header_size) {
  const Call call(*this, "set_state");
  const std::size_t extra = statistics_ ? EpisodeStatistics::kStateBytes : 0;
  bool known = true;
  std::vector<HeldBuffer> buffers;
  std::vector<std::string_view> views, statistics;
  std::vector<std::uint64_t> sums;
  for (const nb::handle state : states) {
    const std::string_view sealed = buffers.emplace_back(state).bytes().substr(header_size);
    const bool is_sound = state.is(sound_state_);
    const std::string_view whole = is_sound ? sealed.substr(kSealBytes) : unsealed(sealed);
    sums.push_back(sum_of(sealed));
    known = known && known_states_.has(sums.back());
    const std::size_t own = whole.size() - std::min(extra, whole.size());
    views.push_back(whole.substr(0, own));
    if (statistics_) statistics.push_back(whole.substr(own));
  }
  naming_id([&] { pool_->load(envs, views, known); });
  for (const std::uint64_t sum : sums) known_states_.add(sum);
  if (sums.size() == 1 && PyBytes_CheckExact(nb::object(states[0]).ptr())) sound_state_ = states[0];
  for (std::size_t i = 0; statistics_ && i < envs.size(); ++i) {
    StateIO io(statistics[i]);
    statistics_->serialize(io, envs[i]);
  }
  note_loaded(envs);
}

void PyPool::clone(nb::handle from_ids, nb::handle to_ids) {
  const Call call(*this, "clone");
  parse_any_env_ids(from_ids, options().num_envs, "from_ids", from_envs_);
  parse_any_env_ids(to_ids, options().num_envs, "to_ids", envs_);
  for (const std::uint32_t env : from_envs_) take_draws(env);
  naming_id([&] {
    if (envs_.size() < kCopiesWithGil) {
      pool_->clone(from_envs_, envs_);
    } else {
      const nb::gil_scoped_release released;
      pool_->clone(from_envs_, envs_);
    }
  });
  if (statistics_) statistics_->clone(from_envs_, envs_);
  note_loaded(envs_);
}

// Environments have other states now.
void PyPool::note_loaded(const std::vector<std::uint32_t>& envs) {
  shared_generators_.give(pool_->group(), envs);
  if (!multi_player_) return;
  for (const std::uint32_t env : envs) {
    players_[env] = static_cast<std::uint32_t>(pool_->group().players(env));
  }
}

void PyPool::set_config(nb::handle env_ids, nb::dict config, nb::object tag) {
  const Call call(*this, "set_config");
  parse_any_env_ids(env_ids, options().num_envs, "env_ids", envs_);
  for (const std::uint32_t env : envs_) status().check_idle(env);
  pool_->set_settings(envs_, settings_of(std::move(config), std::move(tag)));
  // Those that no environment has any more.
  std::erase_if(own_configs_, [](const OwnConfig& own) { return own.settings.use_count() == 1; });
}

SettingsPointer PyPool::settings_of(nb::dict config, nb::object tag) {
  // The group keeps its own as long as it lives.
  if (tag.is_none()) return {SettingsPointer(), common_settings_};
  for (const OwnConfig& own : own_configs_) {
    if (own.tag.equal(tag)) return own.settings;
  }
  SettingsPointer settings = type_.make_settings(config);
  own_configs_.push_back({std::move(config), std::move(tag), settings});
  return settings;
}

nb::object PyPool::config_tag(std::uint32_t env) {
  const Call call(*this, "get_attr");
  status().check_idle(env);
  const AnySettings* const settings = pool_->group().settings(env);
  for (const OwnConfig& own : own_configs_) {
    if (own.settings.get() == settings) return own.tag;
  }
  return nb::none();
}

// What the next reset of each environment starts from, unless it is given another seed.
void PyPool::set_seeds(nb::handle seeds) {
  const Call call(*this, "set_seeds");
  pool_->check_all(TaskKind::kReset);
  envs_ = all_envs_;
  parse_seeds(seeds);
  check_seed_count(seeds_.size(), envs_.size());
  give_seeds();
}

// None before there is a seed, -1 if the generator was set otherwise.
nb::object PyPool::seed(std::uint32_t env) {
  const Call call(*this, "np_random_seed");
  status().check_idle(env);
  if (!pool_->group().is_seeded(env)) return nb::none();
  const SeedWords& words = pool_->group().seed(env);
  return words.empty() ? nb::object(nb::int_(-1)) : seed_to_int(words);
}

nb::tuple PyPool::generator_state(std::uint32_t env) {
  const Call call(*this, "np_random");
  status().check_idle(env);
  take_draws(env);
  std::uint64_t words[6];
  pool_->group().generator_words(env, words);
  nb::list list;
  for (const std::uint64_t word : words) list.append(word);
  return nb::tuple(list);
}

void PyPool::set_generator_state(std::uint32_t env, const std::vector<std::uint64_t>& words) {
  const Call call(*this, "np_random");
  status().check_idle(env);
  if (words.size() != 6) throw nb::value_error("a generator's state has 6 words");
  shared_generators_.release(env);
  pool_->group().set_generator_words(env, std::span<const std::uint64_t, 6>(words));
}

// From now on the environment and this NumPy generator draw from one stream.
void PyPool::share_generator(std::uint32_t env, nb::object generator, std::uintptr_t address) {
  const Call call(*this, "np_random");
  status().check_idle(env);
  shared_generators_.share(env, std::move(generator), address);
}

nb::object PyPool::shared_generator(std::uint32_t env) {
  const Call call(*this, "np_random");
  status().check_idle(env);
  return shared_generators_.find(env);
}

// An environment in flight took them when it was sent.
void PyPool::take_draws(std::uint32_t env) {
  if (shared_generators_.empty()) return;
  status().check_idle(env);
  shared_generators_.take(pool_->group(), env);
}

}  // namespace pp
