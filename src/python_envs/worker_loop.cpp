// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Episodes of Python environments, and their rows.
#include "worker_loop.h"

#include <parallel_pool/core/threads/cpu.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include "info_schema.h"
#include "space_parsing.h"

namespace pp {
namespace {

// An idle CPU takes so long to be woken, on virtual machines.
constexpr auto kWorkersSpin = std::chrono::microseconds(100);

constexpr std::int64_t kSleepNs = 1'000'000'000;
// Async results are published in groups of about this length.
constexpr double kPublishNs = 20'000.0;

nb::object interned(const char* name) { return checked(PyUnicode_InternFromString(name)); }

bool truth(PyObject* value) {
  if (value == Py_True) return true;
  if (value == Py_False) return false;
  const int result = PyObject_IsTrue(value);
  if (result < 0) throw nb::python_error();
  return result != 0;
}

// As an element of a float64 array: numbers, and arrays of one element.
double to_double(PyObject* value) {
  nb::object item;
  if (PyArray_Check(value)) {
    item = nb::borrow(value).attr("item")();
    value = item.ptr();
  }
  const double number = PyFloat_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return number;
}

double to_reward(PyObject* value) {
  if (PyFloat_CheckExact(value)) return PyFloat_AS_DOUBLE(value);
  try {
    return to_double(value);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
    const nb::object got = nb::borrow(value);
    const std::string what =
        PyArray_Check(value)
            ? "an array of shape " + std::string(nb::repr(got.attr("shape")).c_str())
            : nb::type_name(got.type()).c_str();
    nb::raise_from(error, PyExc_TypeError, "reward must be a number, got %s", what.c_str());
  }
}

std::vector<const std::byte*> action_columns(const Segment& segment, const SharedPlan& plan) {
  std::vector<const std::byte*> columns;
  for (const std::uint64_t offset : plan.actions) columns.push_back(segment.base() + offset);
  return columns;
}

bool is_constant(PyObject* value) {
  return PyLong_CheckExact(value) || PyFloat_CheckExact(value) || PyArray_CheckScalar(value) != 0;
}

// Whether nobody has a value, or what it consists of, but those who have these references. A value
// of more levels counts as held by others.
bool is_held_by(PyObject* value, Py_ssize_t references, std::size_t levels = kMostLevels) {
  if (is_constant(value)) return true;
  if (Py_REFCNT(value) > references || levels == 0) return false;
  if (PyArray_CheckExact(value)) {
    return PyArray_BASE(reinterpret_cast<PyArrayObject*>(value)) == nullptr;
  }
  if (PyDict_CheckExact(value)) {
    PyObject *key, *part;
    for (Py_ssize_t at = 0; PyDict_Next(value, &at, &key, &part) != 0;) {
      if (!is_held_by(part, 1, levels - 1)) return false;
    }
    return true;
  }
  if (!PyTuple_CheckExact(value)) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(value); ++i) {
    if (!is_held_by(PyTuple_GET_ITEM(value, i), 1, levels - 1)) return false;
  }
  return true;
}

// The parts of what step or reset returned; `rule` says what it must return.
struct Parts {
  Parts(nb::object result, Py_ssize_t wanted, const char* rule) : tuple(std::move(result)) {
    if (!PyTuple_CheckExact(tuple.ptr())) {
      if (!nb::hasattr(tuple, "__iter__") && PySequence_Check(tuple.ptr()) == 0) {
        throw nb::type_error(
            (std::string(rule) + ", got " + nb::type_name(tuple.type()).c_str()).c_str());
      }
      tuple = checked(PySequence_Tuple(tuple.ptr()));
    }
    const Py_ssize_t size = PyTuple_GET_SIZE(tuple.ptr());
    if (size != wanted) {
      throw nb::value_error((std::string(rule) + ", got " + std::to_string(size) + " values" +
                             "; old_gym=True takes environments with the interface of gym")
                                .c_str());
    }
  }
  PyObject* operator[](Py_ssize_t i) const { return PyTuple_GET_ITEM(tuple.ptr(), i); }

  nb::object tuple;
};

}  // namespace

WorkerLoop::WorkerLoop(std::shared_ptr<Segment> segment, const SpaceNode& observation,
                       const SpaceNode& action, const PlanOptions& options, std::uint32_t worker,
                       AutoresetMode autoreset, nb::list envs)
    : segment_(std::move(segment)),
      plan_(observation, action, options),
      worker_(worker),
      first_env_(plan_.first_env(worker)),
      autoreset_(autoreset),
      queue_(*segment_, plan_, worker),
      rows_(*segment_, plan_),
      box_(queue_.box()),
      env_boxes_(segment_->at<EnvBox>(plan_.envs)),
      side_(*segment_, plan_.side_of(worker + 1), options.unit, box_.side_next),
      observations_(observation, plan_.observation),
      actions_(action, plan_.action, action_columns(*segment_, plan_), options.max_players),
      spin_(options.num_workers, available_parallelism(), kWorkersSpin) {
  if (segment_->at<SharedHeader>(0)->plan_hash != plan_.hash()) {
    throw std::logic_error("the pool and its worker do not agree on their shared memory");
  }
  for (const Field& field : plan_.observation) has_objects_ |= is_object(field.leaf);
  for (const nb::handle env : envs)
    episodes_.push_back({nb::borrow(env), nb::object(), nb::object()});
  outcomes_.resize(RowClaim::kMost);
  places_.resize(plan_.observation.size());
  schemas_.reserve(WorkerBox::kMaxSchemas);
  // Those of a predecessor may still be needed.
  while (first_schema_ < WorkerBox::kMaxSchemas && box_.schemas[first_schema_].bytes > 0) {
    ++first_schema_;
  }
  const nb::module_ pickle = nb::module_::import_("pickle");
  dumps_ = pickle.attr("dumps");
  loads_ = pickle.attr("loads");
  describe_failure_ =
      nb::module_::import_("parallel_pool.python_envs.failures").attr("describe_failure");
  reset_name_ = interned("reset");
  step_name_ = interned("step");
  reset_keywords_ = nb::make_tuple(interned("seed"), interned("options"));
}

// --- Tasks -------------------------------------------------------------------------------------

bool WorkerLoop::run() {
  while (true) {
    if (queue_.empty()) {
      rest();
      if (done_ > 0) publish_claimed();
      if (!wait()) return false;
      continue;
    }
    const WorkerTask task = queue_.pop();
    if (task.control != 0) {
      rest();
      publish_outcomes();
      return true;
    }
    Outcome& outcome = outcomes_[done_];
    outcome = {task};
    perform(task, outcome);
    if (plan_.sync()) {
      // Its row is known; the caller waits for the last one anyhow, so rows are counted later. It
      // may have taken the batch of earlier ones without waiting for their count.
      const std::uint32_t batch = rows_.batch_number(0);
      if (std::exchange(uncounted_batch_, batch) != batch) uncounted_ = 0;
      write_row(outcome, {0, task.row});
      outcome.observation.reset();
      ++uncounted_;
    } else if (++done_ >= at_once() || may_change(outcome.observation)) {
      publish_outcomes();
    }
  }
}

// Whether somebody else has an observation too, and may write to it before it is published. The
// outcome has it and the episode.
bool WorkerLoop::may_change(const nb::object& observation) {
#ifdef Py_GIL_DISABLED
  return observation.is_valid();  // reference counts do not tell
#else
  return observation.is_valid() && !is_held_by(observation.ptr(), 2);
#endif
}

// How many results are worked out before the first of them is published; async mode.
std::size_t WorkerLoop::at_once() const {
  return static_cast<std::size_t>(
      std::clamp(kPublishNs / std::max(call_ns_, 1.0), 1.0, double{RowClaim::kMost}));
}

// Until there is a task; false when the pool closes.
bool WorkerLoop::wait() {
  const SharedHeader& header = *segment_->at<SharedHeader>(0);
  const auto stopping = [&] { return header.stop.load(std::memory_order_acquire) != 0; };
  const auto news = [&] { return !queue_.empty() || stopping(); };
  const nb::gil_scoped_release released;
  count_rows();  // only now, since the pool's caller may need the GIL at once
  if (spin_.until(news)) return !stopping();
  while (!news()) {
    const std::uint32_t ticket = box_.parking.announce();
    if (news()) {
      box_.parking.retract();
    } else {
      box_.parking.park(ticket, kSleepNs);
    }
  }
  return !stopping();
}

void WorkerLoop::perform(const WorkerTask& task, Outcome& outcome) noexcept {
  const Clock::time_point start = idle_ ? Clock::now() : last_end_;
  idle_ = false;
  note_busy(task.env, start);
  EnvBox& box = env_boxes_[task.env];
  box.out_kind = static_cast<std::uint32_t>(SideKind::kNothing);
  try {
    nb::object info;
    run_task(task, episodes_[task.env - first_env_], outcome, info);
    const bool empty =
        !info.is_valid() || (PyDict_CheckExact(info.ptr()) && PyDict_GET_SIZE(info.ptr()) == 0);
    if (has_objects_ && outcome.observation.is_valid()) {
      // Objects travel with the info; columns are written when the row is known.
      const nb::list objects = observations_.objects(outcome.observation);
      write_side(task.env, empty ? nb::handle(nb::dict()) : nb::handle(info), objects);
    } else if (!empty) {
      write_side(task.env, info, nb::handle());
    }
  } catch (nb::python_error& error) {
    note_failure(task, outcome, error.value());
  } catch (const std::exception& error) {
    note_failure(task, outcome, python_value_error(error));
  }
  last_end_ = Clock::now();
  const std::chrono::duration<double, std::nano> elapsed = last_end_ - start;
  call_ns_ += 0.125 * (elapsed.count() - call_ns_);
}

void WorkerLoop::note_busy(std::uint32_t env, Clock::time_point since) {
  box_.current_env.store(env, std::memory_order_relaxed);
  box_.busy_since.store(since.time_since_epoch().count(), std::memory_order_relaxed);
}

void WorkerLoop::begin(std::size_t index) {
  note_busy(first_env_ + static_cast<std::uint32_t>(index), Clock::now());
}

void WorkerLoop::rest() {
  idle_ = true;
  box_.busy_since.store(0, std::memory_order_relaxed);
  box_.current_env.store(kNoEnv, std::memory_order_relaxed);
}

void WorkerLoop::run_task(const WorkerTask& task, Episode& episode, Outcome& outcome,
                          nb::object& info) {
  if (task.observes != 0) {
    outcome.kind = RowKind::kUntouched;
    outcome.observation = episode.last_observation;
  } else if (task.is_reset != 0 || episode.ended) {
    reset(task, episode, outcome, info);
  } else {
    step(task, episode, outcome, info);
  }
  outcome.elapsed = episode.elapsed;
  if (info.is_valid() && !PyDict_Check(info.ptr())) {
    throw nb::type_error(
        (std::string("info must be a dict, got ") + nb::type_name(info.type()).c_str()).c_str());
  }
}

void WorkerLoop::reset(const WorkerTask& task, Episode& episode, Outcome& outcome,
                       nb::object& info) {
  episode.ended = false;
  episode.elapsed = 0;
  outcome.kind = RowKind::kReset;
  if (episode.successor.is_valid()) {
    const nb::object successor = std::exchange(episode.successor, nb::object());
    episode.env = successor(episode.env);
  }
  nb::object result;
  if (task.is_reset != 0) {
    nb::object seed = nb::none(), options = nb::none();
    if (task.message != 0) {
      const nb::object message = load_message(task.env);
      seed = message[0];
      options = message[1];
    }
    PyObject* arguments[] = {episode.env.ptr(), seed.ptr(), options.ptr()};
    result =
        checked(PyObject_VectorcallMethod(reset_name_.ptr(), arguments, 1, reset_keywords_.ptr()));
  } else {
    result = checked(PyObject_CallMethodNoArgs(episode.env.ptr(), reset_name_.ptr()));
  }
  const Parts parts(std::move(result), 2, "reset must return (observation, info)");
  outcome.observation = nb::borrow(parts[0]);
  info = nb::borrow(parts[1]);
  episode.last_observation = outcome.observation;
}

// How many players the last observation showed; each of them has an action.
std::size_t WorkerLoop::players_of(const Episode& episode) const {
  if (!plan_.multi_player() || !episode.last_observation.is_valid()) return 0;
  const nb::object ids = episode.last_observation[0];
  return nb::len(ids);
}

void WorkerLoop::step(const WorkerTask& task, Episode& episode, Outcome& outcome,
                      nb::object& info) {
  nb::object objects;
  if (task.message != 0) objects = load_message(task.env);
  const nb::object action = actions_.make(task.env, objects.ptr(), players_of(episode));
  const Parts parts(
      checked(PyObject_CallMethodOneArg(episode.env.ptr(), step_name_.ptr(), action.ptr())), 5,
      "step must return (observation, reward, terminated, truncated, info)");
  outcome.observation = nb::borrow(parts[0]);
  outcome.reward = to_reward(parts[1]);
  outcome.terminated = truth(parts[2]);
  outcome.truncated = truth(parts[3]);
  info = nb::borrow(parts[4]);
  const std::int32_t elapsed = ++episode.elapsed;
  episode.last_observation = outcome.observation;
  if (!outcome.terminated && !outcome.truncated) return;
  if (autoreset_ == AutoresetMode::kNextStep) episode.ended = true;
  if (autoreset_ != AutoresetMode::kSameStep) return;
  nb::dict last;
  last["final_info"] = snapshot(info);
  const nb::object ended = outcome.observation;
  last["final_obs"] =
      snapshot(plan_.multi_player() ? nb::object(episode.env.attr("last_observations")) : ended);
  reset({.env = task.env}, episode, outcome, info);
  if (plan_.multi_player()) {
    outcome.observation = episode.env.attr("in_same_step")(ended, outcome.observation);
    episode.last_observation = outcome.observation;
  }
  outcome.kind = RowKind::kStep;
  if (PyDict_Update(last.ptr(), info.ptr()) != 0) throw nb::python_error();
  info = last;
  episode.elapsed = 0;
  outcome.elapsed = elapsed;
}

// A value as it is now: environments may use their arrays and dicts again. Whatever is neither an
// array nor can be pickled could not leave this process anyway.
nb::object WorkerLoop::snapshot(const nb::object& value) const {
  if (PyArray_CheckExact(value.ptr()) && !PyDataType_REFCHK(PyArray_DESCR(as_array(value)))) {
    return checked(PyArray_NewCopy(as_array(value), NPY_KEEPORDER));
  }
  return loads_(dumps_(value, 5));
}

nb::object WorkerLoop::load_message(std::uint32_t env) const {
  const EnvBox& box = env_boxes_[env];
  return loads_(nb::bytes(segment_->base() + box.in_offset, box.in_bytes));
}

void WorkerLoop::keep_observation(std::size_t index) {
  nb::object& last = episodes_.at(index).last_observation;
  if (last.is_valid() && !is_held_by(last.ptr(), 1)) last = snapshot(last);
}

nb::tuple WorkerLoop::episode(std::size_t index) const {
  const Episode& episode = episodes_.at(index);
  const nb::object& last = episode.last_observation;
  return nb::make_tuple(episode.env, last.is_valid() ? last : nb::none(), episode.ended,
                        episode.elapsed);
}

void WorkerLoop::set_episode(std::size_t index, nb::object env, nb::object last_observation,
                             bool ended, std::int32_t elapsed) {
  Episode& episode = episodes_.at(index);
  episode.env = std::move(env);
  episode.last_observation =
      last_observation.is_none() ? nb::object() : std::move(last_observation);
  episode.ended = ended;
  episode.elapsed = elapsed;
}

void WorkerLoop::set_next_env(std::size_t index, nb::object successor) {
  episodes_.at(index).successor = std::move(successor);
}

}  // namespace pp
