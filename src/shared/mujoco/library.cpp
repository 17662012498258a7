// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Looks the library's functions up, and turns its messages into exceptions and warnings.
//
// MuJoCo reports through a log handler. Its own handler ends the process on an error, and prints
// warnings and writes them into a file. While a thread is inside one of our calls, our handler
// replaces it for that thread. An error must not return into the library, so the handler jumps back
// to the call, over frames of C and of a lambda without anything to destroy.
//
// The Python package has MuJoCo read the clock some twenty times in a step, to time its stages, which
// takes up to a third of a small model's step. Within our calls nobody reads these times, so our
// timer answers in its place: 0 to a thread inside one of our calls, the time to all others. It finds
// the thread in a table, since a thread_local variable of a loaded library costs a call to look up.
#include "library.h"

#include <Python.h>
#include <parallel_pool/core/author/error.h>
#include <parallel_pool/core/system/dynamic_library.h>
#include <setjmp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace pp::mujoco {
namespace {

// The beginning of MuJoCo's mjLogMessage.
struct LogMessage {
  int level;
  int topic;
  char subject[1024];
};
enum LogLevel : int { kLogWarning = 2, kLogError = 3 };
using LogHandler = void (*)(const LogMessage*);

constexpr int kBodyObject = 1;  // mjOBJ_BODY

// The timer that was installed before: written once, before the library can call ours.
using Timer = double (*)();
Timer timer_of_others = nullptr;
double time_unless_ours();

// The library as a whole: one in a process.
struct Handles {
  DynamicLibrary library;
  Functions functions;
  LogHandler (*set_thread_handler)(LogHandler);
  LogHandler (*set_handler)(LogHandler);

  explicit Handles(const std::string& file) : library(DynamicLibrary::loaded(file)) {
    if (!library) throw std::runtime_error("MuJoCo's library is not loaded: " + file);
    find("mj_copyModel", functions.copy_model);
    find("mj_deleteModel", functions.delete_model);
    find("mj_makeData", functions.make_data);
    find("mj_copyData", functions.copy_data);
    find("mj_deleteData", functions.delete_data);
    find("mj_resetData", functions.reset_data);
    find("mj_forward", functions.forward);
    find("mj_step", functions.step);
    find("mj_step1", functions.step1);
    find("mj_step2", functions.step2);
    find("mj_rnePostConstraint", functions.rne_post_constraint);
    find("mj_stateSize", functions.state_size);
    find("mj_objectVelocity", functions.object_velocity);
    find("mju_axisAngle2Quat", functions.axis_angle_to_quat);
    find("mj_getState", functions.get_state);
    find("mj_setState", functions.set_state);
    find("mj_name2id", functions.name_to_id);
    find("_mjPRIVATE_setTlsLogHandler", set_thread_handler);
    find("mju_setLogHandler", set_handler);
    if (auto* const timer = static_cast<Timer*>(library.find("mjcb_time"))) replace(*timer);
  }

  // Written once, by the first pool; read by the library in all threads. Those that are in it
  // meanwhile call the one timer or the other; release, as ours needs `timer_of_others`.
  static void replace(Timer& timer) {
    const std::atomic_ref<Timer> installed(timer);
    timer_of_others = installed.load(std::memory_order_relaxed);
    if (timer_of_others != nullptr) installed.store(&time_unless_ours, std::memory_order_release);
  }

  template <class Function>
  void find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(library.find(name));
    if (function == nullptr) {
      throw std::runtime_error(std::string("this version of MuJoCo has no function ") + name);
    }
  }
};

const Handles& handles(const std::string& file) {
  static const Handles one(file);
  return one;
}

struct Trap {
  jmp_buf back;
  char error[sizeof(LogMessage::subject)];
  char warning[sizeof(LogMessage::subject)];
};
thread_local Trap* current_trap = nullptr;
thread_local std::uintptr_t picture = 0;

// The threads inside our calls, each at a place that follows from its address. A thread writes and
// reads its own place, in no order with anything else. Where two threads have the same place, one of
// them may read the clock in vain.
struct alignas(64) Place {
  std::atomic<std::uintptr_t> thread;
};
std::array<Place, 64> threads_inside;

// A number that no other living thread has. Linux keeps the address of a thread's data in a register
// that costs nothing to read; elsewhere, what the compiler reads there is not that.
std::uintptr_t this_thread() {
#if defined(__linux__)
  return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
#else
  static thread_local char here = 0;
  return reinterpret_cast<std::uintptr_t>(&here);
#endif
}
std::atomic<std::uintptr_t>& place_of(std::uintptr_t thread) {
  return threads_inside[thread / 4096 % threads_inside.size()].thread;
}

double time_unless_ours() {
  const std::uintptr_t thread = this_thread();
  const bool inside = place_of(thread).load(std::memory_order_relaxed) == thread;
  return inside ? 0.0 : timer_of_others();
}

// Runs in the main thread, under the GIL, as soon as possible.
int warn(void* text) {
  const std::unique_ptr<std::string> message(static_cast<std::string*>(text));
  return PyErr_WarnEx(PyExc_RuntimeWarning, message->c_str(), 1);
}

void copy_subject(char (&target)[sizeof(LogMessage::subject)], const LogMessage* message) {
  std::memcpy(target, message->subject, sizeof(target));
  target[sizeof(target) - 1] = '\0';
}

void on_message(const LogMessage* message) {
  Trap* const trap = current_trap;
  if (message->level == kLogWarning) copy_subject(trap->warning, message);
  if (message->level >= kLogError) {
    copy_subject(trap->error, message);
#if defined(_WIN32)
    longjmp(trap->back, 1);
#else
    _longjmp(trap->back, 1);  // leaves the mask of signals alone
#endif
  }
}

void tell_warning(std::uint32_t env_id, const char* text) {
  auto message =
      std::make_unique<std::string>("env id " + std::to_string(env_id) + ": MuJoCo: " + text);
  if (Py_AddPendingCall(&warn, message.get()) == 0) (void)message.release();
}

// Makes a call into the library; nothing in its frame has a destructor that the jump would skip.
// What it warns of goes to `tell`.
template <class Call, class Tell>
void guarded(const Handles& library, Call call, Tell tell) {
  Trap trap;
  trap.warning[0] = '\0';
  Trap* const outer = std::exchange(current_trap, &trap);
  const std::uintptr_t thread = this_thread();
  std::atomic<std::uintptr_t>& place = place_of(thread);
  place.store(thread, std::memory_order_relaxed);
  const LogHandler before = library.set_thread_handler(&on_message);
#if defined(_WIN32)
  const bool failed = setjmp(trap.back) != 0;
#else
  const bool failed = _setjmp(trap.back) != 0;
#endif
  if (!failed) call();
  library.set_thread_handler(before);
  place.store(outer != nullptr ? thread : 0, std::memory_order_relaxed);
  current_trap = outer;
  if (trap.warning[0] != '\0') tell(trap.warning);
  if (failed) throw std::runtime_error(std::string("MuJoCo: ") + trap.error);
}

}  // namespace

void* find_function(const std::string& library, const char* name) {
  void* const function = handles(library).library.find(name);
  if (function != nullptr) return function;
  throw std::runtime_error(std::string("this version of MuJoCo has no function ") + name);
}

void guard_call(const std::string& library, void (*program)(void*), void* argument) {
  guarded(handles(library), [&] { program(argument); }, [](const char*) {});
}

// --- Model -------------------------------------------------------------------------------------

Model::Model(ModelFacts facts)
    : facts_(std::move(facts)), functions_(handles(facts_.library).functions) {
  RawModel* copy = nullptr;
  guarded(
      handles(facts_.library),
      [&] {
        copy = functions_.copy_model(nullptr, reinterpret_cast<const RawModel*>(facts_.address));
      },
      [](const char* text) { tell_warning(0, text); });
  raw_ = {copy, {&functions_}};
  if (raw_ == nullptr) throw std::runtime_error("MuJoCo: a model could not be copied");
}

void Model::Deleter::operator()(RawModel* model) const { functions->delete_model(model); }

std::size_t Model::body(const std::string& name) const {
  const int id = functions_.name_to_id(raw(), kBodyObject, name.c_str());
  if (id < 0) throw std::invalid_argument("the model has no body named '" + name + "'");
  return static_cast<std::size_t>(id);
}

void show_in(std::uintptr_t data) { picture = data; }

// --- Data --------------------------------------------------------------------------------------

Data::Data(std::shared_ptr<const Model> model) : model_(std::move(model)) {
  RawData* data = nullptr;
  call([&] { data = model_->functions().make_data(model_->raw()); });
  raw_ = {data, {&model_->functions()}};
  if (raw_ == nullptr) throw std::runtime_error("MuJoCo: no memory for a simulation");
  const auto* const bytes = reinterpret_cast<const std::byte*>(data);
  for (std::size_t i = 0; i < kArrays; ++i) {
    std::memcpy(&arrays_[i], bytes + model_->facts().offsets[i], sizeof(double*));
  }
}

void Data::Deleter::operator()(RawData* data) const { functions->delete_data(data); }

template <class Call>
void Data::call(Call&& call) const {
  guarded(handles(model_->facts().library), call,
          [this](const char* text) { tell_warning(env_id_, text); });
}

void Data::reset() {
  call([this] { model_->functions().reset_data(model_->raw(), raw_.get()); });
}

void Data::forward() {
  call([this] { model_->functions().forward(model_->raw(), raw_.get()); });
}

void Data::step(std::int64_t count) {
  call([this, count] {
    for (std::int64_t i = 0; i < count; ++i) model_->functions().step(model_->raw(), raw_.get());
  });
}

void Data::rne_post_constraint() {
  call([this] { model_->functions().rne_post_constraint(model_->raw(), raw_.get()); });
}

std::int64_t Data::copy_to_picture() const {
  auto* const target = reinterpret_cast<RawData*>(picture);
  if (target != nullptr) {
    call([&] { model_->functions().copy_data(target, model_->raw(), raw_.get()); });
  }
  return reinterpret_cast<std::intptr_t>(raw_.get());
}

std::vector<double>& Data::integration_state() const {
  static thread_local std::vector<double> state;
  state.resize(static_cast<std::size_t>(
      model_->functions().state_size(model_->raw(), model_->facts().integration_state)));
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

// --- QuietLibrary ------------------------------------------------------------------------------

namespace {

// The number of live objects, and the handler that the outermost one replaced: written under the
// mutex, read by the handler in any thread.
std::mutex quiet_mutex;
std::size_t quiet_count = 0;
std::atomic<LogHandler> loud_handler = nullptr;

void on_quiet_message(const LogMessage* message) {
  if (message->level >= kLogError && loud_handler != nullptr) loud_handler.load()(message);
}

}  // namespace

QuietLibrary::QuietLibrary(const std::string& library) : library_(library) {
  const std::lock_guard lock(quiet_mutex);
  const auto set_handler = handles(library_).set_handler;
  if (quiet_count++ == 0) loud_handler = set_handler(&on_quiet_message);
}

QuietLibrary::~QuietLibrary() {
  const std::lock_guard lock(quiet_mutex);
  if (--quiet_count == 0) handles(library_).set_handler(loud_handler);
}

}  // namespace pp::mujoco
