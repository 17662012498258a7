// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Starts child processes, and sees them end.
//
// Linux ends a child for us when the thread that started it ends. Workers end before their
// environments do, so one thread, which lasts as long as the process, starts all children.
#include "process.h"

#include <fcntl.h>
#include <parallel_pool/fork_safe_mutex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <functional>
#include <mutex>
#include <queue>
#include <system_error>
#include <thread>

namespace pp::vizdoom {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// Runs jobs in a thread that never ends. After a fork the child gets a thread of its own.
class Starter {
 public:
  static Starter& instance() {
    static Starter* starter = nullptr;  // never destroyed: its thread lasts
    const std::lock_guard lock(ForkSafeMutex<Starter>::get());
    if (starter == nullptr || starter->owner_ != getpid()) starter = new Starter;
    return *starter;
  }

  void run(const std::function<void()>& job) {
    std::unique_lock lock(mutex_);
    Task task{&job};
    tasks_.push(&task);
    wake_.notify_all();
    done_.wait(lock, [&] { return task.done; });
  }

 private:
  struct Task {
    const std::function<void()>* job;
    bool done = false;
  };

  Starter() : owner_(getpid()) {
    // Signals are for the threads that Python knows.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { loop(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  [[noreturn]] void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return !tasks_.empty(); });
      Task* const task = tasks_.front();
      tasks_.pop();
      (*task->job)();
      task->done = true;
      done_.notify_all();
    }
  }

  const pid_t owner_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::queue<Task*> tasks_;
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

struct Start {
  char* const* arguments;
  char* const* environment;
  const int* files;
  int file_count;
  const cpu_set_t* cpus;
  pid_t parent;
  volatile int error;
};

// The child, in its parent's memory until it calls exec.
[[noreturn]] void become(Start& start) {
  sigset_t none;
  sigemptyset(&none);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != start.parent) _exit(127);
  // The terminal's Ctrl-C is for the parent. A group is enough: a session of its own would also be
  // scheduled apart from the parent, on Linux with autogroups.
  setpgid(0, 0);
  sched_setaffinity(0, sizeof(cpu_set_t), start.cpus);
  for (int i = 0; i < start.file_count; ++i) dup2(start.files[i], i);  // sources are above these
  syscall(SYS_close_range, start.file_count, ~0U, 0);
  // Engines write folders of theirs where they are started: here they cannot.
  if (chdir("/proc") == 0) {
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(start.arguments[0], start.arguments, start.environment);
  }
  start.error = errno;
  _exit(127);
}

[[gnu::noinline]] pid_t start_child(Start& start) {
  const pid_t child = vfork();
  if (child == 0) become(start);
  return child;
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

Descriptor anonymous_file(const char* label, std::size_t size) {
  Descriptor file(memfd_create(label, MFD_CLOEXEC));
  if (file.number() < 0) fail("memory for an engine cannot be made");
  if (ftruncate(file.number(), static_cast<off_t>(size)) != 0) {
    fail("memory for an engine cannot be made");
  }
  return file;
}

Mapping::Mapping(const Descriptor& file, std::size_t size) : size_(size) {
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
  if (memory == MAP_FAILED) fail("an engine's memory cannot be mapped");
  data_ = static_cast<std::byte*>(memory);
}

Mapping::~Mapping() {
  if (data_ != nullptr) munmap(data_, size_);
}

Process::Process(const Command& command) {
  const std::vector<char*> arguments = pointers(command.arguments);
  const std::vector<char*> environment = pointers(command.environment);
  std::vector<Descriptor> copies;  // above all numbers that the child uses
  std::vector<int> files;
  for (const int file : command.files) {
    copies.emplace_back(fcntl(file, F_DUPFD_CLOEXEC, 64));
    if (copies.back().number() < 0) fail("an engine's files cannot be opened");
    files.push_back(copies.back().number());
  }
  cpu_set_t cpus;
  sched_getaffinity(0, sizeof(cpus), &cpus);
  Start start{.arguments = arguments.data(),
              .environment = environment.data(),
              .files = files.data(),
              .file_count = static_cast<int>(files.size()),
              .cpus = &cpus,
              .parent = getpid(),
              .error = 0};
  int error = 0;
  Starter::instance().run([&] {
    id_ = start_child(start);
    error = id_ < 0 ? errno : start.error;
  });
  if (id_ > 0 && error != 0) waitpid(id_, nullptr, 0);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(),
                            "the engine " + command.arguments[0] + " cannot be started");
  }
}

Process::~Process() {
  if (has_ended()) return;
  kill(id_, SIGKILL);
  while (waitpid(id_, &status_, 0) < 0 && errno == EINTR) {
  }
}

bool Process::has_ended() {
  if (ended_) return true;
  const pid_t result = waitpid(id_, &status_, WNOHANG);
  // Another part of the process may have waited for it already.
  ended_ = result == id_ || (result < 0 && errno == ECHILD);
  if (result < 0) status_ = -1;
  return ended_;
}

std::string Process::how() const {
  if (status_ < 0) return "ended";
  if (WIFSIGNALED(status_)) {
    return "was ended by signal " + std::to_string(WTERMSIG(status_)) + " (" +
           strsignal(WTERMSIG(status_)) + ")";
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status_));
}

}  // namespace pp::vizdoom
