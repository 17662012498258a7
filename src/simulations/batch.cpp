// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks arguments, runs programs in several threads, and reports what MuJoCo said.
#include "batch.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <tuple>
#include <type_traits>

#include "shared/mujoco/python_model.h"

namespace pp::mujoco {
namespace {

// Keeps a Python object until the last simulation that needs it is gone, in any thread.
std::shared_ptr<void> kept(nb::handle object) {
  return {object.inc_ref().ptr(), [](void* kept) {
            const nb::gil_scoped_acquire acquired;
            nb::handle(static_cast<PyObject*>(kept)).dec_ref();
          }};
}

std::vector<std::shared_ptr<const Model>> models_of(const nb::list& models, bool lent) {
  std::vector<std::shared_ptr<const Model>> made;
  for (const nb::handle model : models) {
    ModelFacts facts = facts_of(nb::borrow(model));
    made.push_back(lent ? std::make_shared<const Model>(std::move(facts), kept(model))
                        : std::make_shared<const Model>(std::move(facts)));
  }
  return made;
}

}  // namespace

// What MuJoCo said of simulations, in any thread.
class Batch::Reports {
 public:
  void add(std::size_t i, const std::string& text, bool is_error) {
    const std::lock_guard lock(mutex_);
    reports_.emplace_back(static_cast<std::uint32_t>(i), text, is_error);
  }
  void add(std::size_t i, const Warnings& warnings) {
    for (const std::string& text : warnings) add(i, text, false);
  }
  nb::object take() {
    if (reports_.empty()) return nb::none();
    std::ranges::stable_sort(reports_, {}, [](const auto& one) { return std::get<0>(one); });
    nb::list list;
    for (const auto& [i, text, is_error] : reports_) {
      const nb::object decoded = checked(
          PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
      list.append(nb::make_tuple(i, decoded, is_error));
    }
    return list;
  }

 private:
  std::mutex mutex_;  // taken where MuJoCo says something, only
  std::vector<std::tuple<std::uint32_t, std::string, bool>> reports_;
};

Batch::Batch(nb::list models, bool lent, std::vector<std::uint32_t> of, std::size_t num_threads,
             std::vector<std::vector<int>> bind_to, nb::handle workers) {
  const WorkersApi* const shared = parse_workers(workers);
  std::vector<std::shared_ptr<const Model>> made = models_of(models, lent);
  const nb::gil_scoped_release released;
  simulations_ = std::make_unique<Simulations>(std::move(made), std::move(of));
  state_size_ = simulations_->state_size();
  crowd_ = std::make_unique<Crowd>(shared != nullptr ? shared->count + 1 : num_threads,
                                   std::move(bind_to), shared);
}

// In a forked child the threads are the parent's: all can only be forgotten.
Batch::~Batch() {
  if (fork_guard_.forked()) {
    (void)crowd_.release();
    (void)simulations_.release();
    return;
  }
  const nb::gil_scoped_release released;
  crowd_.reset();
}

void Batch::close() {
  if (calls_.inside()) {
    throw Error(ErrorKind::kConcurrentCall,
                "close() was called within another call of the batch: it would wait for itself");
  }
  if (!calls_.begin_close() || fork_guard_.forked()) return;
  const nb::gil_scoped_release released;
  calls_.wait_for_calls();
  crowd_->stop();
  simulations_.reset();
  calls_.release();
}

CallGuard& Batch::calls_of(const char* name) {
  if (!fork_guard_.forked()) return calls_;
  throw Error(ErrorKind::kForked,
              std::string(name) +
                  "() was called in a forked child, where the batch's threads do not exist: create "
                  "the batch after forking, or start processes by 'spawn' or 'forkserver'");
}

void Batch::add_mirror(std::uintptr_t rows, std::size_t row_bytes, std::ptrdiff_t offset,
                       bool in_struct, bool written) {
  const CallGuard::Call call(calls_of("bind"), "bind");
  simulations_->add(
      Mirror{reinterpret_cast<std::byte*>(rows), row_bytes, offset, in_struct, written});
}

void Batch::add_insertion(std::uintptr_t rows, std::size_t row_bytes, std::ptrdiff_t offset,
                          bool in_struct) {
  const CallGuard::Call call(calls_of("insert"), "insert");
  simulations_->add_insertion(
      Mirror{reinterpret_cast<std::byte*>(rows), row_bytes, offset, in_struct, true});
}

void Batch::set_copies(const std::vector<std::uintptr_t>& copies, std::size_t count) {
  const CallGuard::Call call(calls_of("expand"), "expand");
  std::vector<RawModel*> models;
  for (const std::uintptr_t copy : copies) models.push_back(reinterpret_cast<RawModel*>(copy));
  simulations_->set_copies(std::move(models), count);
}

void Batch::add_parameter(std::uintptr_t rows, std::size_t row_bytes,
                          const std::vector<std::uintptr_t>& places, bool computed) {
  const CallGuard::Call call(calls_of("expand"), "expand");
  Parameter parameter{reinterpret_cast<std::byte*>(rows), row_bytes, {}, computed};
  for (const std::uintptr_t place : places) {
    parameter.places.push_back(reinterpret_cast<std::byte*>(place));
  }
  simulations_->add(parameter);
}

// Each simulation at most once, since two threads would run it.
void Batch::parse_ids(nb::handle ids, std::vector<std::uint32_t>& out) const {
  const auto size = static_cast<std::uint32_t>(simulations_->size());
  if (ids.is_none()) {
    out.resize(size);
    std::iota(out.begin(), out.end(), 0u);
    return;
  }
  parse_once(ids, "ids", out);
}

void Batch::parse_some(nb::handle ids, const char* name, std::vector<std::uint32_t>& out) const {
  parse_any_env_ids(ids, static_cast<std::uint32_t>(simulations_->size()), name, out,
                    {.id = "simulation", .parts = "simulations", .whole = "batch"});
}

void Batch::parse_once(nb::handle ids, const char* name, std::vector<std::uint32_t>& out) const {
  parse_some(ids, name, out);
  std::vector<bool> seen(simulations_->size());
  for (const std::uint32_t id : out) {
    if (seen[id]) {
      value_error(std::string(name) + " names simulation " + std::to_string(id) + " twice");
    }
    seen[id] = true;
  }
}

std::vector<std::uint32_t> Batch::chosen(const char* name, nb::handle ids) {
  const CallGuard::Call call(calls_of(name), name);
  std::vector<std::uint32_t> out;
  parse_ids(ids, out);
  return out;
}

void Batch::check_callbacks() const {
  if (simulations_ == nullptr) return;
  if (const char* name = simulations_->callback(); name != nullptr) {
    value_error(std::string(name) +
                " is set: threads cannot call MuJoCo's global callbacks, so unset it by "
                "mujoco.set_" +
                name +
                "(None), and write what it computes to arrays, such as ctrl or "
                "qfrc_applied");
  }
}

template <class Run>
nb::object Batch::each(std::size_t count, Run&& run) {
  check_callbacks();
  Reports reports;
  const auto work = [&](std::size_t k, const Crowd::GoesOn& goes_on) {
    try {
      if constexpr (std::is_invocable_v<Run, std::size_t, Reports&, const Crowd::GoesOn&>) {
        run(k, reports, goes_on);
      } else {
        run(k, reports);
      }
    } catch (const std::exception& error) {
      reports.add(ids_[k], error.what(), true);
    }
  };
  const auto pause = [] {
    const nb::gil_scoped_acquire acquired;
    return PyErr_CheckSignals() == 0;
  };
  bool goes_on = true;
  {
    const nb::gil_scoped_release released;
    goes_on = crowd_->each(count, work, pause);
  }
  if (!goes_on) throw nb::python_error();
  return reports.take();
}

nb::object Batch::run(const char* name, nb::handle ids, const Program& program) {
  const CallGuard::Call call(calls_of(name), name);
  parse_ids(ids, ids_);
  return each(ids_.size(), [&](std::size_t k, Reports& reports, const Crowd::GoesOn& goes_on) {
    reports.add(ids_[k], simulations_->run(ids_[k], program.instructions, goes_on));
  });
}

nb::object Batch::set_const(nb::handle ids) {
  const CallGuard::Call call(calls_of("set_const"), "set_const");
  parse_ids(ids, ids_);
  return each(ids_.size(), [&](std::size_t k, Reports& reports) {
    reports.add(ids_[k], simulations_->set_const(ids_[k]));
  });
}

nb::object Batch::get_state(nb::handle ids, std::uintptr_t states) {
  const CallGuard::Call call(calls_of("get_state"), "get_state");
  parse_ids(ids, ids_);
  return each(ids_.size(), [&](std::size_t k, Reports&) {
    simulations_->get_state(ids_[k], reinterpret_cast<double*>(states) + k * state_size());
  });
}

nb::object Batch::set_state(nb::handle ids, std::uintptr_t states) {
  const CallGuard::Call call(calls_of("set_state"), "set_state");
  parse_ids(ids, ids_);
  return each(ids_.size(), [&](std::size_t k, Reports& reports) {
    const double* const state = reinterpret_cast<const double*>(states) + k * state_size();
    reports.add(ids_[k], simulations_->set_state(ids_[k], state));
  });
}

nb::object Batch::roll_out(nb::handle ids, std::uintptr_t controls, std::size_t steps, int what,
                           std::uintptr_t states, std::size_t state_size, std::uintptr_t sensors) {
  const CallGuard::Call call(calls_of("rollout"), "rollout");
  parse_ids(ids, ids_);
  const std::size_t nu = simulations_->model().facts().nu;
  const std::size_t ns = simulations_->model().size(Array::kSensordata);
  return each(ids_.size(), [&](std::size_t k, Reports& reports, const Crowd::GoesOn& goes_on) {
    reports.add(ids_[k],
                simulations_->roll_out(
                    ids_[k],
                    {.controls = reinterpret_cast<const double*>(controls) + k * steps * nu,
                     .steps = steps,
                     .what = what,
                     .states = reinterpret_cast<double*>(states) + k * steps * state_size,
                     .state_size = state_size,
                     .sensors = reinterpret_cast<double*>(sensors) + k * steps * ns},
                    goes_on));
  });
}

nb::object Batch::site_jacobian(nb::handle ids, int site, std::uintptr_t of_position,
                                std::uintptr_t of_rotation) {
  const CallGuard::Call call(calls_of("jacobian_site"), "jacobian_site");
  parse_ids(ids, ids_);
  const std::size_t size = 3 * simulations_->model().facts().nv;
  return each(ids_.size(), [&](std::size_t k, Reports&) {
    simulations_->site_jacobian(ids_[k], site, reinterpret_cast<double*>(of_position) + k * size,
                                reinterpret_cast<double*>(of_rotation) + k * size);
  });
}

nb::object Batch::site_velocity(nb::handle ids, int site, std::uintptr_t velocities) {
  const CallGuard::Call call(calls_of("velocity_of_site"), "velocity_of_site");
  parse_ids(ids, ids_);
  return each(ids_.size(), [&](std::size_t k, Reports&) {
    simulations_->site_velocity(ids_[k], site, reinterpret_cast<double*>(velocities) + 6 * k);
  });
}

nb::object Batch::rays(nb::handle ids, std::size_t count, std::uintptr_t points,
                       std::uintptr_t directions, std::uintptr_t groups, bool fixed,
                       int without_body, std::uintptr_t distances, std::uintptr_t geoms) {
  const CallGuard::Call call(calls_of("ray"), "ray");
  parse_ids(ids, ids_);
  return each(ids_.size(), [&](std::size_t k, Reports& reports) {
    const Simulations::Rays own{
        .count = count,
        .points = reinterpret_cast<const double*>(points) + 3 * k * count,
        .directions = reinterpret_cast<const double*>(directions) + 3 * k * count,
        .groups = reinterpret_cast<const std::uint8_t*>(groups),
        .fixed = fixed,
        .without_body = without_body,
        .distances = reinterpret_cast<double*>(distances) + k * count,
        .geoms = reinterpret_cast<std::int32_t*>(geoms) + k * count};
    reports.add(ids_[k], simulations_->rays(ids_[k], own));
  });
}

nb::object Batch::heights(nb::handle ids, int geom, std::size_t count, std::uintptr_t points,
                          std::uintptr_t distances) {
  const CallGuard::Call call(calls_of("height"), "height");
  parse_ids(ids, ids_);
  return each(ids_.size(), [&](std::size_t k, Reports& reports) {
    reports.add(ids_[k],
                simulations_->below(ids_[k], geom, count,
                                    reinterpret_cast<const double*>(points) + 3 * k * count,
                                    reinterpret_cast<double*>(distances) + k * count));
  });
}

// One after the other, since several may be copies of one.
nb::object Batch::copy(nb::handle from, nb::handle to) {
  const CallGuard::Call call(calls_of("clone"), "clone");
  parse_some(from, "from_ids", more_ids_);
  parse_once(to, "to_ids", ids_);
  if (more_ids_.size() != ids_.size()) {
    value_error("expected as many to_ids as from_ids, got " + std::to_string(more_ids_.size()) +
                " from_ids and " + std::to_string(ids_.size()) + " to_ids");
  }
  for (const std::uint32_t id : more_ids_) {
    if (std::ranges::find(ids_, id) != ids_.end()) {
      value_error("simulation " + std::to_string(id) + " is among from_ids and to_ids");
    }
  }
  for (std::size_t k = 0; k < ids_.size(); ++k) {
    const std::uint32_t from_model = simulations_->model_of(more_ids_[k]);
    const std::uint32_t to_model = simulations_->model_of(ids_[k]);
    if (from_model == to_model) continue;
    value_error("simulations " + std::to_string(more_ids_[k]) + " and " + std::to_string(ids_[k]) +
                " have models " + std::to_string(from_model) + " and " + std::to_string(to_model) +
                ": a copy needs the same");
  }
  return each(1, [&](std::size_t, Reports& reports) {
    for (std::size_t k = 0; k < ids_.size(); ++k) {
      reports.add(ids_[k], simulations_->copy(more_ids_[k], ids_[k]));
    }
  });
}

nb::object Batch::copy_to(std::uint32_t i, std::uintptr_t data) {
  const CallGuard::Call call(calls_of("data"), "data");
  ids_ = {i};
  return each(1, [&](std::size_t, Reports& reports) {
    simulations_->scatter(i);
    reports.add(i, simulations_->copy_to(i, reinterpret_cast<RawData*>(data)));
  });
}

}  // namespace pp::mujoco
