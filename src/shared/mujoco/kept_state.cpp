// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Saves and loads simulations.
#include "kept_state.h"

#include <parallel_pool/core/author/state_io.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "library.h"

namespace pp::mujoco {
namespace {

static_assert(index_of(Array::kQpos) == 0, "blocks are found from the first array");

constexpr int kLeastAsleep = -64;  // below any count of steps until a tree falls asleep

// Physics differ between versions.
void check_version(StateIO& io, const std::string& version) {
  if (io.within_pool()) return;
  std::string saved = version;
  io(saved);
  io.require(saved == version, "the state was saved with MuJoCo " + saved + ", but MuJoCo " +
                                   version + " is installed");
}

// Rings whose cursors lead out of them would have MuJoCo write there.
void check_cursors(StateIO& io, const std::vector<Cursor>& cursors,
                   const std::vector<double>& state) {
  for (const Cursor& cursor : cursors) {
    const double at = state[cursor.place];
    io.require(at >= 0 && at < static_cast<double>(cursor.length) && at == std::floor(at),
               "the state holds " + std::to_string(at) + " as the cursor of " +
                   std::to_string(cursor.length) + " delayed values");
  }
}

// Trees that sleep together form a ring, each with the number of the next.
bool are_rings(std::span<const int> asleep) {
  std::vector<bool> is_next(asleep.size());
  for (const int next : asleep) {
    if (next < 0) continue;
    const auto i = static_cast<std::size_t>(next);
    if (asleep[i] < 0 || is_next[i]) return false;
    is_next[i] = true;
  }
  return true;
}

}  // namespace

std::vector<double>& Data::integration_state() const {
  static thread_local std::vector<double> state;
  state.resize(model_->state_size());
  return state;
}

void Data::read_integration_state(std::vector<double>& state) const {
  const int what = model_->facts().integration_state;
  call([&] { model_->functions().get_state(model_->raw(), raw_.get(), state.data(), what); });
}

void Data::set_integration_state(const std::vector<double>& state) {
  const int what = model_->facts().integration_state;
  call([&] { model_->functions().set_state(model_->raw(), raw_.get(), state.data(), what); });
}

// Computes whatever a step computes, of bodies that stand still and of those that may sleep too.
void Data::compute_all(const std::vector<double>& state) try {
  const KeptState& kept = model_->facts().kept;
  reset();
  if (kept.asleep) {
    std::fill_n(at<int>(*kept.asleep), kept.asleep->count, kLeastAsleep);
    call([this] { model_->functions().update_sleep(model_->raw(), raw_.get()); });
  }
  set_integration_state(state);
  forward();
} catch (const std::runtime_error& error) {
  throw Error(ErrorKind::kState, std::string("the state cannot be continued: ") + error.what());
}

// Everything else that MuJoCo knows of sleeping trees follows from this array.
void Data::serialize_asleep(StateIO& io) {
  const KeptState& kept = model_->facts().kept;
  if (!kept.asleep) return;
  const std::span asleep(at<int>(*kept.asleep), kept.asleep->count);
  for (int& tree : asleep) {
    io.within(tree, kLeastAsleep, static_cast<int>(asleep.size()) - 1, "next sleeping tree");
  }
  io.require(are_rings(asleep), "the state holds sleeping trees that form no rings");
  if (!io.reading()) return;
  call([this] { model_->functions().update_sleep(model_->raw(), raw_.get()); });
}

void Data::serialize(StateIO& io, std::initializer_list<Array> results) {
  check_version(io, model_->facts().version);
  const KeptState& kept = model_->facts().kept;
  std::vector<double>& state = integration_state();
  if (!io.reading()) read_integration_state(state);
  io.block(state.data(), state.size(), "the simulation");
  if (io.reading()) {
    check_cursors(io, kept.cursors, state);
    if (kept.carries_over) {
      compute_all(state);
    } else {
      set_integration_state(state);
    }
    computed_ = false;
  }
  for (const KeptBlock& block : kept.numbers) {
    io.block(at<double>(block), block.count, "the simulation");
  }
  if (kept.contact_age) {
    io.block(at<int>(*kept.contact_age), kept.contact_age->count, "ages of contacts");
  }
  serialize_asleep(io);
  for (const Array array : results) {
    if (kept.has[index_of(array)]) continue;
    io.block((*this)[array], size(array), kArrayNames[index_of(array)]);
  }
}

}  // namespace pp::mujoco
