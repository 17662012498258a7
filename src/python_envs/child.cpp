// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How children are started, ended and waited for.
#include "child.h"

#include <nanobind/stl/optional.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <utility>
#include <vector>

namespace pp {
namespace {

// A process that was killed ends within this time, unless the kernel keeps it.
constexpr int kEndMilliseconds = 500;

// Children that had not ended in time: (who started it, its id).
std::mutex late_mutex;
std::vector<std::pair<pid_t, pid_t>> late;

void wait_for_late_ones() {
  const std::lock_guard lock(late_mutex);
  std::erase_if(late, [](const auto& one) {
    return one.first != getpid() || waitpid(one.second, nullptr, WNOHANG) != 0;
  });
}

}  // namespace

Child::~Child() { end(); }

void Child::start(const nb::callable& function, const nb::args& args, const nb::kwargs& kwargs) {
  wait_for_late_ones();
  owner_ = getpid();
  pid_ = nb::cast<pid_t>(function(*args, **kwargs));
  if (pid_ != 0) file_ = open_process(pid_);
}

std::optional<int> Child::end() {
  if (pid_ == 0 || waited_for_ || owner_ != getpid()) return std::nullopt;
  waited_for_ = true;
  siginfo_t info;
  // A program that waits for all of its children may have waited for this one already. Then another
  // process may have this number by now, and must not be killed.
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return std::nullopt;
  }
  kill(pid_, SIGKILL);
  killpg(pid_, SIGKILL);
  pollfd file{descriptor(), POLLIN, 0};
  poll(&file, descriptor() < 0 ? 0 : 1, kEndMilliseconds);
  int status = 0;
  const pid_t result = waitpid(pid_, &status, WNOHANG);
  if (result == pid_) return status;
  if (result == 0) {
    const std::lock_guard lock(late_mutex);
    late.emplace_back(owner_, pid_);
  }
  return std::nullopt;
}

OpenFile open_process(int pid) {
  return OpenFile(nb::cast<int>(nb::module_::import_("os").attr("pidfd_open")(pid)));
}

void bind_child(nb::module_& m) {
  nb::class_<Child>(m, "Child",
                    "A child process. It is killed and waited for when this object is deleted.")
      .def(nb::init<>())
      .def("start", &Child::start, nb::arg("function"), nb::arg("args"), nb::arg("kwargs"),
           nb::sig("def start(self, function: object, *args: typing.Any, **kwargs: typing.Any) -> "
                   "None"),
           "Calls a function written in C that starts a process and returns its id, such as "
           "`os.fork`.")
      .def_prop_ro("pid", &Child::pid)
      .def("fileno", &Child::descriptor)
      .def("end", &Child::end,
           "Ends it and its process group; its status, if it can be known soon.");
}

}  // namespace pp
